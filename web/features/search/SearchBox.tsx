import { useEffect, useId, useRef } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient } from '../../data/api.ts';
import { goTo } from '../../ui/link/offline-navigation.ts';
import { SearchField, useTextInStep } from './SearchField.tsx';
import { searchHref, searchPath, textAt } from './search-address.ts';
import { attachSuggestions, type SuggestOptions } from './suggest-box.ts';

const options: SuggestOptions = {
  read: (path, signal) => apiClient.get(path, { signal }),
  submit: (text) => goTo(searchHref(text)),
};

/** The masthead's search: a form that leads to the search page, and suggests articles if scripts run. */
export function SearchBox() {
  const { pathname, search } = usePageContext().urlParsed;
  const text = textAt(pathname, search);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    return form ? attachSuggestions(form, options) : undefined;
  }, []);
  useTextInStep(input, text);
  return (
    <search className="search-box">
      <form className="search-line" action={searchPath}>
        <SearchField
          ref={input}
          id={useId()}
          label="Search articles"
          type="text"
          placeholder="Search articles..."
          defaultValue={text}
        />
      </form>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves alone what is in it, even before it hydrates */}
      <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
    </search>
  );
}
