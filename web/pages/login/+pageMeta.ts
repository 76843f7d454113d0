import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    title: 'Sign In',
    description: 'Sign in to pitch an essay, and to see your profile.',
    unlisted: true,
  };
}
