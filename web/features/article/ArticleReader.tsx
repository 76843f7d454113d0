import type { Article } from '@journal/contracts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { SectionBadge } from '../section/SectionBadge.tsx';
import { sectionTexts } from '../section/sections.ts';
import { ArticleText } from './ArticleText.tsx';
import { longDate } from './article-date.ts';
import { Byline } from './Byline.tsx';
import { CallToWrite } from './CallToWrite.tsx';
import { ReadTime } from './ReadTime.tsx';

/** An article, whole. */
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
