import type { SearchResult } from '@journal/contracts';
import { type MouseEvent, type RefObject, useId, useRef } from 'react';
import { SectionMark } from '../section/SectionMark.tsx';
import { sectionNames } from '../section/sections.ts';
import { Marked, ResultWriter } from './Marked.tsx';
import { toContent } from './SearchField.tsx';
import { searchHref } from './search-address.ts';
import { type Suggested, useOpenText, useOptions, useSuggestions } from './use-suggestions.ts';

export type SuggestionsProps = { input: RefObject<HTMLInputElement | null> };

/** The articles for what is typed into the search box, under it, and the way to all that is found. */
export function Suggestions({ input }: SuggestionsProps) {
  const id = useId();
  const listbox = useRef<HTMLDivElement>(null);
  const { text, close } = useOpenText(input);
  const suggested = useSuggestions(text);
  const { state, rows } = suggested;
  const listed = rows.length > 0;
  const shown = `${text} ${rows.map((row) => row.id)}`;
  const chosen = useOptions({ input, listbox, listboxId: id, shown: listed ? shown : undefined });

  /** The browser goes on with the link itself. */
  const follow = (event: MouseEvent, isArticle: boolean) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    close();
    toContent();
    if (isArticle && input.current) input.current.value = '';
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on what is suggested leaves the focus in the box
    <div
      className={state === 'closed' ? undefined : 'suggestions'}
      onMouseDown={(event) => event.preventDefault()}
    >
      <p role="status" className={listed || state === 'closed' ? 'sr-only' : 'suggestions-state'}>
        {outcome(suggested)}
      </p>
      {state === 'searching' ? <p className="suggestions-state">Searching...</p> : null}
      {listed ? (
        <div role="listbox" id={id} ref={listbox} aria-label="Articles found">
          {rows.map((row) => (
            <SuggestionRow
              key={row.id}
              result={row}
              id={`${id}-${row.id}`}
              chosen={chosen === `${id}-${row.id}`}
              onClick={(event) => follow(event, true)}
            />
          ))}
          <a
            role="option"
            id={`${id}-all`}
            className="suggestion-all"
            href={searchHref(text)}
            tabIndex={-1}
            aria-selected={chosen === `${id}-all`}
            onClick={(event) => follow(event, false)}
          >
            All results
          </a>
        </div>
      ) : null}
    </div>
  );
}

function outcome({ state, rows, more }: Suggested): string {
  if (state === 'failed') return 'Search failed';
  if (state !== 'found') return '';
  if (rows.length === 0) return 'No articles found';
  const count = rows.length === 1 ? '1 article found' : `${rows.length} articles found`;
  return more ? `${count}, and more in all results` : count;
}

type SuggestionRowProps = {
  result: SearchResult;
  id: string;
  chosen: boolean;
  onClick: (event: MouseEvent) => void;
};

function SuggestionRow({ result, id, chosen, onClick }: SuggestionRowProps) {
  const { section, title, matches } = result;
  return (
    <a
      role="option"
      id={id}
      className="suggestion"
      data-section={section}
      href={`/article/${result.id}`}
      tabIndex={-1}
      aria-selected={chosen}
      onClick={onClick}
    >
      <SectionMark section={section} />
      <span className="suggestion-title" dir="auto">
        <Marked text={title} matches={matches.title} />
      </span>
      <span className="suggestion-writer">
        <ResultWriter result={result} />
        <span className="sr-only">, {sectionNames[section]}</span>
      </span>
    </a>
  );
}
