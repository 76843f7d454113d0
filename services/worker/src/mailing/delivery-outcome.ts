import type { Bounce } from '@journal/read-models/delivery';

/** Outcome of a copy. `smtpCode`: the server's numeric codes, never its text, which may contain the address. */
export type DeliveryOutcome =
  /** The server has accepted it. */
  | { readonly kind: 'accepted'; readonly smtpCode: string }
  /** Permanent failure. `bounce`: what it implies for the address; left out if it concerns the message or sender. */
  | { readonly kind: 'refused'; readonly smtpCode: string; readonly bounce?: Bounce }
  /** Temporary failure. `isBusy`: because too much was sent. */
  | {
      readonly kind: 'later';
      readonly smtpCode: string;
      readonly isBusy: boolean;
      readonly bounce?: Bounce;
    }
  /** Not sent, for a reason unrelated to this recipient. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isBusy: boolean }
  /** The connection was lost after transmission of the text began and before the final response (RFC 1047). */
  | { readonly kind: 'uncertain' };

export type SmtpFailure = {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly command?: unknown;
};

/** Returns the outcome of a failure. `isTextSent`: whether transmission of the text had begun. */
export function outcomeOf(failure: SmtpFailure, isTextSent: boolean): DeliveryOutcome {
  const { code, responseCode, command } = failure;
  if (typeof responseCode !== 'number') {
    if (isTextSent) return { kind: 'uncertain' };
    // The address can't be expressed in SMTP.
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

/** Returns what status codes imply for an address: per RFC 3463, or per RFC 5321 if there is no enhanced code. */
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
