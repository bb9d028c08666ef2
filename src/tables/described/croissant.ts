/** A Croissant description of a table (JSON-LD, mlcommons.org/croissant): what its publisher says about the columns. */
import { UlteriorError } from '../../errors/index.ts';

interface PublishedColumn {
  readonly column: string;
  /** "Text", "Integer"; nothing where it is not said. */
  readonly type: string;
  readonly description: string;
}

type Node = Readonly<Record<string, unknown>>;

/** The columns of one table; `table` is the name of its file, `place` that of the description. */
export function publishedColumns(content: string, table: string, place: string): PublishedColumn[] {
  const described = parsed(content, place);
  const files = listIn(described, 'distribution')
    .filter((file) => isOf(file, table))
    .map((file) => textIn(file, '@id'));
  return listIn(described, 'recordSet')
    .flatMap((set) => listIn(set, 'field'))
    .flatMap((field): PublishedColumn[] => {
      const source = nodeIn(field, 'source');
      const column = textIn(nodeIn(source, 'extract'), 'column');
      const file = textIn(nodeIn(source, 'fileObject'), '@id');
      if (column === '' || !(file === table || files.includes(file))) return [];
      const [type = ''] = [valueIn(field, 'dataType')].flat().map((word) => String(word ?? '').replace(/^.*[:/]/, ''));
      return [{ column, type, description: textIn(field, 'description') }];
    });
}

function parsed(content: string, place: string): Node {
  try {
    const read: unknown = JSON.parse(content);
    if (isNode(read)) return read;
  } catch {
    // What is said below holds for both.
  }
  throw new UlteriorError(
    'FILE_MALFORMED',
    `"${place}" is not a Croissant description: it does not hold one JSON object`,
    'correct it, or move it away from the table',
    { path: place },
  );
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Names may have the prefix of their vocabulary. */
const valueIn = (node: Node, name: string) => node[name] ?? node[`cr:${name}`] ?? node[`sc:${name}`];
const listIn = (node: Node, name: string): Node[] => [valueIn(node, name) ?? []].flat().filter(isNode);

function nodeIn(node: Node, name: string): Node {
  const value = valueIn(node, name);
  return isNode(value) ? value : {};
}

function textIn(node: Node, name: string): string {
  const value = valueIn(node, name);
  return typeof value === 'string' ? value : '';
}

/** Whether a file of the description is the table: by its name, or by the end of its address. */
function isOf(file: Node, table: string): boolean {
  return textIn(file, 'name') === table || textIn(file, 'contentUrl').split('/').at(-1) === table;
}
