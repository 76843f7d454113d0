import type { NewUserEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { type ConsentCommand, consentDecider } from './consent.decider.ts';

const [userId, guardianId, other] = ['ada', 'request-1', 'request-2'];
const [at, before, after] = [
  '2026-01-02T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
  '2026-01-03T00:00:00.000Z',
];
const which = { userId, guardianId };
const happened = {
  registered: { type: 'UserRegistered', data: { userId } },
  confirmed: { type: 'UserEmailConfirmed', data: { userId } },
  asked: { type: 'GuardianAsked', data: { ...which, email: 'guardian@example.org' } },
  given: { type: 'GuardianConsented', data: which },
  declined: { type: 'GuardianDeclined', data: which },
  withdrawn: { type: 'ConsentWithdrawn', data: which },
  ended: { type: 'GuardianRequestEnded', data: which },
  forgotten: { type: 'UserForgotten', data: { userId, pieces: 'keep' } },
} as const;
const states = {
  missing: [],
  unconfirmed: ['registered'],
  never: ['registered', 'confirmed'],
  asked: ['registered', 'confirmed', 'asked'],
  given: ['registered', 'confirmed', 'asked', 'given'],
  declined: ['registered', 'confirmed', 'asked', 'declined'],
  withdrawn: ['registered', 'confirmed', 'asked', 'given', 'withdrawn'],
  unanswered: ['registered', 'confirmed', 'asked', 'ended'],
  forgotten: ['registered', 'asked', 'forgotten'],
} as const satisfies Record<string, readonly (keyof typeof happened)[]>;

const commands = {
  ask: { type: 'AskGuardian', userId, guardianId: other, email: 'guardian@example.org' },
  yes: { type: 'GiveConsent', ...which, askedBefore: before },
  no: { type: 'RefuseConsent', ...which, askedBefore: before },
  late: { type: 'GiveConsent', ...which, askedBefore: after },
  'no, late': { type: 'RefuseConsent', ...which, askedBefore: after },
  'another link': { type: 'GiveConsent', userId, guardianId: other, askedBefore: before },
  end: { type: 'EndUnanswered', userId, askedBefore: after },
  'end early': { type: 'EndUnanswered', userId, askedBefore: before },
} as const satisfies Record<string, ConsentCommand>;

const stateOf = (name: keyof typeof states) =>
  states[name].reduce(
    (state, event) =>
      consentDecider.evolve(state, {
        ...(happened[event] as NewUserEvent),
        metadata: { at, actor: { id: userId, role: 'writer' } },
      }),
    consentDecider.initialState,
  );

function decided(state: keyof typeof states, command: keyof typeof commands): string {
  const decision = consentDecider.decide(commands[command], stateOf(state));
  return 'rejection' in decision ? decision.rejection : decision.events.map(({ type }) => type).join(' ');
}

const columns = ['ask', 'yes', 'no', 'late', 'no, late', 'another link', 'end', 'end early'] as const;
const anew = 'GuardianRequestEnded GuardianAsked';
const nobody = ['user-not-found', ...Array(5).fill('link-void'), 'user-not-found', 'user-not-found'];

describe('the consent of a guardian', () => {
  it.each<[keyof typeof states, string[]]>([
    ['missing', nobody],
    // Whoever registered with somebody's address could otherwise consent in a guardian's place.
    ['unconfirmed', ['own-email-unconfirmed', ...Array(5).fill('link-void'), '', '']],
    ['never', ['GuardianAsked', ...Array(5).fill('link-void'), '', '']],
    [
      'asked',
      [
        anew,
        'GuardianConsented',
        'GuardianDeclined',
        ...Array(3).fill('link-void'),
        'GuardianRequestEnded',
        '',
      ],
    ],
    // A consent remains valid until it is withdrawn.
    ['given', ['consent-given', '', 'ConsentWithdrawn', '', 'ConsentWithdrawn', 'link-void', '', '']],
    ['declined', ['GuardianAsked', 'link-void', '', 'link-void', 'link-void', 'link-void', '', '']],
    ['withdrawn', ['GuardianAsked', 'link-void', '', 'link-void', 'link-void', 'link-void', '', '']],
    ['unanswered', ['GuardianAsked', ...Array(5).fill('link-void'), '', '']],
    ['forgotten', nobody],
  ])('has the expected outcome for each command in the state %s', (state, expected) => {
    expect(columns.map((command) => decided(state, command))).toEqual(expected);
  });

  it('lists the requests whose address is no longer needed', () => {
    for (const [state, ended] of [
      ['asked', []],
      ['given', []],
      ['declined', [guardianId]],
      ['withdrawn', [guardianId]],
      ['unanswered', [guardianId]],
    ] as const)
      expect(stateOf(state).endedRequestIds).toEqual(ended);
  });
});
