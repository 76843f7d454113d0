import {
  Acceptance,
  BylineChoice,
  ForgotPassword,
  IssueFields,
  Login,
  Registration,
} from '@journal/contracts';
import type { TObject } from 'typebox';
import { expect, it } from 'vitest';
import { checkFields } from './check-fields.ts';

const email = 'a@example.org';

it.each<[TObject, object, Record<string, string>]>([
  [Login, { email, password: 'x' }, {}],
  [Login, { email, password: '' }, { password: 'Password is required' }],
  [IssueFields, { date: '' }, { date: 'Date is required' }],
  [ForgotPassword, { email: '' }, { email: 'Invalid email address' }],
  [
    BylineChoice,
    { name: 'pen', penName: 'x'.repeat(121), showAge: true, showSchool: true },
    { penName: 'Pen name must be at most 120 characters' },
  ],
  [Acceptance, { issueNumber: 0 }, { issueNumber: 'Issue number must be a whole number from 1 to 100,000' }],
  [
    Registration,
    { fullName: '', email: 'a@b', password: '12345' },
    {
      email: 'Invalid email address',
      password: 'Password must be at least 6 characters',
      fullName: 'Full name is required',
    },
  ],
  [
    Registration,
    { fullName: 'a\u0000b', email, password: 'x'.repeat(201) },
    {
      password: 'Password must be at most 200 characters',
      fullName: 'Full name contains an invisible character (U+0000) after “a” that can’t be used',
    },
  ],
  [
    IssueFields,
    { date: '2027-01-31', title: '\u202aSnow', letter: `Dear all,\n\nas ${'so '.repeat(20)}said\u2069` },
    {
      title: 'Title contains an invisible character (U+202A) at its beginning that can’t be used',
      letter:
        'Letter from the editors contains an invisible character (U+2069) after “so so so so so said” that can’t be used',
    },
  ],
])('the API’s schema reports one message per invalid field', (schema, values, errors) => {
  const expected = Object.entries(errors).map(([path, message]) => ({ path, message }));
  expect(checkFields(schema, values)).toEqual(expected);
});
