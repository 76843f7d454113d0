/** Returns a random 128-bit id. Needs no secure context. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * Idempotency key of a pitch. It stays the same while the draft and the body are unchanged, so a pitch that got no
 * response can be sent again, here or after a reload, and counts once. The hash distinguishes texts of one draft.
 */
export function attemptKey(draftId: string, body: object): string {
  return `${draftId}-${hash(JSON.stringify(body)).toString(36)}`;
}

/** Returns a hash that distinguishes a few texts; it is not cryptographic (cyrb53, 53 bits). */
export function hash(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
