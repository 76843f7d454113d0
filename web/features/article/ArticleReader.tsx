import { type Article, paragraphs } from '@journal/contracts';
import { Fragment, type ReactNode } from 'react';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { sectionTexts } from '../section/sections.ts';
import { ArticleEnd, OtherSide } from './ArticleEnd.tsx';
import { longDate } from './article-format.ts';
import { Byline, ReadTime } from './article-parts.tsx';
import { pullQuote, takesDropCap } from './article-text.ts';

/** `editLink` is shown above the title. */
export function ArticleReader({ article, editLink }: { article: Article; editLink: ReactNode }) {
  const { section, title, excerpt, readTime, featured, createdAt, content } = article;
  const { name, href } = sectionTexts[section];
  const back = (
    <p className="reader-back">
      <a className="text-link" href={href}>
        <span aria-hidden="true">←&nbsp;</span>
        {`Back to ${name}`}
      </a>
    </p>
  );
  const isFeatured = featured === 1;
  const cover = (
    <div className="reader-cover">
      <Cover article={article} travels />
    </div>
  );
  return (
    <>
      <article className={isFeatured ? 'reader reader-featured' : 'reader'} data-section={section}>
        <div className="reader-top">
          {/* In the order in which it is shown: what has arrived must not be moved by what follows. */}
          {isFeatured ? cover : null}
          <header className="reader-head">
            {back}
            <p className="card-kicker">
              <SectionBadge section={section} />
              <ReadTime minutes={readTime} />
              {editLink}
            </p>
            <h1 className="reader-title" dir="auto">
              {title}
            </h1>
            <p className="reader-excerpt" dir="auto">
              {excerpt}
            </p>
            {section === 'clash' ? <OtherSide article={article} /> : null}
          </header>
          {isFeatured ? null : cover}
        </div>
        <div className="reader-body page">
          <hr className="reader-rule" />
          <div className="reader-author">
            <Byline writer={article} date={<time dateTime={createdAt}>{longDate(createdAt)}</time>} />
          </div>
          <ArticleText content={content} />
          {back}
        </div>
      </article>
      <ArticleEnd article={article} />
    </>
  );
}

/**
 * The text in paragraphs. Drop cap and pull quote are visual only: screen readers and the clipboard get the plain text.
 */
export function ArticleText({ content }: { content: string }) {
  const parts = paragraphs(content);
  const quote = pullQuote(parts);
  return (
    <div className="prose">
      {parts.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
        <Fragment key={index}>
          <p dir="auto" className={index === 0 && takesDropCap(paragraph) ? 'drop-cap' : undefined}>
            {paragraph}
          </p>
          {quote?.after === index ? (
            <div className="pull-quote" data-quote={quote.text} aria-hidden="true" />
          ) : null}
        </Fragment>
      ))}
    </div>
  );
}
