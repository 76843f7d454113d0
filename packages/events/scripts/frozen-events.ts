import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { StoredEvent } from '../src/index.ts';

/** An event as some version of the journal stored it, and what it opens to today: a later version changes that alone. */
export type FrozenEvent = {
  /** Sealed with the keyring's keys. */
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

/** SHA-256 in hex of each stored form by its name, taken when it was frozen. */
export const digests = () => read<Record<string, string>>('frozen.json');

/** Returns the digest of a stored form: of its JSON with an indent of two and a line break at the end. */
export const digestOf = ({ stored }: FrozenEvent) => createHash('sha256').update(json(stored)).digest('hex');

/** Every frozen event by its name, `<Type>.v<version>[.<case>]`; one file for each stream. */
export const frozenEvents = (): FrozenEvents =>
  sorted(
    Object.assign(
      {},
      ...readdirSync(folder)
        .filter((file) => !['frozen.json', 'keyring.json'].includes(file))
        .map((file) => read<FrozenEvents>(file)),
    ),
  );

/** Adds an event to a stream's file and its digest to `frozen.json`. Throws where one has that name. */
export function freeze(stream: string, name: string, event: FrozenEvent): void {
  if (!nameFormat.test(name)) throw new Error(`"${name}" can't name a frozen event`);
  if (Object.hasOwn(digests(), name)) throw new Error(`${name} is frozen already`);
  const file = `${stream}.json`;
  writeFileSync(new URL(file, folder), json(sorted({ ...read<FrozenEvents>(file), [name]: event })));
  writeFileSync(new URL('frozen.json', folder), json(sorted({ ...digests(), [name]: digestOf(event) })));
}
