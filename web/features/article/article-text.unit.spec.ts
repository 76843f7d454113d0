import { describe, expect, it } from 'vitest';
import { paragraphs, pullQuote, takesDropCap } from './article-text.ts';

describe('paragraphs', () => {
  it('splits at blank lines, however they are written', () => {
    expect(paragraphs('One\n\nTwo\r\n\r\nThree\n \t \nFour\n\n\n\nFive')).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
    ]);
  });

  it('keeps single line breaks inside their paragraph', () => {
    expect(paragraphs('A line\nand another\n\nNext')).toEqual(['A line\nand another', 'Next']);
  });

  it('never gives an empty paragraph', () => {
    expect(paragraphs('\n\n  \n\nOnly\n\n')).toEqual(['Only']);
    expect(paragraphs('')).toEqual([]);
  });

  it('takes a long text of blank lines in its stride', () => {
    const before = process.threadCpuUsage();
    paragraphs(`a${'\n \t'.repeat(20_000)}b`);
    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
  });
});

describe('takesDropCap', () => {
  const rest = ' and then so much happened that it took more than three short lines to tell it all.';

  it.each(['Once', '“Once', 'Élan', 'Жили-были', 'Ένα'])('takes one before %j', (start) => {
    expect(takesDropCap(start + rest)).toBe(true);
  });

  it.each(['لماذا', '掃除', '19 goals', '— Once', '(Once'])('takes none before %j', (start) => {
    expect(takesDropCap(start + rest)).toBe(false);
  });

  it('takes none in a short paragraph', () => {
    expect(takesDropCap('Once.')).toBe(false);
  });
});

describe('pullQuote', () => {
  const filler = 'Filler.';
  const good = 'The wall has been mended every spring for as long as anyone remembers.';

  it('finds a sentence of the middle and stands before its paragraph', () => {
    const quote = pullQuote([filler, filler, filler, `Short one. ${good} Another.`, filler, filler]);
    expect(quote).toEqual({ text: good, after: 2 });
  });

  it('leaves alone what leans on the sentence before, speech, and questions', () => {
    const bad = [
      'But the wall has been mended every spring for as long as anyone remembers.',
      '“The wall has been mended every spring for as long as anyone remembers.”',
      'Has the wall been mended every spring for as long as anyone remembers?',
    ];
    expect(pullQuote([filler, filler, ...bad, filler, filler, filler])).toBeUndefined();
  });

  it('is not for short texts, nor for their beginning and end', () => {
    expect(pullQuote([filler, good, filler])).toBeUndefined();
    expect(pullQuote([good, filler, filler, filler, filler, filler, good])).toBeUndefined();
  });
});
