import { inTransaction, migrate } from '@journal/postgres';
import type { ReadModel } from '@journal/read-models';
import { IndexLost, type SearchDocument, type SearchIndex } from '@journal/search';

const model: ReadModel = {
  name: 'search',
  version: 1,
  migrations: {
    '0001-document': `
      create table document (id integer primary key, body jsonb not null);
      create table mark (settings integer not null);
      insert into mark values (1);
    `,
  },
};

const texts = (documents: readonly SearchDocument[]) => [
  documents.map(({ id }) => id),
  documents.map((document) => JSON.stringify(document)),
];

/** An index that keeps documents as they came, so that a spec sees each. It is lost where its mark is. */
export function createIndexDouble(schema: string): SearchIndex {
  const next = `${schema}_next`;
  return {
    model,
    async state(database) {
      const { rows } = await database.query<{ settings: number }>(`select settings from ${schema}.mark`);
      if (rows.length === 0) return 'lost';
      return rows[0]?.settings === 1 ? 'whole' : 'outdated';
    },
    async change(database, { documents, gone }) {
      const { rowCount } = await database.query(`select from ${schema}.mark`);
      if (rowCount === 0) throw new IndexLost('The mark is gone');
      return [
        {
          text: (first) => `insert into ${schema}.document (id, body)
            select id, body from unnest($${first}::integer[], $${first + 1}::jsonb[]) as row (id, body)
            cross join moved on conflict (id) do update set body = excluded.body`,
          values: texts(documents),
        },
        {
          text: (first) =>
            `delete from ${schema}.document using moved where document.id = any ($${first}::integer[])`,
          values: [gone],
        },
      ];
    },
    async build(database, documents, swapping, signal) {
      await database.query(`drop schema if exists ${next} cascade`);
      await migrate(database, next, model.migrations);
      for await (const page of documents)
        await database.query(
          `insert into ${next}.document select * from unnest($1::integer[], $2::jsonb[])`,
          texts(page),
        );
      signal.throwIfAborted();
      await inTransaction(database, async (transaction) => {
        await transaction.query(`drop schema ${schema} cascade; alter schema ${next} rename to ${schema}`);
        await swapping(transaction);
      });
    },
    close: async () => {},
  };
}
