export { ledgerCharts, ledgerPage, ledgerRows } from './advisor/advisorPage.ts';
export { defenceCharts, defencePage, defenceRows } from './defences/defencePage.ts';
export { answerText as defenceAnswer } from './defences/prose.ts';
export { verdictWords } from './defences/words.ts';
export { detectorCharts, detectorPage, detectorRows } from './detector/detectorPage.ts';
export { questionnaireCharts, questionnairePage, questionnaireRows } from './questionnaire/questionnairePage.ts';
export { verdictTexts } from './questionnaire/questionnaireProse.ts';
