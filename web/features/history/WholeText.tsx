import type { HistoryVersionText } from '@journal/contracts';
import { formerContributor } from '@journal/contracts';
import { paragraphs } from '../article/paragraphs.ts';
import { fieldLabel, isLongText, valueWords } from './field-words.ts';

type WholeTextProps = { fields: HistoryVersionText['fields']; version: number; isOpen: boolean };

const names: ReadonlySet<string> = new Set(['authorName', 'fullName']);

/** Everything that a version said, field by field. */
export function WholeText({ fields, version, isOpen }: WholeTextProps) {
  return (
    <details className="whole-text" open={isOpen}>
      <summary>The whole text as of version {version}</summary>
      <dl>
        {Object.entries(fields).map(([field, value]) => (
          <div key={field} data-long={isLongText(field) ? '' : undefined}>
            <dt className="label">{fieldLabel(field)}</dt>
            <dd dir="auto">
              <Value field={field} text={valueWords(field, value)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Value({ field, text }: { field: string; text: string | null }) {
  if (text === null) return names.has(field) ? formerContributor : 'None';
  if (!isLongText(field)) return text;
  return paragraphs(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
    <p key={index} dir="auto">
      {paragraph}
    </p>
  ));
}
