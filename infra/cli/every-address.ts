import { lookup as lookUpHost } from 'node:dns/promises';

/** Where one process is asked. */
export interface Address {
  /** For a person: as it was given, and which one where the name stands for several. */
  name: string;
  origin: string;
}

/** Finds the addresses of a host. */
export type LookUp = (
  host: string,
  options: { all: true },
) => Promise<readonly { address: string; family: number }[]>;

/**
 * Resolves with the address of each process behind the origins: a scaled service has one name and an address for each of
 * its processes, of which a request would reach any one. A name that is not known, and one of TLS, stays as it is.
 */
export async function everyAddress(
  origins: readonly string[],
  lookUp: LookUp = lookUpHost,
): Promise<Address[]> {
  const found = await Promise.all(origins.map((origin) => addressesOf(origin, lookUp)));
  return found.flat();
}

async function addressesOf(origin: string, lookUp: LookUp): Promise<Address[]> {
  const url = new URL(origin);
  const known = url.protocol === 'http:' ? await lookUp(url.hostname, { all: true }).catch(() => []) : [];
  // A process may have an address of each family.
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
