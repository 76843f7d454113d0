import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    title: 'The Clash',
    description: 'Debates with opposing viewpoints, by writers aged 12 to 18.',
    section: 'clash',
  };
}
