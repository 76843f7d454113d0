// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;

/**
 * Whether a text can be stored and shown everywhere: well-formed Unicode without control characters
 * (tab and line breaks are fine). The `printable` format of our schemas.
 */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !unprintable.test(text);
}
