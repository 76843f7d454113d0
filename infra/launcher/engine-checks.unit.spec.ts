import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { engineFaults } from './engine-checks.ts';
import { loadLauncherConfig } from './launcher.config.ts';

test.each([
  ['smtp', 587],
  ['smtps', 465],
])('without a port, %s:// is checked at port %s, to which mail is sent', async (scheme, port) => {
  const asked: number[] = [];
  const watch = (message: unknown) =>
    (message as { socket: Socket }).socket.once('connectionAttempt', (_address, port) => asked.push(port));
  subscribe('net.client.socket', watch);
  onTestFinished(() => void unsubscribe('net.client.socket', watch));
  await engineFaults(loadLauncherConfig({ SMTP_URL: `${scheme}://127.0.0.1` }));
  expect(asked).toContain(port);
});
