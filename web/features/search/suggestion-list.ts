import type { MatchedParts, SearchResult } from '@journal/contracts';
import { sectionMarks, sectionNames } from '../section/section-marks.ts';
import { partsOf } from './marked-parts.ts';
import type { Found } from './suggestion-search.ts';

export type Suggested = 'closed' | 'searching' | 'failed' | Found;

/**
 * Puts a list of suggestions into `place` and makes the input its combobox according to the ARIA pattern: the focus
 * stays in the input, which references the active option. `onFollow` is called before the browser follows an option's
 * link.
 */
export function createSuggestionList(
  box: HTMLInputElement,
  place: Element,
  onFollow: (option: Element) => void,
) {
  const id = `${box.id}-suggestions`;
  const outcome = make('p', { role: 'status' });
  const panel = make('div', {}, outcome);
  let options: HTMLElement[] = [];
  let chosen = -1;
  let before = '';

  function choose(index: number) {
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === index));
    chosen = index;
    set(box, { 'aria-activedescendant': options[index]?.id });
    options[index]?.scrollIntoView({ block: 'nearest' });
  }

  /** Shows the results; an unchanged list keeps its active option. `allHref` leads to all results. */
  function show(suggested: Suggested, allHref: string) {
    const now = JSON.stringify([suggested, allHref]);
    if (now === before) return;
    before = now;
    const rows = typeof suggested === 'object' ? suggested.rows : [];
    const isListed = rows.length > 0;
    options = rows.map((row) => optionOf(row, `${id}-${row.id}`));
    if (isListed) {
      const all = { ...option, id: `${id}-all`, class: 'suggestion-all', href: allHref };
      options.push(make('a', all, 'All results'));
    }
    panel.className = suggested === 'closed' ? '' : 'suggestions';
    outcome.className = isListed || suggested === 'closed' ? 'sr-only' : 'suggestions-state';
    outcome.textContent = textOf(suggested);
    panel.replaceChildren(outcome);
    if (suggested === 'searching') panel.append(make('p', { class: 'suggestions-state' }, 'Searching...'));
    if (isListed)
      panel.append(make('div', { role: 'listbox', id, 'aria-label': 'Articles found' }, ...options));
    set(box, { 'aria-expanded': String(isListed), 'aria-controls': isListed ? id : undefined });
    choose(-1);
  }

  // A press on a suggestion leaves the focus in the input.
  panel.addEventListener('mousedown', (event) => event.preventDefault());
  panel.addEventListener('click', (event) => {
    const option = (event.target as Element).closest('[role="option"]');
    if (option && !hasModifier(event)) onFollow(option);
  });
  set(box, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' });
  show('closed', '');
  place.replaceChildren(panel);

  return {
    show,
    /** Handles a key: Enter follows the active option; arrows, Home and End change it. */
    press(event: KeyboardEvent) {
      if (hasModifier(event)) return;
      const to = nextOf(event.key, chosen, options.length);
      const isFollowed = event.key === 'Enter' && chosen >= 0;
      if (to === undefined && !isFollowed) return;
      event.preventDefault();
      if (to === undefined) options[chosen]?.click();
      else choose(to);
    },
    remove: () => panel.remove(),
  };
}

const option = { role: 'option', tabindex: '-1', 'aria-selected': 'false' };

function optionOf({ id, section, title, authorName, authorAge, matches }: SearchResult, optionId: string) {
  return make(
    'a',
    { ...option, id: optionId, class: 'suggestion', href: `/article/${id}`, 'data-section': section },
    make(
      'svg',
      { class: 'mark', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
      make('path', { d: sectionMarks[section] }),
    ),
    make('span', { class: 'suggestion-title', dir: 'auto' }, ...marked(title, matches.title)),
    make(
      'span',
      { class: 'suggestion-writer' },
      make('bdi', {}, ...marked(authorName, matches.authorName)),
      authorAge === null ? '' : `, ${authorAge}`,
      make('span', { class: 'sr-only' }, `, ${sectionNames[section]}`),
    ),
  );
}

const marked = (text: string, matches: MatchedParts) =>
  partsOf(text, matches).map((part) => (part.marked ? make('mark', {}, part.text) : part.text));

function textOf(suggested: Suggested): string {
  if (suggested === 'failed') return 'Search failed';
  if (typeof suggested === 'string') return '';
  const { rows, more } = suggested;
  if (rows.length === 0) return 'No articles found';
  const count = rows.length === 1 ? '1 article found' : `${rows.length} articles found`;
  return more ? `${count}, and more in all results` : count;
}

/** Returns the option that a key leads to; -1 is none. Home and End act on the text until an option is active. */
function nextOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home' && at >= 0) return 0;
  if (key === 'End' && at >= 0) return count - 1;
  return undefined;
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent | MouseEvent) =>
  altKey || ctrlKey || metaKey || shiftKey;

type Attributes = Readonly<Record<string, string | undefined>>;

function make(tag: string, attributes: Attributes, ...children: (Node | string)[]): HTMLElement {
  const space =
    tag === 'svg' || tag === 'path' ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
  const element = document.createElementNS(space, tag) as HTMLElement;
  set(element, attributes);
  element.append(...children);
  return element;
}

/** Sets attributes, and removes undefined ones. */
function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
}
