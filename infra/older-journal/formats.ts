import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export interface RecordedAnswer {
  /** A command is one that is over: it changes nothing any more. */
  kind: 'reader' | 'search' | 'newsroom' | 'export' | 'command';
  /** Of a command with its method. */
  path: string;
  /** The body of a command. */
  sent?: object | undefined;
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type RecordedRequest = Pick<RecordedAnswer, 'kind' | 'path' | 'sent'>;

export const queries = (kind: RecordedAnswer['kind'], ...paths: string[]): RecordedRequest[] =>
  paths.map((path) => ({ kind, path }));

export const command = (path: string, sent?: object): RecordedRequest => ({ kind: 'command', path, sent });

/** What a version answered about the journal that it wrote. */
export interface Recorded {
  masterKey: string;
  /** The environment variables that its answers depend on; none where it is left out. */
  settings?: Record<string, string>;
  /** The position of the last event of the dump. */
  head: number;
  /** How many events of the log are not the journal's; none where it is left out. */
  foreign?: number;
  ids: { a1: number; a2: number; p: string[]; next?: number };
  /** What sample-dora@journal.example had typed and not sent; none where it is left out. */
  draft?: { path: string; values: Record<string, string> };
  answers: RecordedAnswer[];
}

export const formatFile = (format: string, name: 'sql' | 'answers.json'): string =>
  fileURLToPath(new URL(`fixtures/${format}.${name}.gz`, import.meta.url));

/** The released formats, oldest first. */
export const formats = readdirSync(new URL('fixtures', import.meta.url))
  .flatMap((file) => /^(.+)\.sql\.gz$/.exec(file)?.[1] ?? [])
  .sort();

const read = async (format: string, name: 'sql' | 'answers.json') =>
  gunzipSync(await readFile(formatFile(format, name))).toString();

/** Resolves with the statements that make a format's tables. */
export const readDump = (format: string): Promise<string> => read(format, 'sql');

export const readRecorded = async (format: string): Promise<Recorded> =>
  JSON.parse(await read(format, 'answers.json')) as Recorded;

/** Resolves with what the journal at `url` answers today where `recorded` was answered. */
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
  // Not as text(), which would leave out the byte order mark of a table.
  const body = Buffer.from(await answer.arrayBuffer()).toString();
  const told = Object.keys(wanted).map((name) => [name, `${answer.headers.get(name)}`]);
  return { kind, path, sent, status: answer.status, headers: Object.fromEntries(told), body };
}
