import { readFileSync } from 'node:fs';
import { problemCatalogue } from '@journal/contracts';
import { describe, expect, it } from 'vitest';

const docs = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
const rows = docs
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('docs/errors.md and the catalogue', () => {
  it('have the same codes', () => {
    expect(rows.map(([code]) => code)).toEqual(Object.keys(problemCatalogue).map((code) => `\`${code}\``));
  });

  it.each(Object.entries(problemCatalogue))(
    '%s has the same status, title and message, and a reason',
    (code, problem) => {
      const [, status, title, message, when = ''] = rows.find(([name]) => name === `\`${code}\``) ?? [];
      expect({ status: Number(status), title, message }).toEqual(problem);
      expect(when.length).toBeGreaterThan(10);
    },
  );

  it.each(Object.entries(problemCatalogue))('%s is a client or server error with words', (code, problem) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(problem.status).toBeGreaterThanOrEqual(400);
    expect(problem.status).toBeLessThan(600);
    expect(problem.message).toMatch(/^[A-Z]/);
  });
});
