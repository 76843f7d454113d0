import { asApiError, type Draft, type DraftContent, draftEtag, draftVersionsIn } from '@journal/contracts';
import { apiClient } from './api.ts';
import { hash } from './attempt-key.ts';
import { withStorage } from './browser-storage.ts';
import { draftForgotten, draftMarkOf, draftPutAway } from './forget-draft.ts';

/**
 * `none`: nothing is typed; `device`: this device alone has it, for now; `account`: so has the account; `elsewhere`:
 * another text was typed on another device, and somebody has to choose.
 */
export type AccountDraftView =
  | { readonly state: 'none' | 'device' | 'account' }
  | { readonly state: 'elsewhere'; readonly other: Draft };

type DraftForm = {
  /** What is typed here; undefined where nothing is. */
  read(): DraftContent | undefined;
  /**
   * Puts what was typed on another device into the form; undefined where it was sent or discarded there. `isChosen`: in
   * the place of what is typed here.
   */
  take(draft: Draft | undefined, isChosen: boolean): void;
  show(view: AccountDraftView): void;
};

/**
 * The version that this browser knows, and what was typed here since: a text, or nothing where it was discarded. `sent`:
 * the hash of what was sent from here last; it is nobody's draft any more.
 */
type Mark = { readonly etag: string; readonly typed: 'no' | 'text' | 'nothing'; readonly sent?: number };

/** Milliseconds without a keystroke after which it is saved, and after which a failed attempt is made again. */
const rest = 2_000;
const untilNextAttempt = 30_000;
/** For how long sending a text waits for its draft. */
const patience = 3_000;
/** What a browser sends at most, in bytes, once a page is left. */
const maxKeepalive = 60_000;

/**
 * Keeps what is typed into a form with the account, so that it follows its writer to another device. The browser's own
 * copy goes first: this one is compared with it when the form opens and whenever one comes back to the page. Which of the
 * two is newer the version tells that this browser has seen last; where both were typed into, somebody has to choose.
 */
export function createAccountDraft(
  { userId, target }: { readonly userId: string; readonly target: string },
  { read, take, show }: DraftForm,
  api: Pick<typeof apiClient, 'request'> = apiClient,
) {
  const params = { target };
  const key = draftMarkOf(userId, target);
  const nothing = draftEtag(0, userId);
  let inMemory: Mark | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<void> = Promise.resolve();
  let isOver = false;
  /** Whether the two copies were compared, and what the account has as far as this page knows. */
  let isCompared = false;
  let held: string | undefined;
  /** What was in the form when it was last looked at. */
  let seen: string | undefined;
  let elsewhere: { readonly draft: Draft; readonly etag: string } | undefined;

  const mark = () =>
    withStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as Mark | null) ?? inMemory;
  function note(etag: string, typed: Mark['typed'] = read() ? 'text' : 'nothing', sent = mark()?.sent) {
    inMemory = { etag, typed, ...(sent === undefined ? {} : { sent }) };
    withStorage((storage) => storage.setItem(key, JSON.stringify(inMemory)));
  }

  /** The account has this content now. */
  function settle(etag: string, content: DraftContent | undefined) {
    elsewhere = undefined;
    held = textOf(content);
    seen = textOf(read());
    if (seen !== held) {
      note(etag);
      return plan(rest);
    }
    note(etag, 'no');
    show({ state: content ? 'account' : 'none' });
  }

  /** Does one thing at a time, in order. */
  function enqueue(work: () => Promise<void>): void {
    clearTimeout(timer);
    queue = queue.then(work).catch((error: unknown) => {
      if (isOver) return;
      if (read()) show({ state: 'device' });
      // What was refused is tried again when something is typed.
      const { status } = asApiError(error);
      if (status === 429 || status >= 500) plan(untilNextAttempt);
    });
  }

  function plan(milliseconds: number) {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => enqueue(save), milliseconds);
  }

  async function compare(): Promise<void> {
    if (isOver || elsewhere) return;
    const { data: theirs, etag = '' } = await api.request('GET /api/me/drafts/:target', { params });
    // Meanwhile somebody else may have signed in.
    if (isOver || !draftVersionsIn(etag, userId)?.length) return;
    isCompared = true;
    const mine = read();
    const known = mark();
    // Without a mark it was typed before anything was saved; where it is gone without one, nobody discarded it.
    const isTyped = mine ? known?.typed !== 'no' : known?.typed === 'nothing';
    const theirContent = contentOf(theirs);
    const theirText = textOf(theirContent);
    // Another tab has saved it while it was sent or discarded here.
    const isLeft = hashOf(theirText) === known?.sent || (known?.typed === 'nothing' && theirText === held);
    if (theirs && !mine && isLeft) {
      held = theirText;
      note(etag);
      return save();
    }
    if (textOf(mine) === theirText) return settle(etag, mine);
    if (known?.etag === etag ? isTyped || mine : !theirs && isTyped) {
      held = theirText;
      note(etag);
      return save();
    }
    if (mine && isTyped && theirs) {
      elsewhere = { draft: theirs, etag };
      return show({ state: 'elsewhere', other: theirs });
    }
    take(theirs ?? undefined, false);
    settle(etag, theirContent);
  }

  async function save(isLeaving = false): Promise<void> {
    if (!isCompared) return compare();
    const content = read();
    const text = textOf(content);
    if (elsewhere || text === held) return;
    const headers = { 'if-match': mark()?.etag ?? nothing };
    const keepalive = isLeaving && new TextEncoder().encode(JSON.stringify(content)).length < maxKeepalive;
    try {
      if (content) {
        const options = { params, headers, keepalive, body: content };
        settle((await api.request('PUT /api/me/drafts/:target', options)).etag ?? nothing, content);
      } else {
        await api.request('DELETE /api/me/drafts/:target', { params, headers, keepalive });
        settle(nothing, undefined);
      }
    } catch (error) {
      if (asApiError(error).status !== 412) throw error;
      return compare();
    }
  }

  return {
    /** Compares both copies now, and whenever one comes back; saves what is typed. Returns a function that stops. */
    start(): () => void {
      const end = new AbortController();
      const { signal } = end;
      const stop = () => {
        isOver = true;
        end.abort();
        clearTimeout(timer);
      };
      const leave = () => enqueue(() => save(true));
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === draftPutAway && newValue === userId) stop();
      };
      // Before the form hears of it: that it is emptied then does not mean that anybody discarded it.
      addEventListener(draftForgotten, stop, { signal, capture: true });
      addEventListener('storage', onStorage, { signal, capture: true });
      addEventListener('pagehide', leave, { signal });
      addEventListener('online', () => enqueue(save), { signal });
      document.addEventListener(
        'visibilitychange',
        () => (document.visibilityState === 'hidden' ? leave() : enqueue(compare)),
        { signal },
      );
      seen = textOf(read());
      enqueue(compare);
      return () => {
        if (isOver) return;
        leave();
        stop();
      };
    },
    /** Something was typed, perhaps. */
    changed() {
      const text = textOf(read());
      if (isOver || elsewhere || text === seen) return;
      seen = text;
      note(mark()?.etag ?? nothing);
      show({ state: text === undefined ? 'none' : 'device' });
      plan(text === undefined ? 0 : rest);
    },
    /** Resolves, once nothing is on its way, with the version of which a text is sent; undefined where there is none. */
    async version(): Promise<string | undefined> {
      clearTimeout(timer);
      // Whatever is slow there, the text is to be sent.
      await Promise.race([queue, new Promise((resolve) => setTimeout(resolve, patience))]);
      if (textOf(read()) !== held) plan(rest);
      const etag = mark()?.etag ?? nothing;
      return etag === nothing ? undefined : etag;
    },
    /** It was sent, and is gone with that. */
    sent() {
      clearTimeout(timer);
      if (elsewhere) return;
      note(nothing, 'no', hashOf(seen));
      [held, seen] = [undefined, undefined];
      show({ state: 'none' });
      // Once the form is empty.
      setTimeout(() => enqueue(compare));
    },
    /** Of two texts takes the one of the other device, or the one that is typed here. */
    choose(which: 'other' | 'own') {
      if (!elsewhere) return;
      const { draft, etag } = elsewhere;
      elsewhere = undefined;
      held = textOf(contentOf(draft));
      if (which === 'other') {
        take(draft, true);
        return settle(etag, contentOf(draft));
      }
      note(etag);
      enqueue(save);
    },
  };
}

export type AccountDraft = ReturnType<typeof createAccountDraft>;

const contentOf = (draft: Draft | null): DraftContent | undefined =>
  draft ? { values: draft.values, ...(draft.base ? { base: draft.base } : {}) } : undefined;

const hashOf = (text: string | undefined) => (text === undefined ? undefined : hash(text));

/** The same for the same content, in whichever order its values are. */
function textOf(content: DraftContent | undefined): string | undefined {
  if (!content) return undefined;
  return JSON.stringify([content.base?.etag, Object.entries(content.values).sort()]);
}

/** Resolves with whether the account has a draft; false where that can't be told. */
export async function hasAccountDraft(target: string): Promise<boolean> {
  try {
    const { data } = await apiClient.request('GET /api/me/drafts/:target', { params: { target } });
    return data !== null;
  } catch {
    return false;
  }
}
