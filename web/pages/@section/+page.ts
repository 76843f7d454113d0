import { sections } from '@journal/contracts';
import type { PageDefinition } from '../../data/page-definition.ts';
import { cursor, cursorIn, sectionArticles } from '../../data/reader.api.ts';
import { sectionOf, sectionTexts } from '../../features/section/sections.ts';

export const page: PageDefinition = {
  meta: (pageContext) => {
    const section = sectionOf(pageContext);
    const { name, description } = sectionTexts[section];
    return {
      title: name,
      description: `${description.slice(0, -1)}, by writers aged 12 to 18.`,
      feeds: { name, path: `/${section}` },
      cover: `A drawn cover with the name of the section, ${name}`,
    };
  },
  segments: { section: sections },
  params: { after: cursor },
  queries: (pageContext) => ({
    wanted: [sectionArticles(sectionOf(pageContext), cursorIn(pageContext.urlParsed.search))],
  }),
  sitemap: 2,
  reading: true,
};
