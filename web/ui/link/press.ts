import type { MouseEvent } from 'react';

/**
 * Returns a click handler by which a link acts in place where scripts run, and stays a plain link for a new tab.
 * Stops the event on its way to the router, which would follow the link all the same.
 */
export function onPress(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}
