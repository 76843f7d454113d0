import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from './listen-on.ts';
import { preflight } from './preflight.ts';

let folder: string;
let taken: Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-preflight-'));
});
afterEach(async () => {
  taken?.close();
  await rm(folder, { recursive: true, force: true });
});

async function takenPort(): Promise<number> {
  const port = await freePort();
  taken = createServer();
  await new Promise<void>((resolve) => taken?.listen(port, '127.0.0.1', resolve));
  return port;
}

/** The faults without the sentence above them. */
async function faults(env: Record<string, string>): Promise<string[]> {
  const outcome = await preflight({ PORT: '0', ...env }).catch((failure: Error) => failure);
  if (!(outcome instanceof Error)) {
    await outcome.folder.release();
    return [];
  }
  expect(outcome.name).toBe('ConfigError');
  return outcome.message
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}

test('faults of every kind are told together', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const [port, silent] = [await takenPort(), await freePort()];
  expect(
    await faults({
      DEMO_CONTENT: 'perhaps',
      QUEUE_URL: 'amqp://localhost',
      DATA_DIR: file,
      PORT: `${port}`,
      SMTP_URL: `smtp://127.0.0.1:${silent}`,
    }),
  ).toEqual([
    'DEMO_CONTENT: must be on or off',
    'QUEUE_URL: must be a URL that begins with redis:// or rediss://',
    `DATA_DIR: ${file} can't be used: it, or something on the way to it, is a file and no folder`,
    `PORT: ${port} is in use by another program; end that one, or set PORT to another`,
    'SMTP_URL: nothing answers there (connection refused)',
  ]);
});

test('a start that fails leaves the folder to the next one', async () => {
  const data = join(folder, 'data');
  expect(await faults({ DATA_DIR: data, PORT: `${await takenPort()}` })).toHaveLength(1);
  expect(await readdir(data)).toEqual([]);
  expect(await faults({ DATA_DIR: data })).toEqual([]);
});

test('blanks around the folder are not part of its name, and a blank one is unset', async () => {
  const cleared = await preflight({ PORT: '0', DATA_DIR: ` ${folder}/of/its own ` });
  expect(cleared.folder.path).toBe(`${folder}/of/its own`);
  await cleared.folder.release();
});

test('the port of another start in the same folder is no fault of its own', async () => {
  const { folder: first } = await preflight({ PORT: '0', DATA_DIR: folder });
  const found = await faults({ DATA_DIR: folder, PORT: `${await takenPort()}` });
  await first.release();
  expect(found).toEqual([
    `DATA_DIR: ${folder} is in use by another start of the journal (process ${process.pid})`,
  ]);
});

test('an address that this machine does not have is named', async () => {
  expect((await faults({ DATA_DIR: folder, HOST: '192.0.2.1' }))[0]).toMatch(
    /^HOST: 192.0.2.1 is no address/,
  );
});

describe('a folder that can not be used', () => {
  test.each([
    ['/dev/null', 'is a file and no folder'],
    ['/dev/null/below', 'is a file and no folder'],
    [`/tmp/${'x'.repeat(300)}`, 'its name is too long'],
  ])('%s', async (DATA_DIR, reason) => {
    expect((await faults({ DATA_DIR }))[0]).toMatch(
      new RegExp(`^DATA_DIR: ${DATA_DIR} can't be used: .*${reason}$`),
    );
  });

  test.each(['/proc/x', '/proc/x/y', '/proc', '/sys/x'])('%s', async (DATA_DIR) => {
    expect((await faults({ DATA_DIR }))[0]).toMatch(new RegExp(`^DATA_DIR: ${DATA_DIR} can't be used: `));
  });

  test('a link that leads nowhere', async () => {
    await mkdir(join(folder, 'links'));
    const link = join(folder, 'links', 'nowhere');
    await symlink(join(folder, 'missing'), link);
    expect((await faults({ DATA_DIR: link }))[0]).toMatch(
      /^DATA_DIR: .*nothing can be kept there \(ENOENT\)$/,
    );
  });
});
