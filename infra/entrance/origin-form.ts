/**
 * The path and query of a request target (RFC 9112, 3.2): as it is when it begins with `/`, without scheme and
 * authority when it is an absolute URL, undefined for every other form.
 */
export function originForm(target = '/'): string | undefined {
  if (target.startsWith('/')) return target;
  const [, rest] = /^https?:\/\/[^/?#]+(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
