import type { PageContext } from 'vike/types';
import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta({ abortReason, is404 }: PageContext): PageMeta {
  switch (abortReason) {
    case 'article-not-found':
      return { title: 'Article Not Found', error: true };
    case 'submission-not-found':
      return { title: 'Submission Not Found', error: true };
    case 'unavailable':
      return { title: 'Back in a moment', error: true };
    default:
      return { title: is404 === false ? 'Something went wrong' : '404 Page Not Found', error: true };
  }
}
