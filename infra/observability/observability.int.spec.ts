import { readFile } from 'node:fs/promises';
import { until } from '@journal/testing';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { type SystemInProcess, startSystemInProcess } from '../../tools/testing/system.ts';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
/** Labels that Prometheus itself adds to every metric. */
const added = ['job', 'instance'];
let system: SystemInProcess;
let rules: Rule[];
beforeAll(async () => {
  const cdn = { PAGE_MAX_AGE: '60', PAGE_PURGE_URL: 'http://127.0.0.1:1/purge', PAGE_PURGE_TOKEN: 'token' };
  system = await startSystemInProcess(inject('postgresUrl'), cdn);
  // A metric with labels has no samples until something is counted.
  await fetch(`${system.url}/api/search?q=story`);
  await fetch(`${system.url}/api/newsletter/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@journal.example' }),
  });
  rules = parse(await read('alerts.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
});
afterAll(() => system.stop());

/** Resolves with the labels of each metric, by sample name, once all named ones are exposed. */
const untilExposed = (names: readonly string[]) =>
  until(async () => {
    const exposed = labelsOf(await (await fetch(`${system.url}/metrics`)).text());
    expect(names.filter((name) => !exposed.has(name))).toEqual([]);
    return exposed;
  });

function labelsOf(exposition: string) {
  const labels = new Map([['up', new Set<string>()]]);
  for (const [, name = '', pairs = ''] of exposition.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const own = labels.get(name) ?? new Set();
    for (const [, label = ''] of pairs.matchAll(/(\w+)="/g)) own.add(label);
    labels.set(name, own);
  }
  return labels;
}

/** Returns the parts of an expression with this type in Prometheus' grammar; ⚠ is what it can't parse. */
function partsOf(expression: string, wanted: 'Identifier' | 'LabelName' | '⚠'): string[] {
  // Grafana's variable, which it replaces with a duration.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const parts: string[] = [];
  parser.parse(text).iterate({
    enter({ name, from, to }) {
      if (name === wanted) parts.push(`${text.slice(from, to)}${name === '⚠' ? ` at ${from}` : ''}`);
    },
  });
  return parts;
}

test('every metric and label of the alerts and the dashboard is exposed by the services', async () => {
  const dashboard = JSON.parse(await read('grafana-dashboard.json')) as {
    panels: { targets?: { expr: string; legendFormat: string }[] }[];
  };
  const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
  expect(targets.length).toBeGreaterThan(15);
  expect(rules.length).toBeGreaterThan(10);
  const asked = [
    ...targets.map(({ expr, legendFormat }) => ({ expr, told: legendFormat })),
    ...rules.map(({ expr, annotations }) => ({ expr, told: annotations.summary })),
  ];
  for (const { expr } of asked) expect(partsOf(expr, '⚠'), expr).toEqual([]);
  const exposed = await untilExposed(asked.flatMap(({ expr }) => partsOf(expr, 'Identifier')));
  for (const { expr, told } of asked) {
    const names = partsOf(expr, 'Identifier');
    const labels = partsOf(expr, 'LabelName');
    expect(names, expr).not.toEqual([]);
    for (const name of names) {
      const own = [...(exposed.get(name) ?? []), ...added];
      expect(own, `${name} in ${expr}`).toEqual(expect.arrayContaining(labels));
    }
    for (const [, label] of told.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g))
      expect([...labels, ...added], `${told} of ${expr}`).toContain(label);
  }
});

test('operating.md documents exactly the defined alerts with their severities', async () => {
  const told = [
    ...(await read('../../docs/operating.md')).matchAll(/^\| `(Journal\w+)` \((\w+)\) \| .{20,}\|$/gm),
  ];
  expect(told.map(([, alert, severity]) => ({ alert, severity }))).toEqual(
    rules.map(({ alert, labels }) => ({ alert, severity: labels.severity })),
  );
});

test('alerts for what does not run do not depend on its metrics, which are then missing', () => {
  const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr;
  expect(exprOf('JournalProjectionUnled')).toContain('absent(journal_projection_leader)');
  for (const name of ['command', 'query', 'worker', 'web'])
    expect(exprOf('JournalServiceMissing')).toContain(
      `absent(journal_http_request_seconds_count{service="${name}"})`,
    );
});

test.each([
  [1, 1, false],
  [2, 2, true],
  [3, 20, true],
  [5, 1_000, false],
  [100, 1_000, true],
])('%d failed of %d appends in the same minutes wake somebody: %s', (failed, all, wakes) => {
  const [rule] = rules.filter(({ alert }) => alert === 'JournalAppendsFail');
  const counted = { journal_append_failures_total: failed, journal_append_seconds_count: all };
  const conditions = rule?.expr
    .replaceAll(/sum\(increase\((\w+)\[15m\]\)\)/g, (_, name: keyof typeof counted) => `${counted[name]}`)
    .split(' and ')
    .map((condition) => /^(\d+)(?: \/ (\d+))? > ([\d.]+)$/.exec(condition));
  const isMet = conditions?.every((found) => {
    const [, count, of = '1', limit] = found ?? [];
    return Number(count) / Number(of) > Number(limit);
  });
  expect({ isMet, for: rule?.for }).toEqual({ isMet: wakes, for: '0m' });
});

test('the second failed search in a quarter of an hour is told, however few others there are', async () => {
  const { expr, for: duration } = rules.find(({ alert }) => alert === 'JournalSearchesFail') ?? {};
  expect([expr, duration]).toEqual([
    'sum(increase(journal_searches_total{outcome="failed"}[15m])) > 1.5',
    '0m',
  ]);
  const exposed = await (await fetch(`${system.url}/metrics`)).text();
  expect(exposed).toMatch(/^journal_searches_total\{outcome="failed".*\} 0$/m);
});

test('failed jobs of every kind are counted from zero, so that the first one is an increase', async () => {
  const exposed = await (await fetch(`${system.url}/metrics`)).text();
  const [failed = ''] = rules.filter(({ alert }) => alert === 'JournalJobsFailed').map(({ expr }) => expr);
  const [, selector = ''] = /journal_job_attempts_total\{(outcome="[^"]+")\}/.exec(failed) ?? [];
  const kinds = exposed.match(
    new RegExp(`^journal_job_attempts_total\\{kind="[^"]+",${selector}.*\\} 0$`, 'gm'),
  );
  expect(kinds?.length).toBeGreaterThan(5);
});

test('an alert covers jobs whose attempts fail, which wait as delayed ones', () => {
  const { expr } = rules.find(({ alert }) => alert === 'JournalJobsRetried') ?? {};
  expect(expr).toContain('journal_job_attempts_total{outcome="failed"}');
});
