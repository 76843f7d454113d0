import { reload } from 'vike/client/router';
import { startLiveRefresh } from '../live/live-refresh.ts';

let started = false;

/** Live refresh begins with the first page and lasts for the visit. */
export function onAfterRenderClient(): void {
  if (started) return;
  started = true;
  startLiveRefresh(() => void reload());
}
