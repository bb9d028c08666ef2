/** `npm run reproduce`: scripts/bundle.mjs makes build/reproduce.js of it. */
import { runProgram } from '../../src/cli/shared/runProgram.ts';
import { readDocuments } from './documents.ts';
import { createReproduce } from './reproduce.ts';

await runProgram(createReproduce(readDocuments));
