import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotRestorable } from './not-restorable.ts';
import { type FileSeal, isSealed } from './records.ts';

/** A reactor's checkpoint, as a number of events: the restored log may have other positions. */
export type ReactorMark = {
  readonly schema: string;
  readonly name: string;
  readonly version: number;
  readonly events: number;
};

export type BackupFile = 'events' | 'vault' | 'forgotten' | FileOutsideLog;
/** Files with data that is in no event. Backups of older versions lack them. */
export const filesOutsideLog = ['drafts', 'deliveries'] as const;
type FileOutsideLog = (typeof filesOutsideLog)[number];

/** The manifest of a backup, or of a list of the forgotten. It is written last: without it there is no backup. */
type Sealed<Files extends BackupFile> = {
  readonly format: 1;
  readonly takenAt: string;
  readonly files: Readonly<Record<Files, FileSeal>>;
};

export type Manifest = Sealed<Exclude<BackupFile, FileOutsideLog>> & {
  readonly files: Readonly<Partial<Record<FileOutsideLog, FileSeal>>>;
  /** Position of the last event. */
  readonly head: string | undefined;
  /** Head of the ledger, for `audit verify --since`; valid where positions are unchanged. */
  readonly ledger: string | undefined;
  readonly reactors: readonly ReactorMark[];
};

export const fileOf = (folder: string, name: BackupFile) => join(folder, `${name}.ndjson`);
const manifestOf = (folder: string) => join(folder, 'manifest.json');

export async function writeManifest(folder: string, manifest: Manifest | Sealed<'forgotten'>): Promise<void> {
  await writeFile(manifestOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
}

/** Resolves with the manifest of a backup whose files are intact. Rejects with `NotRestorable`. */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await readFile(manifestOf(folder), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    (cause: NodeJS.ErrnoException) => {
      throw cause.code === 'ENOENT'
        ? new NotRestorable(`There is no complete backup in ${folder}: manifest.json is missing.`, { cause })
        : unreadable(manifestOf(folder), cause);
    },
  );
  await checkFiles(folder, manifest, ['vault', 'events', 'forgotten']);
  const beside = filesOutsideLog.filter((name) => manifest.files[name]);
  await checkFiles(folder, manifest as Sealed<BackupFile>, beside);
  return manifest;
}

/**
 * Resolves with the time of the list of the forgotten in a folder, alone or in a backup; undefined if it is of an older
 * version, whose lists have neither a time nor a checksum. Rejects with `NotRestorable` if there is no list, or it
 * isn't intact.
 */
export async function checkForgotten(folder: string): Promise<string | undefined> {
  const list = fileOf(folder, 'forgotten');
  await stat(list).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT'
      ? new NotRestorable(`${list} does not exist.`, { cause })
      : unreadable(list, cause);
  });
  const text = await readFile(manifestOf(folder), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw unreadable(manifestOf(folder), cause);
  });
  if (text === undefined) return undefined;
  const manifest = JSON.parse(text) as Sealed<'forgotten'>;
  await checkFiles(folder, manifest, ['forgotten']);
  return manifest.takenAt;
}

async function checkFiles<Files extends BackupFile>(
  folder: string,
  { format, files }: Sealed<Files>,
  names: readonly Files[],
): Promise<void> {
  if (format !== 1)
    throw new NotRestorable(`The backup in ${folder} was taken by a newer version of the journal.`);
  for (const name of names) {
    const path = fileOf(folder, name);
    if (!files[name]) throw new NotRestorable(`The backup in ${folder} has no ${name}.ndjson.`);
    const isIntact = await isSealed(path, files[name]).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return false;
      throw unreadable(path, cause);
    });
    if (!isIntact)
      throw new NotRestorable(`${path} was changed after the backup was taken. Nothing was restored.`);
  }
}

/** The file may be intact: it belongs to another account, for example, since it was copied here. */
const unreadable = (path: string, cause: NodeJS.ErrnoException) =>
  new NotRestorable(`${path} cannot be read (${cause.code}). Nothing was restored.`, { cause });
