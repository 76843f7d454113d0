import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}docs/security.md`, 'utf8');
const rows = [...text.matchAll(/^\| (V.+?) \| (.+?) \| (.+?) \| (.+) \|$/gm)];

it('every requirement is listed once with a known state', () => {
  const ids = rows.flatMap(([, of = '']) => of.split(', '));
  expect(ids.length).toBeGreaterThan(200);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(rows.map(([, , , state]) => state))).toEqual(
    new Set(['holds', 'falls short', 'does not apply']),
  );
});

it('every spec and document that the table names exists', () => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:spec\.ts|md))`/g)].map(([, file]) => file ?? '');
  const linked = [...text.matchAll(/\((decisions\/[\w.-]+)\)/g)].map(([, file]) => `docs/${file}`);
  expect([...named, ...linked].filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
});
