export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Whether a host name or address is not reachable from outside. */
export const isLocalHost = (host: string) =>
  !host.includes('.') || /(^|\.)(localhost|local|test|internal|lan)$/.test(host) || /^[\d.]+$|^\[/.test(host);

/** Whether an address belongs to this machine or network. */
export const isPrivateAddress = (address: string) =>
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(address);
