import { maxBodyBytes } from '@journal/contracts';
import { toProblem } from '@journal/service-kit';
import { expect, test } from 'vitest';
import { read, service } from './fixtures/cluster-files.ts';

const caddyfile = read('infra/compose/Caddyfile');

test('the way in passes on neither metrics nor health', () => {
  expect(caddyfile).toMatch(/^\t@internal path \/metrics \/metrics\/\* \/health \/health\/\*$/m);
  expect(caddyfile).toMatch(/^\trespond @internal 404$/m);
});

test('the way in waits for a web process that starts, and stops with a page open', () => {
  for (const line of ['lb_try_duration 20s', 'grace_period 2s']) expect(caddyfile).toContain(`\t${line}\n`);
  // Nobody refuses a connection at the address of a container that is gone.
  expect(Number(/dial_timeout (\d+)ms/.exec(caddyfile)?.[1])).toBeLessThanOrEqual(500);
});

test('where web processes hang, the way in answers within eight seconds', () => {
  const times = [...caddyfile.matchAll(/^\timport web (\S+) (\d+)ms/gm)].map(([, which, time]) => [
    which,
    Number(time),
  ]);
  const { '@page': page = 0, '@read': read = 0, '*': write = 0 } = Object.fromEntries(times);
  const rest = Number(/fail_duration (\d+)ms/.exec(caddyfile)?.[1]);
  const isInTime = new RegExp(
    /vars_regexp \{http\.request\.duration_ms\} (\S+)$/m.exec(caddyfile)?.[1] ?? 'never',
  );
  // As Caddy writes it.
  const isRepeated = (duration: number) => isInTime.test(`${duration}.25`);
  // Web sends a read on after 3 seconds, and answers a write after 7.
  expect(Math.min(page, read)).toBeGreaterThan(3_000);
  expect(write).toBeGreaterThan(7_000);
  expect(write).toBeLessThan(8_000);
  for (const time of [page, read]) {
    expect([0, time].map(isRepeated)).toEqual([true, true]);
    expect([4_000, 2 * time, 12_000].map(isRepeated)).toEqual([false, false, false]);
    expect(4_000 + time).toBeLessThan(8_000);
    // Those that were under way when the first one failed keep the process resting.
    expect(page + rest + time).toBeLessThan(8_000);
  }
});

test('the way in sends a request twice only where twice is once', () => {
  expect(caddyfile.match(/lb_retry_match \{\n\t+(.+)$/gm)?.map((match) => match.split('\t').at(-1))).toEqual([
    'method GET HEAD',
    'header Idempotency-Key *',
  ]);
  // Some versions of Caddy repeat a request for any answer, if its condition is an expression.
  expect(caddyfile).not.toMatch(/^\s+expression /m);
  // A body can be sent again only as far as it is kept.
  expect(Number(/request_buffers (\d+)KiB/.exec(caddyfile)?.[1]) * 1_024).toBeGreaterThan(maxBodyBytes);
  // Before 2.11 Caddy sent such a request again with no body, or with that of another one.
  const [, minor] = /^caddy:2\.(\d+)\.\d+-alpine$/.exec(service('gateway').image ?? '') ?? [];
  expect(Number(minor)).toBeGreaterThanOrEqual(11);
});

test('the way in believes the proxies that .env names, nobody where it names none, and nobody about traces', () => {
  expect(caddyfile).toContain('trusted_proxies static {$TRUSTED_PROXIES}\n');
  expect(caddyfile).toContain('header_up X-Forwarded-For {client_ip}\n');
  for (const name of ['Traceparent', 'Tracestate']) expect(caddyfile).toContain(`\t\theader_up -${name}\n`);
  expect(service('gateway').environment).toMatchObject({
    TRUSTED_PROXIES: expect.stringMatching(/^\$\{TRUSTED_PROXIES:-\}$/),
    SITE_ADDRESS: expect.stringMatching(/^\$\{SITE_ADDRESS:-:80\}$/),
  });
});

test('where no web process answers, the way in says so as the API would, and in a page', () => {
  expect(JSON.parse(/respond `(.+)` 503$/m.exec(caddyfile)?.[1] ?? '')).toEqual(toProblem('unavailable'));
  const [, page = ''] = /rewrite \* (\/\S+\.html)$/m.exec(caddyfile) ?? [];
  expect(read(`infra/compose${page}`)).toContain('<title>Back in a moment</title>');
});
