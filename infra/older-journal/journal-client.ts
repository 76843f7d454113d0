import { confirmEmailPage } from '@journal/contracts';
import { until } from '@journal/testing';
import type pg from 'pg';
import { startMailServer } from '../../services/worker/src/testing/mail-server.ts';

type Entering = { readonly email: string; readonly password: string; readonly fullName?: string };
type Sent = { readonly body: unknown; readonly cookies: readonly string[] };

/** A user: `send` accepts a route, for example `POST /api/submissions`, and resolves with the body of the response. */
export interface Person {
  readonly id: string;
  readonly email: string;
  send(route: string, body?: object): Promise<Body>;
}
// biome-ignore lint/suspicious/noExplicitAny: what is not as it is expected fails the freezing.
type Body = any;

/** A journal whose clock is set back. */
export interface Journal {
  readonly url: string;
  readonly token: string;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly mail: Awaited<ReturnType<typeof startPausableMailServer>>;
  /** Sets the clock to the present. */
  returnToPresent(): void;
}

/** Starts a mail server that accepts every message unless it is paused. */
export async function startPausableMailServer() {
  let gate = Promise.resolve();
  let waiting = 0;
  const onStage = async (stage: 'text' | 'answer') => {
    if (stage !== 'text') return;
    waiting++;
    await gate;
    waiting--;
  };
  const { url, messages, cut, close } = await startMailServer({ onStage });
  return {
    ...{ url, messages, cut, close },
    /** Blocks each message at its text until the returned function is called. */
    pause(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    /** Resolves when this many messages are waiting. */
    untilWaiting: (count: number) =>
      until(() => {
        if (waiting < count) throw new Error(`${waiting} messages wait`);
      }),
  };
}

async function send(
  url: string,
  route: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Sent> {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${text}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return { body: text === '' ? undefined : JSON.parse(text), cookies };
}

/** Returns the actions of people and programs in a journal. An action rejects if the journal refuses it. */
export function createJournalClient({ url, token, pool, mail }: Journal) {
  /** Registers or signs in by the route. The person keeps cookies, as a browser does. */
  async function authenticate(route: string, body: Entering): Promise<Person> {
    const jar = new Map<string, string>();
    const sendAsPerson = async (...request: [route: string, body?: object]): Promise<Body> => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = await send(url, request[0], { cookie }, request[1]);
      for (const given of sent.cookies) {
        const [name = '', ...value] = given.split('=');
        jar.set(name, value.join('='));
      }
      return sent.body;
    };
    const { id } = await sendAsPerson(route, body);
    return { id, email: body.email, send: sendAsPerson };
  }

  const client = {
    register: (email: string, password: string, fullName: string) =>
      authenticate('POST /api/auth/register', { email, password, fullName }),
    signIn: (email: string, password: string) => authenticate('POST /api/auth/login', { email, password }),
    /** Opens the link that was mailed on registration. */
    confirm: async ({ email }: Person): Promise<void> => {
      const token = await client.mailedToken(email, confirmEmailPage);
      await client.asVisitor('POST /api/auth/email-confirmation', { token });
    },
    asVisitor: async (route: string, body?: object): Promise<Body> => (await send(url, route, {}, body)).body,
    asService: async (route: string, body?: object): Promise<Body> =>
      (await send(url, route, { authorization: `Bearer ${token}` }, body)).body,

    /** Resolves with the token of the last link to a page in mails to an address, once it differs from `before`. */
    mailedToken: (email: string, page: string, before?: string): Promise<string> =>
      until(async () => {
        const mails = (await mail.messages()).filter(({ to }) => to?.[0]?.address === email);
        const links = mails.flatMap(({ text = '' }) =>
          [...text.matchAll(/https?:\S+/g)].map(([link]) => new URL(link)),
        );
        const token = links.findLast(({ pathname }) => pathname === page)?.searchParams.get('token');
        if (!token || token === before) throw new Error(`No new mail to ${email} leads to ${page}`);
        return token;
      }),

    /** Resolves when the log has this many events of a type. */
    untilWritten: (type: string, times = 1) =>
      until(async () => {
        const { rows } = await pool.query('select from event_log.events where type = $1', [type]);
        if (rows.length < times) throw new Error(`${rows.length} events are ${type}`);
      }),

    /** Resolves when every read model has applied the whole log. */
    untilApplied: () =>
      until(async () => {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        const lags = [...metrics.matchAll(/^journal_projection_lag_events\{.*\} (\d+)$/gm)];
        if (lags.length === 0 || lags.some(([, lag]) => lag !== '0'))
          throw new Error('A read model is behind');
      }),
  };
  return client;
}
export type JournalClient = ReturnType<typeof createJournalClient>;
