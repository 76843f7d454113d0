import type { OpenedEvent, UserEvent } from '@journal/events';

export type OpenedUserEvent = OpenedEvent<
  Exclude<UserEvent, { type: 'RegistrationAbandoned' | 'UserForgotten' }>
>;

/** The end of an account. */
export type OpenedUserForgotten = OpenedEvent<Extract<UserEvent, { type: 'UserForgotten' }>>;

/** A user's event of one type, as its `on…` gets it. */
export type OpenedUser<Type extends UserEvent['type']> = Extract<OpenedUserEvent, { type: Type }>;
