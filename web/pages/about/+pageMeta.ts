import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    title: 'About',
    description:
      'Who we are, how we work, and what we stand for: a bi-weekly journal by writers aged 12 to 18.',
  };
}
