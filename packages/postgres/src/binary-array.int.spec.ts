import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { integerArray, textArray } from './binary-array.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
});
afterAll(() => client.end());

const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((value) => !value.includes('\0'));

it('textArray transmits any text and nulls unchanged, except for lone surrogates', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { maxLength: 30 }), async (values) => {
      const { rows } = await client.query('select $1::text[] as given', [textArray(values)]);
      expect(rows[0].given).toEqual(values.map((value) => value?.toWellFormed() ?? null));
    }),
  );
});

it('integerArray transmits integers and nulls unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.integer()), { maxLength: 30 }), async (values) => {
      const { rows } = await client.query('select $1::integer[] as given', [integerArray(values)]);
      expect(rows[0].given).toEqual(values);
    }),
  );
});

it('textArray transmits JSON and nulls unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.json()), { maxLength: 30 }), async (values) => {
      const { rows } = await client.query('select $1::json[]::text[] as given', [textArray(values, 'json')]);
      expect(rows[0].given).toEqual(values);
    }),
  );
});

it('a text with a NUL is rejected by the database, not split', async () => {
  const sending = client.query('select $1::text[] as given', [textArray(['a', 'b\0c', 'd'])]);
  await expect(sending).rejects.toMatchObject({ code: '22021' });
});
