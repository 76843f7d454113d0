import { setTimeout as sleep } from 'node:timers/promises';
import { sessionCookie } from '@journal/testing';
import { startJournal } from '../tools/testing/start-journal.ts';
import { type BenchContext, type Figure, inParallel, latencyFigures, rateOf } from './bench.ts';
import { compareLoads } from './load.ts';

export const name =
  'logins per second, their effect on page times, and session reads per second (npm start, one process)';

const accounts = 80;
/** Logins per account, within its limit per minute. */
const loginsEach = 9;
const loginSeconds = 10;
const loginClients = 8;
const password = 'a password of the bench';

export async function run({ defer, say }: BenchContext): Promise<Figure[]> {
  const journal = await startJournal('start', { environment: { LOG_LEVEL: 'warn' } });
  defer(() => journal.stop());

  async function post(path: string, body: object, client: number): Promise<Response> {
    const answer = await fetch(`${journal.url}${path}`, {
      method: 'POST',
      // Rate limits count each client separately, as if it came from its own network.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${client}` },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} got status ${answer.status}`);
    return answer;
  }
  const emailOf = (account: number) => `reader-${account}@example.org`;

  say(`registering ${accounts} accounts …`);
  let cookie = '';
  for (let account = 0; account < accounts; account++) {
    const body = { email: emailOf(account), password, fullName: `Reader ${account}` };
    const answer = await post('/api/auth/register', body, account);
    cookie = sessionCookie(answer.headers);
  }

  async function pageTimes(until: () => boolean): Promise<number[]> {
    const times: number[] = [];
    while (!until()) {
      const from = performance.now();
      await (await fetch(`${journal.url}/`)).arrayBuffer();
      times.push(performance.now() - from);
      await sleep(5);
    }
    return times;
  }

  say('pages alone …');
  await pageTimes(after(2));
  const alone = await pageTimes(after(loginSeconds));

  say(`pages while ${loginClients} clients sign in …`);
  const over = after(loginSeconds);
  const beside = pageTimes(over);
  const loginRate = await rateOf(async () => {
    let logins = 0;
    const tries = new Array(accounts * loginsEach).keys();
    await inParallel(loginClients, tries, async (index) => {
      if (over()) return;
      logins++;
      const account = index % accounts;
      await post('/api/auth/login', { email: emailOf(account), password }, account);
    });
    return logins;
  });
  const busy = await beside;

  say('session reads …');
  const session = `${journal.url}/api/auth/session`;
  const [signedIn = 0, visitors = 0] = await compareLoads([
    { url: session, headers: { cookie } },
    { url: session },
  ]);

  return [
    { what: 'logins', value: loginRate, unit: '/s' },
    ...latencyFigures('a page alone', alone),
    ...latencyFigures('a page during logins', busy, { baseline: { what: 'a page alone', times: alone } }),
    {
      what: 'session reads, signed in',
      value: signedIn,
      unit: 'requests/s',
      baseline: { what: 'reads by visitors', value: visitors },
    },
  ];
}

function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() >= end;
}
