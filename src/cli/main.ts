#!/usr/bin/env node
/** The command line. */
import { createProgram } from './program.ts';
import { runProgram } from './shared/runProgram.ts';

await runProgram(createProgram());
