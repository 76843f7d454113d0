import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryEngine } from './memory-engine.ts';
import { MemoryKeys } from './memory-keys.ts';
import { Refusal } from './refusal.ts';
import { answer } from './routes.ts';

/** What becomes of a request in place of an answer: the status, a broken connection, or nothing at all. */
export type RequestFault = {
  readonly path: RegExp;
  readonly method?: string;
  readonly fault: number | 'break' | 'silence' | 'no JSON';
  /** What the server says with a status; `internal` unless told. */
  readonly code?: string;
  /** Whether it is done all the same, and only the answer is lost. */
  readonly isDone?: boolean;
};

/**
 * Not Meilisearch: indexes, tasks and keys in memory that answer over HTTP as the source of the server says, and fail as
 * a spec asks for. It shows what our adapter does then. What is found, and how good, only Meilisearch can show.
 */
export async function startStandIn({ masterKey }: { masterKey?: string } = {}) {
  const engine = new MemoryEngine();
  const keys = new MemoryKeys(masterKey);
  const faults: RequestFault[] = [];
  const requests: { readonly method: string; readonly path: string; readonly token: string | undefined }[] =
    [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const { pathname: path } = new URL(url, 'http://stand-in');
    const token = request.headers.authorization?.replace('Bearer ', '');
    requests.push({ method, path, token });
    const text = await textOf(request);
    const at = faults.findIndex((each) => each.path.test(path) && (each.method ?? method) === method);
    const [planned] = at < 0 ? [] : faults.splice(at, 1);
    const respond = (status: number, body: unknown) => {
      if (planned) return fail(response, planned);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (planned && !planned.isDone) return fail(response, planned);
    try {
      const { status, body } = answer(engine, keys, {
        method,
        path,
        token,
        body: text === '' ? undefined : JSON.parse(text),
      });
      respond(status, body);
      engine.run();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code } = error;
      respond(status, { ...described(code), message: 'The words of a document may stand here' });
    }
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    engine,
    keys,
    faults,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function fail(response: ServerResponse, { fault, code = 'internal' }: RequestFault): void {
  if (fault === 'silence') return;
  if (fault === 'break') response.socket?.destroy();
  else if (fault === 'no JSON') response.writeHead(200).end('<html>The words of a document</html>');
  else
    response
      .writeHead(fault, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...described(code), message: 'The words of a document may stand here' }));
}

function described(code: string) {
  return { code, type: 'invalid_request', link: `https://docs.meilisearch.com/errors#${code}` };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
