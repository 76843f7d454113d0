import { mailingEvents } from '@journal/events';
import type { Projection } from '../engine/projection.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { defineReactor, isRecent } from '../reactors/define-reactor.ts';
import { mailMailingTest } from './mail-mailing-test.ts';
import type { MailingSender } from './mailing-sender.ts';

/** Returns what is done about mailings. */
export const createMailingReactors = (sender: MailingSender, jobs: Pick<JobQueue, 'add'>) => [
  createMailingReactor(sender),
  defineReactor('reactor_mailing_test', ['MailingTested'], async ({ id, data, metadata }) => {
    const { mailingId, userId } = data;
    const job = { key: id, requestId: metadata.requestId, data: { mailingId, userId, testId: id } };
    if (isRecent(metadata)) await jobs.add(mailMailingTest, job);
  }),
];

/**
 * Goes on with the mailings that are under way: when its leader begins, and after each event that may set one going. It
 * looks at nothing while there is none. One that waits for recipients is looked at every 5 s. Sending holds nothing up: what
 * fails in it fails the next tick.
 */
export function createMailingReactor(sender: Pick<MailingSender, 'goOn'>): Projection {
  /** The events that it has heard of, and those after which nothing was left to do. */
  let heard = 1;
  let done = 0;
  let isGoing = false;
  let failure: { readonly error: unknown } | undefined;

  async function goOn(...given: Parameters<MailingSender['goOn']>): Promise<void> {
    const before = heard;
    isGoing = true;
    try {
      if (!(await sender.goOn(...given))) done = before;
    } catch (error) {
      failure = { error };
    } finally {
      isGoing = false;
    }
  }

  const { MailingStarted, MailingResumed, MailingRepeated, MailingCancelled } = mailingEvents;
  return {
    model: { name: 'reactor_mailing', version: 1, migrations: {} },
    events: { MailingStarted, MailingResumed, MailingRepeated, MailingCancelled },
    prepare: () => ({
      before: async () => {
        heard++;
      },
    }),
    async onTick({ signal, position }) {
      const failed = failure;
      failure = undefined;
      if (failed) throw failed.error;
      if (!isGoing && heard !== done) void goOn(signal, position);
      return position;
    },
  };
}
