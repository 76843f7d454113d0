import { PageFields, type PageId, pageFields, pageTitles } from '@journal/contracts';
import { pageTexts } from '@journal/contracts/page-texts';
import { useDeferredValue, useEffect, useState } from 'react';
import { showToast } from '../../ui/toast/toast.ts';
import type { EditedKind, Typed } from '../admin/piece-kinds.ts';
import { PlainText } from './PlainText.tsx';

const kindOf = (id: PageId): EditedKind => ({
  tab: 'pages',
  noun: 'page',
  name: pageTitles[id],
  schema: PageFields,
  fields: pageFields,
  hints: { text: 'A blank line begins a new paragraph. One that begins with “## ” is a heading.' },
  choices: {},
  beside: (typed) => <BesideText typed={typed} original={pageTexts[id]} />,
});

/** How each editable page is edited. */
export const pageKinds: Readonly<Record<PageId, EditedKind>> = {
  privacy: kindOf('privacy'),
  terms: kindOf('terms'),
};

/** Requirements for the text, an action to return to the journal's original text, and a preview. */
function BesideText({ typed, original }: { typed: Typed; original: string }) {
  const [text, setText] = useState(() => String(typed.get().text));
  useEffect(() => typed.follow((values) => setText(String(values.text))), [typed]);
  const shown = useDeferredValue(text);
  return (
    <div className="beside">
      <p className="field-hint">
        Keep this text true to what the software does; the one that came with it can be restored at any time.
      </p>
      <p>
        <button
          type="button"
          className="text-link"
          onClick={() => {
            typed.put({ text: original });
            showToast({ title: 'The original text is in the form. Readers see it once you save.' });
          }}
        >
          Restore the original text
        </button>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="preview" aria-label="Preview" tabIndex={0}>
        <PlainText text={shown} />
      </section>
    </div>
  );
}
