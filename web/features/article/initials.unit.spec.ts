import { describe, expect, it } from 'vitest';
import { initials } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Zoë Ångström', 'ZÅ'],
    ['Kasia Maria Wróblewska', 'KW'],
    ['Madonna', 'M'],
    ['élodie', 'É'],
    ['  Two   Spaces ', 'TS'],
    ['Jean-Luc Picard', 'JP'],
    ["Sinéad O'Connor", 'SO'],
    ['(Max) Müller', 'MM'],
    ['ليلى حداد', 'لح'],
    ['𠮷野 家', '𠮷家'],
    ['e\u0301lan Vital', 'E\u0301V'],
    ['👩‍🚀 Ada', '👩‍🚀A'],
    ['Former contributor', 'FC'],
    ['!', '!'],
    ['', ''],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
