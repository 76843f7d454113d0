import type { ServerResponse } from 'node:http';
import { answerProblem } from '../entrance/answer-problem.ts';

/** The answers that are being given at this moment; none is begun once they drain. */
export class InFlight {
  readonly #answers = new Set<ServerResponse>();
  #onChange: (() => void) | undefined;
  #isDraining = false;

  /** Whether it may be answered: what a kept connection asks during the drain gets a 503 that closes it. */
  add(response: ServerResponse): boolean {
    if (this.#isDraining) {
      answerProblem(response, 'unavailable', { 'retry-after': '1', connection: 'close' });
      return false;
    }
    this.#answers.add(response);
    // Headers that are only given to writeHead can't be read back, unless one was set before.
    response.setHeader('content-type', '');
    response.removeHeader('content-type');
    response.once('close', () => {
      this.#answers.delete(response);
      this.#onChange?.();
    });
    return true;
  }

  /**
   * Resolves when every answer but the endless ones (event streams, which their service ends) is given, or
   * after `patience` milliseconds. From now on each answer closes its connection.
   */
  async drain(patience: number): Promise<void> {
    this.#isDraining = true;
    for (const response of this.#answers)
      if (!response.headersSent) response.setHeader('connection', 'close');
    const deadline = setTimeout(() => this.#onChange?.(), patience);
    const end = performance.now() + patience;
    while (this.#finite().length > 0 && performance.now() < end) {
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
    clearTimeout(deadline);
  }

  #finite(): ServerResponse[] {
    return [...this.#answers].filter((response) => !isEventStream(response));
  }
}

function isEventStream(response: ServerResponse): boolean {
  const type = String(response.getHeader('content-type') ?? '');
  return response.headersSent && /^text\/event-stream\b/i.test(type);
}
