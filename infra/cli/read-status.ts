import { Refused } from './terminal.ts';

export interface ServiceStatus {
  name: string;
  isReady: boolean;
  /** What it lacks, with the reason; none where it is ready. */
  missing: string[];
}

export interface ProjectionStatus {
  name: string;
  isStopped: boolean;
  /** How many events it has applied, where the log counts them. */
  position?: number;
  eventsBehind?: number;
  secondsBehind?: number;
}

export interface SearchStatus {
  /** Whether every query service that tells of it has an index to answer from. */
  isReady: boolean;
  /** How long the index has lacked what the articles have. */
  secondsBehind: number;
  /** Searches since the query services started. */
  answered: number;
  failed: number;
}

export interface JournalStatus {
  /** Whether every service is ready. */
  isWell: boolean;
  services: ServiceStatus[];
  projections: ProjectionStatus[];
  /** Where a query service tells of it. */
  search?: SearchStatus;
  /** How many jobs are in which state, where anybody knows. */
  jobs?: Readonly<Record<string, number>>;
  /** How many events the log holds, where it counts them. */
  events?: number;
  /** Addresses that answer and tell no figures. */
  withoutFigures: string[];
}

interface Report {
  ready?: boolean;
  dependencies?: Readonly<Record<string, string>>;
  /** Of the embedded start, and of the split one. */
  services?: Readonly<Record<string, unknown>>;
  processes?: Readonly<Record<string, unknown>>;
}

const timeout = 10_000;

/** Asks each address how it is. Rejects with `Refused` where none of them answers. */
export async function readStatus(origins: readonly string[]): Promise<JournalStatus> {
  const answers = await Promise.all(origins.map(askOne));
  if (answers.every(({ report }) => report === undefined))
    throw new Refused(notThere(origins.join(', '), undefined, timeout));
  const services = answers.flatMap(({ origin, report }) => servicesOf(origin, report));
  const samples = answers.flatMap(({ figures }) => figures ?? []);
  const search = searchOf(samples);
  const jobs = samples.filter(({ name }) => name === 'journal_queue_jobs');
  const events = samples.find(({ name }) => name === 'journal_log_events')?.value;
  return {
    isWell: services.every(({ isReady }) => isReady),
    services,
    projections: projectionsOf(samples),
    ...(search ? { search } : {}),
    ...(jobs.length > 0
      ? { jobs: Object.fromEntries(jobs.map(({ labels, value }) => [labels['state'] ?? '', value])) }
      : {}),
    ...(events === undefined ? {} : { events }),
    withoutFigures: answers.filter(({ report, figures }) => report && !figures).map(({ origin }) => origin),
  };
}

/** Returns the words for an address from which nothing came within `timeout` milliseconds. */
export function notThere(origin: string, cause: unknown, timeout: number): string {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  return isLate
    ? `The journal at ${origin} did not answer within ${timeout / 1_000} s.`
    : `No journal is running at ${origin}. Start it, or name its address with --url.`;
}

async function askOne(origin: string): Promise<{ origin: string; report?: Report; figures?: Sample[] }> {
  const [health, metrics] = await Promise.all([read(`${origin}/health/ready`), read(`${origin}/metrics`)]);
  const report = health && parse(health.text);
  return {
    origin,
    ...(report ? { report } : {}),
    ...(metrics?.ok ? { figures: readFigures(metrics.text) } : {}),
  };
}

async function read(url: string): Promise<{ ok: boolean; text: string } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    return { ok: answer.ok, text: await answer.text() };
  } catch {
    return undefined;
  }
}

function parse(text: string): Report | undefined {
  try {
    const report = JSON.parse(text) as Report;
    return typeof report.ready === 'boolean' ? report : undefined;
  } catch {
    return undefined;
  }
}

function servicesOf(origin: string, report: Report | undefined): ServiceStatus[] {
  if (!report) return [{ name: origin, isReady: false, missing: ['no answer about its health'] }];
  const several = report.services ?? report.processes;
  if (!several) return [serviceOf(origin, report)];
  return Object.entries(several).map(([name, each]) => serviceOf(name, each as Report | string | null));
}

function serviceOf(name: string, report: Report | string | null): ServiceStatus {
  if (report === null || typeof report === 'string')
    return { name, isReady: false, missing: [report ?? 'no answer'] };
  const lacking = Object.entries(report.dependencies ?? {}).filter(([, outcome]) => outcome !== 'ok');
  return { name, isReady: report.ready === true, missing: lacking.map((pair) => pair.join(': ')) };
}

function projectionsOf(samples: readonly Sample[]): ProjectionStatus[] {
  const of = (figure: string, projection: string) =>
    samples
      .filter(
        ({ name, labels }) => name === `journal_projection_${figure}` && labels['projection'] === projection,
      )
      .map(({ value }) => value);
  const names = new Set(
    samples.flatMap(({ labels }) => (labels['projection'] === undefined ? [] : [labels['projection']])),
  );
  return [...names].sort().map((name) => {
    const [position] = of('position', name);
    const [eventsBehind] = of('lag_events', name);
    const [secondsBehind] = of('lag_seconds', name);
    return {
      name,
      isStopped: of('stopped', name).includes(1),
      ...(position === undefined ? {} : { position }),
      ...(eventsBehind === undefined ? {} : { eventsBehind }),
      ...(secondsBehind === undefined ? {} : { secondsBehind }),
    };
  });
}

function searchOf(samples: readonly Sample[]): SearchStatus | undefined {
  const of = (figure: string) => samples.filter(({ name }) => name === `journal_${figure}`);
  const ready = of('search_index_ready');
  if (ready.length === 0) return undefined;
  const counted = (isFailure: boolean) =>
    of('searches_total')
      .filter(({ labels }) => (labels['outcome'] === 'failed') === isFailure)
      .reduce((sum, { value }) => sum + value, 0);
  return {
    isReady: ready.every(({ value }) => value === 1),
    secondsBehind: Math.max(0, ...of('search_index_lag_seconds').map(({ value }) => value)),
    answered: counted(false),
    failed: counted(true),
  };
}

interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** The samples of a text in Prometheus' format. */
function readFigures(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    if (!name) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
      key,
      text,
    ]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}
