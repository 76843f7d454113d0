import { createOpenApi } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { type ApiDocument, callsOf, type NamedOperation, operationsOf } from './calls.ts';
import { faultOf } from './faults.ts';

const document = createOpenApi() as unknown as ApiDocument;
const operations = operationsOf(document);

it('callsOf calls every operation as every caller, and repeats itself for the same seed', () => {
  const count = operations.length * 6;
  const [calls = [], again, others] = [1, 1, 2].map((seed) => callsOf(document, { seed, count }));
  expect(again).toEqual(calls);
  expect(others).not.toEqual(calls);
  expect(new Set(calls.map(({ route, caller }) => `${caller}: ${route}`)).size).toBe(count);
});

describe('faultOf', () => {
  const operation = { responses: { 200: {}, 400: {} } } as unknown as NamedOperation;
  const problem = { title: 'T', status: 400, code: 'c', message: 'm' };
  const refusal = (status: number, told: object) => ({
    status,
    type: 'application/problem+json',
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(told),
  });
  const good = (body: string) => ({ status: 200, type: 'application/json', headers: {}, body });

  it.each([
    ['JSON as promised', good('[]'), undefined],
    ['a refusal as promised', refusal(400, problem), undefined],
    ['a failure', refusal(500, problem), /^500: /],
    ['half of JSON', good('['), 'not JSON'],
    ['a refusal without words', refusal(400, { ...problem, message: '' }), 'no message'],
    ['a path of the machine', refusal(400, { ...problem, message: 'at x.js:1:2' }), /^tells too much/],
    ['a status that nobody promised', refusal(418, { ...problem, status: 418 }), /^418 is not documented/],
  ])('recognizes %s', (_what, answer, fault) => {
    if (fault instanceof RegExp) expect(faultOf(operation, answer)).toMatch(fault);
    else expect(faultOf(operation, answer)).toBe(fault);
  });
});
