import { shareOnPress } from '../features/article/share-on-press.ts';
import { openMenuOnPress } from '../features/site/menu-on-demand.ts';
import { chooseTheme, shownTheme, storedTheme, type Theme } from '../ui/theme/theme.ts';
import { enableForms, hydrateForDraft, restoreInput } from './deferred-form.ts';
import { deferredScripts, isComplete } from './deferred-page.ts';
import { hydrateOnDemand } from './hydrate-on-demand.ts';
import { keepPage } from './keep-page.ts';
import { followPage } from './live-page.ts';
import { localiseDates } from './localise-dates.ts';
import { reportLostScripts } from './lost-scripts.ts';
import { navigationType } from './navigation-type.ts';
import { suggestOnDemand } from './suggest-on-demand.ts';

/**
 * Starts the page in the browser. A page whose hydration the server deferred is kept up to date without it, and
 * hydrated when a reader approaches a control. Any other page is hydrated immediately, as is one whose stream ended
 * without all of its content. `hydrate` loads the router, which hydrates the page.
 */
export async function startClient(hydrate: () => Promise<unknown>): Promise<void> {
  openMenuOnPress();
  shareOnPress();
  addEventListener('pageshow', ({ persisted }) => persisted && reapplyTheme());
  const scripts = deferredScripts(document);
  if (scripts !== undefined && (await isComplete(document))) startDeferred(scripts, hydrate);
  else startImmediately(hydrate);
}

function startImmediately(hydrate: () => Promise<unknown>): void {
  reportLostScripts();
  void hydrate();
}

function startDeferred(scripts: readonly string[], hydrate: () => Promise<unknown>): void {
  showTheme();
  localiseDates(document);
  suggestOnDemand();
  const start = hydrateOnDemand(scripts, hydrate, followPage);
  if (enableForms(document)) {
    restoreInput();
    hydrateForDraft(start);
  } else keepPage();
}

/**
 * Selects the current theme. If the reader chose one before this script loaded, applies it first; a selection that the
 * browser restores when going back or reloading is not such a choice.
 */
function showTheme(): void {
  const pressed = navigationType() === 'navigate' ? radio(':checked:not([checked])') : undefined;
  if (pressed) chooseTheme(pressed.value as Theme);
  const shown = radio(`[value=${shownTheme()}]`);
  if (shown) shown.checked = true;
}

/** On a page restored from the back/forward cache: applies a theme that was chosen on another page in the meantime. */
function reapplyTheme(): void {
  const kept = storedTheme();
  if (kept === undefined || kept === shownTheme()) return;
  chooseTheme(kept);
  radio(`[value=${kept}]`)?.click();
}

const radio = (state: string) => document.querySelector<HTMLInputElement>(`.theme-switch ${state}`);
