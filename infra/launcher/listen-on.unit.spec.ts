import { expect, it } from 'vitest';
import { freePort } from './listen-on.ts';

it('freePort repeats no port, and returns none from the ephemeral range', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 200; count++) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.min(...ports)).toBeGreaterThan(10_080);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
