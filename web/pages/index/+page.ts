import { sections } from '@journal/contracts';
import type { PageDefinition } from '../../data/page-definition.ts';
import {
  cursor,
  featuredArticles,
  latestArticles,
  latestIn,
  newestIssueCard,
  newestOfSection,
} from '../../data/reader.api.ts';

export const page: PageDefinition = {
  meta: {
    description:
      'Debates, essays and cultural commentary by writers aged 12 to 18, in a new issue every two weeks.',
    cover: 'A drawn cover with the name of the journal',
  },
  params: { section: new RegExp(`^(?:${sections.join('|')})$`), after: cursor },
  queries: ({ urlParsed: { search } }) => ({
    wanted: [featuredArticles(), latestArticles(latestIn(search)), ...sections.map(newestOfSection)],
    extra: [newestIssueCard()],
  }),
  sitemap: 1,
  reading: true,
};
