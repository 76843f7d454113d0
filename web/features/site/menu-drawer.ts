import type { OwnSubmission } from '@journal/contracts';
import { badgeOf } from '../../data/waits-for-writer.ts';
import { shownTheme } from '../../ui/theme/theme.ts';

declare global {
  interface WindowEventMap {
    /** A request to sign out. Its handler cancels the event. */
    'journal:sign-out': Event;
  }
}

/**
 * Opens the site's links as a modal dialog, with the account and the theme as currently shown; when it closes, "Menu"
 * gets the focus. "Sign Out" dispatches `journal:sign-out`, and leads to the profile if that isn't handled.
 *
 * Readers may open it before the rest of the page is loaded, so it needs no React.
 */
export function openDrawer(): void {
  const drawer = document.querySelector<HTMLDialogElement>('.drawer') ?? createDrawer();
  fillDrawer(drawer);
  if (!drawer.open) drawer.showModal();
  if (document.querySelector('.account-name')) void markNote(drawer).catch(() => {});
}

/**
 * Adds a badge to the profile link if a pitch waits for its writer. Rejects if the pitches can't be read; everything
 * else still works.
 */
async function markNote(drawer: HTMLDialogElement): Promise<void> {
  const profile = drawer.querySelector('.drawer-account [href="/profile"]');
  const answer = await fetch('/api/submissions/mine');
  const pitches = (await answer.json()) as readonly Pick<OwnSubmission, 'stage' | 'unansweredComments'>[];
  const badge = answer.ok ? badgeOf(pitches) : undefined;
  if (badge === undefined) return;
  const mark = document.createElement('span');
  mark.className = 'menu-mark';
  mark.append(badge);
  profile?.append(' ', mark);
}

const themeSwitch = '.masthead .theme-switch';

/** Adds an empty drawer to the page, outside of React's tree. */
function createDrawer(): HTMLDialogElement {
  const drawer = document.createElement('dialog');
  drawer.className = 'drawer';
  drawer.setAttribute('aria-labelledby', 'drawer-title');
  drawer.addEventListener('click', ({ target, clientX }) => {
    const pressed = (target as Element).closest('a, button');
    const isBeside = target === drawer && clientX < drawer.getBoundingClientRect().left;
    if (pressed || isBeside) drawer.close();
    if (pressed?.matches('.drawer-account button')) signOut();
  });
  drawer.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement;
    document.querySelector<HTMLElement>(`${themeSwitch} [value=${value}]`)?.click();
  });
  drawer.addEventListener('keydown', keepFocus);
  drawer.addEventListener('close', () => {
    document.querySelector<HTMLElement>('.menu-link')?.focus({ preventScroll: true });
  });
  for (const type of ['popstate', 'pagehide']) addEventListener(type, () => drawer.close());
  document.body.append(drawer);
  return drawer;
}

/** Wraps the Tab key between the last and the first stop, since browsers would move on to their own controls. */
function keepFocus(event: KeyboardEvent): void {
  const drawer = event.currentTarget as HTMLElement;
  const stops = [...drawer.querySelectorAll<HTMLElement>('a, button:not([hidden]), :checked')];
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (event.key !== 'Tab' || document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

function signOut(): void {
  if (dispatchEvent(new Event('journal:sign-out', { cancelable: true }))) location.assign('/profile');
}

const frame = `
<div class="drawer-head">
  <h2 class="brand" id="drawer-title"></h2>
  <button type="button" class="drawer-close">
    <span class="sr-only">Close menu</span>
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path d="M2 2l14 14M16 2 2 16" stroke="currentColor" stroke-width="2.2"/>
    </svg>
  </button>
</div>
<nav class="drawer-nav" aria-label="Menu"></nav>
<div class="drawer-account" role="group" aria-label="Account">
  <p class="drawer-who"></p>
  <ul></ul>
  <button type="button">Sign Out</button>
</div>
<fieldset></fieldset>`;

/** Copies name, links, account and theme from masthead and footer. */
function fillDrawer(drawer: HTMLDialogElement): void {
  drawer.innerHTML = frame;
  const part = (selector: string) => drawer.querySelector<HTMLElement>(selector) as HTMLElement;
  const copyOf = (selector: string) => document.querySelector(selector)?.cloneNode(true) ?? '';
  const user = document.querySelector('.account-name')?.textContent;
  part('.brand').append(document.querySelector('a.brand')?.textContent ?? '');
  part('.drawer-nav').append(copyOf('.masthead-nav ul'));
  part('.drawer-who').append(user ?? '');
  part('.drawer-account ul').replaceWith(copyOf('#site-links > div:last-child ul'));
  part('.drawer-account button').hidden = !user;
  part('fieldset').replaceWith(copyOf(themeSwitch));
  for (const radio of drawer.querySelectorAll('input')) {
    radio.name = 'drawer-theme';
    radio.checked = radio.value === shownTheme();
  }
}
