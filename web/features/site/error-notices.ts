import type { PageContext } from 'vike/types';

const notices = {
  'article-not-found': {
    title: 'Article Not Found',
    text: "The article you're looking for doesn't exist or has been removed.",
    canRetry: false,
  },
  'article-removed': {
    title: 'Article Removed',
    text: 'This article has been removed for good.',
    canRetry: false,
  },
  'issue-not-found': {
    title: 'Issue Not Found',
    text: 'There is no such issue, or it has not come out yet.',
    canRetry: false,
  },
  'issue-withdrawn': {
    title: 'Issue Withdrawn',
    text: 'The editors have withdrawn this issue, and it may come out again. Its pieces are still in the journal.',
    link: { href: '/issues', name: 'All issues' },
    canRetry: false,
  },
  'submission-not-found': {
    title: 'Submission Not Found',
    text: 'This submission doesn’t exist or has been removed.',
    canRetry: false,
  },
  'preview-ended': {
    title: 'This preview has ended',
    text: 'Its link worked for a few days only, or the editors have revoked it. Ask the person who sent it to you for a new one.',
    canRetry: false,
  },
  'preview-not-found': {
    title: 'Preview Not Found',
    text: 'There is no preview at this address. Please check that you have copied the whole link.',
    canRetry: false,
  },
  unavailable: {
    title: 'Back in a moment',
    text: 'The journal is busy or restarting. Nothing is lost. Please try again in a few seconds.',
    canRetry: true,
  },
  broken: {
    title: 'Something went wrong',
    text: 'That is our fault, not yours. Please try again in a moment.',
    canRetry: true,
  },
  'not-found': { title: '404 Page Not Found', text: 'There is nothing at this address.', canRetry: false },
};

export function errorNoticeOf({ abortReason = 'not-found', is404 }: PageContext) {
  return notices[abortReason === 'not-found' && is404 === false ? 'broken' : abortReason];
}
