import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importPieces } from './import.ts';

it('the import report lists lost parts and defaults applied, and explains repeats except in a dry run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-import-'));
  try {
    await writeFile(join(folder, 'a.md'), '---\ntitle: A\n---\nText ![a bus](bus.jpg)');
    const report = async (isTrial: boolean) => {
      let written = '';
      const output = { write: (text: string) => (written += text) };
      const options = { path: folder, isTrial, byline: 'The editors', section: 'view' };
      const client = { request: async () => ({ data: { id: 3 } }) };
      expect(await importPieces(options, client as never, { environment: {}, output } as never)).toBe(true);
      return written;
    };
    const done = await report(false);
    expect(done).toContain(
      'ok a.md → /article/3; lost: 1 picture; section: view; no author: byline “The editors”\n',
    );
    const last = 'Pieces imported before are counted again, but exist only once.\n';
    expect(done.endsWith(last)).toBe(true);
    expect(await report(true)).not.toContain(last);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a file that cannot be read as a piece is reported as not imported, among files that are none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-import-'));
  try {
    await writeFile(join(folder, 'a.md'), '---\ntitle: [\n---\nText');
    await writeFile(join(folder, 'bus.jpg'), '');
    let report = '';
    const output = { write: (text: string) => (report += text) };
    const options = { path: folder, isTrial: true, byline: 'The editors', section: 'view' };
    const terminal = { environment: {}, output, messages: output };
    expect(await importPieces(options, {} as never, terminal as never)).toBe(false);
    expect(report).toMatch(/^NOT a\.md: its front matter is not YAML/m);
    expect(report).toContain('left out bus.jpg: is not Markdown\n');
    expect(report).toContain('1 cannot be imported, 1 left out.\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('the import report contains no terminal control characters', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-import-'));
  try {
    await writeFile(join(folder, 'a.md'), '---\ntags: ["\\e[2J\\nNo"]\n---\nText');
    let report = '';
    const output = { write: (text: string) => (report += text) };
    const options = { path: folder, isTrial: true, byline: 'The editors' };
    const terminal = { environment: {}, output, messages: output };
    expect(await importPieces(options, {} as never, terminal as never)).toBe(false);
    expect(report).toContain('NOT a.md: it has no section of this journal ( [2J No)');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('of two pieces with one id, the second is reported as not imported, and not as imported before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-import-'));
  try {
    for (const name of ['a', 'b'])
      await writeFile(join(folder, `${name}.md`), `---\nid: copied\ntitle: ${name}\n---\nText`);
    let report = '';
    const output = { write: (text: string) => (report += text) };
    const options = { path: folder, isTrial: true, byline: 'The editors', section: 'view' };
    const terminal = { environment: {}, output, messages: output };
    expect(await importPieces(options, {} as never, terminal as never)).toBe(false);
    expect(report).toMatch(/^NOT ([ab])\.md: it has the same id as (?!\1)[ab]\.md$/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});
