import { faultOfRefusal } from '@journal/testing/bad-input';
import type { NamedOperation } from './calls.ts';
import type { Answer } from './fuzzed-journal.ts';

/** Returns which promise about responses a response breaks; undefined if it keeps them all. */
export function faultOf(operation: NamedOperation | undefined, answer: Answer): string | undefined {
  const { status, type, headers, body } = answer;
  if (status >= 500) return `${status}: ${body.slice(0, 300)}`;
  if (status >= 400) {
    const fault = faultOfRefusal({ statusCode: status, headers, body });
    if (fault) return fault;
  } else if (type.startsWith('application/json') && body !== '' && !isJson(body)) return 'not JSON';
  if (!(status in (operation?.responses ?? {})) && !undocumented.includes(status))
    return `${status} is not documented: ${body.slice(0, 300)}`;
  return undefined;
}

/** Possible on any route: 404 if a filled-in path leads nowhere, 304 for the validator of a page that a browser has. */
const undocumented = [304, 404];

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
