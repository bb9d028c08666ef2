#!/usr/bin/env node
/** The command line: commands are loaded where one is named. */
import { COMMANDS, overview } from './overview.ts';
import { runProgram } from './shared/runProgram.ts';

if (process.argv.length === 2) process.argv.push('--help');
const [first, second] = process.argv.slice(2);
const named = COMMANDS.some((name) => name === (first === 'help' ? second : first));
await runProgram(named ? (await import('./program.ts')).createProgram() : overview());
