export { ledgerCharts, ledgerPage, ledgerRows } from './advisorPage.ts';
export { defenceCharts, defencePage, defenceRows } from './defencePage.ts';
export { detectorCharts, detectorPage, detectorRows } from './detectorPage.ts';
export { answerText as defenceAnswer } from './prose.ts';
export { questionnaireCharts, questionnairePage, questionnaireRows } from './questionnairePage.ts';
export { verdictTexts } from './questionnaireProse.ts';
export { verdictWords } from './words.ts';
