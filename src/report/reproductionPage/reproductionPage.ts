/** The page of a reproduction: every table and figure in the paper's order, the published figures beside ours. */

import { VERSION } from '../../version/index.ts';
import { pageDocument, type Section } from '../page/pageDocument.ts';
import { checkExhibit, checkExperiment } from './checkSpecs.ts';
import type { Draw, Exhibit, RunExperiment, Timing } from './exhibit.ts';
import { runList } from './runList.ts';
import { exhibitSection } from './section.ts';

export type { RunExperiment } from './exhibit.ts';

export interface Reproduction {
  readonly exhibits: readonly Exhibit[];
  /** Every experiment, run or not. */
  readonly runs: readonly RunExperiment[];
  /** By the exhibit they were measured for. */
  readonly timings: ReadonlyMap<string, Timing>;
  readonly draw: Draw;
  /** Which head the page gets. */
  readonly subject: Subject;
}

type Subject = 'paper' | 'beyond' | 'defence';

const HEADS: Readonly<Record<Subject, { kicker: string; heading: string; about: string }>> = {
  paper: {
    kicker: 'reproduction',
    heading: 'Recommending with an Agenda, reproduced',
    about:
      'Bhagat, Weinsberg, Ioannidis, Taft, RecSys 2014 · its tables and figures in their order, beside ours, with what differs and why',
  },
  beyond: {
    kicker: 'beyond the paper',
    heading: 'What a real attacker would do',
    about:
      'Recommending with an Agenda asks what a person is known to have rated, about one attribute of two values. What changes when anything may be asked, when there are more types, numbers and several attributes',
  },
  defence: {
    kicker: 'what helps',
    heading: 'Noticing an agenda, and living with it',
    about:
      'Whether questions that aim at an attribute can be recognised among questions that do not, what people can do about them, and what an honest questionnaire costs',
  },
};

/** Refuses specs that cannot be shown, also when nothing was run yet. */
export async function reproductionPage({ exhibits, runs, timings, draw, subject }: Reproduction): Promise<string> {
  const experiments = runs.map(({ experiment }) => experiment);
  for (const experiment of experiments) checkExperiment(experiment);
  for (const exhibit of exhibits) checkExhibit(exhibit, experiments);
  const sections: Section[] = [];
  for (const exhibit of exhibits.toSorted((a, b) => a.order - b.order)) {
    const named = exhibit.runs.map((id) => runs.find(({ experiment }) => experiment.id === id)!);
    sections.push(await exhibitSection(exhibit, named, timings.get(exhibit.id), draw));
  }
  // Times need the data of a run, not the run.
  const drawnOn = new Set(exhibits.flatMap((exhibit) => (exhibit.kind === 'timing' ? [] : exhibit.runs)));
  sections.push(runList(runs.filter(({ experiment }) => drawnOn.has(experiment.id))));
  return pageDocument({ ...HEADS[subject], version: VERSION, sections, files: [] });
}
