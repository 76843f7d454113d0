import { type NewArticleEvent, nameWithheld } from '@journal/events';
import type { CommandOf, Decision } from '../decider.ts';

/** What a writer does about a piece that they do not want to be read, and editors after it. */
export type HidingCommands = {
  UnnameArticle: { articleId: number };
  /** `userId`: who asks for it, which only the writer may; so with showing it again. */
  HideArticle: { articleId: number; userId: string };
  /** `consent`: the `guardianId` of the consent that it is shown under, where it needs one. */
  ShowArticle: { articleId: number; userId: string; consent?: string | undefined };
  /** `guardianId`: of the consent that was withdrawn. Of a piece that is hidden already, too, so that it is not shown under that. */
  HideByGuardian: { articleId: number; guardianId: string };
  RemoveArticle: { articleId: number };
};
export type HidingCommand = CommandOf<HidingCommands>;

export type HidingRejection = 'consent-missing' | 'article-not-found' | 'article-not-hidden' | 'not-allowed';

type Hideable = {
  readonly status: 'published' | 'deleted';
  readonly isHidden: boolean;
  /** The one that was withdrawn last, if any was. */
  readonly withdrawnConsent?: string | undefined;
  readonly article: {
    readonly contributorId: string;
    readonly authorName: string | null;
    readonly authorAge: number | null;
    readonly authorSchool: string | null;
  };
};

/** Decides what a command leads to for an article that can be read and was not removed. */
export function decideHiding(
  command: HidingCommand,
  { status, isHidden, withdrawnConsent, article }: Hideable,
): Decision<NewArticleEvent, HidingRejection> {
  const { articleId } = command;
  const { contributorId, authorName, authorAge, authorSchool } = article;
  switch (command.type) {
    case 'UnnameArticle': {
      if (status !== 'published') return { rejection: 'article-not-found' };
      const isUnnamed = authorName === nameWithheld && authorAge === null && authorSchool === null;
      if (authorName === null || isUnnamed) return { events: [] };
      const byline = { authorName: nameWithheld, authorAge: null, authorSchool: null };
      return { events: [{ type: 'ArticleUnnamed', data: { articleId, contributorId, ...byline } }] };
    }
    case 'HideArticle':
    case 'ShowArticle': {
      if (contributorId !== command.userId) return { rejection: 'not-allowed' };
      const hides = command.type === 'HideArticle';
      if (hides === isHidden) return { events: [] };
      if (
        command.type === 'ShowArticle' &&
        command.consent !== undefined &&
        command.consent === withdrawnConsent
      )
        return { rejection: 'consent-missing' };
      return { events: [{ type: hides ? 'ArticleHidden' : 'ArticleShown', data: { articleId } }] };
    }
    case 'HideByGuardian': {
      const { guardianId } = command;
      if (isHidden && withdrawnConsent === guardianId) return { events: [] };
      return { events: [{ type: 'ArticleHiddenByGuardian', data: { articleId, guardianId } }] };
    }
    case 'RemoveArticle':
      if (!isHidden) return { rejection: 'article-not-hidden' };
      return { events: [{ type: 'ArticleRemoved', data: { articleId } }] };
    default:
      return command satisfies never;
  }
}
