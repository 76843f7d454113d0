import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    title: 'The View',
    description: 'Personal essays and evolving perspectives, by writers aged 12 to 18.',
    section: 'view',
  };
}
