import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export interface Question {
  /** Where the URL names no port. */
  port: number;
  /** Milliseconds until it counts as not answering. */
  patience: number;
  secure?: boolean;
  /** Sent once connected, then an answer is awaited; left out: to be connected is enough. */
  say?: string;
}

/** Connects to the server of `url` and resolves to the first line that it answers. Rejects with the socket's error. */
export function askServer(url: URL, { port, patience, secure, say }: Question): Promise<string> {
  const target = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || port };
  return new Promise((resolve, reject) => {
    const socket = secure ? connectSecurely({ ...target, servername: target.host }) : connect(target);
    const finish = (act: () => void) => {
      socket.destroy();
      act();
    };
    let answer = '';
    socket.setTimeout(patience, () => finish(() => reject(new Error('timeout'))));
    socket.on('error', (failure) => finish(() => reject(failure)));
    socket.on('close', () => reject(new Error('it closed the connection')));
    socket.on(secure ? 'secureConnect' : 'connect', () => {
      if (say === undefined) finish(() => resolve(''));
      else socket.write(say);
    });
    socket.on('data', (chunk) => {
      answer += chunk;
      const line = answer.split('\r\n')[0];
      if (answer.includes('\r\n') && line !== undefined) finish(() => resolve(line));
    });
  });
}
