import type { ApiClient } from '@journal/contracts';
import { ApiError } from '@journal/contracts';
import { fileOf, type Terminal } from '../terminal.ts';
import { type ForeignPiece, type ImportChoices, importKey, requestFor } from './piece.ts';
import { readSource } from './sources.ts';

export type ImportOptions = ImportChoices & {
  readonly path: string;
  /** Dry run: reports what would be done, and does nothing. */
  readonly isTrial: boolean;
};

/**
 * Imports the pieces in a file or folder, oldest first, and writes a report to the output: what was imported, what was
 * there already, what of it was left out and why. Resolves with whether all pieces are there. Repeating it imports each
 * piece only once; what was edited or deleted here since stays so.
 */
export async function importPieces(
  { path, isTrial, ...choices }: ImportOptions,
  client: ApiClient,
  { environment, output }: Terminal,
): Promise<boolean> {
  const { pieces, unreadable = [], leftOut } = await readSource(fileOf(environment, path));
  // Control characters in imported text must not reach the terminal.
  const say = (line: string) => output.write(`${line.replaceAll(/\p{Cc}/gu, ' ')}\n`);
  const counts = { published: 0, drafts: 0, changed: 0, refused: unreadable.length };
  const names = new Map<string, string>();
  for (const piece of pieces.toSorted(byDate)) {
    const other = names.get(piece.key);
    const request = other === undefined ? requestFor(piece, choices) : `it has the same id as ${other}`;
    if (typeof request === 'string') {
      counts.refused++;
      say(`NOT ${piece.name}: ${request}`);
      continue;
    }
    names.set(piece.key, piece.name);
    const { body, notes } = request;
    const outcome = isTrial ? undefined : await send(client, body, importKey(piece));
    if (outcome === 'changed') {
      counts.changed++;
      say(`as before ${piece.name}: it was imported before, and has changed since`);
      continue;
    }
    if (typeof outcome === 'string') {
      counts.refused++;
      say(`NOT ${piece.name}: ${outcome}`);
      continue;
    }
    counts[body.isDraft ? 'drafts' : 'published']++;
    const place = outcome ? ` → /article/${outcome.id}` : '';
    say([`${body.isDraft ? 'draft' : 'ok'} ${piece.name}${place}`, ...notes].join('; '));
  }
  for (const line of unreadable) say(`NOT ${line}`);
  for (const line of leftOut) say(`left out ${line}`);
  const { published, drafts, changed, refused } = counts;
  const would = isTrial ? 'would be ' : '';
  say(
    `${published} ${would}published, ${drafts} ${would}drafts (deleted, for an editor to restore), ${changed} unchanged, ${refused} cannot be imported, ${leftOut.length} left out.`,
  );
  // A repeated request gets the first response again, so repeats can't be told apart.
  if (!isTrial && published + drafts > 0)
    say('Pieces imported before are counted again, but exist only once.');
  return refused === 0;
}

async function send(client: ApiClient, body: object, idempotencyKey: string) {
  try {
    const options = { body: body as never, idempotencyKey, repeatable: true };
    return (await client.request('POST /api/operations/articles/import', options)).data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'idempotency-key-reused') return 'changed';
    if (error.status !== 400) throw error;
    return error.problem?.errors?.map(({ message }) => message).join(', ') ?? error.message;
  }
}

/** Pieces without a date, which are published now, come last. */
const byDate = (one: ForeignPiece, other: ForeignPiece) =>
  (one.publishedAt ?? '9').localeCompare(other.publishedAt ?? '9');
