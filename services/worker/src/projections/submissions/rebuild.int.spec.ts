import { createMemoryEventStore } from '@journal/event-store/memory';
import { contributorSubject } from '@journal/events';
import { useTestDatabase } from '@journal/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRunners, untilApplied } from '../../testing/article-runner.ts';
import { submissionContents } from '../../testing/submission-contents.ts';
import { createSubmissionLog } from '../../testing/submission-log.ts';
import { createUserLog } from '../../testing/user-log.ts';
import { submissionsProjection } from './submissions.projection.ts';

const database = useTestDatabase();
const { pool } = database;

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((value) => !value.includes('\0'));
const fields = {
  fullName: text,
  age: fc.integer({ min: 12, max: 18 }),
  school: fc.option(text),
  section: fc.constantFrom('clash' as const, 'view' as const, 'culture' as const),
  articleTitle: text,
  articleSummary: text,
  fullEssay: text,
};
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pitch' as const),
      data: fc.record({ ...fields, userId: fc.constantFrom('user-0', 'user-1', 'user-2') }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      id: fc.nat(7),
      data: fc.record({ ...fields, restoredRevision: fc.nat(3) }, { requiredKeys: [] }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('toggle' as const), id: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const), id: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), user: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('let it be applied' as const) }) },
);

let round = 0;

it('a rebuilt model equals the one that followed event by event, whatever the history and the batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const [followed, rebuilt] = [`followed_${++round}`, `rebuilt_${round}`];
      const store = createMemoryEventStore();
      const log = createSubmissionLog(store);
      const users = createUserLog(store, log.vault);
      const runners = createRunners(database.url, store, log);
      runners.start(followed, { projection: submissionsProjection });
      const deleted = [false];
      const forgotten = new Set<string>();
      let last = await log.pitch('0', { userId: 'user-0' });
      for (const each of steps) {
        const target = 'id' in each ? each.id % deleted.length : 0;
        if (each.kind === 'pitch') last = await log.pitch(`${deleted.push(false) - 1}`, each.data);
        else if (each.kind === 'edit') last = await log.edit(`${target}`, given(each.data));
        else if (each.kind === 'publish') last = await log.publish(`${target}`, target + 1);
        else if (each.kind === 'let it be applied') await untilApplied(pool, followed, last);
        else if (each.kind === 'toggle') {
          last = await (deleted[target] ? log.restore(`${target}`) : log.delete(`${target}`));
          deleted[target] = !deleted[target];
        } else if (!forgotten.has(`user-${each.user}`)) {
          forgotten.add(`user-${each.user}`);
          last = await users.forget(`user-${each.user}`);
        }
      }
      await untilApplied(pool, followed, last);
      for (const contributorId of forgotten) await log.vault.forget(contributorSubject({ contributorId }));
      runners.start(rebuilt, { projection: submissionsProjection });
      await untilApplied(pool, rebuilt, last);
      const contents = await submissionContents(pool, rebuilt);
      await runners.stop();
      expect(contents).toEqual(await submissionContents(pool, followed));
      expect(contents.versions).toHaveLength(
        store.log.filter((event) => event.type !== 'UserForgotten').length,
      );
      await pool.query(`drop schema ${followed} cascade; drop schema ${rebuilt} cascade`);
    }),
    { numRuns: 25 },
  );
});

/** Without the fields that are not there: an event has no undefined ones. */
function given<Data extends object>(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as Data;
}
