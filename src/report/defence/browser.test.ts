/** The page about defences in a real browser. */
import { describeInBrowser } from '../../../test/support/reportInBrowser.ts';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';

describeInBrowser(() => sampleDefenceRecords('world:movielens,users=600,items=300,seed=1'), 5);
