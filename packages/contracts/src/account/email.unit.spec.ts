import { describe, expect, it } from 'vitest';
import { isEmail, normaliseEmail } from './email.ts';

describe('normaliseEmail', () => {
  it.each([
    ['  Sample.Writer@Example.ORG\n', 'sample.writer@example.org'],
    ['a@b.org', 'a@b.org'],
    // The Kelvin sign and a full-width letter turn into ASCII where Unicode rules are applied.
    ['\u212aim@example.org', '\u212aim@example.org'],
    ['\uff41dmin@example.org', '\uff41dmin@example.org'],
  ])('%j is %j', (text, expected) => {
    expect(normaliseEmail(text)).toBe(expected);
  });
});

describe('isEmail', () => {
  it.each([
    'a@b.co',
    'sample.writer+pitch@mail.example.org',
    "o'neil_{x}@ex-ample.museum",
    `${'a'.repeat(64)}@example.org`,
    'x@xn--bcher-kva.example',
  ])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    '@',
    'a@',
    '@example.org',
    'a@b',
    'a@b.c',
    'a b@example.org',
    'a@example..org',
    '.a@example.org',
    'a.@example.org',
    'a..b@example.org',
    'a@-example.org',
    'a@example-.org',
    'a@example.org.',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    '"a b"@example.org',
    'a@example.org\r\nbcc: b@example.org',
    'a@example.org,b@example.org',
    'a@b@example.org',
    'аdmin@example.org',
    'a@exаmple.org',
    'A@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b.'.repeat(130)}org`,
  ])('refuses %s', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('is quick to refuse the longest', () => {
    const before = process.threadCpuUsage();
    isEmail(`${'a.'.repeat(100_000)}@${'a-'.repeat(100_000)}`);
    isEmail(`a@${'a-'.repeat(120)}.`);
    isEmail(`${'a.'.repeat(32)}@example.org`);
    expect(process.threadCpuUsage(before).user).toBeLessThan(50_000);
  });
});
