export { ledgerCharts, ledgerPage, ledgerRows } from './advisorPage.ts';
export { defenceCharts, defencePage, defenceRows } from './defencePage.ts';
export { detectorCharts, detectorPage, detectorRows } from './detectorPage.ts';
export { questionnaireCharts, questionnairePage, questionnaireRows } from './questionnairePage.ts';
export { verdictWords } from './words.ts';
