/** Returns a log position that advances and can be waited for; initially ''. Positions compare as strings. */
export function createPosition() {
  const waits = new Set<{ readonly wanted: string; readonly settle: (reached: boolean) => void }>();
  let current = '';

  return {
    get current() {
      return current;
    },
    /** Whether any call of `reaches` is waiting. */
    get isAwaited() {
      return waits.size > 0;
    },
    moveTo(next: string): void {
      current = next;
      for (const { wanted, settle } of waits) if (wanted <= current) settle(true);
    },
    /** Resolves with true once `wanted` is reached, or with false after `timeout` milliseconds or on `endWaits`. */
    async reaches(wanted: string, timeout: number): Promise<boolean> {
      if (wanted <= current) return true;
      return new Promise((resolve) => {
        const settle = (reached: boolean) => {
          clearTimeout(timer);
          waits.delete(wait);
          resolve(reached);
        };
        const wait = { wanted, settle };
        const timer = setTimeout(settle, timeout, false);
        waits.add(wait);
      });
    },
    endWaits(): void {
      for (const { settle } of waits) settle(false);
    },
  };
}
