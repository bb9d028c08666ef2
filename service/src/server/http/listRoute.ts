/** A list in pages, oldest first: the same for everything that is kept. */
import type { TSchema } from 'typebox';
import type { Page, PageRequest } from '../../store/index.ts';
import { DEFAULT_PAGE, PageQuery, pageOf } from '../common/commonSchemas.ts';
import type { Access } from './access.ts';
import type { App } from './context.ts';

interface ListRoute<Row> {
  readonly url: string;
  readonly access: Access;
  /** What is listed, in the plural. */
  readonly what: string;
  readonly description?: string;
  /** Of one row, as it is shown. */
  readonly schema: TSchema;
  readonly list: (page: PageRequest) => Promise<Page<Row>>;
  readonly view: (row: Row) => object;
}

export function addListRoute<Row>(app: App, route: ListRoute<Row>): void {
  const { url, access, what, description = 'Oldest first.', schema, list, view } = route;
  app.get(
    url,
    {
      config: { access },
      schema: {
        summary: `List ${what}`,
        description,
        querystring: PageQuery,
        response: { 200: pageOf(schema, `A page of ${what}.`) },
      },
    },
    async ({ query: { limit = DEFAULT_PAGE, after } }) => {
      const { rows, next } = await list({ limit, after });
      return { rows: rows.map(view), next };
    },
  );
}
