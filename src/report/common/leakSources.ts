/** Where a leak is, in one sentence: which part of what people rated tells how much to the same attacker. */
import { decimal } from './format.ts';
import { type AuditRecords, findingsWith } from './input.ts';
import { leakOfAudit } from './leakShown.ts';
import { headlineOf } from './lookup.ts';

/** The parts that were looked at; `whole` is what the strongest attacker finds in everything, or a part if that is more. */
export function leakParts(records: AuditRecords) {
  const parts = findingsWith(records.findings, 'auc', { exposure: 'parts', variant: 'real' });
  const [strongest] = headlineOf(records, 'histories');
  return { parts, whole: Math.max(...[strongest, ...parts].map((found) => found?.auc.value ?? 0.5)) };
}

/** Of what all parts together tell beyond guessing, a part that tells this much tells nearly all. */
const NEARLY = 0.9;
const MOST = 0.6;
/** One part tells clearly more than another. */
const CLEARLY = 0.15;
/** A leak of half and an item that tells as much are no copy. */
const COPY = 0.9;

/** Empty where no leak was shown, or no part was looked at or tells anything by itself. */
export function sourceText(records: AuditRecords, figure: (auc: number) => string = (auc) => decimal(auc)): string {
  const leak = leakOfAudit(records);
  const { parts, whole } = leakParts(records);
  const telling = parts.filter(({ auc }) => auc.low > 0.5);
  if (leak === 'none' || leak === 'possible' || telling.length === 0) return '';
  const of = (id: string) => parts.find(({ attacker }) => attacker === id)?.auc.value;
  // A part that cannot vary, such as what was seen where everybody answered everything, gives everybody the same score.
  const [seen = 0.5, rating = 0.5, item = 0.5, style = 0.5, pairs = 0.5] = [
    'seen',
    'rating',
    'item',
    'style',
    'pairs',
  ].map(of);
  const share = (value: number) => (value - 0.5) / (whole - 0.5);
  const title = records.toldByItem === undefined ? '' : ` (“${records.toldByItem.title}”)`;
  const tells = (id: string) => telling.some(({ attacker }) => attacker === id);
  const noItem = !tells('item') ? '' : `; the most telling item alone${title} gets ${figure(item)}`;
  if (share(item) >= NEARLY) {
    return item >= COPY
      ? `One item alone${title} gives nearly all of it away (${figure(item)}): it is probably a copy of ${records.data.attribute}.`
      : `Nearly all of it is in one item${title}, which alone gets ${figure(item)}.`;
  }
  const single = Math.max(seen, rating);
  if (share(style) >= NEARLY || share(style) - share(single) >= CLEARLY) {
    return `Most of it is in the way of answering, whatever the item: how many items, how high, how evenly (${figure(style)})${noItem}.`;
  }
  if (share(pairs) - share(single) >= CLEARLY) {
    return `Most of it is in answers taken together: pairs and triples get ${figure(pairs)}, single answers ${figure(single)}${noItem}.`;
  }
  const both = [`which items were rated (${figure(seen)})`, `how they were rated (${figure(rating)})`];
  if (Math.abs(share(seen) - share(rating)) < CLEARLY) return `It is in both, ${both.join(' and ')}${noItem}.`;
  const [more, less] = seen > rating ? both : both.toReversed();
  if (share(single) >= MOST && !tells(seen > rating ? 'rating' : 'seen'))
    return `Most of it is in ${more}; ${less} was not shown to beat guessing${noItem}.`;
  return share(single) < MOST
    ? `No part alone gives most of it away: ${more}, ${less}${noItem}.`
    : `Most of it is in ${more}, less in ${less}${noItem}.`;
}
