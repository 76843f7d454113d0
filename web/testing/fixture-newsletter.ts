import type { ApiResponse } from '@journal/contracts';
import { newsletterPages, outcomeParameter, type ProblemCode, subscriptionAsked } from '@journal/contracts';
import { problem } from './fixture-accounts.ts';

type NewsletterCall = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The newsletter's routes in memory; `good` is the one token that does what it should. */
export type FixtureNewsletter = {
  /** What came, as fields. */
  readonly calls: { readonly path: string; readonly fields: Readonly<Record<string, string>> }[];
  /** Comes before the answer: gives a problem instead, or nothing. */
  before: () => Promise<ProblemCode | undefined>;
  answer(call: NewsletterCall): Promise<ApiResponse>;
};

const pageOf: Readonly<Record<string, string>> = {
  '/api/newsletter/subscriptions': newsletterPages.subscribe,
  '/api/newsletter/confirmation': newsletterPages.confirm,
  '/api/newsletter/unsubscription': newsletterPages.unsubscribe,
};

export function createFixtureNewsletter(): FixtureNewsletter {
  const newsletter: FixtureNewsletter = {
    calls: [],
    before: async () => undefined,
    async answer({ path, headers, body }) {
      const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
      const fields = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
      newsletter.calls.push({ path, fields });
      const refused = (await newsletter.before()) ?? ('email' in fields ? undefined : faultOf(fields.token));
      if (isForm) {
        const location = `${pageOf[path]}?${outcomeParameter}=${refused ?? 'done'}`;
        return { status: 303, headers: { location }, body: '' };
      }
      if (refused) return problem(refused);
      const message = 'email' in fields ? subscriptionAsked : 'Done.';
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message }),
      };
    },
  };
  return newsletter;
}

const faultOf = (token: unknown): ProblemCode | undefined => (token === 'good' ? undefined : 'invalid-link');
