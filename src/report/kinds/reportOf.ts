/** What a report is made of, for every kind of records. */
import { auditPage } from '../audit/auditPage.ts';
import { reportCharts } from '../charts/all.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import type { Chart, DrawnChart } from '../common/chart.ts';
import type { Finding } from '../common/input.ts';
import { ledgerCharts, ledgerPage } from '../defence/advisor/advisorPage.ts';
import { defenceCharts, defencePage } from '../defence/defences/defencePage.ts';
import { detectorCharts, detectorPage } from '../defence/detector/detectorPage.ts';
import { questionnaireCharts, questionnairePage } from '../defence/questionnaire/questionnairePage.ts';
import type { FormDocument } from '../dpo/dpoDocument.ts';
import { dpoReport, type RiskLimits } from '../dpo/dpoReport.ts';
import { firstScreenOf } from '../first/screens.ts';
import { leakMatrixCharts, leakMatrixPage } from '../joint/leakMatrixPage.ts';
import { numericCharts } from '../numeric/numericCharts.ts';
import { numericPage } from '../numeric/numericPage.ts';
import type { FirstScreen } from '../page/firstPart.ts';
import type { Html } from '../page/html.ts';
import { pageDocument, type ReportKind, type Section } from '../page/pageDocument.ts';
import { addedSections } from '../sections/sectionRegistry.ts';
import { type NextSteps, stepsSection } from '../steps/nextSteps.ts';
import {
  auditSteps,
  defenceSteps,
  detectorSteps,
  leakMatrixSteps,
  modelSteps,
  numericSteps,
  questionnaireSteps,
} from '../steps/stepsOf.ts';
import { modelCharts } from '../surfaces/surfaceCharts.ts';
import { modelPage } from '../surfaces/surfacePage.ts';
import { summaryLines } from './summary.ts';

/** What a report is made of: charts, findings, next steps, and the page. */
interface Report {
  readonly charts: readonly Chart[];
  /** Every figure. */
  readonly findings: readonly Finding[];
  /** What to do next; none where one person looks at their own answers. */
  readonly next: NextSteps;
  /** None where there is no verdict: about one person, or about a detector. */
  readonly first: FirstScreen | undefined;
  /** `brief`: on two pages of paper. */
  page(charts: readonly DrawnChart[], length?: 'brief'): string;
  /** For whoever signs an assessment; nothing where no attacker was judged on people. */
  dpo(more: { readonly sha256: string; readonly limits: RiskLimits | undefined }): FormDocument | undefined;
  /** The answer and the tables of the page as lines, for a terminal. */
  summary(width?: number): readonly string[];
}

type Format = AnyRecords['format'];
type Of<F extends Format> = Extract<AnyRecords, { readonly format: F }>;

interface Maker<Records> {
  readonly charts: (records: Records) => readonly Chart[];
  readonly next: (records: Records) => NextSteps;
  readonly page: ReportKind<Records>;
}

const noSteps = (): NextSteps => ({ steps: [], note: '' });

const makers: { readonly [F in Format]: Maker<Of<F>> } = {
  'ulterior-audit': { charts: reportCharts, next: auditSteps, page: auditPage },
  'ulterior-numeric-audit': { charts: numericCharts, next: numericSteps, page: numericPage },
  'ulterior-leak-matrix': {
    charts: leakMatrixCharts,

    next: leakMatrixSteps,
    page: leakMatrixPage,
  },
  'ulterior-model-audit': { charts: modelCharts, next: modelSteps, page: modelPage },
  'ulterior-detector': { charts: detectorCharts, next: detectorSteps, page: detectorPage },
  'ulterior-ledger': { charts: ledgerCharts, next: noSteps, page: ledgerPage },
  'ulterior-defence': { charts: defenceCharts, next: defenceSteps, page: defencePage },
  'ulterior-questionnaire-study': {
    charts: questionnaireCharts,

    next: questionnaireSteps,
    page: questionnairePage,
  },
};

/** The formats that can be drawn, and the version of each. */
export const recordVersions: { readonly [F in Format]: Of<F>['version'] } = {
  'ulterior-audit': 1,
  'ulterior-numeric-audit': 1,
  'ulterior-leak-matrix': 1,
  'ulterior-model-audit': 1,
  'ulterior-detector': 1,
  'ulterior-ledger': 1,
  'ulterior-defence': 1,
  'ulterior-questionnaire-study': 1,
};

/** The answer, the picture after it, and the limits: what is left are figures to look up. */
function briefSections([answer, ...rest]: readonly Section[]): Section[] {
  const isFigure = ({ text }: Html) => text.startsWith('<figure');
  const pictured = (answer?.content ?? []).some(isFigure)
    ? undefined
    : rest.find(({ content }) => content.some(isFigure));
  const picture = pictured === undefined ? [] : [{ ...pictured, content: [pictured.content.find(isFigure)!] }];
  return [...(answer ? [answer] : []), ...picture, ...rest.filter(({ id }) => id === 'limits')];
}

/**
 * The report of records of any kind. The page and the findings need no other package; `renderReport` also draws the
 * charts.
 */
export function reportOf(records: AnyRecords): Report {
  // The format says which records they are; the compiler does not follow that through the table.
  const { charts, next: stepsOf, page } = makers[records.format] as Maker<AnyRecords>;
  const next = stepsOf(records);
  const heading = page.heading(records);
  const first = firstScreenOf(records, next.steps);
  /** What plug-ins add stands before how it was measured. */
  const sectionsOf = (drawn: readonly DrawnChart[]): Section[] => {
    const own = page.sections(records, drawn);
    const at = own.findIndex(({ id }) => id === 'methods');
    return own.toSpliced(at < 0 ? own.length : at, 0, ...addedSections(records));
  };
  return {
    charts: charts(records),
    findings: records.findings,
    next,
    page: (drawn, length) => {
      const { version, finished } = records.provenance;
      const [answer, ...rest] = length === 'brief' ? briefSections(sectionsOf(drawn)) : sectionsOf(drawn);
      return pageDocument({
        heading,
        first,
        about: [...page.about(records), finished.slice(0, 10)].join(' · '),
        version,
        length,
        sections: [answer!, stepsSection(next), ...rest],
        files: ['records.json', 'curves.csv', 'curves.jsonl'],
      });
    },
    first,
    dpo: (more) => dpoReport({ records, first, steps: next.steps, ...more }),
    summary: (width) => summaryLines(heading, page.about(records).join(' · '), first, sectionsOf([]), width),
  };
}
