import bowser from 'bowser';

const known = new Set([...Object.values(bowser.BROWSER_MAP), ...Object.values(bowser.OS_MAP)]);

/** Everyday names of these products. */
const plain: Readonly<Record<string, string>> = {
  'Chrome OS': 'a Chromebook',
  'Internet Explorer': 'an old browser',
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  macOS: 'a Mac',
};

/**
 * Returns a short description of the browser in a request's User-Agent, for the user to recognise: "Chrome on Android",
 * "Safari on an iPhone". It never contains text invented by the request; null if nothing in it is known.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = bowser.parse(userAgent);
  const isMobileApple = platform.vendor === 'Apple' && os.name === bowser.OS_MAP['iOS'];
  const system = isMobileApple ? `an ${platform.model ?? 'iPhone'}` : wordOf(os.name);
  const program = wordOf(browser.name);
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? null;
}

function wordOf(name: string | undefined): string | undefined {
  return name !== undefined && known.has(name) ? (plain[name] ?? name) : undefined;
}
