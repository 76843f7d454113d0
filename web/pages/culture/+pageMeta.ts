import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    title: 'The Culture',
    description: 'Reviews, trends and cultural commentary, by writers aged 12 to 18.',
    section: 'culture',
  };
}
