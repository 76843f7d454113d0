import type { SessionUser } from '@journal/contracts';
import { LRUCache } from 'lru-cache';
import { rolesOf } from '../../data/session.ts';

/**
 * The parts of a page that depend on the signed-in user, each captured by its first group: the account and the notice
 * in the masthead, the edit link if the page has one, the account's links in the footer, and the session in the page's
 * data.
 */
const editSlot = /<span class="edit-link">((?:(?!<\/?span)[\s\S])*)<\/span>/dg;
const slots = [
  /<div class="account-area">((?:(?!<\/?div)[\s\S])*)<\/div>/dg,
  /<div class="password-notice">((?:(?!<\/?div)[\s\S])*)<\/div>/dg,
  editSlot,
  /<h2 class="label">Account<\/h2>(<ul(?:(?!<\/?(?:ul|div))[\s\S])*<\/ul>)<\/div>/dg,
  /<script id="vike_pageContext" type="application\/json">[^<]*?"session":(null|\{(?:"(?:[^"\\<]|\\.)*"|[^"{}<])*\})[^<]*<\/script>/dg,
];

type Split = {
  readonly between: readonly string[];
  /** In the order of the slots; undefined if the page lacks the slot. */
  readonly filled: readonly (string | undefined)[];
};

/**
 * Splits a page into the parts between its slots and the slots' contents. Returns undefined unless it has each slot
 * exactly once, in order; only the edit link may be missing.
 */
function splitAtSlots(html: string): Split | undefined {
  const between: string[] = [];
  const filled: (string | undefined)[] = [];
  let end = 0;
  for (const slot of slots) {
    const [found, ...others] = [...html.matchAll(slot)];
    if (!found && slot === editSlot) {
      between.push('');
      filled.push(undefined);
      continue;
    }
    if (!found || others.length > 0) return undefined;
    const [from, to] = found.indices?.[1] ?? [0, 0];
    if (from < end) return undefined;
    between.push(html.slice(end, from));
    filled.push(html.slice(from, to));
    end = to;
  }
  between.push(html.slice(end));
  return { between, filled };
}

/** Maximum number of remembered sessions. */
const maxSessions = 2_000;
/** Milliseconds for which any part of a session is remembered. */
export const sessionPartsTtl = 5 * 60_000;

/**
 * Returns a function that turns a visitor's page into a signed-in user's page. Resolves with undefined if the page has
 * another structure. `renderFor` renders the same page for a session, and the slots are copied from it: once per API
 * response about a session or, if the user has a role, once per response and page. These are the cache keys, so that
 * nobody ever gets another user's parts.
 */
export function createSlotFiller(
  renderFor: (address: string, session: string) => Promise<string | undefined>,
) {
  const parts = new LRUCache<string, Promise<Split['filled'] | undefined>>({
    max: maxSessions,
    ttl: sessionPartsTtl,
  });

  async function renderSlots(address: string, session: string): Promise<Split['filled'] | undefined> {
    const html = await renderFor(address, session);
    const filled = html === undefined ? undefined : splitAtSlots(html)?.filled;
    return filled?.at(-1) === 'null' ? undefined : filled;
  }

  return async (address: string, html: string, session: string): Promise<string | undefined> => {
    const split = splitAtSlots(html);
    if (split?.filled.at(-1) !== 'null') return undefined;
    // The newsroom's links depend on the current page.
    const hasRole = rolesOf(JSON.parse(session) as SessionUser).length > 0;
    const key = hasRole ? `${address} ${session}` : session;
    const pendingSlots = parts.get(key) ?? renderSlots(address, session).catch(() => undefined);
    parts.set(key, pendingSlots);
    const filled = await pendingSlots;
    if (!filled) {
      if (parts.peek(key) === pendingSlots) parts.delete(key);
      return undefined;
    }
    const partOf = (index: number) => (split.filled[index] === undefined ? '' : (filled[index] ?? ''));
    return split.between.map((part, index) => part + partOf(index)).join('');
  };
}
