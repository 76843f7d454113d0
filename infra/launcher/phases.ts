/** Measures the steps of a start, so that a slow one can be named. */
export class Phases {
  readonly #began = performance.now();
  readonly #taken: string[] = [];

  /** Runs one step and keeps how long it took. */
  async run<T>(name: string, step: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await step();
    } finally {
      this.#taken.push(`${name} ${seconds(performance.now() - began)}`);
    }
  }

  /** As in "1.4 s: database 0.3 s, services 0.6 s". */
  summary(): string {
    return `${seconds(performance.now() - this.#began)}: ${this.#taken.join(', ')}`;
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
