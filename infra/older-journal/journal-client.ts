import { until } from '@journal/testing';
import type pg from 'pg';
import { startMailServer } from '../../services/worker/src/testing/mail-server.ts';

type Entering = { readonly email: string; readonly password: string; readonly fullName?: string };
type Sent = { readonly body: unknown; readonly cookies: readonly string[] };

/** Who uses a journal: `send` takes a route, for example `POST /api/submissions`, and resolves with what it answered. */
export interface Person {
  readonly id: string;
  readonly email: string;
  send(route: string, body?: object): Promise<Body>;
}
// biome-ignore lint/suspicious/noExplicitAny: what is not as it is expected fails the freezing.
type Body = any;

/** A journal in the past. */
export interface Journal {
  readonly url: string;
  readonly token: string;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly mail: Awaited<ReturnType<typeof startPausableMailServer>>;
  /** Sets the clock of its processes right. */
  returnToPresent(): void;
}

/** Starts a mail server that takes whatever it gets, but while it is held. */
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
    /** Takes no text until the function that it returns is called. */
    pause(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    /** Resolves once so many messages wait. */
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

/** Returns what people and programs do in a journal, each of which rejects where it is refused. */
export function createJournalClient({ url, token, pool, mail }: Journal) {
  /** Somebody whose browser keeps its cookies; they get in by the route. */
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

  return {
    register: (email: string, password: string, fullName: string) =>
      authenticate('POST /api/auth/register', { email, password, fullName }),
    signIn: (email: string, password: string) => authenticate('POST /api/auth/login', { email, password }),
    asVisitor: async (route: string, body?: object): Promise<Body> => (await send(url, route, {}, body)).body,
    asService: async (route: string, body?: object): Promise<Body> =>
      (await send(url, route, { authorization: `Bearer ${token}` }, body)).body,

    /** Resolves with the token of the link to a page in the last mail to an address, once it is another than `before`. */
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

    /** Resolves once so many events of a type have been written. */
    untilWritten: (type: string, times = 1) =>
      until(async () => {
        const { rows } = await pool.query('select from event_log.events where type = $1', [type]);
        if (rows.length < times) throw new Error(`${rows.length} events are ${type}`);
      }),

    /** Resolves once each read model has what was written. */
    untilApplied: () =>
      until(async () => {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        const lags = [...metrics.matchAll(/^journal_projection_lag_events\{.*\} (\d+)$/gm)];
        if (lags.length === 0 || lags.some(([, lag]) => lag !== '0'))
          throw new Error('A read model is behind');
      }),
  };
}
export type JournalClient = ReturnType<typeof createJournalClient>;
