import { describe, expect, it } from 'vitest';
import { scriptSafeJson, tag } from './head-tags.ts';

const hostile = `</script><script>alert(1)</script><!-- & ' " \u2028`;

describe('text in HTML', () => {
  it('is escaped in attributes', () => {
    expect(tag('meta', { name: 'description', content: hostile })).toMatch(
      /^<meta name="description" content="[^"<>]*">$/,
    );
  });

  it('is escaped in JSON for scripts without changing its value', () => {
    const json = scriptSafeJson({ hostile });
    expect(json).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(json)).toEqual({ hostile });
  });
});
