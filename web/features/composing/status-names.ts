import type { IssueCard } from '@journal/contracts';

export const statusNames: Readonly<Record<IssueCard['status'], string>> = {
  draft: 'Draft',
  closed: 'Being published',
  published: 'Published',
  withdrawn: 'Withdrawn',
};
