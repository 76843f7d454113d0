import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importPieces } from './import.ts';

it('the report shows no control characters, which a terminal would obey', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-import-'));
  try {
    await writeFile(join(folder, 'a.md'), '---\ntags: ["\\e[2J\\nNo"]\n---\nText');
    let report = '';
    const output = { write: (text: string) => (report += text) };
    const options = { path: folder, isTrial: true, byline: 'The editors' };
    const terminal = { environment: {}, output, messages: output };
    expect(await importPieces(options, {} as never, terminal as never)).toBe(false);
    expect(report).toContain('NOT a.md: it names no section of this journal ( [2J No)');
  } finally {
    await rm(folder, { recursive: true });
  }
});
