import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOn } from '../launcher/listen-on.ts';
import { readStatus } from './status.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Resolves with the address of a healthy worker that leads the projection, or doesn't. */
async function startWorker(name: string, leads: boolean) {
  const figures = [
    `journal_projection_leader{projection="articles_v3"} ${Number(leads)}`,
    'journal_projection_stopped{projection="articles_v3"} 0',
    ...(leads ? ['journal_projection_lag_seconds{projection="articles_v3"} 0'] : []),
  ];
  const server = createServer((request, response) =>
    response.end(request.url === '/metrics' ? figures.join('\n') : '{"ready":true}'),
  );
  servers.push(server);
  return { name, origin: `http://127.0.0.1:${await listenOn(server, 0, '127.0.0.1')}` };
}

let leader: Awaited<ReturnType<typeof startWorker>>;
let standby: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  leader = await startWorker('http://worker (10.0.0.2)', true);
  standby = await startWorker('http://worker (10.0.0.3)', false);
});

test.each(['first', 'last'])(
  'status shows a projection as its leader reports it, with the leader queried %s',
  async (order) => {
    const status = await readStatus(order === 'first' ? [leader, standby] : [standby, leader]);
    expect(status.isWell).toBe(true);
    expect(status.text).toMatch(/^ {2}http:\/\/worker \(10\.0\.0\.2\) {2}ready$/m);
    expect(status.text).toMatch(/^ {2}http:\/\/worker \(10\.0\.0\.3\) {2}ready$/m);
    expect(status.text).toMatch(/^ {2}articles_v3 {2}0\.0 s behind$/m);
    // Neither reports the length of the log.
    expect(status.text).not.toMatch(/^Log$/m);
  },
);

test('status is not well if no worker leads a projection, even if every worker is ready', async () => {
  const { isWell, text } = await readStatus([standby]);
  expect(isWell).toBe(false);
  expect(text).toMatch(/^ {2}articles_v3 {2}NO LEADER$/m);
});
