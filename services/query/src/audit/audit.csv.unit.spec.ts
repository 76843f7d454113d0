import type { AuditEntry } from '@journal/contracts';
import { expect, it } from 'vitest';
import { csvHead, csvLine, toCsv } from './audit.csv.ts';

it.each([
  [null, ''],
  [0, '0'],
  [-1, '-1'],
  ['', ''],
  ['plain', 'plain'],
  ['naïve 🍎', 'naïve 🍎'],
  ['one, two', '"one, two"'],
  ['a "quoted" word', '"a ""quoted"" word"'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['  =1+1', "'  =1+1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['one;=1+1;', "one;'=1+1;"],
  ['one\n=1+1', '"one\n\'=1+1"'],
  ['one\t @SUM(A1)', "one\t' @SUM(A1)"],
  ['\ttext', "'\ttext"],
  ['one; two - three', 'one; two - three'],
  [' text', ' text'],
  ['1=1', '1=1'],
  ['"=1"', '"""=1"""'],
])('%j becomes the cell %j', (value, cell) => {
  expect(toCsv([[value, 1]])).toBe(`${cell},1\r\n`);
});

it('a line has no version for accounts and comments, and stays below 32,767 characters', () => {
  const entry: AuditEntry = {
    position: '0043',
    at: '2026-01-01T00:00:00.000Z',
    kind: 'UserSignedIn',
    actor: { id: 'editor', role: 'admin', name: null },
    requestId: 'request-1',
    entity: { type: 'user', id: 'editor' },
    title: null,
    revision: 3,
    changed: [],
    restoredRevision: null,
    opposite: null,
  };
  expect(csvLine(entry)).toBe(
    '2026-01-01T00:00:00.000Z,UserSignedIn,,editor,admin,user,editor,,,,,,,,,request-1,0043\r\n',
  );
  const comment = { kind: 'PassageCommented', entity: { type: 'submission', id: 'pitch' } } as const;
  expect(csvLine({ ...entry, ...comment })).toBe(
    '2026-01-01T00:00:00.000Z,PassageCommented,,editor,admin,submission,pitch,,,,,,,,,request-1,0043\r\n',
  );
  const long = csvLine(entry, [{ field: 'content', before: null, after: 'x'.repeat(60_000) }]);
  expect(long.length).toBeLessThan(32_767);
});

it('the heading starts with a byte order mark, and an entry has a cell for each of its columns', () => {
  expect(csvHead).toMatch(/^\ufeffTime,Event,.*\r\n$/);
  const entry: AuditEntry = {
    position: '0042',
    at: '2026-01-01T00:00:00.000Z',
    kind: 'ArticleEdited',
    actor: { id: 'editor', role: 'admin', name: '=Editor' },
    requestId: 'request-1',
    entity: { type: 'article', id: '7' },
    title: 'One, two',
    revision: 3,
    changed: ['title', 'content'],
    restoredRevision: 1,
    opposite: { id: 9, title: null },
  };
  const stayed = 'word '.repeat(100);
  const line = csvLine(entry, [
    { field: 'title', before: null, after: 'One' },
    { field: 'content', before: `${stayed}dark`, after: `${stayed}light` },
  ]);
  const kept = `${'word '.repeat(16)} … ${'word '.repeat(16)}`;
  expect(line).toBe(
    `2026-01-01T00:00:00.000Z,ArticleEdited,'=Editor,editor,admin,article,7,"One, two",4,title content,` +
      `"Title: \nContent: ${kept}dark","Title: One\nContent: ${kept}light",2,a deleted article,9,request-1,0042\r\n`,
  );
  expect(line.split(/,(?! )/)).toHaveLength(csvHead.split(',').length);
});
