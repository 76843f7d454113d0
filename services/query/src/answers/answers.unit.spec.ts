import { describe, expect, it } from 'vitest';
import type { ReadSide } from '../read-side/read-side.ts';
import { type Answer, answerOf, namesTag } from './answer.ts';
import { createAnswers } from './answers.ts';

function setUp({ maxBytes = 1_000_000 } = {}) {
  let tell: (stale: readonly string[]) => void = () => {};
  const readSide = {
    position: '01',
    trusted: true,
    onStale: (listener: typeof tell) => (tell = listener),
  };
  const answers = createAnswers(readSide as unknown as ReadSide, maxBytes);
  const asked: PromiseWithResolvers<Answer>[] = [];
  const question = (key = 'stats', topics = ['stats']) => ({
    key,
    topics,
    ask() {
      const asking = Promise.withResolvers<Answer>();
      asked.push(asking);
      return asking.promise;
    },
  });
  const settle = (index: number, text: string) => asked[index]?.resolve(answerOf(text));
  const bodyOf = (given: { answer: Answer } | undefined) => given?.answer.body.toString();
  return {
    answers,
    asked,
    question,
    settle,
    bodyOf,
    readSide,
    change: (stale: readonly string[]) => tell(stale),
  };
}

describe('an asking that a change overtakes', () => {
  it('answers who asked before, is not kept, and is not joined by who asks later', async () => {
    const { answers, question, settle, bodyOf, change, asked } = setUp();
    const before = answers.give(question());
    change(['stats']);
    const after = answers.give(question());
    expect(asked).toHaveLength(2);
    settle(0, 'old');
    expect(bodyOf(await before)).toBe('old');
    expect(answers.kept('stats')).toBeUndefined();
    settle(1, 'new');
    expect(bodyOf(await after)).toBe('new');
    expect(bodyOf(answers.kept('stats'))).toBe('new');
  });

  it('does not put back the old one when it is answered last', async () => {
    const { answers, question, settle, bodyOf, change } = setUp();
    const before = answers.give(question());
    change(['*']);
    const after = answers.give(question());
    settle(1, 'new');
    await after;
    settle(0, 'old');
    await before;
    expect(bodyOf(answers.kept('stats'))).toBe('new');
  });

  it('is not overtaken by a change of other things', async () => {
    const { answers, question, settle, bodyOf, change, asked } = setUp();
    const [one, other] = [answers.give(question()), answers.give(question())];
    change(['articles', 'article:7']);
    settle(0, 'same');
    expect([bodyOf(await one), bodyOf(await other)]).toEqual(['same', 'same']);
    expect(asked).toHaveLength(1);
    expect(bodyOf(answers.kept('stats'))).toBe('same');
  });

  it('says the position from before it was asked', async () => {
    const { answers, question, settle, readSide } = setUp();
    const asking = answers.give(question());
    readSide.position = '02';
    settle(0, 'x');
    expect((await asking).position).toBe('01');
    expect(answers.kept('stats')?.position).toBe('02');
  });
});

describe('while changes can not be heard', () => {
  it('nothing is told from memory and nothing is kept', async () => {
    const { answers, question, settle, readSide, bodyOf } = setUp();
    const first = answers.give(question());
    settle(0, 'kept');
    await first;
    readSide.trusted = false;
    expect(answers.kept('stats')).toBeUndefined();
    const second = answers.give(question('other'));
    settle(1, 'not kept');
    await second;
    readSide.trusted = true;
    expect(answers.kept('other')).toBeUndefined();
    expect(bodyOf(answers.kept('stats'))).toBe('kept');
  });
});

describe('an asking that fails', () => {
  it('fails for all who share it, and the next asks again', async () => {
    const { answers, question, settle, bodyOf, asked } = setUp();
    const both = [answers.give(question()), answers.give(question())];
    asked[0]?.reject(new Error('away'));
    for (const each of both) await expect(each).rejects.toThrow('away');
    const again = answers.give(question());
    settle(1, 'back');
    expect(bodyOf(await again)).toBe('back');
  });
});

describe('what is kept', () => {
  it('never exceeds its bound; the least used goes first', async () => {
    const { answers, question, settle, change } = setUp({ maxBytes: 10_000 });
    for (let index = 0; index < 50; index++) {
      const asking = answers.give(question(`key ${index}`, [`topic ${index}`]));
      settle(index, 'x'.repeat(500));
      await asking;
      answers.kept('key 0');
    }
    expect(answers.stats.bytes).toBeLessThanOrEqual(10_000);
    expect(answers.kept('key 0')).toBeDefined();
    expect(answers.kept('key 1')).toBeUndefined();
    change(['topic 0']);
    expect(answers.kept('key 0')).toBeUndefined();
  });

  it('is never one answer that fills most of it', async () => {
    const { answers, question, settle } = setUp({ maxBytes: 10_000 });
    const asking = answers.give(question());
    settle(0, 'x'.repeat(5_000));
    await asking;
    expect(answers.kept('stats')).toBeUndefined();
  });
});

describe('If-None-Match', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('%s names "a": %s', (header, named) => {
    expect(namesTag(header, '"a"')).toBe(named);
  });
});
