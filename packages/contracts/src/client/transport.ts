import {
  type ApiRequest,
  type ApiResponse,
  fetchTransport,
  type Transport,
  withDeadline,
} from './api-client.ts';

export type HttpTransportOptions = {
  /**
   * Time without a response after which a safe request is sent to the next instance, in milliseconds. Default: the
   * call's timeout. The last instance always gets all the remaining time.
   */
  readonly attemptTimeout?: number;
  /** Number of further rounds for a safe request to which no instance responded. Default: 0. */
  readonly retries?: number;
};

const cooldown = 1_000;

/**
 * Several instances of one service. `nextOrder` is round-robin. An instance that did not respond is ordered after the
 * others for one second, so that a request reaches every instance before it fails.
 */
export class Origins {
  readonly #origins: readonly string[];
  readonly #cooldownEnds = new Map<string, number>();
  readonly #now: () => number;
  #turn = 0;

  /**
   * `list`: comma-separated URLs. `now`: a monotonic clock, so that setting the system clock prolongs no cooldown.
   */
  constructor(list: string, now: () => number = () => performance.now()) {
    this.#origins = list.split(',').map((url) => new URL(url).origin);
    this.#now = now;
  }

  /** Returns all instances in the order in which to try them. */
  nextOrder(): string[] {
    const start = this.#turn++ % this.#origins.length;
    const rotated = [...this.#origins.slice(start), ...this.#origins.slice(0, start)];
    return [
      ...rotated.filter((origin) => !this.#isCoolingDown(origin)),
      ...rotated.filter((origin) => this.#isCoolingDown(origin)),
    ];
  }

  markUnresponsive(origin: string): void {
    this.#cooldownEnds.set(origin, this.#now() + cooldown);
  }

  #isCoolingDown(origin: string): boolean {
    return (this.#cooldownEnds.get(origin) ?? 0) > this.#now();
  }
}

/** Delay before the next round of a safe request, in milliseconds. */
const retryDelay = 100;

/** Error codes without a connection: nothing can have been executed, so even a write may go to another instance. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether an error means that a request was never sent, by its own code or that of its cause. */
export function wasNeverSent(error: unknown): boolean {
  return [error, (error as { cause?: unknown }).cause].some((one) =>
    neverSent.has(String((one as { code?: unknown } | undefined)?.code)),
  );
}

/**
 * Returns a round-robin transport to the instances of one service. An instance that does not respond rests for one
 * second. A safe request is then sent to the next one, any other request only if it is certain that no instance has
 * seen it.
 */
export function createHttpTransport(
  origins: Origins,
  { attemptTimeout = Number.POSITIVE_INFINITY, retries = 0 }: HttpTransportOptions = {},
): Transport {
  async function attempt(origin: string, isLast: boolean, path: string, request: ApiRequest) {
    const send = (signal: AbortSignal) => fetchTransport(origin, 'error')(path, { ...request, signal });
    return isLast || !request.isSafe || attemptTimeout === Number.POSITIVE_INFINITY
      ? send(request.signal)
      : withDeadline(attemptTimeout, send, request.signal);
  }

  async function sendRound(path: string, request: ApiRequest): Promise<ApiResponse> {
    const order = origins.nextOrder();
    let failure: unknown;
    for (const [index, origin] of order.entries()) {
      try {
        return await attempt(origin, index === order.length - 1, path, request);
      } catch (error) {
        failure = error;
        const { aborted, reason } = request.signal;
        if (!aborted || (reason as { name?: unknown } | undefined)?.name === 'TimeoutError')
          origins.markUnresponsive(origin);
        if (aborted || !(request.isSafe || wasNeverSent(error))) throw error;
      }
    }
    throw failure;
  }

  return async (path, request) => {
    for (let left = request.isSafe ? retries : 0; ; left--) {
      try {
        return await sendRound(path, request);
      } catch (error) {
        if (left <= 0 || request.signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
      }
    }
  };
}

/**
 * Opens a GET with a streaming response. Resolves with its bytes, which end when `signal` aborts. Rejects if the status
 * is not 200.
 */
export type StreamTransport = (path: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** Returns a transport that opens streams from the instances of one service, round-robin. */
export function createHttpStreamTransport(origins: Origins): StreamTransport {
  return async (path, signal) => {
    const [origin = ''] = origins.nextOrder();
    const response = await fetch(origin + path, { signal, redirect: 'error' }).catch((error: unknown) => {
      if (!signal.aborted) origins.markUnresponsive(origin);
      throw error;
    });
    if (response.status === 200 && response.body) return response.body;
    await response.body?.cancel();
    throw new Error(`${path} was answered with ${response.status}`);
  };
}
