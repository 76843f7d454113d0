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
      'erased from every page and table, and text, notes and comments from the log, too, with the key of the pitch; name, age and school in the log go with the account; that there was a pitch, and who decided what, stays',
  },
  unconfirmedSubscription: {
    lifetime: 7 * day,
    what: 'An address for the newsletter that nobody confirmed, since the last mail that asked for it',
    ending: 'erased, with its key',
  },
  reportedConcern: {
    lifetime: 365 * day,
    what: 'A concern that somebody reported by the form for everybody, with the address for an answer',
    ending: 'erased, with its key',
  },
  openInvitation: {
    lifetime: 7 * day,
    what: 'An invitation to the newsroom',
    ending: 'its link is no longer valid, and the list of people says so',
  },
  expiredInvitation: {
    lifetime: 30 * day,
    what: 'The address of an invitation that nobody accepted, since its link ended',
    ending: 'erased, with its key',
  },
  guardianRequest: {
    lifetime: 14 * day,
    what: 'The address of a parent or guardian who was asked to consent and has not answered',
    ending:
      'erased, with its key, and the link is no longer valid; the pitch stays, unpublished, and its writer may ask again',
  },
  idleAccount: {
    lifetime: 730 * day,
    what: 'An account, since somebody signed in to it last or was asked about it',
    ending: 'its owner is asked by one mail whether they still want it; nothing is erased by itself',
  },
  draft: {
    lifetime: 90 * day,
    what: 'What somebody has typed and not sent, since it was last saved',
    ending: 'deleted',
  },
  delivery: {
    lifetime: 90 * day,
    what: 'Who of the subscribers was sent a mailing, what the mail server said, and whether it came back, without addresses, since it was started',
    ending: 'deleted; how many they were stays, but for those that came back',
  },
} as const satisfies Readonly<
  Record<string, { readonly lifetime: number; readonly what: string; readonly ending: string }>
>;

/** Returns the cutoff time: data of this kind from before it has expired. */
export const expiryCutoff = (kind: keyof typeof retention, now: Date): Date =>
  new Date(now.getTime() - retention[kind].lifetime);
