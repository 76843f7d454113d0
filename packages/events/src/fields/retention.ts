const day = 24 * 3_600_000;

/**
 * Retention periods, in milliseconds, of data that is not needed indefinitely. `ending`: what happens afterwards. The
 * operators' table in docs/operating.md is generated from this object.
 */
export const retention = {
  closedPitch: {
    lifetime: 365 * day,
    what: 'A pitch that was declined, withdrawn or deleted, with its notes and comments',
    ending:
      'erased from every page and table; its text, notes and comments are also erased from the log, with the key of the pitch; name, age and school in the log are erased with the account; that there was a pitch, and who decided what, is kept',
  },
  unconfirmedSubscription: {
    lifetime: 7 * day,
    what: 'An unconfirmed newsletter address, counted from the last mail that asked for confirmation',
    ending: 'erased, with its key',
  },
  reportedConcern: {
    lifetime: 365 * day,
    what: 'A concern reported through the public form, with the address for an answer',
    ending: 'erased, with its key',
  },
  openInvitation: {
    lifetime: 7 * day,
    what: 'An invitation to the newsroom',
    ending: 'its link is no longer valid, and the list of people shows that',
  },
  expiredInvitation: {
    lifetime: 30 * day,
    what: 'The address of an invitation that was not accepted, counted from the expiry of its link',
    ending: 'erased, with its key',
  },
  guardianRequest: {
    lifetime: 14 * day,
    what: 'The address of a parent or guardian who was asked to consent and has not answered',
    ending:
      'erased, with its key, and the link is no longer valid; the pitch is kept, unpublished, and its writer may ask again',
  },
  idleAccount: {
    lifetime: 730 * day,
    what: 'An account, counted from the last sign-in or the last mail that asked about it',
    ending: 'its owner is asked in one mail whether they still want it; nothing is erased automatically',
  },
  draft: {
    lifetime: 90 * day,
    what: 'Text typed but not sent, counted from when it was last saved',
    ending: 'deleted',
  },
  delivery: {
    lifetime: 90 * day,
    what: 'Which subscribers were sent a mailing, what the mail server answered, and whether the copy bounced, without addresses, counted from the start of the mailing',
    ending: 'deleted; the totals of a completed mailing are kept, except the number of bounces',
  },
} as const satisfies Readonly<
  Record<string, { readonly lifetime: number; readonly what: string; readonly ending: string }>
>;

/** Returns the cutoff time: data of this kind from before it has expired. */
export const expiryCutoff = (kind: keyof typeof retention, now: Date): Date =>
  new Date(now.getTime() - retention[kind].lifetime);
