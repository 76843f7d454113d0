import type { PageDefinition } from '../../data/page-definition.ts';
import { cursor, issueCursorIn, issues } from '../../data/reader.api.ts';
import { issueFeeds } from '../../features/issue/issue-names.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Issues',
    description: 'Every issue that has come out, with what is in it, newest first.',
    feeds: issueFeeds,
    cover: 'A drawn cover that says Issues',
  },
  params: { after: cursor },
  queries: ({ urlParsed: { search } }) => ({ wanted: [issues(issueCursorIn(search))] }),
  sitemap: 3,
  reading: true,
};
