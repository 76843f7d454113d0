import type { IncomingHttpHeaders } from 'node:http';

/** What two ends of one connection say to each other (RFC 9110, 7.6.1), with what older programs say there. */
const names = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers that go on to the next connection: none of the hop's own, and none that `Connection` names. */
export function withoutHopByHop<Headers extends IncomingHttpHeaders>(headers: Headers): Headers {
  const named = new Set([headers.connection ?? []].flat().flatMap(namesIn));
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !names.has(name) && !named.has(name) && !name.startsWith('proxy-'),
    ),
  ) as Headers;
}

function namesIn(connection: string): string[] {
  return connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
}
