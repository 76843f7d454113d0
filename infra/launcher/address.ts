/** Returns the address to open in a browser on this machine. */
export function addressOf({
  PUBLIC_URL,
  HOST,
  PORT,
}: {
  PUBLIC_URL?: string;
  HOST: string;
  PORT: number;
}): string {
  if (PUBLIC_URL) return PUBLIC_URL;
  const isThisMachine = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(HOST);
  const host = isThisMachine ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/** Returns the address at which this machine reaches a journal, whatever its public address. */
export const localAddress = ({ HOST, PORT }: { HOST: string; PORT: number }): string =>
  addressOf({ HOST, PORT });
