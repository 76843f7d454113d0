import { cachedData } from '../../data/page-data.ts';
import type { PageDefinition } from '../../data/page-definition.ts';
import { previewOf, previewToken } from '../../data/preview.api.ts';

export const page: PageDefinition = {
  meta: { title: 'Preview' },
  params: { token: previewToken },
  queries: (pageContext) => ({ required: [previewOf(pageContext)] }),
  redirectTo(pageContext) {
    const articleId = cachedData(pageContext, previewOf(pageContext))?.articleId;
    return typeof articleId === 'number' ? `/article/${articleId}` : undefined;
  },
  robots: 'noindex',
  secret: true,
};
