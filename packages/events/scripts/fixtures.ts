import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { StoredEvent } from '../src/index.ts';

/** What a stored event opens to today; a new version of its type changes this, never the stored form. */
export type OpenedFixture = { readonly data: object; readonly erased: readonly string[] };

const folder = new URL('../fixtures/', import.meta.url);
const openedFolder = new URL('opened/', folder);
const keyringFile = new URL('keyring.json', folder);
const frozenFile = new URL('frozen.json', folder);
const shape = /^[A-Z][A-Za-z]+\.v[1-9][0-9]*(\.[a-z-]+)?\.json$/;

const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8')) as unknown;

/** Test keys by subject, 32 bytes in base64; protect nothing. */
export const keyring = () => read(keyringFile) as Record<string, string>;

/** SHA-256 in hex of each fixture file by its name, as it was when it was made. */
export const frozenHashes = () => read(frozenFile) as Record<string, string>;

/** Names of the stored forms, `<Type>.v<version>[.<case>].json`, sorted. */
export const fixtureNames = () =>
  readdirSync(folder)
    .filter((name) => shape.test(name))
    .sort();

/** An event as some version of ours stored it, sealed with the keyring's keys. */
export const readStored = (name: string) => read(new URL(name, folder)) as StoredEvent;

export const readOpened = (name: string) => read(new URL(name, openedFolder)) as OpenedFixture;

export const hashOfFixture = (name: string) =>
  createHash('sha256')
    .update(readFileSync(new URL(name, folder)))
    .digest('hex');

/** Writes a new fixture and freezes its stored form; throws where there is one of that name. */
export function writeFixture(name: string, stored: StoredEvent, opened: OpenedFixture): void {
  if (!shape.test(name)) throw new Error(`${name} is no fixture's name`);
  writeFileSync(new URL(name, folder), json(stored), { flag: 'wx' });
  writeFileSync(new URL(name, openedFolder), json(opened), { flag: 'wx' });
  const frozen = { ...frozenHashes(), [name]: hashOfFixture(name) };
  writeFileSync(frozenFile, json(Object.fromEntries(Object.entries(frozen).sort())));
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
