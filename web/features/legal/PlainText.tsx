import { paragraphs } from '../article/article-text.ts';

const sign = '## ';

/** A text of paragraphs, those that begin with `## ` as headings. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="page plain-text">
      {paragraphs(text).map((paragraph) =>
        paragraph.startsWith(sign) ? (
          <h2 key={paragraph}>{paragraph.slice(sign.length)}</h2>
        ) : (
          <p key={paragraph}>{paragraph}</p>
        ),
      )}
    </div>
  );
}
