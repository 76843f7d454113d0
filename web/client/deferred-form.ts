import { withStorage } from '../data/browser-storage.ts';
import { navigationType } from './navigation-type.ts';

/** Controls that are disabled in forms that require scripts. */
const disabledControls = '[data-needs-scripts]';

type Control = HTMLFieldSetElement | HTMLButtonElement;

/**
 * Enables the forms that require scripts before the scripts have loaded: the hydrated form takes over anything typed or
 * submitted until then. Returns whether the page has such a form.
 */
export function enableForms(page: Document): boolean {
  const controls = page.querySelectorAll<Control>(disabledControls);
  for (const control of controls) control.disabled = false;
  return controls.length > 0;
}

/** Keeps a form that can't be hydrated from being submitted without scripts. Its text can still be copied. */
export function disableForms(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`button${disabledControls}`))
    button.disabled = true;
}

const lostKey = 'journal-lost-form';
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const textFields = () =>
  document.querySelectorAll<TextField>(
    `form:has(${disabledControls}) :is(input:not([type=password]), textarea, select)`,
  );

const isChoice = ({ type }: TextField) => /^(?:checkbox|radio)$/.test(type);
const stateOf = (field: TextField) => (isChoice(field) ? (field as HTMLInputElement).checked : field.value);
/** The choices of one field share its name. */
const keyOf = (field: TextField) => (isChoice(field) ? `${field.name} ${field.value}` : field.name);

/** Stores the form when the page is left, so that it can be refilled after a reload. Passwords must not be stored. */
export function saveInputOnLeave(): void {
  addEventListener('pagehide', () => {
    const values = [...textFields()].map((field) => [keyOf(field), stateOf(field)]);
    const lost = JSON.stringify({
      href: location.href,
      focus: document.activeElement?.getAttribute('name'),
      values,
    });
    withStorage((storage) => storage.setItem(lostKey, lost), 'sessionStorage');
  });
}

/** Refills a form that was stored because its scripts failed to load, once, and focuses the same field again. */
export function restoreInput(): void {
  const kept = withStorage((storage) => {
    const lost = storage.getItem(lostKey);
    storage.removeItem(lostKey);
    return lost;
  }, 'sessionStorage');
  const { href, focus, values } = JSON.parse(kept ?? '{}');
  if (href !== location.href || navigationType() !== 'reload') return;
  const states = new Map<string, string | boolean>(values);
  for (const field of textFields()) {
    const state = states.get(keyOf(field)) ?? stateOf(field);
    if (typeof state === 'string') field.value = state;
    else (field as HTMLInputElement).checked = state;
    if (field.name === focus) field.focus();
  }
}

/** Submits a form as its button would, unless the button is disabled. */
export function submitForm(form: HTMLFormElement): void {
  if (!form.querySelector('[type=submit]:disabled')) form.requestSubmit();
}

/**
 * Calls `hydrate` if this browser has a draft for the page's form, now or later, as it may be typed in another tab, or
 * if the signed-in user's account has one: a reader who opens the page should see the draft.
 */
export function hydrateForDraft(hydrate: () => void): void {
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  const { draft: key, accountDraft } = form?.dataset ?? {};
  if (!form || !key) return;
  // The browser may restore text that has since been sent or discarded; the draft is authoritative.
  if (navigationType() === 'back_forward') form.reset();
  const check = () => {
    const names = withStorage((storage) => Object.keys(storage)) ?? [];
    if (names.some((name) => name.startsWith(key))) hydrate();
  };
  check();
  if (accountDraft)
    void fetch(accountDraft)
      .then(async (answer) => answer.ok && (await answer.json()) !== null && hydrate())
      // The form requests it again once it is hydrated.
      .catch(() => {});
  for (const sign of ['storage', 'pageshow'] as const) addEventListener(sign, check);
}
