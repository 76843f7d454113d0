import { ProblemError } from '@journal/service-kit';

/** The normalised path, and the query as it came, with its question mark. */
export type ApiTarget = { readonly path: string; readonly search: string };

/** Where in the API a request goes. Throws `invalid-request` where that would be anywhere else on the upstream. */
export function apiTarget(url: string): ApiTarget {
  if (!url.startsWith('/') || !URL.canParse(`http://api${url}`)) throw new ProblemError('invalid-request');
  const { pathname, search } = new URL(`http://api${url}`);
  if (!pathname.startsWith('/api/') || climbs(pathname)) throw new ProblemError('invalid-request');
  return { path: pathname, search };
}

/** Whether a path with encoded slashes leads upwards for a service that decodes them. */
function climbs(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname)
      .split(/[\\/]/)
      .some((segment) => segment === '..');
  } catch {
    return true;
  }
}
