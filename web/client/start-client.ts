import { shareOnPress } from '../features/article/share-on-press.ts';
import { openMenuOnPress } from '../features/site/menu-on-demand.ts';
import { chooseTheme, keptTheme, shownTheme, type Theme } from '../ui/theme/theme.ts';
import { fillAgain, hydrateForDraft, openForms } from './deferred-form.ts';
import { deferredScripts, isComplete } from './deferred-page.ts';
import { hydrateOnDemand } from './hydrate-on-demand.ts';
import { keepPage } from './keep-page.ts';
import { followPage } from './live-page.ts';
import { localiseDates } from './localise-dates.ts';
import { tellLostScripts } from './lost-scripts.ts';
import { navigationType } from './navigation-type.ts';
import { suggestOnDemand } from './suggest-on-demand.ts';

/**
 * Starts the page in the browser. One whose hydration the server deferred is kept up to date as it is, and hydrated when
 * somebody turns to a control; any other is hydrated at once, as is one whose stream ended without all that it is to show.
 * `hydrate` loads the router, which does it.
 */
export async function startClient(hydrate: () => Promise<unknown>): Promise<void> {
  openMenuOnPress();
  shareOnPress();
  addEventListener('pageshow', ({ persisted }) => persisted && renewTheme());
  const scripts = deferredScripts(document);
  if (scripts !== undefined && (await isComplete(document))) startDeferred(scripts, hydrate);
  else startAtOnce(hydrate);
}

function startAtOnce(hydrate: () => Promise<unknown>): void {
  tellLostScripts();
  void hydrate();
}

function startDeferred(scripts: readonly string[], hydrate: () => Promise<unknown>): void {
  showTheme();
  localiseDates(document);
  suggestOnDemand();
  const start = hydrateOnDemand(scripts, hydrate, followPage);
  if (openForms(document)) {
    fillAgain();
    hydrateForDraft(start);
  } else keepPage();
}

/**
 * Marks the theme that is shown. One that was pressed before this script had come is chosen first; what the browser
 * restores on the way back, or when it loads the page anew, was not pressed.
 */
function showTheme(): void {
  const pressed = navigationType() === 'navigate' ? radio(':checked:not([checked])') : undefined;
  if (pressed) chooseTheme(pressed.value as Theme);
  const shown = radio(`[value=${shownTheme()}]`);
  if (shown) shown.checked = true;
}

/** On a page that the browser restores as it was left: chooses what was chosen on another one meanwhile. */
function renewTheme(): void {
  const kept = keptTheme();
  if (kept === undefined || kept === shownTheme()) return;
  chooseTheme(kept);
  radio(`[value=${kept}]`)?.click();
}

const radio = (state: string) => document.querySelector<HTMLInputElement>(`.theme-switch ${state}`);
