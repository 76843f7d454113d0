import { createServer, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** A mail server on its own thread that accepts everything immediately and stores nothing. */
const answers: readonly (readonly [RegExp, string])[] = [
  [/^EHLO/i, '250-sink\r\n250-PIPELINING\r\n250 SIZE 10000000'],
  [/^DATA/i, '354 go on'],
  [/^QUIT/i, '221 bye'],
  [/./, '250 fine'],
];

function serve(socket: Socket): void {
  let isText = false;
  let rest = '';
  socket.setNoDelay(true).setEncoding('latin1');
  socket.on('error', () => {});
  socket.write('220 sink\r\n');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    for (;;) {
      const end = rest.indexOf(isText ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + (isText ? 5 : 2));
      const answer = isText ? '250 taken' : answers.find(([asked]) => asked.test(line))?.[1];
      isText = !isText && /^DATA/i.test(line);
      socket.write(`${answer}\r\n`);
    }
  });
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
});
