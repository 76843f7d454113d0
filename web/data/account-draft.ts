import { asApiError, type Draft, type DraftContent, draftEtag, draftVersionsIn } from '@journal/contracts';
import { apiClient } from './api.ts';
import { hash } from './attempt-key.ts';
import { withStorage } from './browser-storage.ts';
import { draftForgottenEvent, draftMarkKeyOf, draftPutAwayKey } from './forget-draft.ts';

/**
 * `none`: nothing is typed. `device`: only this device has the text for now. `account`: the account has it, too.
 * `elsewhere`: a different text was typed on another device, and the user must choose.
 */
export type AccountDraftView =
  | { readonly state: 'none' | 'device' | 'account' }
  | { readonly state: 'elsewhere'; readonly other: Draft };

type DraftForm = {
  /** Returns what is typed here, or undefined if nothing is. */
  read(): DraftContent | undefined;
  /**
   * Puts what was typed on another device into the form; undefined if it was sent or discarded there. `isChosen`: the
   * user chose it over what is typed here.
   */
  take(draft: Draft | undefined, isChosen: boolean): void;
  show(view: AccountDraftView): void;
};

/**
 * The last version that this browser knows, and what was typed here since: a text, or nothing if it was discarded.
 * `sent`: hash of the text last sent from here, which is no longer a draft. `unanswered`: hashes of the latest texts
 * that were saved from here since that version, as far as no answer has arrived: the account may have one of them.
 */
type Mark = {
  readonly etag: string;
  readonly typed: 'no' | 'text' | 'nothing';
  readonly sent?: number | undefined;
  readonly unanswered?: readonly number[] | undefined;
};

/** Pause in typing before a save, and delay before a failed save is retried, in milliseconds. */
const saveDelay = 2_000;
const retryDelay = 30_000;
/** Longest wait for the draft before a text is sent, in milliseconds. */
const maxWait = 3_000;
/** In place of the account's text after a save that was not answered; no text is equal to it. */
const unknownText = '';
/** Most unanswered saves that are remembered. */
const maxUnanswered = 50;
/** Largest body that browsers send after the page is left, in bytes. */
const maxKeepaliveBytes = 60_000;

/**
 * Saves what is typed into a form to the account, so that it follows its writer to another device. The browser's own
 * copy comes first; the account's is compared with it when the form opens and whenever the user returns to the page.
 * The version that this browser saw last tells which copy is newer. If both have changed, the user must choose.
 */
export function createAccountDraft(
  { userId, target }: { readonly userId: string; readonly target: string },
  { read, take, show }: DraftForm,
  api: Pick<typeof apiClient, 'request'> = apiClient,
) {
  const params = { target };
  const key = draftMarkKeyOf(userId, target);
  const noDraftEtag = draftEtag(0, userId);
  let inMemory: Mark | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** Whether the two copies were compared, and the account's text as far as this page knows: unknown during a save. */
  let isCompared = false;
  let accountText: string | undefined;
  /** The form's text when it was last read. */
  let lastFormText: string | undefined;
  let elsewhere: { readonly draft: Draft; readonly etag: string } | undefined;
  /** The text that is being sent, even if the form shows another one meanwhile. */
  let textToSend: string | undefined;

  const mark = () =>
    withStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as Mark | null) ?? inMemory;
  function keepMark(next: Mark) {
    inMemory = next;
    withStorage((storage) => storage.setItem(key, JSON.stringify(next)));
  }
  function setMark(etag: string, typed: Mark['typed'] = read() ? 'text' : 'nothing') {
    const known = mark();
    const unanswered = known?.etag === etag ? known.unanswered : undefined;
    keepMark({ etag, typed, sent: known?.sent, unanswered });
  }
  /** Records that a text is being saved, or, without one, that the answer to the last save has arrived. */
  function setUnanswered(text?: string) {
    const { unanswered = [], ...known }: Mark = mark() ?? { etag: noDraftEtag, typed: 'text' };
    if (text === undefined) return keepMark(known);
    keepMark({ ...known, unanswered: [...new Set([...unanswered, hash(text)])].slice(-maxUnanswered) });
  }

  /** Records that the account now has this content. */
  function settle(etag: string, content: DraftContent | undefined) {
    elsewhere = undefined;
    accountText = textOf(content);
    lastFormText = textOf(read());
    if (lastFormText !== accountText) {
      setMark(etag);
      return scheduleSave(saveDelay);
    }
    setMark(etag, 'no');
    show({ state: content ? 'account' : 'none' });
  }

  /** Runs one task at a time, in order. */
  function enqueue(work: () => Promise<void>): void {
    clearTimeout(timer);
    queue = queue.then(work).catch((error: unknown) => {
      if (isStopped) return;
      if (read()) show({ state: 'device' });
      // A refused save is retried when the user types again.
      const { status } = asApiError(error);
      if (status === 429 || status >= 500) scheduleSave(retryDelay);
    });
  }

  function scheduleSave(milliseconds: number) {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => enqueue(save), milliseconds);
  }

  async function compare(): Promise<void> {
    if (isStopped || elsewhere) return;
    const { data: theirs, etag = '' } = await api.request('GET /api/me/drafts/:target', { params });
    // Another user may have signed in meanwhile.
    if (isStopped || !draftVersionsIn(etag, userId)?.length) return;
    isCompared = true;
    const mine = read();
    const known = mark();
    // A text without a mark was typed before anything was saved. If text and mark are both missing, nothing was
    // discarded.
    const isTyped = mine ? known?.typed !== 'no' : known?.typed === 'nothing';
    const theirContent = contentOf(theirs);
    const theirText = textOf(theirContent);
    // Saved from here, for example when the page was left, but the answer never arrived.
    const isOwn = theirText !== undefined && known?.unanswered?.includes(hash(theirText));
    // A leftover: it, or a later text, was sent or discarded here.
    const isLeftover =
      (known?.typed === 'no' && isOwn) ||
      hashOf(theirText) === known?.sent ||
      (known?.typed === 'nothing' && theirText === accountText);
    if (theirs && !mine && isLeftover) {
      accountText = theirText;
      setMark(etag);
      return save();
    }
    if (textOf(mine) === theirText) return settle(etag, mine);
    // Another tab, which shares the mark, has saved or sent a newer text: here nothing was typed since the last save.
    if (mine && textOf(mine) === accountText) {
      take(theirs ?? undefined, false);
      return settle(etag, theirContent);
    }
    if (known?.etag === etag ? isTyped || mine : (!theirs || isOwn) && isTyped) {
      accountText = theirText;
      setMark(etag);
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
    if (elsewhere || text === accountText) return;
    const headers = { 'if-match': mark()?.etag ?? noDraftEtag };
    const keepalive =
      isLeaving && new TextEncoder().encode(JSON.stringify(content)).length < maxKeepaliveBytes;
    const textBefore = accountText;
    accountText = unknownText;
    try {
      let etag: string | undefined;
      if (content) {
        setUnanswered(text);
        const options = { params, headers, keepalive, body: content };
        ({ etag } = await api.request('PUT /api/me/drafts/:target', options));
      } else await api.request('DELETE /api/me/drafts/:target', { params, headers, keepalive });
      setUnanswered();
      settle(etag ?? noDraftEtag, content);
    } catch (error) {
      if (asApiError(error).status !== 412) throw error;
      accountText = textBefore;
      return compare();
    }
  }

  return {
    /**
     * Compares both copies now and whenever the user returns to the page, and saves what is typed. Returns a function
     * that stops this.
     */
    start(): () => void {
      const end = new AbortController();
      const { signal } = end;
      const stop = () => {
        isStopped = true;
        end.abort();
        clearTimeout(timer);
      };
      const leave = () => enqueue(() => save(true));
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === draftPutAwayKey && newValue === userId) stop();
      };
      // Runs before the form's own listener: the form is emptied then, which must not count as discarding the draft.
      addEventListener(draftForgottenEvent, stop, { signal, capture: true });
      addEventListener('storage', onStorage, { signal, capture: true });
      addEventListener('pagehide', leave, { signal });
      addEventListener('online', () => enqueue(save), { signal });
      document.addEventListener(
        'visibilitychange',
        () => (document.visibilityState === 'hidden' ? leave() : enqueue(compare)),
        { signal },
      );
      lastFormText = textOf(read());
      enqueue(compare);
      return () => {
        if (isStopped) return;
        leave();
        stop();
      };
    },
    /** To be called when the text may have changed. */
    changed() {
      const text = textOf(read());
      if (isStopped || elsewhere || text === lastFormText) return;
      lastFormText = text;
      setMark(mark()?.etag ?? noDraftEtag);
      show({ state: text === undefined ? 'none' : 'device' });
      scheduleSave(text === undefined ? 0 : saveDelay);
    },
    /**
     * Resolves, once no save is pending, with the draft version that the text is sent from, or undefined if there is
     * none.
     */
    async version(): Promise<string | undefined> {
      textToSend = textOf(read());
      clearTimeout(timer);
      // The text must be sent even if saving the draft is slow.
      await Promise.race([queue, new Promise((resolve) => setTimeout(resolve, maxWait))]);
      if (textOf(read()) !== accountText) scheduleSave(saveDelay);
      // Replaced by a newer text from another device, which must stay.
      if (textOf(read()) !== textToSend) return undefined;
      const etag = mark()?.etag ?? noDraftEtag;
      return etag === noDraftEtag ? undefined : etag;
    },
    /** To be called once the text is sent and its draft removed. */
    sent() {
      clearTimeout(timer);
      if (elsewhere) return;
      keepMark({ ...mark(), etag: noDraftEtag, typed: 'no', sent: hashOf(textToSend ?? lastFormText) });
      [accountText, lastFormText, textToSend] = [undefined, undefined, undefined];
      show({ state: 'none' });
      // Runs once the form is empty.
      setTimeout(() => enqueue(compare));
    },
    /** Keeps the other device's text, or the one typed here. */
    choose(which: 'other' | 'own') {
      if (!elsewhere) return;
      const { draft, etag } = elsewhere;
      elsewhere = undefined;
      accountText = textOf(contentOf(draft));
      if (which === 'other') {
        take(draft, true);
        return settle(etag, contentOf(draft));
      }
      setMark(etag);
      enqueue(save);
    },
  };
}

export type AccountDraft = ReturnType<typeof createAccountDraft>;

const contentOf = (draft: Draft | null): DraftContent | undefined =>
  draft ? { values: draft.values, ...(draft.base ? { base: draft.base } : {}) } : undefined;

const hashOf = (text: string | undefined) => (text === undefined ? undefined : hash(text));

/** Returns the same text for the same content, regardless of the order of its values. */
function textOf(content: DraftContent | undefined): string | undefined {
  if (!content) return undefined;
  return JSON.stringify([content.base?.etag, Object.entries(content.values).sort()]);
}

/** Resolves with whether the account has a draft; false if the request fails. */
export async function hasAccountDraft(target: string): Promise<boolean> {
  try {
    const { data } = await apiClient.request('GET /api/me/drafts/:target', { params: { target } });
    return data !== null;
  } catch {
    return false;
  }
}
