import type { PageDefinition } from '../../data/page-definition.ts';
import { errorNoticeOf } from '../../features/site/error-notices.ts';

export const page: PageDefinition = {
  meta: (pageContext) => ({ title: errorNoticeOf(pageContext).title }),
  error: true,
};
