import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { bigintArray, integerArray, textArray, uuidArray } from './binary-array.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
});
afterAll(() => client.end());

const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((value) => !value.includes('\0'));

it('texts of every kind arrive as they were, and nulls where they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { maxLength: 30 }), async (values) => {
      const { rows } = await client.query('select $1::text[] as given', [textArray(values)]);
      expect(rows[0].given).toEqual(values.map((value) => value?.toWellFormed() ?? null));
    }),
  );
});

it('integers arrive as they were, and nulls where they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.integer()), { maxLength: 30 }), async (values) => {
      const { rows } = await client.query('select $1::integer[] as given', [integerArray(values)]);
      expect(rows[0].given).toEqual(values);
    }),
  );
});

it('big integers, ids and JSON arrive as they were, and nulls where they were', async () => {
  const row = fc.record({
    number: fc.option(fc.maxSafeInteger()),
    id: fc.option(fc.uuid()),
    json: fc.option(fc.json()),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (given) => {
      const { rows } = await client.query(
        'select $1::bigint[]::text[] as numbers, $2::uuid[]::text[] as ids, $3::json[]::text[] as jsons',
        [
          bigintArray(given.map(({ number }) => number)),
          uuidArray(given.map(({ id }) => id)),
          textArray(
            given.map(({ json }) => json),
            'json',
          ),
        ],
      );
      expect(rows[0]).toEqual({
        numbers: given.map(({ number }) => number?.toString() ?? null),
        ids: given.map(({ id }) => id),
        jsons: given.map(({ json }) => json),
      });
    }),
  );
});

it('a text with a NUL is refused by the database, not cut in two', async () => {
  const sending = client.query('select $1::text[] as given', [textArray(['a', 'b\0c', 'd'])]);
  await expect(sending).rejects.toMatchObject({ code: '22021' });
});
