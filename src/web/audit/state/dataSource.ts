/** From the form to what the engine opens. */
import { findColumn } from '../../../tables/index.ts';
import type { DataSource } from '../../engine/jobs/openedSummary.ts';
import { viewWordsNow } from '../../words/viewWords.ts';
import { attributeText, choiceGap, inferredColumn } from './attributeChoice.ts';
import type { AuditState, FileState } from './auditState.ts';

/** The columns of a wide table that can be items or attributes: all but the one that names the people. */
export function openColumns({ files, columns }: Pick<AuditState, 'files' | 'columns'>): readonly string[] {
  return (files.ratings?.preview?.names ?? []).filter((name) => name !== columns['ratings.user']);
}

/** The columns of a wide table that hold ratings. What is inferred is never among them: it would tell itself. */
export function itemColumnsOf(state: AuditState): readonly string[] {
  const names = openColumns(state);
  const inferred = findColumn(names, inferredColumn(state.attribute) ?? '');
  return names.filter((name) => state.meanings.get(name) === 'item' && name !== inferred);
}

/** Where the attribute is: a wide table has it in itself, a long one may have a file about the people. */
export function attributeFile({ shape, files }: AuditState): FileState | undefined {
  return (shape === 'long' ? files.people : undefined) ?? files.ratings;
}

/** What is missing before the data can be read, in words; undefined where nothing is. */
export function missingOf(state: AuditState): string | undefined {
  const { files, columns, shape, attribute } = state;
  const { gaps } = viewWordsNow().audit;
  if (files.ratings?.preview === undefined) return gaps.file;
  if (shape === 'long') {
    const open = ['user', 'item', 'rating'].filter((role) => !columns[`ratings.${role}`]);
    if (open.length > 0) return gaps.column(open.map((role) => gaps.roles[role]!));
    if (files.people !== undefined && !columns['people.user']) return gaps.people;
  } else if (itemColumnsOf(state).length < 2) return gaps.items;
  return choiceGap(attribute);
}

/** What the number counts: ages of the invented world are in years. */
export function unitOf({ source, attribute }: Pick<AuditState, 'source' | 'attribute'>): string {
  return source === 'world' ? 'years' : attribute.unit;
}

export function missingWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

export function dataSourceOf(state: AuditState): DataSource {
  const { source, shape, files, columns, duplicates, minPerUser, minPerItem } = state;
  if (source === 'world') return { kind: 'world', infers: state.world };
  const attributes = [attributeText(state.attribute, state.values)];
  const missing = missingWords(state.missing);
  const { dropItems, groupColumn, answers, lenientNumbers } = state.settled;
  // The page shows what was found, and measures nothing before it is settled.
  const settled = {
    ...(dropItems.length > 0 && { dropItems }),
    groupColumn,
    answers,
    lenientNumbers,
    accept: 'all' as const,
  };
  const { chosen } = files.ratings!;
  if (shape === 'wide') {
    const user = columns['ratings.user'] || undefined;
    const items = itemColumnsOf(state);
    return {
      kind: 'wide',
      ...chosen,
      items,
      user,
      attributes,
      missing,
      minPerUser,
      minPerItem,
      duplicates,
      ...settled,
    };
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
    ...settled,
  };
}
