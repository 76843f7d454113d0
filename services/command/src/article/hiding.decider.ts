import { type NewArticleEvent, nameWithheld } from '@journal/events';
import type { CommandOf, Decision } from '../decider.ts';

/** Commands about a piece that its writer does not want to be read, from the writer and then from editors. */
export type HidingCommands = {
  UnnameArticle: { articleId: number };
  /** `userId`: the requester, who must be the writer; the same applies to `ShowArticle`. */
  HideArticle: { articleId: number; userId: string };
  /** `consent`: `guardianId` of the consent that permits showing it, if it needs one. */
  ShowArticle: { articleId: number; userId: string; consent?: string | undefined };
  /**
   * `guardianId`: of the withdrawn consent. Also applies to hidden pieces, so that this consent can't show them again.
   */
  HideByGuardian: { articleId: number; guardianId: string };
  RemoveArticle: { articleId: number };
};
export type HidingCommand = CommandOf<HidingCommands>;

export type HidingRejection = 'consent-missing' | 'article-not-found' | 'article-not-hidden' | 'not-allowed';

type Hideable = {
  readonly status: 'published' | 'deleted';
  readonly isHidden: boolean;
  /** `guardianId` of the consent that was last withdrawn, if any. */
  readonly withdrawnConsent?: string | undefined;
  readonly article: {
    readonly contributorId: string;
    readonly authorName: string | null;
    readonly authorAge: number | null;
    readonly authorSchool: string | null;
  };
};

/** Decides a command on an article that is readable and was not removed. */
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
