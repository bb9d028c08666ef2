/**
 * Which command makes which table of the documents: experiments/documents/tables.json. A table draws on runs of the
 * experiments, or on scripts; a few are measured by hand and say why.
 * `test/documentTables.test.ts` looks for tables of figures that are not listed.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageFile } from '../../src/runtime/index.ts';

/** A program that prints figures of the documents. */
export interface Script {
  readonly id: string;
  /** What it prints. */
  readonly title: string;
  /** Figures are those of the data, the same everywhere. Timings are those of the machine. */
  readonly prints: 'figures' | 'timings';
  /**
   * Calls of Node.js, one after the other, from the root of the checkout: a file, then its arguments. DATA in them is the
   * folder of the data, FOLDER one that the script may write to.
   */
  readonly calls: readonly (readonly string[])[];
  /** Files that must be there, below the data folder. */
  readonly needs?: readonly string[];
}

/** The tables of figures below one heading of a page. */
export interface DocumentTable {
  readonly page: string;
  readonly section: string;
  /** How many tables of figures the section has, if not one. */
  readonly count?: number;
  readonly runs?: readonly string[];
  readonly scripts?: readonly string[];
  /** What runs and scripts do not make, and why. */
  readonly byHand?: string;
  /** Its numbers are nothing that was measured: what they are. */
  readonly notMeasured?: string;
}

export interface Documents {
  readonly scripts: readonly Script[];
  readonly tables: readonly DocumentTable[];
}

/**
 * What belongs to a folder of specs: nothing, unless it is the package's own. Somebody's specs say what is measured, and
 * can name no programs to run.
 */
export function readDocuments(experiments: string): Documents {
  const own = packageFile('experiments/');
  if (resolve(experiments) !== resolve(own)) return { scripts: [], tables: [] };
  return JSON.parse(readFileSync(join(own, 'documents', 'tables.json'), 'utf8')) as Documents;
}
