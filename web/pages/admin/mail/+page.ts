import { mailCheck } from '../../../data/newsroom.api.ts';
import type { PageDefinition } from '../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Sending Mail', description: 'What the journal is missing to send mail.' },
  access: 'admin',
  queries: () => ({ wanted: [mailCheck] }),
  robots: 'disallow',
};
