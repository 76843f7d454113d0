import type { checkMail } from '@journal/mail-check';
import { createPool } from '@journal/postgres';
import { lastMailCheck } from '@journal/read-models/delivery';
import { createTestDatabase, until } from '@journal/testing';
import fastify from 'fastify';
import { expect, inject, it, onTestFinished } from 'vitest';
import { checkMailHourly } from './check-mail-hourly.ts';

const found = { about: 'Sender', state: 'well', says: 'All is there.' } as const;

it.each([
  ['http://localhost:3000', [{ about: 'Address of the journal', state: 'missing' }], 0],
  ['https://forum.school.example', [found], 2],
])(
  'a journal at %s stores the findings of its mail checks at each start',
  async (publicUrl, findings, looks) => {
    const database = await createTestDatabase(inject('postgresUrl'));
    const pool = createPool(database.url, { applicationName: 'spec' });
    const asked: unknown[] = [];
    const check: typeof checkMail = async (settings) => {
      asked.push(settings);
      return [found];
    };
    const from = { name: 'The Forum', address: 'forum@school.example' };
    onTestFinished(async () => {
      await pool.end();
      await database.drop();
    });
    expect(await lastMailCheck(pool)).toBeUndefined();
    // Same as a worker that is restarted.
    let before = '';
    for (let start = 0; start < 2; start++) {
      const stopping = new AbortController();
      const kept = checkMailHourly({ from, publicUrl, rate: 2 }, pool, fastify().log, stopping.signal, check);
      const last = await until(async () => {
        const now = await lastMailCheck(pool);
        expect(now?.checkedAt ?? '').not.toBe(before);
        return now;
      });
      stopping.abort();
      await kept;
      expect(last?.findings).toMatchObject(findings);
      before = last?.checkedAt ?? '';
    }
    expect(asked).toHaveLength(looks);
  },
);
