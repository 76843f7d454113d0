import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    title: 'Sign Up',
    description: 'Join a bi-weekly journal by writers aged 12 to 18: make an account to send us your pitch.',
    unlisted: true,
  };
}
