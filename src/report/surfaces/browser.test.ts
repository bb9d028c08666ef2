/** The page about a recommender, before and after a defence, in a real browser. */
import { describeInBrowser } from '../../../test/support/reportInBrowser.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';

describeInBrowser(() => sampleModelRecords(1, true), 3);
