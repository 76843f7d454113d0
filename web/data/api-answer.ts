import { type ApiAnswer, ApiError } from './api.port.ts';

/** Turns a response into an answer; the error's text is the status, a colon, and the body or the status text. */
export function toApiAnswer(response: { status: number; statusText?: string; link: string | null; body: string }): ApiAnswer {
  if (response.status < 200 || response.status > 299)
    throw new ApiError(response.status, response.body || response.statusText || 'No content');
  return { body: JSON.parse(response.body) as unknown, next: nextOf(response.link) };
}

/** The target of `rel="next"` in a Link header. */
export function nextOf(link: string | null): string | null {
  return /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1] ?? null;
}
