import type { Bounce } from '@journal/read-models/delivery';

/** What became of a copy. `smtpCode`: what the server said, in digits; never its words, which may hold the address. */
export type DeliveryOutcome =
  /** The server has taken it. */
  | { readonly kind: 'accepted'; readonly smtpCode: string }
  /** It never will. `bounce`: what that says of the address; left out where it is about the message or the sender. */
  | { readonly kind: 'refused'; readonly smtpCode: string; readonly bounce?: Bounce }
  /** Not now. `isBusy`: because of how much was sent. */
  | {
      readonly kind: 'later';
      readonly smtpCode: string;
      readonly isBusy: boolean;
      readonly bounce?: Bounce;
    }
  /** Nothing of it was sent, for a reason that is not about this recipient. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isBusy: boolean }
  /** The connection was lost after the text began and before the answer (RFC 1047). */
  | { readonly kind: 'uncertain' };

export type SmtpFailure = {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly command?: unknown;
};

/** Returns what a failure means. `isTextSent`: whether the server had asked for the text, and some of it may be there. */
export function outcomeOf(failure: SmtpFailure, isTextSent: boolean): DeliveryOutcome {
  const { code, responseCode, command } = failure;
  if (typeof responseCode !== 'number') {
    if (isTextSent) return { kind: 'uncertain' };
    // The address can't be said to a server at all.
    if (code === 'EENVELOPE') return { kind: 'refused', smtpCode: '501' };
    return { kind: 'failed', reason: `${code ?? 'unknown'}`, isBusy: false };
  }
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(failure.response))?.[1];
  const smtpCode = [responseCode, enhanced].filter(Boolean).join(' ');
  const isBusy = responseCode === 421 || enhanced?.startsWith('4.7.') === true;
  if (command !== 'RCPT TO' && command !== 'DATA' && !isTextSent)
    return { kind: 'failed', reason: smtpCode, isBusy };
  const bounce = bounceOf(responseCode, enhanced, command === 'RCPT TO');
  const about = { smtpCode, ...(bounce ? { bounce } : {}) };
  return responseCode >= 500 ? { kind: 'refused', ...about } : { kind: 'later', isBusy, ...about };
}

/** Returns what codes say of an address: by RFC 3463, and where a server has no such code by RFC 5321. */
export function bounceOf(
  code: number,
  enhanced: string | undefined,
  isAboutRecipient: boolean,
): Bounce | undefined {
  if (enhanced === undefined) {
    if (isAboutRecipient && (code === 550 || code === 551 || code === 553)) return 'hard';
    return isAboutRecipient && (code === 450 || code === 452 || code === 552) ? 'soft' : undefined;
  }
  if (/^5\.1\.(1|2|3|6|10)$|^5\.2\.1$/.test(enhanced)) return 'hard';
  return /^[45]\.2\./.test(enhanced) ? 'soft' : undefined;
}
