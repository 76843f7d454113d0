/** Returns how the browser came to the page: whether anew, by a reload, or on the way back. */
export function navigationType(): NavigationTimingType | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type;
}
