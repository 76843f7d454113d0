import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { type SystemInProcess, startSystemInProcess } from '../../tools/testing/system.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
let system: SystemInProcess;
let exposed: Map<string, string>;
let rules: Rule[];
beforeAll(async () => {
  const cdn = { PAGE_MAX_AGE: '60', PAGE_PURGE_URL: 'http://127.0.0.1:1/purge', PAGE_PURGE_TOKEN: 'token' };
  system = await startSystemInProcess(inject('postgresUrl'), cdn);
  const metrics = await (await fetch(`${system.url}/metrics`)).text();
  exposed = new Map(
    [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  rules = parse(await read('alerts.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
});
afterAll(() => system.stop());

/** The metrics of ours in an expression; of a histogram its own name. */
const namesIn = (expression: string) =>
  [...expression.matchAll(/\bjournal_\w+/g)].map(([name]) => {
    const histogram = name.replace(/_(bucket|count|sum)$/, '');
    return exposed.get(histogram) === 'histogram' ? histogram : name;
  });

/** The first part of an expression that Prometheus can't parse; undefined where it can. */
function faultIn(expression: string): string | undefined {
  // Grafana's, which puts a duration in its place.
  const text = expression.replaceAll('$__rate_interval', '5m');
  let fault: string | undefined;
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) fault ??= `"${text.slice(from, to)}" at ${from}`;
    },
  });
  return fault;
}

test('every metric of the alerts and of the dashboard is one that the services tell', async () => {
  const dashboard = JSON.parse(await read('grafana-dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(asked.length).toBeGreaterThan(15);
  expect(rules.length).toBeGreaterThan(10);
  for (const expression of [...asked, ...rules.map(({ expr }) => expr)]) {
    expect(faultIn(expression), expression).toBeUndefined();
    const names = namesIn(expression);
    expect(names.length + Number(expression.startsWith('up{')), expression).toBeGreaterThan(0);
    for (const name of names) expect(exposed.has(name), `${name} in ${expression}`).toBe(true);
  }
});

test('operating.md says what to do on each alert, and on no other', async () => {
  const told = [
    ...(await read('../../docs/operating.md')).matchAll(/^\| `(Journal\w+)` \((\w+)\) \| .{20,}\|$/gm),
  ];
  expect(told.map(([, alert, severity]) => ({ alert, severity }))).toEqual(
    rules.map(({ alert, labels }) => ({ alert, severity: labels.severity })),
  );
});
