import type { ApiClient } from '@journal/contracts';
import { issueStream, mailingStream, type NewIssueEvent, type PlacedPiece } from '@journal/events';
import {
  accountsModel,
  articlesModel,
  mailingsModel,
  newsletterModel,
  schemaOf,
  submissionsModel,
} from '@journal/read-models';
import { createDeliveries, deliveryCounts } from '@journal/read-models/delivery';
import { until } from '@journal/testing';
import { createKeyedHash } from '@journal/vault';
import type pg from 'pg';
import { expect } from 'vitest';
import type { BounceAddresses } from '../bounces/bounce-address.ts';
import { createMessageWriter } from '../mail/mailer.ts';
import { createSmtpLane } from '../mailing/delivery-lane.ts';
import { issueMessage } from '../mailing/issue-message.ts';
import {
  createMailingSender,
  type MailingSender,
  type MailingSenderParts,
} from '../mailing/mailing-sender.ts';
import { createPace } from '../mailing/pace.ts';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import { mailingsProjection } from '../projections/mailings/mailings.projection.ts';
import { newsletterProjection } from '../projections/newsletter/newsletter.projection.ts';
import { type MailServerOptions, startMailServer } from './mail-server.ts';
import { mailingIn } from './mailing-log.ts';
import { projectionTest } from './projection-test.ts';

const schemas = {
  mailings: schemaOf(mailingsModel),
  articles: schemaOf(articlesModel),
  newsletter: schemaOf(newsletterModel),
};
export const mailingId = '7-1';
const which = { issueNumber: 7 };
const content = { date: '2027-01-31', title: 'Snow', letter: null, cover: 'auto', colours: 'auto' } as const;
const journal = { journalName: 'The Forum', publicUrl: 'https://journal.example' };
const from = { name: 'The Forum', address: 'mail@journal.example' };

type SenderOptions = Partial<Omit<MailingSenderParts, 'openLanes'>> & {
  readonly deliveryPool?: pg.Pool;
  readonly bounceAddresses?: Pick<BounceAddresses, 'addressOf'>;
};

/** Issue 7, its mailing and readers, a mail server with configurable behaviour, and senders, each of which can die. */
export const mailingTest = projectionTest.extend('mailing', async ({ log, model }, { onCleanup }) => {
  model.start(articlesProjection, { schema: schemas.articles });
  const subscribers = model.start(newsletterProjection, { schema: schemas.newsletter });
  model.start(mailingsProjection, { schema: schemas.mailings });
  const treating: { treat?: NonNullable<MailServerOptions['treat']> } = {};
  const server = await startMailServer({ treat: (address) => treating.treat?.(address) });
  const { pool } = model;
  onCleanup(async () => {
    await server.close();
    await model.stop();
    await pool.query(
      `drop schema if exists ${Object.values(schemas)}, ${[submissionsModel, accountsModel].map(schemaOf)}, delivery cascade; delete from projections.checkpoint`,
    );
  });
  const mailing = mailingIn(log, mailingId);
  const writeIssue = (event: NewIssueEvent) => log.write(issueStream(which.issueNumber), event);
  const applied = async (position: string) => {
    for (const schema of Object.values(schemas)) await model.applied(position, schema);
  };
  const write = createMessageWriter(from);
  const keyedHash = createKeyedHash(log.vault);
  const warned: unknown[] = [];
  const readers: ReturnType<typeof log.subscriber>[] = [];
  let repeats = 0;
  const eventsOf = (id = mailingId) => log.store.log.filter(({ stream }) => stream === mailingStream(id));

  /** Responds like the command service: a request for another revision changes nothing. */
  const answer = async (
    route: string,
    id: string,
    { revision, ...body }: { revision: number } & Record<string, never>,
  ) => {
    const told = mailingIn(log, id);
    if (revision !== eventsOf(id).length - 1) return { position: log.store.log.at(-1)?.position };
    if (route.endsWith('/frozen')) return { position: await told.freeze(body['recipients'] ?? 0) };
    if (route.endsWith('/pause')) return { position: await told.pause(body['reason'] ?? 'editor') };
    return { position: await told.complete(body['counts'] as never) };
  };
  type Request = { readonly params: { readonly id: string }; readonly body: Parameters<typeof answer>[2] };
  const command = {
    request: (route: string, { params, body }: Request) => answer(route, params.id, body),
  } as unknown as ApiClient;
  const start = async (id: string) => {
    const next = mailingIn(log, id);
    await next.prepare(which.issueNumber, 'everybody');
    await applied(await next.step('MailingStarted'));
  };

  return {
    server,
    treating,
    mailing,
    readers,
    warned,
    pool,
    applied,
    /** Stops updates of the table of subscribers. */
    stopSubscribers: () => subscribers.stop(),
    /**
     * Appends an editor's request to send to the uncertain recipients again. The command service's clock is behind the
     * database's, and further with each request, as if another process answered it.
     */
    repeat: async () => {
      const behind = mailingIn(log, mailingId, new Date(Date.now() - 60_000 * ++repeats));
      await applied(await behind.step('MailingRepeated'));
    },
    arrange: async (pieces: readonly PlacedPiece[]) =>
      applied(await writeIssue({ type: 'IssueArranged', data: { ...which, pieces: [...pieces] } })),
    discard: async () => applied(await writeIssue({ type: 'IssueDiscarded', data: which })),
    close: async () => applied(await writeIssue({ type: 'IssueClosed', data: which })),
    withdraw: async () => applied(await writeIssue({ type: 'IssueWithdrawn', data: which })),
    eventsOf,
    /** Publishes the issue and starts its mailing to `count` readers. */
    async startFor(count: number) {
      await log.articles.publish(1);
      await writeIssue({ type: 'IssueOpened', data: { ...which, ...content } });
      await writeIssue({
        type: 'IssueArranged',
        data: { ...which, pieces: [{ articleId: 1, heading: null }] },
      });
      await writeIssue({ type: 'IssuePublished', data: which });
      for (let number = 0; number < count; number++) {
        const reader = log.subscriber(`reader-${number}@example.org`);
        readers.push(reader);
        await reader.request();
        await reader.confirm();
      }
      await log.subscriber('unconfirmed@example.org').request();
      await start(mailingId);
    },
    /** Starts another mailing of the issue to its subscribers at that time. */
    start,
    sender: ({ deliveryPool = pool, bounceAddresses, ...options }: SenderOptions = {}) =>
      createMailingSender({
        ...{ command, pool, store: log.store, journal, pace: createPace(), pollInterval: 5, claimTimeout: 0 },
        deliveries: createDeliveries(deliveryPool, { pageSize: 50 }),
        log: { warn: (...what: unknown[]) => void warned.push(what) },
        ending: new AbortController().signal,
        backoff: { initial: 1, max: 5 },
        delays: [0, 0, 0],
        openLanes: () => Array.from({ length: 4 }, () => createSmtpLane(server.url, write)),
        write: async (copy, claim) =>
          issueMessage(copy, journal, {
            ...claim,
            unsubscribeToken: (await keyedHash('newsletter-link', claim.addressHash)).slice(0, 40),
            returnPath: await bounceAddresses?.addressOf(claim),
          }),
        ...options,
      }),
    /** Runs the sender until no mailing is active: it has completed or paused. */
    async finish(sender: MailingSender, signal = new AbortController().signal) {
      await until(async () => {
        const [turn] = await Promise.allSettled([sender.advanceAll(signal, '')]);
        expect(turn).toMatchObject({ status: 'fulfilled', value: false });
      });
    },
    /** Resolves with the number of recipients in each state that occurs. */
    async counts(id = mailingId) {
      const counts = Object.entries(await deliveryCounts(pool, id));
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    status: async () =>
      (await pool.query(`select status, reason from ${schemas.mailings}.mailing`)).rows[0] as unknown,
    /** Resolves with the addresses of all received copies, including duplicates. */
    arrived: async () => (await server.messages()).map(({ to }) => to?.[0]?.address ?? ''),
  };
});
