import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startThrowawayPostgres } from '../testing/postgres.setup.ts';
import { people, sampleArticle, samplePitch } from '../testing/site-content.ts';
import { startSystemInProcess } from '../testing/system.ts';
import type { Call, Caller } from './calls.ts';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const password = people.writer.password;
/** Milliseconds; far longer than any request may wait for its response, since the machine may be busy. */
const patience = 30_000;
/** If these succeed, somebody may have lost their account, password, session or rights. */
const endsAccess =
  /^(?:DELETE \/api\/me|POST \/api\/auth\/|DELETE \/api\/newsroom\/administrators|POST \/api\/operations\/(?:users|administrators)|.* \/api\/me\/sessions)/;

/** Starts a journal with a few pieces on its own Postgres, without rate limits. */
export async function startFuzzedJournal(logLevel: string) {
  const postgres = await startThrowawayPostgres();
  const secrets = { LOG_LEVEL: logLevel };
  const system = await startSystemInProcess(postgres.url, secrets, { parts: { command: { limits: {} } } });
  const agent = new Agent({ keepAlive: true });
  const authorization = `Bearer ${system.environment['SERVICE_TOKEN']}`;
  /** What the journal contains, newest first, by placeholder name. */
  const known: Record<string, string[]> = { article: [], pitch: [], person: [], email: [], etag: ['"0"'] };
  const cookies: Partial<Record<Caller, string>> = {};
  let registered = 0;

  const learn = (kind: string, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number')
      known[kind] = [String(value), ...(known[kind] ?? [])].slice(0, 20);
  };

  /** Fills in the placeholders of a call, depending on its turn. */
  const fill = (text: string, turn: number) =>
    text
      .replaceAll(/@@(\w+)@@/g, (_, kind: string) => {
        const values = known[kind] ?? [];
        return (values[turn % values.length] ?? '1').replaceAll('"', '');
      })
      .replaceAll(/("(?:currentPassword|password|newPassword)":)"[^"]{6,40}"/g, (whole, name: string) =>
        turn % 4 === 0 ? whole : `${name}"${password}"`,
      );

  const identityOf = (caller: Caller): Record<string, string> => {
    switch (caller) {
      case 'nobody':
        return {};
      case 'reader':
      case 'editor':
        return { cookie: cookies[caller] ?? '' };
      case 'service':
        return { authorization };
      case 'stranger':
        return { cookie: 'journal=AAAA%3BAAAA', authorization: 'Basic YTpi' };
      case 'reader and service':
        return { cookie: cookies.reader ?? '', authorization };
      default:
        return caller satisfies never;
    }
  };

  async function register(caller: 'reader' | 'editor') {
    registered += 1;
    const email = `${caller}-${registered}@example.org`;
    const body = JSON.stringify({ email, password, fullName: people.writer.fullName });
    const headers = { 'content-type': 'application/json' };
    const answer = await exchange({ method: 'POST', url: '/api/auth/register', headers, body });
    if (answer.status !== 201) throw new Error(`Registration failed: ${answer.status} ${answer.body}`);
    cookies[caller] = cookieOf(answer) ?? '';
    learn('person', JSON.parse(answer.body).id);
    learn('email', email);
    if (caller === 'editor')
      await exchange({
        method: 'POST',
        url: '/api/operations/administrators/grant',
        headers: { ...headers, authorization },
        body: JSON.stringify({ email }),
      });
  }

  /** Resolves with the response; a stream is cut off once it has begun. Rejects if none arrives in time. */
  function exchange({ method, url, headers, body }: Pick<Call, 'method' | 'url' | 'headers' | 'body'>) {
    return new Promise<Answer>((resolve, reject) => {
      const sent = request(
        `${system.url}/`,
        { method, path: url, headers: { ...headers }, agent },
        (answer) => {
          const type = String(answer.headers['content-type'] ?? '');
          const { statusCode: status = 0, headers: given } = answer;
          if (type.startsWith('text/event-stream') && status === 200) {
            resolve({ status, type, headers: given, body: '' });
            return void answer.destroy();
          }
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({ status, type, headers: given, body: Buffer.concat(parts).toString() }),
          );
          answer.on('error', reject);
        },
      );
      sent.setTimeout(patience, () => sent.destroy(new Error(`no response within ${patience} ms`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  await register('reader');
  await register('editor');
  const journal = {
    /** Sends one call of a sequence, in the state that the earlier ones left behind. */
    async send(call: Call, turn: number): Promise<Answer> {
      const body = typeof call.body === 'string' ? fill(call.body, turn) : call.body;
      const url = fill(call.url, turn);
      const given = Object.entries(call.headers).map(([name, value]) => [name, fill(value, turn)] as const);
      const headers = { ...identityOf(call.caller), ...Object.fromEntries(given) };
      if (call.caller !== 'nobody') Object.assign(headers, identityOf(call.caller));
      const sent = {
        method: call.method,
        url,
        headers:
          body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        ...(body === undefined ? {} : { body }),
      };
      let answer = await exchange(sent);
      const wait = Number(answer.headers['retry-after']);
      if (answer.status === 503 && wait > 0) {
        // On a busy machine, a temporary 503 is a valid response; a permanent one is not.
        await sleep(wait * 1_000);
        answer = await exchange(sent);
      }
      await remember(call, answer);
      return answer;
    },
    async stop() {
      agent.destroy();
      await system.stop();
      await postgres.stop();
    },
  };

  async function remember(call: Call, answer: Answer) {
    if (answer.headers['etag']) learn('etag', answer.headers['etag']);
    if (answer.status >= 300 || call.method === 'GET') return;
    if (call.route === 'POST /api/articles') learn('article', JSON.parse(answer.body).id);
    if (call.route === 'POST /api/submissions') learn('pitch', JSON.parse(answer.body).id);
    const caller = call.caller === 'reader' || call.caller === 'editor' ? call.caller : undefined;
    if (caller) cookies[caller] = cookieOf(answer) ?? cookies[caller] ?? '';
    if (!endsAccess.test(`${call.method} ${call.url}`)) return;
    await register('reader');
    await register('editor');
  }

  const json = { 'content-type': 'application/json' };
  for (let id = 1; id <= 5; id++) {
    const { id: _, createdAt, ...article } = sampleArticle(id);
    const made = { headers: json, method: 'POST' };
    const url = '/api/articles';
    await journal.send(
      { ...made, route: 'POST /api/articles', caller: 'service', url, body: JSON.stringify(article) },
      0,
    );
    const pitch = { route: 'POST /api/submissions', caller: 'reader', url: '/api/submissions' } as const;
    await journal.send({ ...made, ...pitch, body: JSON.stringify(samplePitch(id)) }, 0);
  }
  return journal;
}

/** Returns the cookie that a response sets, in the form that a request sends. */
function cookieOf({ headers }: Answer): string | undefined {
  const [cookie] = [headers['set-cookie'] ?? []].flat();
  const pair = typeof cookie === 'string' ? cookie.split(';')[0] : undefined;
  return pair && !pair.endsWith('=') ? pair : undefined;
}
