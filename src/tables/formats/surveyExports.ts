/**
 * What survey tools export, where it is no plain table: CSV of Qualtrics, with three rows above the people; results as one
 * JSON list, as SurveyJS keeps them; and the files that say what was asked and what codes mean: the survey of Qualtrics
 * (.qsf) and the data dictionary of REDCap. Those two are tables of items, with the labels of their codes.
 */
import { UlteriorError } from '../../errors/index.ts';
import { cleanText } from '../cells/cleanText.ts';
import { columnsText } from '../cells/numberMarks.ts';
import { headRecords, textLayout } from '../columns/delimitedLayout.ts';
import { utf16Of } from '../columns/fileKinds.ts';
import type { ForeignTable } from './foreignTable.ts';

/** By their beginnings. */
export const isQualtrics = (head: string) => /\{""?ImportId""?\s*:/.test(head);
export const isJsonList = (head: string) => /^\uFEFF?\s*\[\s*\{/.test(head);
export const isQualtricsSurvey = (head: string) => /^\uFEFF?\s*\{\s*"SurveyEntry"\s*:/.test(head);
export const isRedcapDictionary = (head: string) => /^\uFEFF?"?Variable \/ Field Name"?[,;\t]/.test(head);

/** The names, what was asked, and ids of the tool's own stand above the first person. */
export function qualtricsTable(file: string, bytes: Uint8Array): ForeignTable {
  const [names, questions, ids, ...people] = recordsOf(file, bytes);
  if (names === undefined || questions === undefined || !ids?.some((cell) => cell.includes('"ImportId"'))) {
    throw malformed(file, 'an export of Qualtrics', 'its three rows of headers are not above the people');
  }
  return {
    names,
    titles: new Map(names.map((name, at) => [name, withoutTags(questions[at] ?? '')] as const)),
    told: [
      {
        file,
        found: `"${file}" is an export of Qualtrics, with three rows above the people`,
        done: 'we take the second for the questions, and leave out the third',
        advice: 'check the first person',
      },
    ],
    rows: () => people.map((cells) => names.map((_, at) => cells[at] || undefined)),
  };
}

/** One object per person. What is nested becomes columns: "matrix.row", and "drinks.tea" with 1 for whoever chose tea. */
export function jsonListTable(file: string, bytes: Uint8Array): ForeignTable {
  const list = parsed(file, bytes, 'a list of answers in JSON');
  if (!Array.isArray(list) || !list.every(isRecord)) {
    throw malformed(file, 'a list of answers in JSON', 'it holds something else than objects');
  }
  const names = new Set<string>();
  /** By question: the columns of what can be chosen. */
  const chosen = new Map<string, Set<string>>();
  const left = new Set<string>();
  const people = list.map((person) => {
    const cells = new Map<string, string>();
    const add = (name: string, value: unknown): void => {
      if (value === null || value === undefined) return;
      if (Array.isArray(value)) {
        if (value.some((one) => typeof one === 'object')) {
          left.add(name);
          return;
        }
        const columns = chosen.get(name) ?? new Set();
        chosen.set(name, columns);
        cells.set(name, '');
        for (const one of value) {
          columns.add(`${name}.${one}`);
          cells.set(`${name}.${one}`, '1');
        }
      } else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, inner);
      else {
        names.add(name);
        cells.set(name, String(value));
      }
    };
    for (const [key, value] of Object.entries(person)) add(key, value);
    return cells;
  });
  const columns = [...names, ...[...chosen.values()].flatMap((own) => [...own])];
  const questionOf = new Map(
    [...chosen].flatMap(([question, own]) => [...own].map((column) => [column, question] as const)),
  );
  const cellOf = (cells: ReadonlyMap<string, string>, column: string) => {
    // Whoever answered the question and did not choose this said no.
    const answered = questionOf.has(column) && cells.has(questionOf.get(column)!);
    return cells.get(column) ?? (answered ? '0' : undefined);
  };
  const lists = left.size === 0 ? '' : `, and leave out lists of objects (${columnsText([...left])})`;
  return {
    names: columns,
    told: [
      {
        file,
        found: `"${file}" is one list in JSON`,
        done: `we read each object as a person, what is nested as columns${lists}`,
        advice: 'check that all questions are there',
      },
    ],
    rows: () => people.map((cells) => columns.map((column) => cellOf(cells, column) || undefined)),
  };
}

/** What was asked, from the survey itself. */
export function qualtricsSurveyTable(file: string, bytes: Uint8Array): ForeignTable {
  const survey = parsed(file, bytes, 'a survey of Qualtrics');
  const elements = isRecord(survey) && Array.isArray(survey['SurveyElements']) ? survey['SurveyElements'] : [];
  const rows = elements.flatMap((element) => {
    const question = isRecord(element) && element['Element'] === 'SQ' ? element['Payload'] : undefined;
    return isRecord(question) ? questionsIn(question) : [];
  });
  if (rows.length === 0) throw malformed(file, 'a survey of Qualtrics', 'it has no questions');
  return itemTable(rows);
}

type Json = Readonly<Record<string, unknown>>;

function questionsIn(question: Json): Question[] {
  const {
    DataExportTag: tag,
    QuestionText: text,
    QuestionType: type,
    Selector: selector,
    RecodeValues: recoded,
  } = question;
  const displays = (choices: unknown) =>
    Object.entries(isRecord(choices) ? choices : {}).map(
      ([id, one]) => [id, withoutTags(String(isRecord(one) ? one['Display'] : one))] as const,
    );
  const asked = withoutTags(String(text ?? ''));
  const coded = (choices: unknown) =>
    displays(choices).map(([id, label]) => [String(isRecord(recoded) ? (recoded[id] ?? id) : id), label] as const);
  const isMultiple = typeof selector === 'string' && /^MA/.test(selector);
  if (type !== 'Matrix' && !isMultiple)
    return [{ item: String(tag), title: asked, choices: coded(question['Choices']) }];
  const choices = type === 'Matrix' ? coded(question['Answers']) : [];
  return displays(question['Choices']).map(([id, label]) => ({
    item: `${tag}_${id}`,
    title: `${asked} - ${label}`,
    choices,
  }));
}

/** "1, Never | 2, Often" */
export function redcapDictionaryTable(file: string, bytes: Uint8Array): ForeignTable {
  const [header = [], ...fields] = recordsOf(file, bytes);
  const at = (pattern: RegExp) => header.findIndex((name) => pattern.test(name));
  const [label, choices] = [at(/^Field Label$/i), at(/^Choices/i)];
  if (label < 0 || choices < 0)
    throw malformed(file, 'a data dictionary of REDCap', 'a column "Field Label" or "Choices" is missing');
  const pairs = (text: string) =>
    text.split('|').flatMap((part) => {
      const [, code, meaning] = /^\s*([^,]+?)\s*,\s*(.*?)\s*$/s.exec(part) ?? [];
      return code === undefined ? [] : [[code, withoutTags(meaning!)] as const];
    });
  const rows = fields.map((cells) => ({
    item: cells[0]!,
    title: withoutTags(cells[label]!),
    choices: pairs(cells[choices]!),
  }));
  return itemTable(rows);
}

interface Question {
  readonly item: string;
  readonly title: string;
  readonly choices: readonly (readonly [code: string, label: string])[];
}

function itemTable(questions: readonly Question[]): ForeignTable {
  return {
    names: ['item', 'title'],
    labels: new Map(
      questions.flatMap(({ item, choices }) => (choices.length === 0 ? [] : [[item, new Map(choices)] as const])),
    ),
    told: [],
    rows: () => questions.map(({ item, title }) => [item, title || item]),
  };
}

function recordsOf(file: string, bytes: Uint8Array): string[][] {
  const text = textOf(bytes);
  const { delimiter, quote } = textLayout(text.slice(0, 1 << 16), { header: true });
  const records = headRecords(`${text}\n`, delimiter, quote, Number.POSITIVE_INFINITY);
  const width = records[0]?.length ?? 0;
  const ragged = records.findIndex((cells) => cells.length !== width);
  if (ragged >= 0) {
    throw malformed(
      file,
      'a table',
      `record ${ragged + 1} has ${records[ragged]!.length} columns where there should be ${width}`,
    );
  }
  return records;
}

/** In UTF-8 or UTF-16, and otherwise as Windows writes it. */
function textOf(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function parsed(file: string, bytes: Uint8Array, what: string): unknown {
  try {
    return JSON.parse(textOf(bytes).replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw malformed(file, what, cause instanceof Error ? cause.message : String(cause));
  }
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Questions are written in HTML. */
function withoutTags(text: string): string {
  return cleanText(
    text
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&amp;', '&'),
  );
}

function malformed(file: string, kind: string, what: string): UlteriorError {
  const advice = 'export it again, without opening it in between';
  return new UlteriorError('FILE_MALFORMED', `"${file}" cannot be read as ${kind}: ${what}`, advice, { file });
}
