import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { StoredEvent } from '../src/index.ts';

/**
 * An event as some version of the journal stored it, and the result of opening it today. Later versions may change only
 * the result.
 */
export type FrozenEvent = {
  /** Sealed with keys from the keyring. */
  readonly stored: StoredEvent;
  readonly opened: { readonly data: object; readonly erased: readonly string[] };
};
type FrozenEvents = Record<string, FrozenEvent>;

const folder = new URL('../fixtures/', import.meta.url);
const nameFormat = /^[A-Z][A-Za-z]+\.v[1-9][0-9]*(\.[a-z-]+)?$/;

const read = <Content>(file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Content;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const sorted = <Value>(record: Record<string, Value>) => Object.fromEntries(Object.entries(record).sort());

/** Test keys by subject, 32 bytes in base64. They protect nothing. */
export const keyring = () => read<Record<string, string>>('keyring.json');

/** SHA-256 digests in hex, by name, of the stored forms as they were when frozen. */
export const digests = () => read<Record<string, string>>('frozen.json');

/** Returns the digest of a stored form's JSON, indented by two spaces and ending in a newline. */
export const digestOf = ({ stored }: FrozenEvent) => createHash('sha256').update(json(stored)).digest('hex');

/** All frozen events by name, `<Type>.v<version>[.<case>]`. Each kind of stream has its own file. */
export const frozenEvents = (): FrozenEvents =>
  sorted(
    Object.assign(
      {},
      ...readdirSync(folder)
        .filter((file) => !['frozen.json', 'keyring.json'].includes(file))
        .map((file) => read<FrozenEvents>(file)),
    ),
  );

/**
 * Adds an event to the file of its kind of stream, and its digest to `frozen.json`. Throws if the name is malformed or
 * taken.
 */
export function freeze(stream: string, name: string, event: FrozenEvent): void {
  if (!nameFormat.test(name)) throw new Error(`"${name}" is not a valid name for a frozen event`);
  if (Object.hasOwn(digests(), name)) throw new Error(`${name} is already frozen`);
  const file = `${stream}.json`;
  writeFileSync(new URL(file, folder), json(sorted({ ...read<FrozenEvents>(file), [name]: event })));
  writeFileSync(new URL('frozen.json', folder), json(sorted({ ...digests(), [name]: digestOf(event) })));
}
