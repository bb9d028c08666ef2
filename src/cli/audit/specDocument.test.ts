/** The help of `ulterior audit` and the published schema of its spec come from the schemas that check it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ulterior } from '../../../test/support/program/index.ts';
import { auditDefaults } from '../../audit/index.ts';
import { rivals } from '../../rivals/index.ts';
import { type FieldsSchema, schema } from '../../schema/index.ts';
import { strategies } from '../../selection/index.ts';
import { createProgram } from '../program.ts';
import { explained, keysIn, keysOf } from '../spec/settings.ts';
import { specKeys } from '../spec/specFile.ts';
import { MEASUREMENTS } from './audit.ts';
import { auditSpecDocument } from './specDocument.ts';

describe('docs/audit-spec.schema.json', () => {
  const written = JSON.parse(readFileSync(new URL('../../../docs/audit-spec.schema.json', import.meta.url), 'utf8'));

  it('is what scripts/write-spec-schema.mjs makes of the schemas', () => {
    expect(written).toEqual(JSON.parse(JSON.stringify(auditSpecDocument())));
  });

  it('has every setting of an audit, and every strategy', () => {
    const [interviews] = written.anyOf.filter(({ title }: { title: string }) => title.includes('interviews'));
    expect(Object.keys(interviews.properties)).toEqual(
      expect.arrayContaining(['attribute', ...Object.keys(auditDefaults)]),
    );
    const names = interviews.properties.contenders.items.properties.strategy.anyOf[0].enum;
    const known = [...strategies, ...rivals].map(({ name }) => name).concat('compiledList', 'oneVersusRest');
    expect(names.toSorted()).toEqual(known.sort());
  });
});

describe('the help of audit', () => {
  const { stdout } = ulterior(['audit', '--help']);
  const entries = (keys: FieldsSchema, defaults: object) => explained(keys, defaults);

  it('has a line for every setting that is explained, with what the schema allows', () => {
    const said = stdout.replaceAll(/\s+/g, ' ');
    for (const one of Object.values(MEASUREMENTS)) {
      for (const [key, field] of entries(keysOf(one), {})) {
        expect(stdout).toMatch(new RegExp(`^ {2}${key.replace('.', '\\.')} `, 'm'));
        if (field.kind === 'number' && key !== 'tops')
          expect([key, said.includes(schema.wanted(field))]).toEqual([key, true]);
      }
    }
  });

  it('names no default or range in words that a schema could contradict', () => {
    const command = createProgram().commands.find((each) => each.name() === 'audit')!;
    const own = command.options.filter(({ description }) => /default: \d/.test(description));
    expect(own.map(({ long }) => long)).toEqual([]);
    expect(keysIn(specKeys(command))).toContain('training.preset');
  });
});
