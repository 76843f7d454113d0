import { cachedData } from '../../../../data/page-data.ts';
import type { PageDefinition } from '../../../../data/page-definition.ts';
import { wholeIssueOf } from '../../../../data/reader.api.ts';
import { issueName } from '../../../../features/issue/issue-names.ts';

export const page: PageDefinition = {
  meta: (pageContext) => {
    const issue = cachedData(pageContext, wholeIssueOf(pageContext));
    if (!issue) return {};
    const name = issue.title === null ? '' : `${issueName(issue)} · `;
    return { title: `${name}Issue ${issue.number}, to print` };
  },
  segments: { id: /[1-9][0-9]*/ },
  queries: (pageContext) => ({ required: [wholeIssueOf(pageContext)] }),
  robots: 'noindex',
  reading: true,
};
