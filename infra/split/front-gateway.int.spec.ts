import { createServer, request, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';
import { createFrontGateway, type FrontGateway } from './front-gateway.ts';

const servers: Server[] = [];
let gateway: FrontGateway | undefined;

afterEach(() => {
  gateway?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A web process that says its name, echoes a body, streams for ever below /stream and is slow below /slow. */
async function web(name: string): Promise<string> {
  const server = createServer((incoming, response) => {
    if (incoming.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: hello\n\n');
      return;
    }
    const body: Buffer[] = [];
    incoming.on('data', (chunk) => body.push(chunk));
    incoming.on('end', () => {
      const answer = () => {
        response.writeHead(200, {
          'x-web': name,
          'set-cookie': ['a=1', 'b=2'],
          'x-host': incoming.headers.host ?? '',
        });
        response.end(Buffer.concat(body));
      };
      setTimeout(answer, incoming.url === '/slow' ? 300 : 0);
    });
  });
  servers.push(server);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${port}`;
}

async function open(origins: string[]): Promise<string> {
  gateway = createFrontGateway();
  const port = await freePort();
  await gateway.listen(port, '127.0.0.1');
  gateway.open(origins);
  return `http://127.0.0.1:${port}`;
}

test('requests go to the webs in turn, with their host, and come back with all headers', async () => {
  const url = await open([await web('one'), await web('other')]);
  const answers = [await fetch(url), await fetch(url), await fetch(url)];
  expect(answers.map(({ headers }) => headers.get('x-web'))).toEqual(['one', 'other', 'one']);
  expect(answers[0]?.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answers[0]?.headers.get('x-host')).toBe(new URL(url).host);
});

test('a web that refuses the connection is passed over, also for a request with a body', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  const url = await open([gone, await web('other')]);
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await fetch(url, { method: 'POST', body: `pitch ${turn}` });
    expect(await answer.text()).toBe(`pitch ${turn}`);
  }
});

test('with no web at all the answer is 502', async () => {
  const url = await open([`http://127.0.0.1:${await freePort()}`]);
  expect((await fetch(url)).status).toBe(502);
});

test('an event stream comes through at once', async () => {
  const url = await open([await web('one')]);
  const stream = await fetch(`${url}/stream`, { headers: { accept: 'text/event-stream' } });
  const { value } = (await stream.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe('data: hello\n\n');
});

test('drain waits for answers under way, not for streams, and takes no new connection', async () => {
  const url = await open([await web('one')]);
  const stream = await fetch(`${url}/stream`, { headers: { accept: 'text/event-stream' } });
  const slow = fetch(`${url}/slow`, { method: 'POST', body: 'kept' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await gateway?.drain();
  const answer = await slow;
  expect(await answer.text()).toBe('kept');
  expect(answer.headers.get('connection')).toBe('close');
  await expect(fetch(`${url}/slow`)).rejects.toThrow();
  gateway?.close();
  await stream.body?.cancel().catch(() => undefined);
});

test('a request that comes before the system is open waits for it', async () => {
  gateway = createFrontGateway();
  const port = await freePort();
  await gateway.listen(port, '127.0.0.1');
  const early = new Promise<number | undefined>((resolve) =>
    request(`http://127.0.0.1:${port}`, (answer) => resolve(answer.statusCode)).end(),
  );
  gateway.open([await web('one')]);
  expect(await early).toBe(200);
});
