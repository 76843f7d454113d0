import '../../styles/preview.css';
import type { PreviewedArticle } from '@journal/contracts';
import { ArticleText } from '../article/ArticleReader.tsx';
import { Byline, ReadTime } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { JournalDay } from '../time/JournalTime.tsx';

type PreviewReaderProps = { article: PreviewedArticle; expiresAt: string };

/** A pitch as readers would see it, except for its cover, which an article gets when it is published. */
export function PreviewReader({ article, expiresAt }: PreviewReaderProps) {
  const { section, title, excerpt, readTime, content } = article;
  return (
    <article className="reader" data-section={section}>
      <div className="reader-top">
        <header className="reader-head">
          <p className="preview-notice">
            This is a preview. It is not published yet, and anyone with this link can read it until{' '}
            <JournalDay at={expiresAt} />. Please don’t pass it on.
          </p>
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
      </div>
      <div className="reader-body page">
        <hr className="reader-rule" />
        <div className="reader-author">
          <Byline writer={article} date={<span>Not published yet</span>} />
        </div>
        <ArticleText content={content} />
      </div>
    </article>
  );
}
