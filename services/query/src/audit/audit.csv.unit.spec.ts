import type { AuditEntry } from '@journal/contracts';
import { expect, it } from 'vitest';
import { csvHead, csvLines, toCsv } from './audit.csv.ts';

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
])('%j is the cell %j', (value, cell) => {
  expect(toCsv([[value, 1]])).toBe(`${cell},1\r\n`);
});

it('has a line for each entry, under a heading that says it is UTF-8', () => {
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
  };
  const line = csvLines([entry]);
  expect(line).toBe(
    `2026-01-01T00:00:00.000Z,ArticleEdited,'=Editor,editor,admin,article,7,"One, two",3,title content,1,request-1,0042\r\n`,
  );
  expect(line.split(/,(?! )/)).toHaveLength(csvHead.split(',').length);
});
