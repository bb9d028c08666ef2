/** How to read data once a finding is mended. */
import type { Repair } from '../../ratings/index.ts';
import { formatAttribute, parseAttribute } from '../attributes/attributeExpression.ts';
import type { Reading } from './dataFile.ts';

export function withRepair(reading: Reading, { missing, dropItems, attribute, groupColumn }: Repair): Reading {
  const joined = (before: readonly string[] | undefined, more: readonly string[]) => [
    ...new Set([...(before ?? []), ...more]),
  ];
  return {
    ...reading,
    ...(missing && { missing: joined(reading.missing, missing) }),
    ...(dropItems && { dropItems: joined(reading.dropItems, dropItems) }),
    ...(groupColumn !== undefined && { groupColumn }),
    ...(attribute && { attribute: [reading.attribute ?? []].flat().map((one) => replaced(one, attribute)) }),
  };
}

function replaced(expression: string, { from, to }: NonNullable<Repair['attribute']>): string {
  return formatAttribute(parseAttribute(expression)) === from ? to : expression;
}
