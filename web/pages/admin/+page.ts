import { newsroomArticles, newsroomCounts, newsroomDesk, submissions } from '../../data/newsroom.api.ts';
import { type PageDefinition, searchText } from '../../data/page-definition.ts';
import { filterIn, tabIn, tabsFor } from '../../features/admin/panel-address.ts';

export const page: PageDefinition = {
  meta: { title: 'Admin Panel', description: 'The journal’s newsroom.' },
  access: 'read-pitches',
  params: {
    tab: 100,
    q: searchText,
    section: 100,
    featured: 100,
    status: 100,
    stage: 100,
    assignee: 100,
    order: 100,
    edit: 100,
  },
  queries: ({ urlParsed: { search }, session }) => {
    const tab = tabIn(search, tabsFor(session));
    const list = { articles: newsroomArticles, submissions }[tab];
    const filter = filterIn(tab, search);
    const desk = tab === 'submissions' ? [newsroomDesk] : [];
    return { wanted: [list(filter)], extra: [newsroomCounts(), newsroomCounts(filter), ...desk] };
  },
  robots: 'disallow',
};
