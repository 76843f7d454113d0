import { allAuditKinds, auditKinds } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { auditHref, auditIn, kindChoices } from './audit-address.ts';

describe('auditIn', () => {
  it.each([
    [{}, {}],
    [{ q: ' essay ', x: '1', from: '', kind: '' }, { q: 'essay' }],
    [
      { kind: 'UserSignedIn', person: 'user-1' },
      { kind: 'UserSignedIn', person: 'user-1' },
    ],
    [{ kind: 'Nonsense' }, {}],
    [{ kind: auditKinds.article.join(',') }, { kind: auditKinds.article.join(',') }],
    [
      { from: '2026-01-31', to: '2026-02-28' },
      { from: '2026-01-31', to: '2026-02-28' },
    ],
    [
      { from: '2026-01-31', to: '2026-01-31' },
      { from: '2026-01-31', to: '2026-01-31' },
    ],
    [{ words: 'clever' }, { words: 'clever' }],
  ])('parses %j as %j', (search, filter) => {
    expect(auditIn(search)).toMatchObject({ filter, before: undefined, errors: [] });
    expect(auditIn(search).filter).toEqual(filter);
  });

  it.each([
    [{ q: 'ab' }, 'q', 'Search for three characters at least'],
    [{ from: '1 May' }, 'from', 'From must be a date like 2026-01-31'],
    [{ to: '2026-13-01' }, 'to', 'To must be a date like 2026-01-31'],
    [{ person: 'a b' }, 'person', 'Person must be the id of a user'],
  ])('reports an error for %j, and keeps the other filters', (search, path, message) => {
    expect(auditIn({ kind: 'UserSignedIn', before: '9', ...search })).toEqual({
      filter: { kind: 'UserSignedIn' },
      before: '9',
      given: { kind: 'UserSignedIn', before: '9', ...search },
      errors: [{ path, message }],
    });
  });
});

it('auditIn reports an end date before the start date, and uses only the start date', () => {
  const given = { from: '2026-02-01', to: '2026-01-31' };
  expect(auditIn(given)).toEqual({
    filter: { from: '2026-02-01' },
    before: undefined,
    given,
    errors: [{ path: 'to', message: 'To must not be before From' }],
  });
});

it('the filter offers every kind of event', () => {
  const single = kindChoices.flatMap(({ choices }) => choices.slice(1).map(({ value }) => value));
  expect(single).toEqual(allAuditKinds);
});

it('a filter round-trips through an address', () => {
  const filter = { q: 'a & b', kind: 'UserSignedIn', person: 'user-1' };
  const search = Object.fromEntries(new URL(auditHref(filter), 'http://site').searchParams);
  expect(auditIn(search).filter).toEqual(filter);
});
