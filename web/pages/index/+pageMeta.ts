import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta(): PageMeta {
  return {
    description:
      'Debates, essays and cultural commentary by writers aged 12 to 18, in a new issue every two weeks.',
  };
}
