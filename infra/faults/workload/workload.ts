import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '@journal/testing';
import { type Answer, type Client, createClient } from './client.ts';
import { type Operation, outcomeOf, type Write } from './history.ts';

type WorkloadOptions = {
  readonly url: string;
  readonly token: string;
  readonly seed: number;
  /** Uses longer pauses, and no registrations, whose password hashing costs most. */
  readonly isLight?: boolean;
};

/** Few, so that editors collide. */
const sharedArticles = 6;
const password = 'a password of the rig';
/** Maximum time between two requests of a client, in milliseconds. */
const pause = 120;
const longPause = 1_000;

const articleOf = (title: string) => ({
  title,
  content: `What ${title} says.`,
  excerpt: 'An excerpt',
  section: 'view',
  authorName: 'Sample Writer',
  authorAge: 15,
  readTime: 3,
});

/** Publishes a few articles, then runs editors, writers and visitors until it is stopped. */
export async function startWorkload({ url, token, seed, isLight = false }: WorkloadOptions) {
  const history: Operation[] = [];
  const authorization = { authorization: `Bearer ${token}` };
  const articles: number[] = [];
  let titles = 0;
  let people = 0;
  let isOver = false;

  function record(operation: Operation): void {
    history.push(operation);
  }

  async function publish(
    client: Client,
    more: Readonly<Record<string, string>> = {},
    title = nextTitle(client),
  ) {
    const answer = await client.send('POST', '/api/articles', articleOf(title), more);
    return { title, answer };
  }

  const nextTitle = (client: Client) => `${client.name}, title ${++titles}.`;
  const written = (
    client: Client,
    kind: Write['kind'],
    title: string,
    answer: Answer,
    more: Partial<Write> = {},
  ) => {
    const outcome = outcomeOf(answer.status);
    if (outcome === 'acknowledged') client.saw(answer.position);
    record({
      kind,
      client: client.name,
      title,
      outcome,
      ...timesOf(answer),
      ...(outcome === 'acknowledged' && { position: answer.position }),
      ...more,
    });
  };

  /** Publishes with an idempotency key. Retries up to `patience` times while the outcome is unknown. */
  async function publishOnce(client: Client, patience: number) {
    const title = nextTitle(client);
    const key = { 'idempotency-key': title };
    const { answer: first } = await publish(client, key, title);
    let answer = first;
    for (let again = 0; again < patience && outcomeOf(answer.status) === 'unknown' && !isOver; again++) {
      record({ kind: 'visit', client: client.name, path: 'POST /api/articles, again', ...timesOf(answer) });
      await sleep(300);
      answer = (await publish(client, key, title)).answer;
    }
    written(client, 'publish', title, answer, { begun: first.begun, sent: answer.begun });
  }

  async function read(client: Client, article: number) {
    const wanted = client.seen;
    const answer = await client.send('GET', `/api/articles/${article}`);
    const found = answer.status === 200 ? (JSON.parse(answer.body) as { title: string }) : undefined;
    // A session remembers what it wrote, a program which positions it received.
    if (found && !client.cookie) client.saw(answer.position);
    record({
      kind: 'read',
      client: client.name,
      article,
      title: found?.title,
      shown: answer.position,
      wanted,
      ...timesOf(answer),
    });
    return { title: found?.title, etag: answer.etag };
  }

  async function edit(client: Client, article: number, seen?: { title?: string | undefined; etag: string }) {
    const title = nextTitle(client);
    const more = seen?.etag ? { 'if-match': seen.etag } : {};
    const answer = await client.send('PUT', `/api/articles/${article}`, articleOf(title), more);
    written(client, 'edit', title, answer, seen?.etag ? { after: seen.title } : {});
  }

  async function editRefused(client: Client, article: number) {
    const title = nextTitle(client);
    const body = { ...articleOf(title), authorAge: 99 };
    written(client, 'edit', title, await client.send('PUT', `/api/articles/${article}`, body));
  }

  async function visit(client: Client, path: string) {
    const answer = await client.send('GET', path);
    record({ kind: 'visit', client: client.name, path, ...timesOf(answer) });
  }

  /** Registers a person who then asks for a temporary password; each comes from a separate network. */
  async function forgetful(client: Client) {
    const email = `reader-${++people}@example.org`;
    const from = { 'x-forwarded-for': `198.51.${people >> 8}.${people & 255}` };
    const person = { email, password, fullName: 'Sample Reader' };
    const registered = await client.send('POST', '/api/auth/register', person, from);
    client.cookie = '';
    const times = { client: client.name, email };
    record({ kind: 'register', ...times, outcome: outcomeOf(registered.status), ...timesOf(registered) });
    if (registered.status !== 201) return;
    const asked = await client.send('POST', '/api/auth/forgot-password', { email }, from);
    record({ kind: 'forgot', ...times, outcome: outcomeOf(asked.status), ...timesOf(asked) });
  }

  async function loop(client: Client, rate: number, step: (random: () => number) => Promise<unknown>) {
    const { next: random } = createRandom(seed + rate * 7_919 + client.name.length);
    while (!isOver) {
      await step(random);
      await sleep(20 + random() * (isLight ? longPause : pause) * rate);
    }
  }

  const editorStep = (client: Client) => async (random: () => number) => {
    const article = articles[Math.floor(random() * articles.length)] ?? 0;
    const dice = random();
    if (dice < 0.35) await read(client, article);
    else if (dice < 0.55) await edit(client, article);
    else if (dice < 0.75) await edit(client, article, await read(client, article));
    else if (dice < 0.8) await editRefused(client, article);
    else if (dice < 0.9) await publishOnce(client, 40);
    else if (dice < 0.94) await publishOnce(client, 0);
    else await visit(client, `/article/${article}`);
  };

  const first = createClient(url, 'the first', authorization);
  while (articles.length < sharedArticles) {
    const { title, answer } = await publish(first);
    written(first, 'publish', title, answer);
    articles.push((JSON.parse(answer.body) as { id: number }).id);
  }

  async function administrator(number: number): Promise<Client> {
    const client = createClient(url, `administrator ${number}`);
    const email = `administrator-${number}@example.org`;
    await first.send('POST', '/api/auth/register', { email, password, fullName: 'Sample Editor' });
    first.cookie = '';
    await first.send('POST', '/api/operations/administrators/grant', { email });
    await client.send('POST', '/api/auth/login', { email, password });
    return client;
  }

  const editors = [
    ...[1, 2, 3].map((number) => createClient(url, `program ${number}`, authorization)),
    await administrator(1),
    await administrator(2),
  ];
  const visitor = createClient(url, 'visitor');
  const running = [
    ...editors.map((client, index) => loop(client, 1 + index / 10, editorStep(client))),
    !isLight && loop(createClient(url, 'registering'), 6, () => forgetful(createClient(url, 'registering'))),
    loop(visitor, 2, async (random) => {
      const paths = ['/', '/view', '/api/search?q=title', `/article/${articles[0]}`];
      await visit(visitor, paths[Math.floor(random() * paths.length)] ?? '/');
    }),
  ];

  return {
    history,
    /** Publishes one more article. Resolves with whether a read shows it. */
    async isWell(): Promise<boolean> {
      const client = createClient(url, 'canary', authorization);
      const { title, answer } = await publish(client);
      written(client, 'publish', title, answer);
      if (answer.status !== 201) return false;
      const { id } = JSON.parse(answer.body) as { id: number };
      return (await read(client, id)).title === title;
    },
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}

const timesOf = ({ begun, ended, status }: Answer) => ({ begun, ended, status });
