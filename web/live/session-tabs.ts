let channel: BroadcastChannel | undefined;

/**
 * Returns the channel by which the tabs of this browser tell each other that somebody else is signed in now, or nobody;
 * undefined where tabs can't talk, as where storage is blocked. One for telling and for hearing, so that a tab doesn't hear itself.
 */
export function sessionTabs(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel('journal-session');
  } catch {
    // Missing or refused.
  }
  return channel;
}
