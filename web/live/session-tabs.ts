let channel: BroadcastChannel | undefined;

declare global {
  interface WindowEventMap {
    /** Another tab has reported that the signed-in user has changed. */
    'journal:session-changed': Event;
  }
}

/**
 * Returns the channel through which this browser's tabs notify each other that the signed-in user has changed;
 * undefined if tabs can't communicate, as when storage is blocked. One channel both sends and receives, so that a tab
 * doesn't receive its own messages. Messages from other tabs become the window event `journal:session-changed`.
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
