import type { PageContext } from 'vike/types';
import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = { meta: (pageContext) => ({ title: titleOf(pageContext) }), error: true };

function titleOf({ abortReason, is404 }: PageContext): string {
  switch (abortReason) {
    case 'article-not-found':
      return 'Article Not Found';
    case 'submission-not-found':
      return 'Submission Not Found';
    case 'unavailable':
      return 'Back in a moment';
    default:
      return is404 === false ? 'Something went wrong' : '404 Page Not Found';
  }
}
