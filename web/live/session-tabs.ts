let channel: BroadcastChannel | undefined;

/**
 * Returns the channel by which the tabs of this browser tell each other that somebody else is signed in now, or nobody;
 * undefined where tabs can't talk. One for telling and for hearing, so that a tab doesn't hear itself.
 */
export function sessionTabs(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  channel ??= new BroadcastChannel('journal-session');
  return channel;
}
