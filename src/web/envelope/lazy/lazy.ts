/** Everything of the envelope that needs the models. */
export { AskingOpenly } from './AskingOpenly.tsx';
export { Later } from './Later.tsx';
export { loadStatements } from './statementModels.ts';
