import type { PageMeta } from '../../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return { title: 'Newsletter', unlisted: true };
}
