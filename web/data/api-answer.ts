import { ApiError, positionHeader } from '@journal/contracts';
import type { ApiAnswer } from './api.ts';

/** What a transport brought back; header names in lower case. */
export type ApiResponse = {
  status: number;
  statusText?: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};

/** Turns a response into an answer; the error's text is the status, a colon, and the body or the status text. */
export function toApiAnswer({ status, statusText, headers, body }: ApiResponse): ApiAnswer {
  if (status < 200 || status > 299) throw new ApiError(status, body, statusText);
  return {
    body: JSON.parse(body) as unknown,
    next: nextOf(headers.link),
    position: headers[positionHeader] ?? null,
  };
}

/** The target of `rel="next"` in a Link header. */
export function nextOf(link: string | undefined): string | null {
  return /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1] ?? null;
}
