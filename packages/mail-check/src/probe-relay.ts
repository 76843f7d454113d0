import { connect } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import type { RelayFacts } from './mail-facts.ts';

/** Timeout of the whole conversation, in milliseconds. */
const defaultTimeout = 10_000;

/** Resolves with the extensions that a mail server offers (RFC 5321, EHLO); does not sign in or send mail. */
export function probeRelay(smtpUrl: string, timeout = defaultTimeout): Promise<RelayFacts['offers']> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const isTls = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const server = { host, port: Number(port) || (isTls ? 465 : 587) };
  return new Promise((resolve) => {
    const socket = isTls ? connectByTls({ ...server, servername: host }) : connect(server);
    let received = '';
    let isGreeted = false;
    const end = (offers: RelayFacts['offers']) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(offers);
    };
    const timer = setTimeout(() => end({ fault: 'no response' }), timeout);
    socket.setEncoding('latin1');
    socket.on('error', (error: NodeJS.ErrnoException) => end({ fault: error.code ?? error.name }));
    socket.on('close', () => end({ fault: 'connection closed' }));
    socket.on('data', (chunk: string) => {
      received += chunk;
      // The last line of a response has a space after its code.
      if (!/^\d{3} .*\r?\n$/m.test(received)) return;
      const answer = received;
      received = '';
      if (!answer.startsWith('2')) return end({ fault: `response ${answer.slice(0, 3)}` });
      if (isGreeted) {
        socket.write('QUIT\r\n');
        return end(
          answer
            .trim()
            .split(/\r?\n/)
            .slice(1)
            .map((line) => line.slice(4).trim()),
        );
      }
      isGreeted = true;
      socket.write('EHLO localhost\r\n');
    });
  });
}
