import type { Address } from './resolve-addresses.ts';
import { CommandError } from './terminal.ts';

interface Report {
  ready?: boolean;
  dependencies?: Readonly<Record<string, string>>;
  /** Of the embedded start; the split start has `processes`. */
  services?: Readonly<Record<string, Report | string | null>>;
  processes?: Readonly<Record<string, Report | string | null>>;
}

interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Request timeout in milliseconds. */
const timeout = 10_000;

/** Resolves with the state of a journal as readable text. Rejects with `CommandError` if no address answers. */
export async function readStatus(addresses: readonly Address[]): Promise<{ isWell: boolean; text: string }> {
  const answers = await Promise.all(addresses.map(askOne));
  if (answers.every(({ report }) => !report))
    throw new CommandError(answers.map(({ name, answer }) => silenceMessage(name, answer)).join('\n'));
  const services = answers.flatMap(({ name, report }) => servicesOf(name, report));
  const samples = answers.flatMap(({ samples }) => samples ?? []);
  const silent = answers.filter(({ report, samples }) => report && !samples).map(({ name }) => name);
  const projections = projectionsOf(samples);
  const [events] = samplesOf(samples, 'log_events');
  const sections: Record<string, string[][]> = {
    Services: services.map(({ name, fault }) => [
      name,
      fault === undefined ? 'ready' : `not ready (${fault})`,
    ]),
    Projections: projections.map(({ name, state, position }) => [name, state, ...position]),
    Search: searchRows(samples),
    Jobs: jobRows(samples),
    Log: events ? [['events', `${events.value}`]] : [],
  };
  const parts = Object.entries(sections).map(([heading, rows]) => table(heading, rows));
  if (silent.length > 0)
    parts.push(`No metrics at ${silent.join(', ')}: list each service with --services.\n`);
  const isWell =
    services.every(({ fault }) => fault === undefined) && projections.every(({ isWell }) => isWell);
  return { isWell, text: parts.filter(Boolean).join('\n') };
}

/** Returns the message for an address that did not answer, within `timeout` milliseconds or at all. */
export function unreachableMessage(origin: string, cause: unknown, timeout: number): string {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return `The journal at ${origin} did not respond within ${timeout / 1_000} s.`;
  const { code, cause: reason } = Object(cause) as { code?: unknown; cause?: unknown };
  const why = code ?? Object(reason).code ?? 'ECONNREFUSED';
  return why === 'ECONNREFUSED'
    ? `No journal is running at ${origin}. Start it, or pass its address with --url.`
    : `The journal at ${origin} cannot be reached (${why}).`;
}

/** Returns the message for an address without a health report: it responded with something else, or not at all. */
const silenceMessage = (name: string, answer: Answer): string =>
  'status' in answer
    ? `${name} responded with ${answer.status} and no health report. If it is a gateway, which does not pass that on, use the address of the journal behind it.`
    : unreachableMessage(name, answer.cause, timeout);

async function askOne({ name, origin }: Address) {
  const [answer, metrics] = await Promise.all([read(`${origin}/health/ready`), read(`${origin}/metrics`)]);
  return {
    name,
    answer,
    report: 'text' in answer ? parseReport(answer.text) : undefined,
    samples: 'text' in metrics && metrics.ok ? parseMetrics(metrics.text) : undefined,
  };
}

type Answer =
  | { readonly ok: boolean; readonly status: number; readonly text: string }
  | { readonly cause: unknown };

async function read(url: string): Promise<Answer> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch (cause) {
    return { cause };
  }
}

function parseReport(text: string): Report | undefined {
  try {
    const report = JSON.parse(text) as Report;
    return typeof report.ready === 'boolean' ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the samples of a text in the Prometheus format. */
function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    if (!name) return [];
    const pairs = labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g);
    return [
      {
        name,
        labels: Object.fromEntries([...pairs].map(([, key, text]) => [key, text])),
        value: Number(value),
      },
    ];
  });
}

/** Returns each service with its fault; undefined if it is ready. */
function servicesOf(origin: string, report: Report | undefined): { name: string; fault?: string }[] {
  if (!report) return [{ name: origin, fault: 'no health response' }];
  const members = Object.entries(report.services ?? report.processes ?? { [origin]: report });
  return members.map(([name, each]) => {
    if (each === null || typeof each === 'string') return { name, fault: each ?? 'no answer' };
    if (each.ready === true) return { name };
    const lacking = Object.entries(each.dependencies ?? {}).filter(([, outcome]) => outcome !== 'ok');
    return { name, fault: lacking.map((pair) => pair.join(': ')).join(', ') || 'no reason given' };
  });
}

const samplesOf = (samples: readonly Sample[], metric: string) =>
  samples.filter(({ name }) => name === `journal_${metric}`);

/**
 * Summarizes the samples of every queried worker: one leads each projection and reports its lag, the others stand by.
 */
function projectionsOf(samples: readonly Sample[]) {
  const watched = samplesOf(samples, 'projection_leader').flatMap(({ labels }) => labels['projection'] ?? []);
  return [...new Set(watched)].sort().map((name) => {
    const own = samples.filter(({ labels }) => labels['projection'] === name);
    const of = (metric: string) => samplesOf(own, metric).map(({ value }) => value);
    const [events] = of('projection_lag_events');
    const [seconds] = of('projection_lag_seconds');
    const [position] = of('projection_position');
    const lag = [
      ...(events === undefined ? [] : [`${events} events`]),
      ...(seconds === undefined ? [] : [`${seconds.toFixed(1)} s`]),
    ];
    const isStopped = of('projection_stopped').includes(1);
    const isLed = of('projection_leader').includes(1);
    // The leader doesn't know its lag while the log is unavailable.
    const behind = lag.length > 0 ? `${lag.join(', ')} behind` : 'led, but the log is unavailable';
    return {
      name,
      isWell: isLed && !isStopped,
      state: isStopped ? 'STOPPED' : isLed ? behind : 'NO LEADER',
      position: position === undefined ? [] : [`at ${position}`],
    };
  });
}

function searchRows(samples: readonly Sample[]): string[][] {
  const ready = samplesOf(samples, 'search_index_ready');
  if (ready.length === 0) return [];
  const lag = Math.max(0, ...samplesOf(samples, 'search_index_lag_seconds').map(({ value }) => value));
  const count = (isFailure: boolean) =>
    samplesOf(samples, 'searches_total')
      .filter(({ labels }) => (labels['outcome'] === 'failed') === isFailure)
      .reduce((sum, { value }) => sum + value, 0);
  const isReady = ready.every(({ value }) => value === 1);
  return [
    ['index', isReady ? `${lag.toFixed(1)} s behind the articles` : 'NOT BUILT YET'],
    ['answered', `${count(false)}`],
    ['failed', `${count(true)}`],
  ];
}

const jobStates: Readonly<Record<string, string>> = { failed: 'failed permanently', active: 'in progress' };

/** Deduplicated by state: several workers report the same queue. */
function jobRows(samples: readonly Sample[]): string[][] {
  const jobs = samplesOf(samples, 'queue_jobs').map(
    ({ labels, value }) => [labels['state'] ?? '', value] as const,
  );
  return [...new Map(jobs)].map(([state, count]) => [jobStates[state] ?? state, `${count}`]);
}

/** Returns a table with a heading; empty if it has no rows. */
function table(heading: string, rows: readonly string[][]): string {
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(([first = '']) => first.length));
  const lines = rows.map(([first = '', ...others]) => `  ${first.padEnd(width)}  ${others.join('  ')}`);
  return `${[heading, ...lines].join('\n')}\n`;
}
