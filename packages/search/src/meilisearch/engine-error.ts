import { MeilisearchApiError, MeilisearchRequestError, MeilisearchRequestTimeOutError } from 'meilisearch';

type Details = { readonly code: string; readonly link?: string | undefined; readonly status?: number };

/**
 * What Meilisearch or the way to it answered. Its message and what it was asked are left out on purpose: they may repeat
 * a document or a key.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /** Meilisearch's own code, as `index_not_found`; else what the network said. */
  readonly code: string;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;

  constructor(what: string, { code, link, status }: Details) {
    super(`${what}: ${code}${link ? ` (${link})` : ''}`);
    this.code = code;
    this.status = status;
  }
}

/** Returns an error for any failure of a call to Meilisearch, without what was sent. */
export function toEngineError(error: unknown): Error {
  if (error instanceof EngineError) return error;
  if (error instanceof MeilisearchApiError) {
    const { status } = error.response;
    const { code = `HTTP ${status}`, link } = error.cause ?? {};
    return new EngineError('Meilisearch refused', { ...plain(code, link), status });
  }
  if (error instanceof MeilisearchRequestError)
    return new EngineError("Meilisearch can't be reached", plain(networkCode(error.cause)));
  if (error instanceof SyntaxError)
    return new EngineError('What answers is not Meilisearch', { code: 'no JSON' });
  return error instanceof Error ? error : new Error('Meilisearch failed', { cause: error });
}

/** Returns the error of a failed task. */
export function toTaskError(error: { code: string; link: string } | null, status: string): EngineError {
  return new EngineError('Meilisearch could not do a task', plain(error?.code ?? status, error?.link));
}

/** Returns whether it is an answer of Meilisearch with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof EngineError && error.code === code;
}

export const isIndexMissing = (error: unknown) => hasCode(error, 'index_not_found');

/** Whether the key is none, or is not one for this. */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof EngineError && (error.status === 401 || error.status === 403);
}

/** How Meilisearch says that its disk is full or fails, or that it has too many files open. */
const outOfResources = 422;

/** Returns whether the server is away or in trouble, rather than the request wrong. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof EngineError)) return false;
  const { status } = error;
  return status === undefined || status === outOfResources || status >= 500;
}

/** Codes are small letters and lines; what stands in their place, or in the link's, may come from anybody. */
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
