export { ledgerCharts, ledgerPage, ledgerRows } from './advisor/advisorPage.ts';
export { defenceCharts, defencePage, defenceRows } from './defences/defencePage.ts';
export { answerText as defenceAnswer } from './defences/prose.ts';
export { attackerName, labelOf as defenceLabel, verdictWords } from './defences/words.ts';
export { askerName, policyName } from './detector/detectorLookup.ts';
export { detectorCharts, detectorPage, detectorRows } from './detector/detectorPage.ts';
export { kindWords } from './questionnaire/questionnaireLookup.ts';
export { questionnaireCharts, questionnairePage, questionnaireRows } from './questionnaire/questionnairePage.ts';
export { verdictTexts } from './questionnaire/questionnaireProse.ts';
