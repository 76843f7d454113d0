import { ownComments } from '../../../../data/comments.api.ts';
import { cachedData } from '../../../../data/page-data.ts';
import type { PageDefinition } from '../../../../data/page-definition.ts';
import { ownDifferences, ownPitch } from '../../../../data/writer.api.ts';

export const page: PageDefinition = {
  meta: (pageContext) => {
    const pitch = pageContext.session ? cachedData(pageContext, ownPitch(idIn(pageContext))) : undefined;
    return { title: pitch?.articleTitle ?? 'Your pitch', description: 'The state of your pitch.' };
  },
  access: 'users',
  queries: (pageContext) => {
    const id = idIn(pageContext);
    const isPublished = cachedData(pageContext, ownPitch(id))?.status === 'published';
    return {
      required: [ownPitch(id)],
      extra: [ownComments(id), ...(isPublished ? [ownDifferences(id)] : [])],
    };
  },
  robots: 'noindex',
};

function idIn({ routeParams }: Parameters<NonNullable<PageDefinition['queries']>>[0]): string {
  return routeParams.id ?? '';
}
