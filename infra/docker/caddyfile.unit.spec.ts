import { maxBodyBytes } from '@journal/contracts';
import { toProblem } from '@journal/service-kit';
import { expect, test } from 'vitest';
import { read, service } from './fixtures/cluster-files.ts';

const caddyfile = read('infra/compose/Caddyfile');

/** Returns the lines of a block, including nested blocks, without comments. */
function linesOf(heading: string): string[] {
  const lines = caddyfile.split('\n').filter((line) => /^\t*[^\t#]/.test(line));
  const start = lines.findIndex((line) => line.trim() === `${heading} {`.trim());
  const indent = /^\t*/.exec(lines[start] ?? '')?.[0];
  return lines.slice(start + 1, lines.indexOf(`${indent}}`, start)).map((line) => line.trim());
}

test('the gateway blocks metrics and health, and forwards all other requests as a page, a read or a write', () => {
  const errors = ['handle_errors 502 503 504 {', ...linesOf('handle_errors 502 503 504'), '}'];
  expect(linesOf('{$SITE_ADDRESS::80}')).toEqual([
    '@internal path /metrics /metrics/* /health /health/*',
    'respond @internal 404',
    '@page {',
    'method GET HEAD',
    'not path /api /api/*',
    '}',
    expect.stringMatching(/^import web @page \d+ms \{$/),
    expect.stringMatching(/^fail_duration \d+ms$/),
    '}',
    '@read method GET HEAD',
    expect.stringMatching(/^import web @read \d+ms \{$/),
    'max_fails 1',
    '}',
    expect.stringMatching(/^import web \* \d+ms$/),
    ...errors,
  ]);
});

test('the gateway has no admin API, and a grace period of 2 s for open pages', () => {
  expect(linesOf('')).toEqual([
    'admin off',
    'persist_config off',
    'grace_period 2s',
    'servers {',
    'protocols h1 h2',
    'trusted_proxies static {$TRUSTED_PROXIES}',
    'trusted_proxies_strict',
    '}',
  ]);
});

test('the gateway uses web processes round-robin, retries while one starts, and forwards the client address', () => {
  const isInTime = expect.stringMatching(/^vars_regexp \{http\.request\.duration_ms\} \S+$/);
  expect(linesOf('(web)')).toEqual([
    'reverse_proxy {args[0]} {',
    'dynamic a web 3000 {',
    'refresh 1s',
    '}',
    'lb_policy round_robin',
    'lb_try_duration 20s',
    'lb_try_interval 100ms',
    'lb_retry_match {',
    'method GET HEAD',
    isInTime,
    '}',
    'lb_retry_match {',
    'header Idempotency-Key *',
    isInTime,
    '}',
    expect.stringMatching(/^request_buffers \d+KiB$/),
    'flush_interval -1',
    'header_up X-Request-Id {http.request.uuid}',
    'header_up X-Forwarded-For {client_ip}',
    'header_up -Traceparent',
    'header_up -Tracestate',
    '{block}',
    'transport http {',
    'keepalive 1s',
    expect.stringMatching(/^dial_timeout \d+ms$/),
    'response_header_timeout {args[1]}',
    '}',
    '}',
  ]);
  // At the address of a removed container, connections time out instead of being refused.
  expect(Number(/dial_timeout (\d+)ms/.exec(caddyfile)?.[1])).toBeLessThanOrEqual(500);
});

test('the gateway answers within 8 s if web processes hang', () => {
  const times = [...caddyfile.matchAll(/^\timport web (\S+) (\d+)ms/gm)].map(([, which, time]) => [
    which,
    Number(time),
  ]);
  const { '@page': page = 0, '@read': read = 0, '*': write = 0 } = Object.fromEntries(times);
  const rest = Number(/fail_duration (\d+)ms/.exec(caddyfile)?.[1]);
  const conditions = [...caddyfile.matchAll(/vars_regexp \{http\.request\.duration_ms\} (\S+)$/gm)];
  // In the format in which Caddy renders durations.
  const isRepeated = (duration: number) =>
    conditions.map(([, condition = 'never']) => new RegExp(condition).test(`${duration}.25`));
  // Web forwards a read to the next process after 3 seconds, and answers a write after 7.
  expect(Math.min(page, read)).toBeGreaterThan(3_000);
  expect(write).toBeGreaterThan(7_000);
  expect(write).toBeLessThan(8_000);
  for (const time of [page, read]) {
    for (const early of [0, time]) expect(isRepeated(early)).toEqual([true, true]);
    for (const late of [4_000, 2 * time, 12_000]) expect(isRepeated(late)).toEqual([false, false]);
    expect(4_000 + time).toBeLessThan(8_000);
    // Requests in flight when the first one failed keep the process marked as failed.
    expect(page + rest + time).toBeLessThan(8_000);
  }
});

test('the gateway retries a request with its complete body', () => {
  // Only the buffered part of a body can be sent again.
  expect(Number(/request_buffers (\d+)KiB/.exec(caddyfile)?.[1]) * 1_024).toBeGreaterThan(maxBodyBytes);
  // Before 2.11, Caddy retried such a request without a body, or with the body of another request.
  const [, minor] = /^caddy:2\.(\d+)\.\d+-alpine$/.exec(service('gateway').image ?? '') ?? [];
  expect(Number(minor)).toBeGreaterThanOrEqual(11);
});

test('the gateway trusts only the proxies named in .env, by default none, and web trusts the gateway', () => {
  expect(service('web').environment).toMatchObject({ TRUSTED_PROXIES: 'private' });
  expect(service('gateway').environment).toMatchObject({
    TRUSTED_PROXIES: expect.stringMatching(/^\$\{TRUSTED_PROXIES:-\}$/),
    SITE_ADDRESS: expect.stringMatching(/^\$\{SITE_ADDRESS:-:80\}$/),
  });
});

test('the gateway answers 503 with a problem under /api and a page elsewhere if no web process responds', () => {
  expect(linesOf('handle_errors 502 503 504')).toEqual([
    'header Cache-Control no-store',
    'header Retry-After 5',
    'header X-Content-Type-Options nosniff',
    '@api path /api /api/*',
    'handle @api {',
    'header Content-Type application/problem+json',
    expect.stringMatching(/^respond `.+` 503$/),
    '}',
    'handle {',
    `header Content-Security-Policy "default-src 'none'; style-src 'unsafe-inline'"`,
    'root * /etc/caddy',
    'rewrite * /unavailable.html',
    'file_server {',
    'status 503',
    '}',
    '}',
  ]);
  expect(JSON.parse(/respond `(.+)` 503$/m.exec(caddyfile)?.[1] ?? '')).toEqual(toProblem('unavailable'));
  expect(read('infra/compose/unavailable.html')).toContain('<title>Back in a moment</title>');
});
