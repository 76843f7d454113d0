import { ForgotPassword, Login, Registration } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { checkFields } from './check-fields.ts';

describe('checking a form by the schema of the API', () => {
  it('says nothing of what may be sent', () => {
    expect(checkFields(Login, { email: 'a@example.org', password: 'x' })).toEqual([]);
  });

  it('says one thing of each field, in the words of the schema', () => {
    expect(checkFields(Registration, { fullName: '', email: 'a@b', password: '12345' })).toEqual([
      { path: 'email', message: 'Invalid email address' },
      { path: 'password', message: 'Password must be at least 6 characters' },
      { path: 'fullName', message: 'Full name is required' },
    ]);
    expect(checkFields(ForgotPassword, { email: '' })).toEqual([
      { path: 'email', message: 'Invalid email address' },
    ]);
    expect(checkFields(Login, { email: 'a@example.org', password: '' })).toEqual([
      { path: 'password', message: 'Password is required' },
    ]);
  });

  it('tells too long and unprintable from too short', () => {
    const errors = checkFields(Registration, {
      fullName: 'a\u0000b',
      email: 'a@example.org',
      password: 'x'.repeat(201),
    });
    expect(errors).toEqual([
      { path: 'password', message: 'Password must be at most 200 characters' },
      { path: 'fullName', message: "Full name contains characters that can't be used" },
    ]);
  });
});
