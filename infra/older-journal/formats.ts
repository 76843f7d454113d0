import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export interface RecordedAnswer {
  /** A `command` has taken effect before: repeating it changes nothing. */
  kind: 'reader' | 'search' | 'newsroom' | 'export' | 'command';
  /** Of a command, preceded by its method. */
  path: string;
  /** Request body of a command. */
  sent?: object | undefined;
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type RecordedRequest = Pick<RecordedAnswer, 'kind' | 'path' | 'sent'>;

export const queries = (kind: RecordedAnswer['kind'], ...paths: string[]): RecordedRequest[] =>
  paths.map((path) => ({ kind, path }));

export const command = (path: string, sent?: object): RecordedRequest => ({ kind: 'command', path, sent });

/** Answers of a version about the journal that it wrote. */
export interface Recorded {
  masterKey: string;
  /** Environment variables that the answers depend on. Default: none. */
  settings?: Record<string, string>;
  /** Position of the dump's last event. */
  head: number;
  /** Number of events in the log that the journal did not write. Default: 0. */
  foreign?: number;
  ids: { a1: number; a2: number; p: string[]; next?: number };
  /** Unsent text of sample-dora@journal.example, if there is any. */
  draft?: { path: string; values: Record<string, string> };
  answers: RecordedAnswer[];
}

export const formatFile = (format: string, name: 'sql' | 'answers.json'): string =>
  fileURLToPath(new URL(`fixtures/${format}.${name}.gz`, import.meta.url));

/** Released formats, oldest first. */
export const formats = readdirSync(new URL('fixtures', import.meta.url))
  .flatMap((file) => /^(.+)\.sql\.gz$/.exec(file)?.[1] ?? [])
  .sort();

const read = async (format: string, name: 'sql' | 'answers.json') =>
  gunzipSync(await readFile(formatFile(format, name))).toString();

/** Resolves with the SQL statements that create and fill a format's tables. */
export const readDump = (format: string): Promise<string> => read(format, 'sql');

export const readRecorded = async (format: string): Promise<Recorded> =>
  JSON.parse(await read(format, 'answers.json')) as Recorded;

/** Sends a recorded request to the journal at `url` and resolves with the answer that it gives today. */
export async function repeatRequest(
  url: string,
  serviceToken: string,
  { kind, path, sent, headers: wanted }: RecordedRequest & Pick<RecordedAnswer, 'headers'>,
): Promise<RecordedAnswer> {
  const [method = '', target = ''] = kind === 'command' ? path.split(' ') : ['GET', path];
  const isOpen = kind === 'reader' || kind === 'search';
  const answer = await fetch(url + target, {
    method,
    headers: {
      ...(isOpen ? {} : { authorization: `Bearer ${serviceToken}` }),
      ...(sent && { 'content-type': 'application/json' }),
    },
    ...(sent && { body: JSON.stringify(sent) }),
  });
  // Not text(), which would drop the byte order mark of a CSV file.
  const body = Buffer.from(await answer.arrayBuffer()).toString();
  const told = Object.keys(wanted).map((name) => [name, `${answer.headers.get(name)}`]);
  return { kind, path, sent, status: answer.status, headers: Object.fromEntries(told), body };
}
