import type { MouseEvent } from 'react';

/**
 * Makes a link do something in place where scripts run, while it stays a plain link for who opens it in a new tab.
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
