import type { PageMeta } from '../../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return { title: 'Audit', description: "The journal's newsroom.", unlisted: true };
}
