import type { Article } from '@journal/contracts';
import { Fragment } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { sectionTexts } from '../section/sections.ts';
import { Byline, ReadTime } from './article-parts.tsx';
import { paragraphs, pullQuote, takesDropCap } from './article-text.ts';
import { longDate } from './article-words.ts';

export function ArticleReader({ article }: { article: Article }) {
  const { section, title, excerpt, readTime, createdAt, content } = article;
  const { name, href } = sectionTexts[section];
  const back = (
    <p className="reader-back">
      <a className="text-link" href={href}>
        <span aria-hidden="true">←&nbsp;</span>
        {`Back to ${name}`}
      </a>
    </p>
  );
  return (
    <article className="reader page" data-section={section}>
      {back}
      <div className="reader-top">
        <header className="reader-head">
          <p className="card-kicker">
            <SectionBadge section={section} />
            <ReadTime minutes={readTime} />
          </p>
          <h1 className="reader-title" dir="auto">
            {title}
          </h1>
          <p className="reader-excerpt" dir="auto">
            {excerpt}
          </p>
        </header>
        <div className="reader-cover">
          <Cover article={article} travels />
        </div>
      </div>
      <hr className="reader-rule" />
      <div className="reader-author">
        <Byline writer={article} date={<time dateTime={createdAt}>{longDate(createdAt)}</time>} />
      </div>
      <ArticleText content={content} />
      {back}
      <CallToWrite />
    </article>
  );
}

/** The text, in paragraphs. Drop cap and pull quote are for the eye: what is read aloud or copied is the text. */
function ArticleText({ content }: { content: string }) {
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

function CallToWrite() {
  const { site } = usePageContext();
  return (
    <aside className="call" aria-labelledby="call-title">
      <h2 id="call-title">Would you have written it differently?</h2>
      <p>{`Then do. If you are 12 to 18, ${site.name} is yours to write for: a debate, an essay or a review.`}</p>
      <a className="button button-arrow" href="/contact">
        Write for Us
      </a>
    </aside>
  );
}
