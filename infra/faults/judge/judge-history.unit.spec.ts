import { expect, test } from 'vitest';
import type { Operation, Read, Write } from '../workload/history.ts';
import { judgeHistory, type Version } from './judge-history.ts';

const write = (title: string, begun: number, more: Partial<Write> = {}): Write => ({
  kind: 'edit',
  client: 'somebody',
  title,
  outcome: 'acknowledged',
  status: 200,
  begun,
  ended: begun + 1,
  ...more,
});
const read = (title: string | undefined, begun: number, more: Partial<Read> = {}): Read => ({
  kind: 'read',
  client: 'somebody',
  article: 1,
  title,
  status: title === undefined ? 404 : 200,
  begun,
  ended: begun + 1,
  shown: '0',
  wanted: '0',
  ...more,
});
/** Returns a log of these titles of article 1, at positions from 1. */
const logOf = (...titles: string[]): Version[] =>
  titles.map((title, index) => ({ article: 1, title, position: `${index + 1}` }));
const a = write('a', 0, { position: '1' });
const b = write('b', 10, { position: '2' });

test.each<[string, Operation[], Version[], string | undefined]>([
  ['all is well', [a, b, read('b', 20, { shown: '2', wanted: '2' })], logOf('a', 'b'), undefined],
  ['lost', [a, b], logOf('a'), '"b", acknowledged, is in the log 0 times'],
  ['doubled', [a, b], logOf('a', 'b', 'b'), '"b", acknowledged, is in the log 2 times'],
  ['elsewhere', [a, { ...b, position: '7' }], logOf('a', 'b'), '"b" is at 2, but the response said 7'],
  ['refused', [write('a', 0, { outcome: 'refused' })], logOf('a'), '"a", refused, is in the log 1 times'],
  ['unknown, there', [write('a', 0, { outcome: 'unknown' })], logOf('a'), undefined],
  ['unknown, not there', [write('a', 0, { outcome: 'unknown' })], [], undefined],
  [
    'unknown, doubled',
    [write('a', 0, { outcome: 'unknown' })],
    logOf('a', 'a'),
    '"a", unknown, is in the log 2 times',
  ],
  ['a stranger', [a], logOf('a', 'x'), '"x" is in the log, but no client wrote it'],
  [
    'reordered',
    [write('a', 10, { position: '1' }), write('b', 0, { position: '2' })],
    logOf('a', 'b'),
    '"a" is before "b" in the log, but began after "b" was acknowledged',
  ],
  ['concurrent', [a, write('b', 0.5, { position: '2' })], logOf('a', 'b'), undefined],
  ['replaced what it named', [a, { ...b, after: 'a' }], logOf('a', 'b'), undefined],
  [
    'replaced something else',
    [a, b, write('c', 20, { position: '3', after: 'a' })],
    logOf('a', 'b', 'c'),
    '"c" should have replaced "a", but replaced "b"',
  ],
  [
    'stale',
    [a, b, read('a', 20, { shown: '2' })],
    logOf('a', 'b'),
    'somebody read "a" of article 1 as of 2, which "b" had replaced',
  ],
  [
    'gone',
    [a, read(undefined, 20, { shown: '1' })],
    logOf('a'),
    'somebody read "undefined" of article 1 as of 1, which "a" had replaced',
  ],
  [
    'invented',
    [a, read('x', 20, { shown: '1' })],
    logOf('a'),
    'somebody read "x" of article 1 as of 1, which is not in the log',
  ],
  [
    'before its time',
    [a, b, read('b', 1, { shown: '1' })],
    logOf('a', 'b'),
    'somebody read "b" of article 1 as of 1 before it was written',
  ],
  [
    'behind at once',
    [a, b, read('a', 20, { shown: '1', wanted: '2' })],
    logOf('a', 'b'),
    'somebody read "a" of article 1 as of 1 without waiting for 2 (1 ms)',
  ],
  [
    'behind, having waited',
    [a, b, read('a', 20, { shown: '1', wanted: '2', ended: 2_100 })],
    logOf('a', 'b'),
    undefined,
  ],
  ['late', [{ ...a, ended: 8_500 }], logOf('a'), 'somebody: edit took 8.5 s'],
  ['late, but sent again', [{ ...a, ended: 8_500, sent: 7_000 }], logOf('a'), undefined],
  ['broken', [write('a', 0, { outcome: 'unknown', status: 500 })], [], 'somebody: edit got status 500'],
])('a history is judged correctly: %s', (_what, history, log, fault) => {
  expect(judgeHistory(history, log, 8_000)).toEqual(fault === undefined ? [] : [fault]);
});
