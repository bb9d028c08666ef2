/** Every comparison by a short name. A share of the full size makes it fast, and its ratio meaningless. */
import type { Comparison } from '../harness.ts';
import type { NativeReference } from '../native.ts';
import { implicitSweep } from './implicit.ts';
import { openingText } from './reading.ts';
import { againstIncFbc, catalogueScan, lateQuestion, nextInterview, twoChannels } from './selection.ts';
import { alsAgainstTwin, alsOnTwoThreads, sgdEpoch } from './training.ts';

type Made = Comparison | { readonly comparison: Comparison; readonly close: () => Promise<void> };
/** undefined: something that it needs is missing. */
type Case = (native: NativeReference | undefined, share: number) => Made | Promise<Made | undefined>;

export const cases: readonly (readonly [string, Case])[] = [
  ['catalogue', catalogueScan],
  ['sgd', sgdEpoch],
  ['als-twin', (_, share) => alsAgainstTwin(share)],
  ['als-threads', (_, share) => alsOnTwoThreads(share)],
  ['implicit-exact', (_, share) => implicitSweep('cholesky', share)],
  ['implicit-default', (_, share) => implicitSweep('cg', share)],
  ['two-channels', twoChannels],
  ['late-question', (_, share) => lateQuestion(share)],
  ['next-interview', (_, share) => nextInterview(share)],
  ['incfbc', (_, share) => againstIncFbc(share)],
  ['reading', (_, share) => openingText(share)],
];
