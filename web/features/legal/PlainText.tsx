import { paragraphs } from '@journal/contracts';

const sign = '## ';

/** A text in paragraphs; those that begin with `## ` become headings. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="page plain-text" dir="auto">
      {paragraphs(text).map((paragraph, index) => {
        const [Element, shown] = paragraph.startsWith(sign)
          ? (['h2', paragraph.slice(sign.length)] as const)
          : (['p', paragraph] as const);
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
        return <Element key={index}>{shown}</Element>;
      })}
    </div>
  );
}
