import { type ComponentType, useCallback, useEffect, useId, useRef, useState } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { SearchField, useTextInStep } from './SearchField.tsx';
import type { SuggestionsProps } from './Suggestions.tsx';
import { searchPath, textAt } from './search-address.ts';

const load = async () => (await import('./Suggestions.tsx')).Suggestions;

/**
 * The masthead's search. A form that leads to the search page; the code that suggests articles is fetched when a finger
 * or the focus comes near, and takes up what was typed until then.
 */
export function SearchBox() {
  const { urlPathname, urlParsed } = usePageContext();
  const text = textAt(urlPathname, urlParsed.search);
  const input = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  // Where it can't be fetched, the form is still one.
  const prepare = useCallback(() => {
    const give = (loaded: ComponentType<SuggestionsProps>) => setSuggestions(() => loaded);
    load().then(give, () => {});
  }, []);
  useEffect(() => {
    if (document.activeElement === input.current) prepare();
  }, [prepare]);
  useTextInStep(input, text);
  return (
    <search className="search-box" onPointerEnter={prepare}>
      <form className="search-line" action={searchPath}>
        <SearchField
          ref={input}
          id={useId()}
          label="Search articles"
          type="text"
          placeholder="Search articles..."
          defaultValue={text}
          onFocus={prepare}
        />
      </form>
      {Suggestions ? <Suggestions input={input} /> : null}
    </search>
  );
}
