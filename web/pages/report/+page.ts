import { outcomeParameter, waitParameter } from '@journal/contracts';
import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Report a concern',
    description: 'Tell us if something in this journal worries you or is wrong about you.',
  },
  params: { article: /^[1-9]\d{0,8}$/, [outcomeParameter]: 100, [waitParameter]: /^\d{1,5}$/ },
  robots: 'noindex',
};
