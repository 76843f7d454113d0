import { mailingEvents } from '@journal/events';
import { articlesModel, schemaOf, submissionsModel } from '@journal/read-models';
import { dropMailingCopies } from '@journal/read-models/delivery';
import type pg from 'pg';
import type { Projection } from '../engine/projection.ts';
import { waitForPosition } from '../engine/wait-for-model.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { defineReactor, isRecent } from '../reactors/define-reactor.ts';
import { mailingTestMailKind } from './mail-mailing-test.ts';
import type { MailingSender } from './mailing-sender.ts';

/** Longest wait for a read model, in milliseconds. */
const modelTimeout = 5_000;
/** Events after which a person's former byline or a piece must no longer be shown; an edit may take a name back. */
const concealingEvents = [
  ...(['UserForgotten', 'ArticleErased', 'ArticleDeleted', 'ArticleRemoved', 'ArticleHidden'] as const),
  ...(['ArticleHiddenByGuardian', 'ArticleUnnamed', 'ArticleBylineChosen'] as const),
  ...(['ArticleEdited', 'IssueEdited', 'IssueArranged'] as const),
];
/** Fields of an article and of an issue that a copy contains and that may name somebody. */
const mailedFields = ['title', 'excerpt', 'authorName', 'authorAge', 'letter'] as const;

/** Returns the reactors of mailings. `pool`: connections to the read models' database. */
export const createMailingReactors = (
  sender: Pick<MailingSender, 'advanceAll'>,
  jobs: Pick<JobQueue, 'add'>,
  pool: pg.Pool,
) => [
  createMailingReactor(sender),
  // The remaining recipients of a mailing receive a copy of the new state.
  defineReactor('reactor_mailing_copies', concealingEvents, async ({ type, data, position }) => {
    const isEdit = type === 'ArticleEdited' || type === 'IssueEdited';
    if (isEdit && !mailedFields.some((field) => field in data)) return;
    const articlesSchema = schemaOf(articlesModel);
    await waitForPosition(position, { database: pool, schema: articlesSchema, timeout: modelTimeout });
    await dropMailingCopies(pool);
  }),
  defineReactor('reactor_mailing_test', ['MailingTested'], async ({ id, data, metadata, position }) => {
    const { mailingId, userId } = data;
    const job = { key: id, requestId: metadata.requestId, data: { mailingId, userId, testId: id } };
    if (!isRecent(metadata)) return;
    // The editor has just saved what the test is to show.
    for (const model of [articlesModel, submissionsModel])
      await waitForPosition(position, { database: pool, schema: schemaOf(model), timeout: modelTimeout });
    await jobs.add(mailingTestMailKind, job);
  }),
];

/**
 * Advances active mailings: when its leader begins, and after each event that may activate one. Queries nothing while
 * there is none. A mailing that waits for recipients is checked every 5 s. Sending does not block the leader: its
 * failures are thrown by the next tick.
 */
function createMailingReactor(sender: Pick<MailingSender, 'advanceAll'>): Projection {
  /** Number of batches received, and that number when no mailing was active any more. */
  let batchesReceived = 0;
  let batchesHandled = 0;
  let isAdvancing = false;
  let currentEpoch: string | undefined;
  let failure: { readonly error: unknown } | undefined;

  async function advanceMailings(...given: Parameters<MailingSender['advanceAll']>): Promise<void> {
    const before = batchesReceived;
    isAdvancing = true;
    try {
      if (!(await sender.advanceAll(...given))) batchesHandled = before;
    } catch (error) {
      failure = { error };
    } finally {
      isAdvancing = false;
    }
  }

  const { MailingStarted, MailingResumed, MailingRepeated, MailingCancelled } = mailingEvents;
  return {
    model: { name: 'reactor_mailing', version: 1, migrations: {} },
    events: { MailingStarted, MailingResumed, MailingRepeated, MailingCancelled },
    prepare: () => ({
      before: async () => {
        batchesReceived++;
      },
    }),
    async onTick({ signal, position, epoch }) {
      // Another worker may have led since, and have handled the event that activated a mailing.
      if (epoch !== currentEpoch) batchesReceived++;
      currentEpoch = epoch;
      const failed = failure;
      failure = undefined;
      if (failed) throw failed.error;
      if (!isAdvancing && batchesReceived !== batchesHandled) void advanceMailings(signal, position);
      return position;
    },
  };
}
