import { mailingEvents } from '@journal/events';
import type { Projection } from '../engine/projection.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { defineReactor, isRecent } from '../reactors/define-reactor.ts';
import { mailMailingTest } from './mail-mailing-test.ts';
import type { MailingSender } from './mailing-sender.ts';

/** Milliseconds after which the leader takes its checkpoint along, where a mailing takes long. */
const turnTimeout = 60_000;

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
 * looks at nothing while there is none. One that waits for recipients is looked at every 5 s.
 */
export function createMailingReactor(sender: MailingSender): Projection {
  /** The events that it has heard of, and those after which nothing was left to do. */
  let heard = 1;
  let done = 0;
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
      if (heard === done) return position;
      const before = heard;
      const turn = AbortSignal.timeout(turnTimeout);
      if (!(await sender.goOn(AbortSignal.any([signal, turn]), position))) done = before;
      return position;
    },
  };
}
