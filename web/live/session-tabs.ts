let channel: BroadcastChannel | undefined;

declare global {
  interface WindowEventMap {
    /** Another tab has told that somebody else is signed in now, or nobody. */
    'journal:session-changed': Event;
  }
}

/**
 * Returns the channel by which the tabs of this browser tell each other that somebody else is signed in now, or nobody;
 * undefined where tabs can't talk, as where storage is blocked. One for telling and for hearing, so that a tab doesn't
 * hear itself. What others tell becomes the window's event `journal:session-changed`.
 */
export function sessionTabs(): BroadcastChannel | undefined {
  if (channel) return channel;
  try {
    channel = new BroadcastChannel('journal-session');
    channel.addEventListener('message', () => dispatchEvent(new Event('journal:session-changed')));
  } catch {
    // Missing or refused.
  }
  return channel;
}
