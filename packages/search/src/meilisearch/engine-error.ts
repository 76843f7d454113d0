import { MeilisearchApiError, MeilisearchRequestError, MeilisearchRequestTimeOutError } from 'meilisearch';

type Details = { readonly code: string; readonly link?: string | undefined; readonly status?: number };

/**
 * An error returned by Meilisearch or the network. It omits Meilisearch's message and the request on purpose: they may
 * contain parts of a document or a key.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /** Meilisearch's error code, such as `index_not_found`, or else the network error's code. */
  readonly code: string;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;

  constructor(what: string, { code, link, status }: Details) {
    super(`${what}: ${code}${link ? ` (${link})` : ''}`);
    this.code = code;
    this.status = status;
  }
}

/** Converts any failure of a call to Meilisearch to an error that omits the request. */
export function toEngineError(error: unknown): Error {
  if (error instanceof EngineError) return error;
  if (error instanceof MeilisearchApiError) {
    const { status } = error.response;
    const { code = `HTTP ${status}`, link } = error.cause ?? {};
    return new EngineError('Meilisearch refused', { ...plain(code, link), status });
  }
  if (error instanceof MeilisearchRequestError)
    return new EngineError('Meilisearch cannot be reached', plain(networkCode(error.cause)));
  if (error instanceof SyntaxError)
    return new EngineError('The server is not a Meilisearch', { code: 'no JSON' });
  return error instanceof Error ? error : new Error('Meilisearch failed', { cause: error });
}

/** Returns the error of a failed task. */
export function toTaskError(error: { code: string; link: string } | null, status: string): EngineError {
  return new EngineError('A Meilisearch task failed', plain(error?.code ?? status, error?.link));
}

/** Returns whether the error is a response from Meilisearch with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof EngineError && error.code === code;
}

export const isIndexMissing = (error: unknown) => hasCode(error, 'index_not_found');

/** Whether the key is missing, unknown or lacks the permission. */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof EngineError && (error.status === 401 || error.status === 403);
}

/** Status returned by Meilisearch when its disk is full or failing, or when it has too many open files. */
const outOfResources = 422;

/** Returns whether the server is unavailable or in trouble, as opposed to the request being wrong. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof EngineError)) return false;
  const { status } = error;
  return status === undefined || status === outOfResources || status >= 500;
}

/** Codes consist of lower-case letters and underscores. Any other content in the code or the link is untrusted. */
function plain(code: unknown, link?: unknown): Details {
  return {
    code: typeof code === 'string' && /^[\w ]{1,80}$/.test(code) ? code : 'unknown',
    link: typeof link === 'string' && /^https:\/\/[\w./#-]{1,150}$/.test(link) ? link : undefined,
  };
}

function networkCode(cause: unknown): unknown {
  if (!(cause instanceof Error)) return undefined;
  if (cause instanceof MeilisearchRequestTimeOutError) return 'timeout';
  const { code } = Object(cause.cause) as { code?: unknown };
  return typeof code === 'string' ? code : cause.name;
}
