import type { NewNewsletterEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { type SubscriptionCommand, subscriptionDecider } from './subscription.decider.ts';

const { decide, evolve, initialState } = subscriptionDecider;

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);
const at = (minutes: number) => new Date(start + minutes * minute).toISOString();
const days = (count: number) => count * 24 * 60;
const email = 'reader@example.org';

type Dated = NewNewsletterEvent & { metadata: { at: string; actor: { id: string; role: 'visitor' } } };
const dated = (event: NewNewsletterEvent, minutes: number): Dated => ({
  ...event,
  metadata: { at: at(minutes), actor: { id: 'visitor', role: 'visitor' } },
});
type Section = 'clash' | 'view' | 'culture';
const requested = (subscriberId = 's1', requestId = 'r1', minutes = 0, section?: Section) =>
  dated(
    { type: 'SubscriptionRequested', data: { subscriberId, requestId, email, ...(section && { section }) } },
    minutes,
  );
/** Without a section, it has the shape of events from before there were sections. */
const confirmed = (subscriberId = 's1', section?: Section | null, minutes = 1) =>
  dated(
    { type: 'SubscriptionConfirmed', data: { subscriberId, ...(section !== undefined && { section }) } },
    minutes,
  );
const ended = (subscriberId = 's1') => dated({ type: 'SubscriptionEnded', data: { subscriberId } }, 2);

const given = (...events: Dated[]) => ({
  when: (command: SubscriptionCommand) => decide(command, events.reduce(evolve, initialState)),
});
const request = (minutes: number, section?: Section, isSuppressed = false): SubscriptionCommand => ({
  type: 'RequestSubscription',
  emailHash: 'hash',
  email,
  section,
  isSuppressed,
  newSubscriberId: 's9',
  requestId: 'r9',
  at: at(minutes),
});
const confirm = (minutes: number, subscriberId = 's1', requestId = 'r1'): SubscriptionCommand => ({
  type: 'ConfirmSubscription',
  emailHash: 'hash',
  subscriberId,
  requestId,
  at: at(minutes),
});
const end = (subscriberId?: string): SubscriptionCommand => ({
  type: 'EndSubscription',
  emailHash: 'hash',
  ...(subscriberId === undefined ? {} : { subscriberId }),
});
const asks = (subscriberId: string, section?: Section) => ({
  events: [
    {
      type: 'SubscriptionRequested',
      data: { subscriberId, requestId: 'r9', email, ...(section && { section }) },
    },
  ],
});
const nothing = { events: [] };
const linkVoid = { rejection: 'link-void' };

describe('requesting the newsletter', () => {
  it('creates a new subscriber', () => {
    expect(given().when(request(0))).toEqual(asks('s9'));
    expect(given(requested(), ended()).when(request(10))).toEqual(asks('s9'));
    expect(given(requested(), confirmed(), ended()).when(request(3))).toEqual(asks('s9'));
  });
  it('does not mail an unconfirmed address again too soon, even if its subscription has ended', () => {
    const twice = given(requested(), ended(), requested('s2', 'r2', 10), ended('s2'));
    expect(given(requested(), ended()).when(request(9.99))).toEqual(nothing);
    expect(twice.when(request(29.99))).toEqual(nothing);
    expect(twice.when(request(30))).toEqual(asks('s9'));
    const once = given(requested(), ended(), requested('s2', 'r2', 10), confirmed('s2'), ended('s2'));
    expect(once.when(request(11))).toEqual(asks('s9'));
  });
  it('changes nothing for a subscriber who already gets the same section', () => {
    expect(given(requested(), confirmed()).when(request(days(100)))).toEqual(nothing);
    const ofClash = given(requested('s1', 'r1', 0, 'clash'), confirmed());
    expect(ofClash.when(request(days(100), 'clash'))).toEqual(nothing);
  });
  it('mails a subscriber who requests another section or all, then waits 10 minutes', () => {
    const subscribed = [requested('s1', 'r1', 0, 'clash'), confirmed('s1', 'clash')];
    expect(given(...subscribed).when(request(2, 'view'))).toEqual(asks('s1', 'view'));
    expect(given(...subscribed).when(request(2))).toEqual(asks('s1'));
    const asked = given(...subscribed, requested('s1', 'r2', 2, 'view'));
    expect(asked.when(request(11.99))).toEqual(nothing);
    expect(asked.when(request(12))).toEqual(asks('s1'));
    expect(asked.when(request(12, 'clash'))).toEqual(nothing);
  });
  it('mails a suppressed subscriber, who has to confirm again', () => {
    const subscribed = [requested(), confirmed()];
    expect(given(...subscribed).when(request(days(100), undefined, true))).toEqual(asks('s1'));
    const asked = [...subscribed, requested('s1', 'r2', 20)];
    expect(given(...asked).when(request(29.99, undefined, true))).toEqual(nothing);
    const confirms = { type: 'SubscriptionConfirmed', data: { subscriberId: 's1', section: null } };
    expect(given(...asked).when(confirm(30, 's1', 'r2'))).toEqual({ events: [confirms] });
    expect(given(...asked).when(confirm(30, 's1', 'r1'))).toEqual(nothing);
    expect(given(...asked).when(confirm(20 + days(7), 's1', 'r2'))).toEqual(linkVoid);
    expect(given(...asked, confirmed('s1', null, 30)).when(confirm(31, 's1', 'r2'))).toEqual(nothing);
  });
  it('mails an unconfirmed address again after 10 minutes', () => {
    expect(given(requested()).when(request(9.99))).toEqual(nothing);
    expect(given(requested()).when(request(10))).toEqual(asks('s1'));
  });
  it.each([
    [2, 20],
    [3, 40],
    [7, 640],
    [9, days(1)],
    [50, days(1)],
  ])('after %i mails waits %i minutes before the next', (mails, minutes) => {
    const asked = Array.from({ length: mails }, (_, index) => requested('s1', `r${index}`, index));
    const last = mails - 1;
    expect(given(...asked).when(request(last + minutes - 0.01))).toEqual(nothing);
    expect(given(...asked).when(request(last + minutes))).toEqual(asks('s1'));
  });
});

describe('confirming the newsletter', () => {
  const confirmsFor = (section: Section | null) => ({
    events: [{ type: 'SubscriptionConfirmed', data: { subscriberId: 's1', section } }],
  });
  const confirms = confirmsFor(null);

  it('subscribes within 7 days of the mail', () => {
    expect(given(requested()).when(confirm(1))).toEqual(confirms);
    expect(given(requested()).when(confirm(days(7) - 0.01))).toEqual(confirms);
    expect(given(requested()).when(confirm(days(7)))).toEqual(linkVoid);
  });
  it('accepts the link of any mail that has not expired', () => {
    const both = given(requested('s1', 'r1', 0), requested('s1', 'r2', 20));
    expect(both.when(confirm(30, 's1', 'r1'))).toEqual(confirms);
    expect(both.when(confirm(days(7), 's1', 'r1'))).toEqual(linkVoid);
    expect(both.when(confirm(days(7), 's1', 'r2'))).toEqual(confirms);
  });
  it('confirms the section in its mail, even after a later request', () => {
    const both = given(requested('s1', 'r1', 0), requested('s1', 'r2', 20, 'clash'));
    expect(both.when(confirm(30, 's1', 'r1'))).toEqual(confirmsFor(null));
    expect(both.when(confirm(30, 's1', 'r2'))).toEqual(confirmsFor('clash'));
  });
  it('changes the subscriber’s section within 7 days', () => {
    const asked = given(requested(), confirmed('s1', null), requested('s1', 'r2', 20, 'clash'));
    expect(asked.when(confirm(30, 's1', 'r2'))).toEqual(confirmsFor('clash'));
    expect(asked.when(confirm(20 + days(7), 's1', 'r2'))).toEqual(linkVoid);
    expect(asked.when(confirm(30, 's1', 'r1'))).toEqual(nothing);
  });
  it('treats a recorded confirmation without a section as one of the last request', () => {
    const both = given(requested('s1', 'r1', 0), requested('s1', 'r2', 20, 'clash'), confirmed());
    expect(both.when(confirm(30, 's1', 'r2'))).toEqual(nothing);
    expect(both.when(request(30, 'clash'))).toEqual(nothing);
    expect(both.when(confirm(30, 's1', 'r1'))).toEqual(confirmsFor(null));
  });
  it('is idempotent even after the link has expired', () => {
    expect(given(requested(), confirmed()).when(confirm(days(30)))).toEqual(nothing);
  });
  it.each([
    ['of nobody', given()],
    ['of another subscriber', given(requested('s2', 'r1'))],
    ['of another request', given(requested('s1', 'r2'))],
    ['of another request, though subscribed', given(requested('s1', 'r2'), confirmed())],
    ['of one that has ended', given(requested(), confirmed(), ended())],
    ['of one that has ended and begun again', given(requested(), ended(), requested('s2', 'r2'))],
  ])('is rejected with the link %s', (_what, state) => {
    expect(state.when(confirm(1))).toEqual(linkVoid);
  });
});

describe('ending the newsletter', () => {
  const ends = { events: [{ type: 'SubscriptionEnded', data: { subscriberId: 's1' } }] };

  it.each([
    ['one that waits to be confirmed', given(requested())],
    ['one that was mailed twice', given(requested(), requested('s1', 'r2', 10))],
    ['a confirmed one', given(requested(), confirmed())],
  ])('ends %s', (_what, state) => {
    expect(state.when(end('s1'))).toEqual(ends);
    expect(state.when(end())).toEqual(ends);
    expect(state.when(end('s2'))).toEqual(linkVoid);
  });
  it('is idempotent', () => {
    expect(given(requested(), ended()).when(end('s1'))).toEqual(nothing);
    expect(given(requested(), ended()).when(end())).toEqual(nothing);
    expect(given().when(end())).toEqual(nothing);
  });
  it('is rejected if the address has subscribed again since, or never did', () => {
    expect(given(requested(), ended(), requested('s2', 'r2')).when(end('s1'))).toEqual(linkVoid);
    expect(given().when(end('s1'))).toEqual(linkVoid);
  });
});

describe('the events of a subscription stream', () => {
  it.each([
    ['a confirmation of nothing', [confirmed()]],
    ['an end of nothing', [ended()]],
    ['two subscribers at once', [requested(), requested('s2')]],
    ['the end of another', [requested(), ended('s2')]],
    ['a confirmation after the end', [requested(), ended(), confirmed()]],
  ])('are rejected if they contain %s', (_what, events) => {
    expect(() => events.reduce(evolve, initialState)).toThrow('current subscriber');
  });
});

it('EndUnconfirmed ends only an unconfirmed subscription last requested before the given time', () => {
  const endUnconfirmed = (minutes: number): SubscriptionCommand => ({
    type: 'EndUnconfirmed',
    emailHash: 'hash',
    requestedBefore: at(minutes),
  });
  const isEnded = { events: [{ type: 'SubscriptionEnded', data: { subscriberId: 's1' } }] };
  expect(given(requested()).when(endUnconfirmed(1))).toEqual(isEnded);
  expect(given(requested()).when(endUnconfirmed(0))).toEqual(nothing);
  expect(given(requested(), requested('s1', 'r2', 20)).when(endUnconfirmed(20))).toEqual(nothing);
  expect(given(requested(), confirmed()).when(endUnconfirmed(1))).toEqual(nothing);
  expect(given(requested(), ended()).when(endUnconfirmed(1))).toEqual(nothing);
  expect(given().when(endUnconfirmed(1))).toEqual(nothing);
});
