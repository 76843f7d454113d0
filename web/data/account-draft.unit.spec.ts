import { ApiError, type Draft, type DraftContent, draftEtag } from '@journal/contracts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AccountDraftView, createAccountDraft } from './account-draft.ts';

const userId = 'writer';
const textOf = (content: { readonly values: DraftContent['values'] } | undefined) => content?.values['title'];

/** A stub of the API that keeps the draft of one account. */
function createAccount() {
  const calls: string[] = [];
  let draft: Draft | null = null;
  let version = 0;
  let failure: Error | undefined;
  let isAnswerLost = false;
  let underWay: Promise<void> | undefined;
  type Sent = { headers?: Record<string, string>; body?: DraftContent; keepalive?: boolean };
  async function request(route: string, { headers = {}, body, keepalive }: Sent) {
    const [method = ''] = route.split(' ');
    calls.push(`${method}${keepalive ? ' keepalive' : ''}`);
    if (failure) throw failure;
    const etag = () => draftEtag(draft ? version : 0, userId);
    if (method === 'GET') {
      const answer = { data: draft, etag: etag() };
      await underWay;
      return answer;
    }
    if (headers['if-match'] !== etag()) throw new ApiError(412, '{}');
    version++;
    draft = body ? { values: body.values, base: body.base ?? null, savedAt: new Date().toISOString() } : null;
    if (isAnswerLost) throw new TypeError('Failed to fetch');
    return { data: undefined, etag: draft ? etag() : undefined };
  }
  return {
    calls,
    api: { request: request as never },
    get text() {
      return textOf(draft ?? undefined);
    },
    /** Sends the text, or discards the draft, on another device. */
    empty: () => {
      draft = null;
    },
    /** Applies a save that was still in flight when its tab was closed. */
    save: (title: string) => {
      version++;
      draft = { values: { title }, base: null, savedAt: new Date().toISOString() };
    },
    fail(error: Error | undefined) {
      failure = error;
    },
    /** Applies changes from now on, but loses the responses to them. */
    loseAnswers(isLost = true) {
      isAnswerLost = isLost;
    },
    /** Holds back the responses to later reads until the returned function is called. */
    delay() {
      const { promise, resolve } = Promise.withResolvers<void>();
      underWay = promise;
      return () => {
        underWay = undefined;
        resolve();
      };
    },
  };
}
type Account = ReturnType<typeof createAccount>;

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-04T14:05:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a form in a browser with its own storage. */
async function openOn(account: Account, stored = new Map<string, string>(), typed?: string) {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  let text = typed;
  const views: AccountDraftView[] = [];
  const draft = createAccountDraft(
    { userId, target: 'new-pitch' },
    {
      read: () => (text === undefined ? undefined : { values: { title: text } }),
      take(other) {
        text = textOf(other) as string | undefined;
      },
      show: (view) => void views.push(view),
    },
    account.api,
  );
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  /** The browsers share this process, so each one's globals are stubbed only while it acts. */
  const within = async (act: () => unknown, milliseconds = 0) => {
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('document', document);
    act();
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  let stop = () => {};
  await within(() => {
    stop = draft.start();
  });
  onTestFinished(() => stop());
  return {
    stored,
    get text() {
      return text;
    },
    get state() {
      return views.at(-1)?.state;
    },
    type: (next: string | undefined, milliseconds = 2_000) =>
      within(() => {
        text = next;
        draft.changed();
      }, milliseconds),
    comeBack: () => within(() => document.dispatchEvent(new Event('visibilitychange'))),
    choose: (which: 'other' | 'own') => within(() => draft.choose(which)),
    leave: () => within(stop),
    wait: (milliseconds: number) => within(() => {}, milliseconds),
    emit: (event: string) => within(() => page.dispatchEvent(new Event(event))),
    version: () => draft.version(),
    sent: (emptied: readonly (string | undefined)[] = ['the rest', undefined]) =>
      within(() => {
        draft.sent();
        // The form is emptied field by field, unless told otherwise.
        for (const left of emptied) {
          text = left;
          draft.changed();
        }
      }),
  };
}

describe('a draft', () => {
  it('is saved on this device first and to the account after 2 s, and then shown on another device', async () => {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('Begun', 1_900);
    expect([school.state, account.text]).toEqual(['device', undefined]);
    await school.wait(100);
    expect([school.state, account.text]).toEqual(['account', 'Begun']);
    const telephone = await openOn(account);
    expect([telephone.text, telephone.state]).toEqual(['Begun', 'account']);
    expect(account.calls).toEqual(['GET', 'PUT', 'GET']);
  });

  it('is saved when the form is left, unless nothing was typed', async () => {
    const account = createAccount();
    const school = await openOn(account);
    await school.leave();
    expect(account.calls).toEqual(['GET']);
    const again = await openOn(account);
    await again.type('Begun', 0);
    await again.leave();
    expect([account.text, account.calls.at(-1)]).toEqual(['Begun', 'PUT keepalive']);
  });

  it('is updated to the other device’s text when the user returns', async () => {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('Begun');
    const telephone = await openOn(account);
    await telephone.type('Begun, and gone on');
    await school.comeBack();
    expect([school.text, school.state]).toEqual(['Begun, and gone on', 'account']);
    await school.type('Done');
    await telephone.comeBack();
    expect(telephone.text).toBe('Done');
  });

  it('typed on in another tab of the browser replaces the older text of this one', async () => {
    const account = createAccount();
    const stored = new Map<string, string>();
    const [tab, other] = [await openOn(account, stored), await openOn(account, stored)];
    await tab.type('Begun');
    await other.comeBack();
    await other.type('Begun, and gone on');
    await tab.comeBack();
    expect([tab.text, other.text, account.text]).toEqual(Array(3).fill('Begun, and gone on'));
    account.empty();
    await tab.comeBack();
    expect([tab.text, account.text]).toEqual([undefined, undefined]);
  });

  it('is saved again 30 s after a failure, and meanwhile reported as saved on this device only', async () => {
    const account = createAccount();
    const school = await openOn(account);
    account.fail(new ApiError(503, '{}'));
    await school.type('Begun');
    expect([school.state, account.text]).toEqual(['device', undefined]);
    account.fail(undefined);
    await school.wait(30_000);
    expect([school.state, account.text]).toEqual(['account', 'Begun']);
  });

  it('typed before signing in is saved to the account, without a conflict if both are equal', async () => {
    const account = createAccount();
    const school = await openOn(account, new Map(), 'Of a visitor');
    expect([account.text, school.state]).toEqual(['Of a visitor', 'account']);
    const telephone = await openOn(account, new Map(), 'Of a visitor');
    expect(telephone.state).toBe('account');
    expect(account.calls).toEqual(['GET', 'PUT', 'GET']);
  });
});

describe('two different drafts', () => {
  async function typedOnBoth() {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('Begun');
    const telephone = await openOn(account);
    await telephone.type('On the telephone');
    await school.type('At school');
    expect([school.state, school.text, account.text]).toEqual(['elsewhere', 'At school', 'On the telephone']);
    return { account, school, telephone };
  }

  it('are both kept until the user chooses, and the other device’s draft replaces this one', async () => {
    const { account, school } = await typedOnBoth();
    await school.type('At school, on and on', 60_000);
    await school.leave();
    expect(account.text).toBe('On the telephone');
    await school.choose('other');
    expect([school.text, school.state, account.text]).toEqual([
      'On the telephone',
      'account',
      'On the telephone',
    ]);
  });

  it('are resolved by choosing this device’s draft, and the other device follows', async () => {
    const { account, school, telephone } = await typedOnBoth();
    await school.choose('own');
    expect([school.state, account.text]).toEqual(['account', 'At school']);
    await telephone.comeBack();
    expect(telephone.text).toBe('At school');
  });

  it('typed while the API was down are a conflict once it is back', async () => {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('Begun');
    account.fail(new ApiError(503, '{}'));
    await school.type('At school');
    account.fail(undefined);
    const telephone = await openOn(account);
    await telephone.type('On the telephone');
    const again = await openOn(account, school.stored, 'At school');
    expect(again.state).toBe('elsewhere');
  });
});

describe('a text saved from here without an answer', () => {
  it.each(['typed on', 'typed on after a reload'])('is no conflict with the same text, %s', async (how) => {
    const account = createAccount();
    const school = await openOn(account);
    account.loseAnswers();
    await school.type('At school');
    expect([school.state, account.text]).toEqual(['device', 'At school']);
    account.loseAnswers(false);
    const text = 'At school, on and on';
    if (how === 'typed on') await school.type(text);
    const now = how === 'typed on' ? school : await openOn(account, school.stored, text);
    expect([now.state, account.text]).toEqual(['account', text]);
  });

  it('is discarded from the account, too, if it is discarded here', async () => {
    const account = createAccount();
    const school = await openOn(account);
    account.loseAnswers();
    await school.type('At school');
    account.loseAnswers(false);
    await school.type(undefined);
    expect([school.text, school.state, account.text]).toEqual([undefined, 'none', undefined]);
  });

  it.each([
    ['the text before it, typed again', 'At home, and at school'],
    ['the text that was discarded, brought back', undefined],
  ])('does not replace %s', async (_, change) => {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('At home');
    account.loseAnswers();
    await school.type(change);
    account.loseAnswers(false);
    await school.type('At home');
    await school.comeBack();
    expect([school.text, school.state, account.text]).toEqual(['At home', 'account', 'At home']);
  });

  it.each([undefined, 'At'])(
    'does not come back once a later one is sent, after %s was saved',
    async (saved) => {
      const account = createAccount();
      const school = await openOn(account);
      if (saved !== undefined) await school.type(saved);
      account.loseAnswers();
      await school.type('At school');
      account.loseAnswers(false);
      await school.type('At school, on and on', 0);
      await school.sent([undefined]);
      expect([school.text, school.state, account.text]).toEqual([undefined, 'none', undefined]);
    },
  );

  it('is a conflict once another device has changed it', async () => {
    const account = createAccount();
    const school = await openOn(account);
    account.loseAnswers();
    await school.type('At school');
    account.loseAnswers(false);
    await (await openOn(account)).type('On the telephone');
    await school.type('At school, on and on');
    expect([school.state, account.text]).toEqual(['elsewhere', 'On the telephone']);
  });
});

describe('a removed draft', () => {
  it('does not come back if it was sent from another device', async () => {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('Begun');
    account.empty();
    const again = await openOn(account, school.stored, 'Begun');
    expect([again.text, again.state, account.text]).toEqual([undefined, 'none', undefined]);
  });

  it('is discarded from the account at the next opportunity if the API was down', async () => {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('Begun');
    account.fail(new ApiError(503, '{}'));
    await school.type(undefined);
    expect(account.text).toBe('Begun');
    account.fail(undefined);
    await openOn(account, school.stored);
    expect(account.text).toBeUndefined();
  });

  it('is not the newer one of another device, if this one sends its older text at that moment', async () => {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('Begun');
    const telephone = await openOn(account);
    await telephone.type('Begun, and gone on');
    const arrive = account.delay();
    await school.comeBack();
    const version = school.version();
    arrive();
    await school.wait(0);
    expect(await version).toBeUndefined();
    await school.sent();
    await school.wait(60_000);
    expect([school.text, account.text]).toEqual(['Begun, and gone on', 'Begun, and gone on']);
  });

  it('is restored from the account if only this browser has forgotten it', async () => {
    const account = createAccount();
    const school = await openOn(account);
    await school.type('Begun');
    await school.emit('journal:draft-forgotten');
    await school.type(undefined, 60_000);
    expect(account.text).toBe('Begun');
    const again = await openOn(account, school.stored);
    expect(again.text).toBe('Begun');
  });

  it('does not come back from another tab that saved it meanwhile', async () => {
    for (const how of ['sent', 'discarded']) {
      const account = createAccount();
      const stored = new Map<string, string>();
      const [tab, other] = [await openOn(account, stored), await openOn(account, stored)];
      await tab.type('Begun');
      await other.type('Begun', 0);
      await other.leave();
      if (how === 'sent') await tab.sent();
      else await tab.type(undefined);
      await tab.wait(60_000);
      expect([how, account.text, tab.text]).toEqual([how, undefined, undefined]);
    }
  });

  it('is not shown after a reload if a save arrives after it was sent, unlike a new draft', async () => {
    const account = createAccount();
    const tab = await openOn(account);
    await tab.type('Begun', 0);
    await tab.sent();
    await tab.leave();
    account.save('Begun');
    const again = await openOn(account, tab.stored);
    expect([again.text, account.text]).toEqual([undefined, undefined]);
    account.save('Begun anew, elsewhere');
    expect((await openOn(account, tab.stored)).text).toBe('Begun anew, elsewhere');
  });

  it('is not shown by another tab that had read it before it was sent', async () => {
    const account = createAccount();
    const stored = new Map<string, string>();
    const tab = await openOn(account, stored);
    await tab.type('Begun');
    const arrive = account.delay();
    const other = await openOn(account, stored, 'Begun');
    account.empty();
    await tab.sent();
    await other.type(undefined);
    arrive();
    await other.wait(60_000);
    expect([other.text, account.text]).toEqual([undefined, undefined]);
  });

  it('sent from here is named by its version, and not deleted by another request', async () => {
    const account = createAccount();
    const school = await openOn(account);
    expect(await school.version()).toBeUndefined();
    await school.type('Begun');
    expect(await school.version()).toBe(draftEtag(1, userId));
    account.empty();
    await school.sent();
    await school.type(undefined, 60_000);
    expect([school.state, account.calls.filter((call) => call !== 'GET')]).toEqual(['none', ['PUT']]);
  });
});

it('a draft does not use the account of another user who has signed in since', async () => {
  const account = createAccount();
  const other = createAccountDraft(
    { userId: 'another', target: 'new-pitch' },
    { read: () => undefined, take: () => expect.unreachable(), show: () => {} },
    account.api,
  );
  const school = await openOn(account);
  await school.type('Begun');
  const stop = other.start();
  await school.wait(60_000);
  stop();
  expect(account.text).toBe('Begun');
});
