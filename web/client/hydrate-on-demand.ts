import { chooseTheme, type Theme } from '../ui/theme/theme.ts';
import { disableForms, enableForms, saveInputOnLeave, submitForm } from './deferred-form.ts';
import { reloadAtEntry, reportLoss } from './lost-scripts.ts';

/** Controls that only work once hydrated. Without scripts, those that are links lead elsewhere. */
const inPlace =
  '.filter a, .load-more a, .account-link, .drawer-account button, .field-toggle, .passkey-sign-in button, .printed-hint button, main [aria-haspopup]';
const controls = `form:not(.search-line), ${inPlace}`;

/** Maximum duration of hydration, in milliseconds. */
const deadline = 20_000;

/**
 * Hydrates the page when a reader approaches a control: hovers over it, focuses it or presses it. Clicks and
 * submissions until then are held back, and the last of them is repeated afterwards. If hydration fails or takes longer
 * than 20 s, the browser follows it as it would without scripts. A form that requires scripts waits for any length of
 * time. If they can't be loaded, the page is reloaded, once, and again as soon as they can be. `follow` keeps the
 * page up to date until hydration starts, and again after it has failed, unless the page has such a form, which that would
 * undo; it returns a function that stops this. Returns a function that hydrates the page immediately.
 */
export function hydrateOnDemand(
  scripts: readonly string[],
  hydrate: () => Promise<unknown>,
  follow: () => () => void,
): () => void {
  const listening = new AbortController();
  const stopFollowing = follow();
  let isStarted = false;
  let isHydrated = false;
  let held: (() => void) | undefined;

  async function start() {
    if (isStarted) return;
    isStarted = true;
    stopFollowing();
    const needsScripts = enableForms(document);
    // The form itself reports an invalid address, not the browser.
    const forms = document.querySelectorAll<HTMLFormElement>('form[method=post]');
    for (const form of forms) form.noValidate = true;
    const hydrated = new Promise((resolve) => addEventListener('journal:hydrated', resolve, { once: true }));
    const loss = failureOf(scripts);
    try {
      await Promise.race([Promise.all([hydrate(), hydrated]), loss, ...(needsScripts ? [] : [timeout()])]);
      isHydrated = true;
    } catch (error) {
      console.error(error);
      for (const form of forms) form.noValidate = false;
      if (!needsScripts) addEventListener('journal:hydrated', follow(), { once: true });
      else {
        disableForms();
        saveInputOnLeave();
        reportLoss();
        loss.catch(() => reloadOnceLoadable(scripts));
        addEventListener('popstate', reloadAtEntry);
      }
    }
    listening.abort();
    delete document.documentElement.dataset.loading;
    held?.();
  }

  function hold(event: Event, repeat: () => void) {
    event.preventDefault();
    event.stopImmediatePropagation();
    held = repeat;
    document.documentElement.dataset.loading = '';
    startFor(event.target);
  }

  function press(control: HTMLElement) {
    // The router may have loaded before the page is hydrated: it would keep waiting for code that has not arrived.
    if (isHydrated || !(control instanceof HTMLAnchorElement)) control.click();
    else location.assign(control.href);
  }

  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    on: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, on, { capture: true, signal: listening.signal });
  const startFor = (target: EventTarget | null) => {
    if (!closest(target, controls)) return;
    void start();
    // In parallel with the scripts that hydrate the link, which loads the same module.
    if (closest(target, '.account-link')) import('../features/account/AccountMenu.tsx').catch(() => {});
  };
  listen('pointerover', ({ target }) => startFor(target));
  listen('focusin', ({ target }) => startFor(target));
  startFor(document.activeElement);
  listen('click', (event) => {
    const link = closest<HTMLElement>(event.target, inPlace);
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    hold(event, () => press(link));
  });
  listen('keydown', (event) => {
    const link = closest<HTMLElement>(event.target, '.account-link');
    if (link && event.key === 'ArrowDown') hold(event, () => press(link));
  });
  listen('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.method === 'post') hold(event, () => submitForm(form));
  });
  listen('change', ({ target }) => {
    if (closest(target, '.theme-switch')) chooseTheme((target as HTMLInputElement).value as Theme);
  });
  return () => void start();
}

function closest<Found extends Element>(target: EventTarget | null, selector: string): Found | null {
  return target instanceof Element ? target.closest<Found>(selector) : null;
}

/** Rejects after 20 s. */
function timeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, deadline, new Error('Timed out')));
}

/** Tries every 5 s to load the scripts, which may have been lost with the network, and then reloads the page. */
function reloadOnceLoadable(scripts: readonly string[]): void {
  const load = async (href: string) => (await fetch(href)).ok || Promise.reject();
  setTimeout(() => {
    Promise.all(scripts.map(load)).then(
      () => location.reload(),
      () => reloadOnceLoadable(scripts),
    );
  }, 5_000);
}

/** Loads scripts in parallel; rejects with the event of the first that can't be loaded. */
function failureOf(scripts: readonly string[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const href of scripts) {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
      link.addEventListener('error', reject);
      document.head.append(link);
    }
  });
}

declare global {
  interface WindowEventMap {
    /** The first page has been hydrated. */
    'journal:hydrated': Event;
  }
}
