const schemes: Readonly<Record<string, string>> = {
  'kurrentdb:': 'esdb:',
  'kurrentdb+discover:': 'esdb+discover:',
  'esdb:': 'esdb:',
  'esdb+discover:': 'esdb+discover:',
};

/** Whether this is the address of a KurrentDB node or cluster. */
export function isKurrentDbUrl(url: string): boolean {
  return Object.keys(schemes).some((scheme) => url.startsWith(`${scheme}//`));
}

/** Returns the address for the client, which knows the database by its former name only. */
export function toClientAddress(url: string): string {
  for (const [ours, theirs] of Object.entries(schemes))
    if (url.startsWith(`${ours}//`)) return `${theirs}${url.slice(ours.length)}`;
  throw new Error('The address of a KurrentDB begins with kurrentdb:// or kurrentdb+discover://');
}
