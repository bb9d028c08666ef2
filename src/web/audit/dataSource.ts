/** From the form to what the engine opens. */
import { formatAttribute } from '../../tables/index.ts';
import type { AttributeChoice, AuditState } from './auditState.ts';
import type { DataSource } from './openedSummary.ts';

/** The columns of a wide table that hold ratings. */
export function itemColumnsOf({ files, itemFilter, columns }: AuditState): readonly string[] {
  const preview = files.ratings?.preview;
  if (preview === undefined) return [];
  const wanted = itemFilter.trim().toLowerCase();
  const candidates = wanted === '' ? preview.itemColumns : preview.names;
  return candidates.filter((name) => name.toLowerCase().includes(wanted) && name !== columns['ratings.user']);
}

export function attributeText({ column, rule, value, threshold }: AttributeChoice): string {
  if (rule === 'threshold') {
    return formatAttribute({ column, rule: { kind: 'threshold', comparison: '>=', value: Number(threshold) } });
  }
  if (rule === 'one') {
    const own = { label: value, values: [value], rest: false };
    return formatAttribute({
      column,
      rule: { kind: 'groups', groups: [own, { label: 'others', values: [], rest: true }] },
    });
  }
  return formatAttribute({ column, rule: { kind: 'asIs' } });
}

/** What is missing before the data can be read, in words; undefined where nothing is. */
export function missingOf(state: AuditState): string | undefined {
  const { files, columns, shape, attribute } = state;
  if (files.ratings?.preview === undefined) return 'Choose a file first.';
  if (shape === 'long') {
    const gaps = ['user', 'item', 'rating'].filter((role) => !columns[`ratings.${role}`]);
    if (gaps.length > 0) return `Say which column holds the ${gaps.join(' and the ')}.`;
  } else if (itemColumnsOf(state).length < 2) return 'Say which columns hold the ratings.';
  if (files.people !== undefined && !columns['people.user'])
    return 'Say which column of the second file names the user.';
  if (attribute.column === '') return 'Choose the attribute.';
  if (attribute.rule === 'one' && attribute.value === '') return 'Choose the value to tell from the others.';
  const number = attribute.threshold.trim();
  if (attribute.rule === 'threshold' && (number === '' || !Number.isFinite(Number(number)))) {
    return 'Write a number for the threshold.';
  }
  return undefined;
}

export function missingWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

export function dataSourceOf(state: AuditState): DataSource {
  const { source, shape, files, columns, duplicates, minPerUser, minPerItem } = state;
  if (source === 'world') return { kind: 'world' };
  const attributes = [attributeText(state.attribute)];
  const missing = missingWords(state.missing);
  const { chosen } = files.ratings!;
  if (shape === 'wide') {
    const user = columns['ratings.user'] || undefined;
    return { kind: 'wide', ...chosen, items: itemColumnsOf(state), user, attributes, missing, minPerUser, minPerItem };
  }
  return {
    kind: 'long',
    ratings: {
      ...chosen,
      columns: {
        user: columns['ratings.user']!,
        item: columns['ratings.item']!,
        rating: columns['ratings.rating']!,
      },
    },
    people: files.people && { ...files.people.chosen, user: columns['people.user'] },
    items: files.titles && { ...files.titles.chosen, item: columns['titles.item'], title: columns['titles.title'] },
    duplicates,
    attributes,
    missing,
    minPerUser,
    minPerItem,
  };
}
