const restMilliseconds = 1_000;

/**
 * Several instances of one service. `inTurn` goes round; one that did not answer rests for a second
 * and is then asked only after the others, so that a request reaches every instance before it fails.
 */
export class Origins {
  readonly #origins: readonly string[];
  readonly #restsUntil = new Map<string, number>();
  readonly #now: () => number;
  #turn = 0;

  /** `list`: URLs with commas between them. */
  constructor(list: string, now: () => number = Date.now) {
    this.#origins = list.split(',').map((url) => new URL(url).origin);
    this.#now = now;
  }

  /** Returns all instances in the order in which a request should try them. */
  inTurn(): string[] {
    const start = this.#turn++ % this.#origins.length;
    const turned = [...this.#origins.slice(start), ...this.#origins.slice(0, start)];
    return [
      ...turned.filter((origin) => !this.#rests(origin)),
      ...turned.filter((origin) => this.#rests(origin)),
    ];
  }

  didNotAnswer(origin: string): void {
    this.#restsUntil.set(origin, this.#now() + restMilliseconds);
  }

  #rests(origin: string): boolean {
    return (this.#restsUntil.get(origin) ?? 0) > this.#now();
  }
}
