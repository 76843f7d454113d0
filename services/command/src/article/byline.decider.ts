import { type ArticleContent, type Byline, type NewArticleEvent, nameWithheld } from '@journal/events';

type ShownByline = Pick<ArticleContent, 'authorName' | 'authorAge' | 'authorSchool'>;

/** `bylineRevision`, `chosenAt`: of the choice that it follows; one that is older than the last changes nothing. */
export type BylineToFollow = {
  articleId: number;
  name: Byline['name'];
  byline: ShownByline;
  bylineRevision: number;
  chosenAt: string;
};

type Named = {
  readonly article:
    | ({ readonly contributorId: string; readonly authorName: string | null } & Omit<
        ShownByline,
        'authorName'
      >)
    | null;
  readonly bylineRevision?: number | undefined;
  readonly namedAt?: string | undefined;
};

/** Whether the writer chose the byline, and editors have not taken the name off since. */
export const isChosen = ({ article, bylineRevision }: Named): boolean =>
  bylineRevision !== undefined && article?.authorName !== nameWithheld;

/**
 * Returns what follows from a choice of the writer: what editors have changed or taken out meanwhile stays so. None where
 * it is older than the last, or than a name that editors gave, nor while they hold the name back.
 */
export function followedBy(
  { articleId, name, byline, bylineRevision, chosenAt }: BylineToFollow,
  { article, bylineRevision: last = -1, namedAt }: Named,
): readonly NewArticleEvent[] {
  if (!article || article.authorName === null || article.authorName === nameWithheld) return [];
  if (bylineRevision <= last || (namedAt !== undefined && chosenAt <= namedAt)) return [];
  const { contributorId, authorName, authorAge, authorSchool } = article;
  const keepsName = name === 'full' || (name === 'pen' && namedAt !== undefined);
  const data = {
    ...{ articleId, contributorId, bylineRevision },
    authorName: keepsName ? authorName : byline.authorName,
    authorAge: byline.authorAge === null ? null : authorAge,
    authorSchool: byline.authorSchool === null ? null : authorSchool,
  };
  return [{ type: 'ArticleBylineChosen', data }];
}
