import { describe, expect, it } from 'vitest';
import { scriptSafeJson, tag } from './head-tags.ts';

const hostile = `</script><script>alert(1)</script><!-- & ' " \u2028`;

describe('text in HTML', () => {
  it('can break out of nothing', () => {
    expect(tag('meta', { name: 'description', content: hostile })).toMatch(
      /^<meta name="description" content="[^"<>]*">$/,
    );
  });

  it('stays the same value as JSON in a script', () => {
    const json = scriptSafeJson({ hostile });
    expect(json).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(json)).toEqual({ hostile });
  });
});
