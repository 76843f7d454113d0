import { cachedData } from '../../../data/page-data.ts';
import type { PageDefinition } from '../../../data/page-definition.ts';
import { issueOf } from '../../../data/reader.api.ts';
import { issueFeeds, issueName, pieceCount } from '../../../features/issue/issue-names.ts';

export const page: PageDefinition = {
  meta: (pageContext) => {
    const issue = cachedData(pageContext, issueOf(pageContext));
    if (!issue) return {};
    const [first] = issue.pieces;
    return {
      title: issue.title === null ? issueName(issue) : `${issue.title} · Issue ${issue.number}`,
      description: `Issue ${issue.number} with ${pieceCount(issue.pieces.length)}${first?.article ? `, first ${first.article.title}` : ''}.`,
      feeds: issueFeeds,
      issue,
      cover: `The drawn cover of issue ${issue.number}`,
    };
  },
  segments: { id: /[1-9][0-9]*/ },
  queries: (pageContext) => ({ required: [issueOf(pageContext)] }),
  reading: true,
};
