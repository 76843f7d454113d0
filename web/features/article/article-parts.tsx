import { type ArticleCard, paragraphs } from '@journal/contracts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { initials, neutralDate } from './article-format.ts';
import { localDate } from './local-date.ts';

type Writer = Pick<ArticleCard, 'authorName' | 'authorAge' | 'authorSchool'>;

/**
 * The writer's initials, name, age and, if given, school, and the date. A forgotten writer has neither age nor school.
 */
export function Byline({ writer, date }: { writer: Writer; date: ReactNode }) {
  const { authorName, authorAge, authorSchool } = writer;
  return (
    <div className="byline">
      <Monogram name={authorName} />
      <p className="byline-lines">
        <span className="byline-name">
          <bdi>{authorName}</bdi>
          {authorAge === null ? null : <span className="byline-age">, {authorAge}</span>}
        </span>
        <span className="byline-rest">
          {authorSchool ? <bdi>{authorSchool}</bdi> : null}
          {date}
        </span>
      </p>
    </div>
  );
}

/** A person's initials, overprinted in the surrounding colour; the name is shown beside it. */
export function Monogram({ name }: { name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

const debateLabels = { statement: 'With a reply', reply: 'A reply' } as const;

/** Notes that there is another side to read; empty for an article without a debate. */
export function DebateMark({ side }: { side: ArticleCard['debate'] }) {
  return side ? <span className="label">{debateLabels[side]}</span> : null;
}

export function ReadTime({ minutes }: { minutes: number }) {
  return <span className="read-time">{minutes} min read</span>;
}

const never = () => () => {};

/**
 * The day in the reader's own format. The server's HTML has a neutral format, which scripts correct before hydration.
 */
export function CardDate({ at }: { at: string }) {
  const text = useSyncExternalStore(
    never,
    () => localDate(at),
    () => neutralDate(at),
  );
  return (
    <time dateTime={at} suppressHydrationWarning>
      {text}
    </time>
  );
}

export function Paragraphs({ text }: { text: string }) {
  return paragraphs(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
    <p key={index} dir="auto">
      {paragraph}
    </p>
  ));
}
