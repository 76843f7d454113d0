import { type FormEvent, useId, useRef } from 'react';
import { navigate } from 'vike/client/router';
import { SearchField } from './SearchField.tsx';
import { searchHref, searchPath } from './search-address.ts';
import { toContent } from './to-content.ts';
import { useTextInStep } from './use-text-in-step.ts';

/** The search page's own box. Within the site the router follows it; without scripts the browser sends it. */
export function SearchPageForm({ text }: { text: string }) {
  const input = useRef<HTMLInputElement>(null);
  useTextInStep(input, text);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (matchMedia('(hover: none)').matches) toContent();
    void navigate(searchHref(input.current?.value ?? ''));
  };
  return (
    <search aria-label="Articles">
      <form className="search-line search-line-large" action={searchPath} onSubmit={submit}>
        <SearchField
          ref={input}
          id={useId()}
          label="Search for"
          type="search"
          placeholder="A word, a title, a name"
          defaultValue={text}
        />
      </form>
    </search>
  );
}
