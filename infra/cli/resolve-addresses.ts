import { lookup as lookUpHost } from 'node:dns/promises';

/** Where to reach one process. */
export interface Address {
  /** Display name: the address as given, and which process if it stands for several. */
  name: string;
  origin: string;
}

/** Resolves a host name to its addresses. */
export type ResolveHost = (
  host: string,
  options: { all: true },
) => Promise<readonly { address: string; family: number }[]>;

/**
 * Resolves with the address of each process behind the origins: a scaled service has one name and an address for each
 * of its processes, of which a request would reach any one. Unknown names and https origins are returned unchanged.
 */
export async function resolveAddresses(
  origins: readonly string[],
  lookUp: ResolveHost = lookUpHost,
): Promise<Address[]> {
  const found = await Promise.all(origins.map((origin) => addressesOf(origin, lookUp)));
  return found.flat();
}

async function addressesOf(origin: string, lookUp: ResolveHost): Promise<Address[]> {
  const url = new URL(origin);
  const known = url.protocol === 'http:' ? await lookUp(url.hostname, { all: true }).catch(() => []) : [];
  // A process may have both an IPv4 and an IPv6 address.
  const [most = []] = [4, 6]
    .map((family) => known.filter((each) => each.family === family))
    .sort((one, other) => other.length - one.length);
  if (most.length < 2) return [{ name: origin, origin }];
  return most.map(({ address, family }) => {
    const own = new URL(origin);
    own.hostname = family === 6 ? `[${address}]` : address;
    return { name: `${origin} (${address})`, origin: own.origin };
  });
}
