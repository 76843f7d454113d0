import { takesDropCap } from './drop-cap.ts';
import { paragraphs } from './paragraphs.ts';
import { pullQuote } from './pull-quote.ts';

/** The text, in paragraphs. Drop cap and pull quote are for the eye: what is read aloud or copied is the text. */
export function ArticleText({ content }: { content: string }) {
  const parts = paragraphs(content);
  const quote = pullQuote(parts);
  return (
    <div className="prose">
      {parts.map((paragraph, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
          key={index}
          text={paragraph}
          dropCap={index === 0 && takesDropCap(paragraph)}
          quote={quote?.after === index ? quote.text : undefined}
        />
      ))}
    </div>
  );
}

function Part({ text, dropCap, quote }: { text: string; dropCap: boolean; quote: string | undefined }) {
  return (
    <>
      <p dir="auto" className={dropCap ? 'drop-cap' : undefined}>
        {text}
      </p>
      {quote === undefined ? null : <div className="pull-quote" data-quote={quote} aria-hidden="true" />}
    </>
  );
}
