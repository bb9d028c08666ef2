/** One catalogue of words: every language has every text, and no view has a text of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { deAdmin } from '../../service/src/admin/words/admin.de.ts';
import { enAdmin } from '../../service/src/admin/words/admin.en.ts';
import { decodeModel } from '../../src/factorization/index.ts';
import { itemIndex } from '../../src/ratings/index.ts';
import { preferredLanguage } from '../../src/web/words/catalogue.ts';
import { chanceWords } from '../../src/web/words/chances.ts';
import { de } from '../../src/web/words/de.ts';
import { en } from '../../src/web/words/en.ts';
import { deViews } from '../../src/web/words/views.de.ts';
import { enViews } from '../../src/web/words/views.en.ts';

const web = fileURLToPath(new URL('../../src/web/', import.meta.url));

/** Folders of views: their texts are all in the catalogue. */
const VIEWS = [
  'about',
  'audit',
  'chances',
  'components',
  'envelope',
  'questionnaire',
  'shell',
  'spy',
  'story',
  'teach',
  'try',
] as const;
const ADMIN = '../../service/src/admin';
const WITHOUT_TEXTS = ['crowd', 'engine', 'files', 'models', 'public', 'words'];

/** Every text of a catalogue by its path; a function by what it says of sample values. */
function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value === 'function') {
    const samples = Array.from({ length: value.length }, (_, at) => `⟨${at}⟩`);
    return new Map([[path, String(value(...samples))]]);
  }
  return new Map(Object.entries(value as object).flatMap(([key, part]) => [...textsOf(part, `${path}.${key}`)]));
}

describe('the catalogue', () => {
  // What comes with later views is a part of it.
  const english = textsOf({ ...en, views: enViews, admin: enAdmin, chances: chanceWords['en'] });
  const german = textsOf({ ...de, views: deViews, admin: deAdmin, chances: chanceWords['de'] });

  it('has every text in both languages', () => {
    // Collections are named by the list of models, in English.
    const named = ([key]: readonly [string, string]) => !key.startsWith('.views.other.collections.');
    expect(
      [...german]
        .filter(named)
        .map(([key]) => key)
        .sort(),
    ).toEqual([...english.keys()].sort());
    expect(english.size).toBeGreaterThan(550);
  });

  it('no text is left in English, and none is empty in one language alone', () => {
    // Names, and texts that are nothing but their values.
    const same = [...english].filter(([key, text]) => german.get(key) === text && /\p{L}{2}/u.test(text));
    expect(same.map(([key]) => key).filter((key) => !/^\.shell\.title$/.test(key))).toEqual([]);
    const emptied = [...english].filter(([key, text]) => (text === '') !== (german.get(key) === ''));
    // What a translation means for the figures, and what is not translated, is said where there is one.
    expect(emptied.map(([key]) => key)).toEqual(['.data.translated', '.views.components.inEnglish']);
  });

  it('a text says everything that it is given, in both languages', () => {
    const given = (text: string) => [...new Set(text.match(/⟨\d⟩/g))].sort().join();
    const lost = [...english].filter(([key, text]) => {
      if (/^\.data\.|\.card\.sure$/.test(key)) return false;
      return given(text) !== given(german.get(key)!);
    });
    expect(lost.map(([key]) => key)).toEqual([]);
  });

  it('every statement, group and attribute has a German name', () => {
    for (const attribute of ['sex', 'age', 'education', 'smoking']) {
      const { items, typeLabels } = decodeModel(
        readFileSync(new URL(`../../models/personality-${attribute}.safetensors`, import.meta.url)),
      );
      expect(de.data.attribute(attribute)).not.toBe(attribute);
      for (const label of typeLabels) {
        expect(de.data.label(label)).not.toBe(label);
        expect(de.data.guess(attribute, label)).not.toBe(label);
      }
      for (let at = 0; at < items.size; at++) {
        const id = items.id(itemIndex(at));
        expect(de.data.statement(id, 'English'), id).not.toBe('English');
      }
    }
  });

  it('speaks the first language that it knows, and the one in the address before it', () => {
    expect(preferredLanguage(['fr-CH', 'de-AT', 'en'], '')).toBe('de');
    expect(preferredLanguage(['en-GB', 'de'], '')).toBe('en');
    expect(preferredLanguage(['en'], '?lang=de')).toBe('de');
    expect(preferredLanguage(['de'], '?lang=en')).toBe('en');
    expect(preferredLanguage(['ja'], '?lang=xx')).toBe('en');
    expect(preferredLanguage([], '')).toBe('en');
  });
});

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const partsOf = (node: Node) =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
const hasWords = (text: string) => /\p{L}{2}/u.test(text);

/** Texts that an expression may come to. */
function textsIn(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' && hasWords(node['value']) ? [node['value']] : [];
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).filter(hasWords);
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].filter(isNode).flatMap(textsIn);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return isNode(node['right']) ? textsIn(node['right']) : [];
    case 'JSXExpressionContainer':
      return isNode(node['expression']) ? textsIn(node['expression']) : [];
    default:
      return [];
  }
}

const READ = new Set(['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder', 'label']);

/** What a reader or a screen reader would get from the source itself: text between tags, or in an attribute that is read. */
function literalsIn(node: Node): string[] {
  if (node.type === 'JSXText') return hasWords(String(node['value'])) ? [String(node['value']).trim()] : [];
  if (node.type === 'JSXAttribute') {
    const read = READ.has((node['name'] as Node)['name'] as string) && isNode(node['value']);
    return [...(read ? textsIn(node['value'] as Node) : []), ...partsOf(node).flatMap(literalsIn)];
  }
  const said = node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'announce';
  const own = said ? (node['arguments'] as Node[]).flatMap(textsIn) : [];
  const between = node.type === 'JSXElement' || node.type === 'JSXFragment' ? (node['children'] as Node[]) : [];
  return [...own, ...between.flatMap(textsIn), ...partsOf(node).flatMap(literalsIn)];
}

const literalsOf = (source: string) => literalsIn(parseAst(source, { lang: 'tsx' }) as unknown as Node);

describe('the views', () => {
  it('every folder is known to have views, or no texts', () => {
    const folders = readdirSync(web, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...VIEWS, ...WITHOUT_TEXTS].sort());
  });

  const viewsIn = (folder: string) =>
    readdirSync(`${web}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`);
  /** The administrator's page has its words in a folder of its own. */
  const admin = readdirSync(`${web}${ADMIN}`, { encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const views = [...VIEWS.flatMap(viewsIn), ...admin.map((path) => `${ADMIN}/${path}`)];

  it.each(views)('%s has no text of its own', (path) => {
    expect(literalsOf(readFileSync(`${web}${path}`, 'utf8'))).toEqual([]);
  });

  /** An expression in a template: written so that this file has no template in a plain string. */
  const filled = (text: string) => text.replaceAll('$', '$' + '{n}');
  it.each([
    ['<p>Hello there</p>', ['Hello there']],
    ['<p>{open ? "Yes" : words.no}</p>', ['Yes']],
    ['<p>{`$ people`}</p>', [' people']],
    ['<img alt="A dog" />', ['A dog']],
    ['<input aria-label={`$ left`} />', [' left']],
    ['<p>{shown && "Now"}</p>', ['Now']],
    ['<p className="quiet">{words.title}: {`$%`}</p>', []],
  ])('finds a text in %s', (source, texts) => {
    expect(literalsOf(`const x = ${filled(source)};`)).toEqual(texts);
  });
});
