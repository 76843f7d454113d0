import type { ComponentType } from 'react';

/** Fetches the code of notifications, once. */
export const loadToasts = async (): Promise<ComponentType> => (await import('./Toasts.tsx')).Toasts;

/** Fetches it before it is needed, so that what fails for want of a network can say so. */
export function prepareToasts(): void {
  void loadToasts().catch(() => {});
}
