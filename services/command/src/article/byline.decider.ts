import {
  type ArticleContent,
  type Byline,
  type NewArticleEvent,
  nameWithheld,
  type OpenedEvent,
} from '@journal/events';

type ShownByline = Pick<ArticleContent, 'authorName' | 'authorAge' | 'authorSchool'>;

/**
 * `bylineRevision`, `chosenAt`: revision and position of the choice; one older than the last changes nothing. Positions
 * decide what came first: clocks of command services differ from each other.
 */
export type BylineToFollow = {
  articleId: number;
  name: Byline['name'];
  byline: ShownByline;
  bylineRevision: number;
  chosenAt: OpenedEvent['position'];
};

type Named = {
  readonly article:
    | ({ readonly contributorId: string; readonly authorName: string | null } & Omit<
        ShownByline,
        'authorName'
      >)
    | null;
  readonly bylineRevision?: number | undefined;
  readonly namedAt?: OpenedEvent['position'] | undefined;
};

/** Whether the writer chose the byline, and editors have not withheld the name since. */
export const isChosen = ({ article, bylineRevision }: Named): boolean =>
  bylineRevision !== undefined && article?.authorName !== nameWithheld;

/**
 * Returns the event that applies a writer's choice; what editors have changed or removed meanwhile stays so. None if
 * the choice is older than the last one or than a name that editors gave, or while they withhold the name.
 */
export function bylineChoiceEventsOf(
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
