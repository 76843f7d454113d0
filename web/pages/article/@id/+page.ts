import { cachedData } from '../../../data/page-data.ts';
import type { PageDefinition } from '../../../data/page-definition.ts';
import { articleOf, furtherArticles } from '../../../data/reader.api.ts';

export const page: PageDefinition = {
  meta: (pageContext) => {
    const article = cachedData(pageContext, articleOf(pageContext));
    if (!article) return {};
    const { title, excerpt } = article;
    const further = cachedData(pageContext, furtherArticles(article.id));
    const issue = further?.issue ?? undefined;
    return { title, description: excerpt, article, issue, cover: `A drawn cover with the title “${title}”` };
  },
  segments: { id: /[1-9][0-9]*/ },
  queries: (pageContext) => ({
    required: [articleOf(pageContext)],
    extra: [furtherArticles(pageContext.routeParams.id ?? '')],
  }),
  reading: true,
};
