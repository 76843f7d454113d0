import type { IssueCard } from '@journal/contracts';

export const statusNames: Readonly<Record<IssueCard['status'], string>> = {
  draft: 'Draft',
  published: 'Published',
  withdrawn: 'Withdrawn',
};
