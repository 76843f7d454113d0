import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { compose, type Mailer, type Message, type Sender } from './mailer.ts';

export type OutboxOptions = {
  readonly folder: string;
  readonly from: Sender;
  readonly now?: () => Date;
};

/**
 * Stores messages as `.eml` files that only their owner can read, each written atomically. The name of a file has its
 * time, kind and subject: `20260102T030405678Z.temporary-password.<subject id>.<random>.eml`.
 */
export function createOutbox({ folder, from, now = () => new Date() }: OutboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });

  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(compose(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const path = join(folder, nameOf(message, now()));
      const file = await open(`${path}.part`, 'wx', 0o600);
      try {
        await file.writeFile(bytes as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    async forget(subjectId) {
      for (const name of await namesIn(folder))
        if (name.split('.')[2] === subjectId) await rm(join(folder, name), { force: true });
    },
  };
}

function nameOf({ kind, subjectId }: Message, at: Date): string {
  if (!/^[A-Za-z0-9_-]+$/.test(subjectId) || !/^[a-z-]+$/.test(kind))
    throw new Error(`A message of the kind "${kind}" can't be named`);
  const time = at.toISOString().replace(/[-:.]/g, '');
  return `${time}.${kind}.${subjectId}.${randomBytes(4).toString('hex')}.eml`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
