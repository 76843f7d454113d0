import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    title: 'Profile',
    description: 'Your account with us: who you are here, your password and your data.',
    unlisted: true,
  };
}
