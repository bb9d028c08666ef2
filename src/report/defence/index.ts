export { ledgerCharts, ledgerPage, ledgerRows } from './advisorPage.ts';
export { defenceCharts, defencePage } from './defencePage.ts';
export { detectorCharts, detectorPage, detectorRows } from './detectorPage.ts';
export { questionnaireCharts, questionnairePage } from './questionnairePage.ts';
export { verdictWords } from './words.ts';
