import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { images } from '../sbom/images.ts';
import { verdictOf } from './audit.ts';
import { isAllowed, licenceOf } from './licences.ts';

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE', false],
  ['UNLICENSED', false],
  ['', false],
])('the licence %j is allowed: %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});

it.each([
  [{ license: 'MIT' }, 'MIT'],
  [{ license: { type: 'ISC' } }, 'ISC'],
  [{ licenses: [{ type: 'GPL-2.0' }, { type: 'MIT' }] }, 'GPL-2.0 OR MIT'],
  [{}, ''],
])('the licence of %j is %j', (manifest, licence) => {
  expect(licenceOf(manifest)).toBe(licence);
});

const advisories = {
  1: { module_name: 'left-pad', severity: 'high', title: 'Pads', url: 'https://example.org/1' },
};
it.each([
  ['', 'not run'],
  ['Error: the registry is away', 'not run'],
  ['{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE"}}', 'not run'],
  [JSON.stringify({ metadata: { vulnerabilities: { low: 2, high: 0, critical: 0 } } }), 'holds'],
  [JSON.stringify({ advisories, metadata: { vulnerabilities: { high: 1, critical: 0 } } }), 'FAILED'],
])('an audit with the output %j is reported as: %s', (output, state) => {
  const verdict = verdictOf(output);
  expect(verdict.state).toBe(state);
  if (state === 'FAILED') expect(verdict.words).toContain('left-pad (high): Pads https://example.org/1');
});

it('the SBOM of each image is that of the package it is installed for', () => {
  const dockerfile = readFileSync(new URL('../../infra/docker/Dockerfile', import.meta.url), 'utf8');
  const installed = dockerfile.matchAll(/ AS (\w+)-installed\n(?:.+\n)*?.*--filter "(@journal\/\w+)\.\.\."/g);
  expect(Object.fromEntries([...installed].map(([, image, name]) => [image, name]))).toEqual(images);
});
