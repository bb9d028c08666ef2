/**
 * The program without its commands: one screen that says which command to take, the version, and the nearest name where one
 * is misspelt. It loads nothing of what commands do, so that it is there at once.
 */
import type { Command } from 'commander';
import { VERSION } from '../version/index.ts';
import { OurCommand } from './words/ourCommand.ts';

/** By name, in the order of work. */
export const COMMANDS = [
  ...['demo', 'describe', 'audit', 'design', 'protect', 'ask', 'train', 'report', 'check', 'data', 'serve'],
] as const;

const SCREEN = `Ulterior measures what ratings and answers give away about people.

You have nothing yet
  see what this is about               ulterior demo
  get a public data set                ulterior data fetch ml-100k
You have ratings or a survey
  see how the table is read            ulterior describe survey.csv
  know what it gives away              ulterior audit survey.csv
  look at several attributes           the same, with several --attribute
  judge a list of questions            the same, with --list questions.txt
  know what a recommender gives away   the same, with --lists top10.csv
  see which defences help              the same, with --defence default
  write questions that give away less  ulterior design survey.csv
  send ratings that give away less     ulterior protect --help
  train a model                        ulterior train --help
You have a model
  be interviewed by it                 ulterior ask model.safetensors
You have records of an audit
  draw or judge them again             ulterior report records.json --output new
  fail a build when a leak grows       ulterior check
Others should use it, in a browser or over HTTP
  start the service                    ulterior serve

Every command explains itself: ulterior audit --help. The version: --version
`;

/** What all commands run in. */
export function newProgram(): Command {
  return new OurCommand('ulterior')
    .description('What do rating questions reveal about the person who answers, how fast, and what helps?')
    .version(VERSION)
    .exitOverride();
}

export function overview(): Command {
  const program = newProgram();
  for (const name of COMMANDS) program.command(name);
  program.helpInformation = () => SCREEN;
  return program;
}
