import { open, rename } from 'node:fs/promises';

/** Keeps how far something has come that must not be done twice: on the disk when it resolves, whole or not there. */
export async function keepProgress(file: string, progress: string): Promise<void> {
  const draft = await open(`${file}.new`, 'w', 0o600);
  try {
    await draft.writeFile(progress);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.new`, file);
}
