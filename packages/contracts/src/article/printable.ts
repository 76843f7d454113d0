const unprintable = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const onlyInvisible = /^[\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]+$/u;

/**
 * Whether a text can be stored and shown everywhere: well-formed Unicode without control characters
 * and without the marks that turn the direction of what stands around them (tab and line breaks are fine), with
 * something to see in it unless it is empty. The `printable` format of our schemas.
 */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !unprintable.test(text) && !onlyInvisible.test(text);
}
