import { withStorage } from '../data/browser-storage.ts';
import { navigationType } from './navigation-type.ts';

/** What is disabled in forms that can't do without scripts. */
const waiting = '[data-needs-scripts]';

type Control = HTMLFieldSetElement | HTMLButtonElement;

/**
 * Enables the forms that need scripts before these are there: what is typed or submitted until then, the hydrated form
 * takes over. Returns whether the page has such a form.
 */
export function openForms(page: Document): boolean {
  const controls = page.querySelectorAll<Control>(waiting);
  for (const control of controls) control.disabled = false;
  return controls.length > 0;
}

/** Keeps a form that can't be hydrated from being sent without scripts; what is typed can still be copied. */
export function closeForms(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`button${waiting}`))
    button.disabled = true;
}

const lostKey = 'journal-lost-form';
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const textFields = () =>
  document.querySelectorAll<TextField>(
    `form:has(${waiting}) :is(input:not([type=password]), textarea, select)`,
  );

/** Has the form filled again when this page is loaded anew, but for passwords, which are not to be stored. */
export function keepTyped(): void {
  addEventListener('pagehide', () => {
    const values = [...textFields()].map(({ name, value }) => [name, value]);
    const lost = JSON.stringify({
      href: location.href,
      focus: document.activeElement?.getAttribute('name'),
      values,
    });
    withStorage((storage) => storage.setItem(lostKey, lost), 'sessionStorage');
  });
}

/** Fills a form as it was when its scripts could not be had, once, and gives its field the focus again. */
export function fillAgain(): void {
  const kept = withStorage((storage) => {
    const lost = storage.getItem(lostKey);
    storage.removeItem(lostKey);
    return lost;
  }, 'sessionStorage');
  const { href, focus, values } = JSON.parse(kept ?? '{}');
  if (href !== location.href || navigationType() !== 'reload') return;
  const texts = new Map<string, string>(values);
  for (const field of textFields()) {
    field.value = texts.get(field.name) ?? field.value;
    if (field.name === focus) field.focus();
  }
}

/** Submits a form as its button does, unless that is disabled. */
export function submitForm(form: HTMLFormElement): void {
  if (!form.querySelector('[type=submit]:disabled')) form.requestSubmit();
}

/**
 * Calls `hydrate` when this browser holds a draft for the form of the page, now or later, as it may be typed in another
 * tab, or when the account of whoever is signed in does: whoever opens the page is to see it.
 */
export function hydrateForDraft(hydrate: () => void): void {
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  const { draft: key, accountDraft } = form?.dataset ?? {};
  if (!form || !key) return;
  // What the browser restores may have been sent or discarded since; the draft is the text that counts.
  if (navigationType() === 'back_forward') form.reset();
  const look = () => {
    const names = withStorage((storage) => Object.keys(storage)) ?? [];
    if (names.some((name) => name.startsWith(key))) hydrate();
  };
  look();
  if (accountDraft)
    void fetch(accountDraft)
      .then(async (answer) => answer.ok && (await answer.json()) !== null && hydrate())
      // The form asks again once it is hydrated.
      .catch(() => {});
  for (const sign of ['storage', 'pageshow'] as const) addEventListener(sign, look);
}
