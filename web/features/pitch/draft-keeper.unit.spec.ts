import { defaultByline } from '@journal/contracts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  draftKeyOf,
  draftMarkKeyOf,
  draftPutAwayKey,
  forgetDraft,
  isDraftSaved,
} from '../../data/forget-draft.ts';
import { textsOfByline } from './byline-texts.ts';
import { createDraftKeeper, type DraftView } from './draft-keeper.ts';
import { initialPitch, type PitchTexts } from './pitch-draft.ts';

const user = { id: 'writer', fullName: 'Sample Writer' } as never;
const key = draftKeyOf('writer');
const typed: PitchTexts = { ...initialPitch(user), fullEssay: 'Begun' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens two tabs of one browser. Each one's globals are stubbed only while it acts. */
function openTabs() {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('document', new EventTarget());
  const open = () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    let texts = initialPitch(user);
    let view: DraftView | undefined;
    const keeper = createDraftKeeper((next) => {
      view = next;
    }, initialPitch(user));
    const stop = keeper.start(user, (next) => {
      texts = next;
    });
    onTestFinished(stop);
    return {
      ...keeper,
      get essay() {
        return texts.fullEssay;
      },
      /** The state of the draft, and the essays that were set aside. */
      get shown() {
        return [view?.state, view?.others.map(({ fullEssay }) => fullEssay)];
      },
      type(next: PitchTexts) {
        texts = next;
        keeper.changed(next);
      },
      hear: (name = key, newValue = stored.get(name) ?? null) =>
        page.dispatchEvent(Object.assign(new Event('storage'), { key: name, newValue })),
    };
  };
  return { stored, tab: open(), other: open() };
}

it('a draft that another tab has sent is not saved again, even if the storage event arrives late', () => {
  const { stored, tab, other } = openTabs();
  tab.type(typed);
  vi.advanceTimersByTime(300);
  other.hear();
  expect(other.essay).toBe('Begun');
  other.changed(typed);
  tab.sent();
  vi.advanceTimersByTime(60_000);
  expect(stored.has(key)).toBe(false);
  other.hear();
  vi.advanceTimersByTime(60_000);
  expect([stored.has(key), other.essay]).toEqual([false, '']);
});

it('a draft that is discarded on signing out is not saved again by another tab', () => {
  const { stored, tab, other } = openTabs();
  tab.type(typed);
  vi.advanceTimersByTime(300);
  other.hear();
  other.type({ ...typed, articleTitle: 'Typed a moment ago' });
  vi.stubGlobal('dispatchEvent', () => true);
  forgetDraft('writer');
  // All of it is gone before another tab of the same process is notified.
  other.hear(draftPutAwayKey, 'writer');
  vi.advanceTimersByTime(60_000);
  expect([stored.has(key), other.essay]).toEqual([false, '']);
});

it('a draft with a text that was set aside counts as one that the account does not have', () => {
  const { stored, tab } = openTabs();
  tab.type(typed);
  vi.advanceTimersByTime(300);
  stored.set(draftMarkKeyOf('writer', 'new-pitch'), JSON.stringify({ etag: '"1"', typed: 'no' }));
  expect(isDraftSaved('writer')).toBe(true);
  tab.swap({ ...typed, fullEssay: 'Another' }, textsOfByline(defaultByline));
  expect(isDraftSaved('writer')).toBe(false);
});

it('a text that was set aside stays when the one in the form is discarded, which can be undone, or sent', () => {
  const { stored, tab } = openTabs();
  tab.type(typed);
  tab.swap({ ...typed, fullEssay: 'Another' }, textsOfByline(defaultByline));
  tab.discard();
  expect([tab.essay, tab.shown]).toEqual(['', ['discarded', ['Begun']]]);
  expect(JSON.parse(stored.get(key) ?? '{}').aside).toMatchObject([typed]);
  tab.undoDiscard();
  expect([tab.essay, tab.shown]).toEqual(['Another', ['saved', ['Begun']]]);
  tab.sent();
  expect([tab.essay, tab.shown]).toEqual(['', ['none', ['Begun']]]);
});

it('a text that was discarded is not offered to the next user of the page', () => {
  const { tab } = openTabs();
  tab.type(typed);
  tab.discard();
  onTestFinished(tab.start({ id: 'next', fullName: 'Sample Writer' } as never, () => {}));
  tab.undoDiscard();
  expect([tab.typed(), tab.shown]).toEqual([undefined, ['none', []]]);
});

it('a draft that the browser has lost is saved again', () => {
  const { stored, tab } = openTabs();
  tab.type(typed);
  vi.advanceTimersByTime(300);
  stored.clear();
  tab.type({ ...typed, articleTitle: 'On waking early' });
  vi.advanceTimersByTime(60_000);
  expect(JSON.parse(stored.get(key) ?? '{}').texts).toMatchObject({
    fullEssay: 'Begun',
    articleTitle: 'On waking early',
  });
});
