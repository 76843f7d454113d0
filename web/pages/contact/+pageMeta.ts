import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    title: 'Write for Us',
    description: 'Send us your pitch: a debate, an essay or a review, if you are 12 to 18.',
  };
}
