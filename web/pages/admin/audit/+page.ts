import { audit } from '../../../data/newsroom.api.ts';
import { type PageDefinition, searchText } from '../../../data/page-definition.ts';
import { auditIn } from '../../../features/audit/audit-address.ts';

export const page: PageDefinition = {
  meta: { title: 'Audit', description: 'The journal’s newsroom.' },
  access: 'admin',
  params: { q: searchText, words: searchText, kind: 1_000, from: 100, to: 100, person: 100, before: 100 },
  queries: ({ urlParsed: { search } }) => {
    const { filter, before } = auditIn(search);
    return { wanted: [audit(filter, before)] };
  },
  robots: 'disallow',
};
