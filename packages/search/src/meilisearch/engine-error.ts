import { MeilisearchApiError, MeilisearchRequestError, MeilisearchRequestTimeOutError } from 'meilisearch';

type Details = { readonly code: string; readonly link: string | undefined; readonly status?: number };

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
    return new EngineError('Meilisearch refused', { code: plain(code), link: plainLink(link), status });
  }
  if (error instanceof MeilisearchRequestError)
    return new EngineError("Meilisearch can't be reached", {
      code: networkCode(error.cause),
      link: undefined,
    });
  if (error instanceof SyntaxError)
    return new EngineError('What answers is not Meilisearch', { code: 'no JSON', link: undefined });
  return error instanceof Error ? error : new Error('Meilisearch failed', { cause: error });
}

/** Returns the error of a failed task. */
export function toTaskError(error: { code: string; link: string } | null, status: string): EngineError {
  return new EngineError('Meilisearch could not do a task', {
    code: plain(error?.code ?? status),
    link: plainLink(error?.link),
  });
}

/** Whether Meilisearch says that there is no such index. */
export function isIndexMissing(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'index_not_found';
}

/** Whether the key is none, or is not one for this. */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof EngineError && (error.status === 401 || error.status === 403);
}

/** Codes are small letters and lines; what stands in their place may come from anybody. */
function plain(code: unknown): string {
  return typeof code === 'string' && /^[\w ]{1,80}$/.test(code) ? code : 'unknown';
}

function plainLink(link: unknown): string | undefined {
  return typeof link === 'string' && /^https:\/\/[\w./#-]{1,150}$/.test(link) ? link : undefined;
}

function networkCode(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  if (cause instanceof MeilisearchRequestTimeOutError) return 'timeout';
  const inner = cause.cause;
  const code = inner !== null && typeof inner === 'object' && 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' ? plain(code) : plain(cause.name);
}
