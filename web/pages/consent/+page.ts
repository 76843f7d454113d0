import { consentRequest } from '../../data/consent.api.ts';
import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Your consent' },
  params: { token: 200 },
  queries({ urlParsed }) {
    const { token } = urlParsed.search;
    return token ? { required: [consentRequest(token)] } : {};
  },
  robots: 'noindex',
  secret: true,
};
