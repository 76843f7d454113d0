import type { JournalStatus, ProjectionStatus, SearchStatus, ServiceStatus } from './read-status.ts';

/** The state of a journal for a person to read. */
export function showStatus(status: JournalStatus): string {
  const { services, projections, search, jobs, events, withoutFigures } = status;
  const parts = [
    table('Services', services.map(serviceRow)),
    ...(projections.length > 0 ? [table('Projections', projections.map(projectionRow))] : []),
    ...(search ? [table('Search', searchRows(search))] : []),
    ...(jobs
      ? [
          table(
            'Jobs',
            Object.entries(jobs).map(([state, count]) => [words[state] ?? state, `${count}`]),
          ),
        ]
      : []),
    ...(events === undefined ? [] : [table('Log', [['events', `${events}`]])]),
    ...(withoutFigures.length > 0
      ? [`No figures are told at ${withoutFigures.join(', ')}: name each service with --services.\n`]
      : []),
  ];
  return parts.join('\n');
}

const words: Readonly<Record<string, string>> = { failed: 'failed for good', active: 'under way' };

function serviceRow({ name, isReady, missing }: ServiceStatus): string[] {
  return [name, isReady ? 'ready' : `not ready (${missing.join(', ') || 'it does not say why'})`];
}

function projectionRow({ name, isStopped, ...figures }: ProjectionStatus): string[] {
  const { position, eventsBehind, secondsBehind } = figures;
  const lag = [
    ...(eventsBehind === undefined ? [] : [`${eventsBehind} events`]),
    ...(secondsBehind === undefined ? [] : [`${secondsBehind.toFixed(1)} s`]),
  ];
  return [
    name,
    isStopped ? 'STOPPED' : lag.length > 0 ? `${lag.join(', ')} behind` : 'nobody leads it',
    ...(position === undefined ? [] : [`at ${position}`]),
  ];
}

function searchRows({ isReady, secondsBehind, answered, failed }: SearchStatus): string[][] {
  return [
    ['index', isReady ? `${secondsBehind.toFixed(1)} s behind the articles` : 'NOT THERE YET'],
    ['answered', `${answered}`],
    ['failed', `${failed}`],
  ];
}

function table(heading: string, rows: readonly string[][]): string {
  const width = Math.max(...rows.map(([first = '']) => first.length));
  const lines = rows.map(([first = '', ...others]) => `  ${first.padEnd(width)}  ${others.join('  ')}`);
  return `${[heading, ...lines].join('\n')}\n`;
}
