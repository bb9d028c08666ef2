/**
 * Tests that `npm test` leaves to `npm run test:slow`, because they take long or need what a machine with Node alone lacks.
 * Continuous integration runs both. A file that is named in full on the command line is run in any case.
 */
const NAMED_IN_FULL = process.argv.slice(2).some((word) => word.endsWith('.test.ts'));

/** The pages of reports, the site and the visitors' page in a browser. */
const BROWSERS = [
  'test/web/{admin,audit,auditColumns,auditNumber,envelope,firefox,german,layout,offline}.test.ts',
  'test/web/{questionnaire,shell,story,tryIt}.test.ts',
  'test/site.test.ts',
  'src/report/joint/leakMatrixPage.test.ts',
  'src/report/common/manyGroups.test.ts',
  'src/report/{surfaces,defence}/browser.test.ts',
  'src/report/defence/questionnaire/questionnairePage.test.ts',
  'src/report/defence/detector/detectorPage.test.ts',
  'src/render/{browser,numericReport}.test.ts',
];

/** Code and commands of documents, run as they stand there. */
const DOCUMENTS = [
  'test/{docsCode,docExamples,gallery,guideTasks,notebooks,serviceDocs,experiments}.test.ts',
  'scripts/reproduce/reproduce.test.ts',
];

/** The package as others install it, and what others deploy. */
const PACKAGES = ['test/{package,publish,plugins,optionalPackages,ciAction,deploy,native,scale}.test.ts'];

/** Programs in other languages: Python, Java, Schemathesis. */
const OTHER_PROGRAMS = ['test/{spark,toolkits,exporters,mlflow,schemathesis}.test.ts'];

/** Files of survey tools: an audit for each. */
const SURVEYS = ['test/surveyFiles.test.ts'];

/** Data that are no part of the project. */
const REAL_DATA = ['test/{movielens,numericMovielens,defencesMovielens,falseFindings}.test.ts'];

/** Servers and workers that are started, killed and started again; backups; stores of every kind. */
const FAULTS = [
  'test/faults/**/*.test.ts',
  'test/{fuzz/fuzzing,simulator/simulator}.test.ts',
  'test/{operations,recommenderServer,parts}.test.ts',
  'service/src/store/opening/backup.test.ts',
  'service/src/store/databases/{embedded,folder,server}.test.ts',
  'service/src/store/tables/erasures.test.ts',
  'service/src/server/audits/audits.test.ts',
  'service/src/server/http/load.test.ts',
  'service/src/server/process/server.test.ts',
];

export const SLOW = [...BROWSERS, ...DOCUMENTS, ...PACKAGES, ...OTHER_PROGRAMS, ...SURVEYS, ...REAL_DATA, ...FAULTS];

/** What the quick run leaves out. */
export const LEFT_OUT = NAMED_IN_FULL ? [] : SLOW;
