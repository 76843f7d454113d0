import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Document = Readonly<Record<string, unknown>> & { readonly id: number };
type Index = {
  readonly createdAt: string;
  readonly documents: Map<number, Document>;
  settings: Readonly<Record<string, unknown>>;
};
type Task = { readonly uid: number; readonly type: string; status: string; error: object | null };
type Key = {
  readonly uid: string;
  readonly key: string;
  readonly actions: readonly string[];
  readonly indexes: readonly string[];
};
type Answer = readonly [status: number, body: unknown];

/**
 * What becomes of the next request whose path matches: a status, a broken connection, no answer, or one that is no
 * JSON.
 */
export type RequestFault = {
  readonly path: RegExp;
  readonly fault: number | 'break' | 'silence' | 'no JSON';
  /** Whether the request takes effect, and only its answer is lost. */
  readonly isDone?: boolean;
};
/** How the next task of a type fails. */
export type TaskFault = {
  readonly type: string;
  readonly code: string;
  readonly kind: 'internal' | 'system' | 'invalid_request';
};

const described = (code: string, type = 'invalid_request') => ({
  code,
  type,
  link: `https://docs.meilisearch.com/errors#${code}`,
  message: 'The words of a document may stand here',
});
const refused = (status: number, code: string): Answer => [status, described(code)];

/**
 * Starts a server with the routes of Meilisearch that the journal uses, over indexes in memory, with faults. A search
 * finds every document of an index: what a query finds only a real server shows.
 */
export async function startFakeMeilisearch(masterKey?: string) {
  const indexes = new Map<string, Index>();
  const keys = new Map<string, Key>();
  const tasks: Task[] = [];
  const faults: RequestFault[] = [];
  const taskFaults: TaskFault[] = [];
  const requests: { readonly method: string; readonly path: string; readonly token: string | undefined }[] =
    [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  let made = 0;

  function create(uid: string): void {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + ++made).toISOString();
    indexes.set(uid, { createdAt, documents: new Map(), settings: {} });
  }

  /** `work` returns the code of the error that it fails with. */
  function enqueue(type: string, work: () => string | undefined): Answer {
    const task: Task = { uid: tasks.length, type, status: 'enqueued', error: null };
    tasks.push(task);
    waiting.push(() => {
      const at = taskFaults.findIndex((fault) => fault.type === type);
      const [fault] = at < 0 ? [] : taskFaults.splice(at, 1);
      const code = fault?.code ?? work();
      task.status = code === undefined ? 'succeeded' : 'failed';
      if (code !== undefined) task.error = described(code, fault?.kind);
    });
    return [202, { taskUid: task.uid, indexUid: null, status: task.status, type }];
  }

  const onIndex = (type: string, uid: string, work: (index: Index) => void) =>
    enqueue(type, () => {
      const index = indexes.get(uid);
      if (index) work(index);
      return index ? undefined : 'index_not_found';
    });

  function swap([one, other]: readonly [string, string], rename: boolean): string | undefined {
    const [first, second] = [indexes.get(one), indexes.get(other)];
    if (!first || (!rename && !second)) return 'index_not_found';
    if (rename && second) return 'index_already_exists';
    indexes.set(other, first);
    if (second) indexes.set(one, second);
    else indexes.delete(one);
    return undefined;
  }

  function answerOf(method: string, path: string, token: string | undefined, body: never): Answer {
    const [first, uid = '', ...more] = path.split('/').slice(1);
    const isMaster = masterKey === undefined || token === masterKey;
    if (first === 'keys') {
      if (masterKey === undefined) return refused(401, 'missing_master_key');
      if (!isMaster) return refused(403, 'invalid_api_key');
      if (method === 'GET') return keys.has(uid) ? [200, keys.get(uid)] : refused(404, 'api_key_not_found');
      const asked: Omit<Key, 'key'> = body;
      if (keys.has(asked.uid)) return refused(409, 'api_key_already_exists');
      const key = createHmac('sha256', masterKey).update(asked.uid).digest('hex');
      keys.set(asked.uid, { uid: asked.uid, actions: asked.actions, indexes: asked.indexes, key });
      return [201, keys.get(asked.uid)];
    }
    if (!isMaster && ![...keys.values()].some(({ key }) => key === token))
      return refused(403, 'invalid_api_key');
    const index = indexes.get(uid);
    const existing = (found: (index: Index) => unknown): Answer =>
      index ? [200, found(index)] : refused(404, 'index_not_found');
    switch (`${method} ${[first, uid && ':uid', ...more].filter(Boolean).join('/')}`) {
      case 'GET indexes':
        return [200, { results: [...indexes].map(([each, { createdAt }]) => ({ uid: each, createdAt })) }];
      case 'POST indexes':
        return enqueue('indexCreation', () => void create((body as { uid: string }).uid));
      case 'GET indexes/:uid':
        return existing(({ createdAt }) => ({ uid, createdAt }));
      case 'DELETE indexes/:uid':
        return onIndex('indexDeletion', uid, () => indexes.delete(uid));
      case 'GET indexes/:uid/settings':
        return existing(({ settings }) => settings);
      case 'PATCH indexes/:uid/settings':
        return onIndex('settingsUpdate', uid, (found) => {
          found.settings = body;
        });
      case 'GET indexes/:uid/stats':
        return existing(({ documents }) => ({ numberOfDocuments: documents.size, isIndexing: isHeld }));
      case 'POST indexes/:uid/documents':
        return onIndex('documentAdditionOrUpdate', uid, ({ documents }) => {
          for (const each of body as Document[]) documents.set(each.id, each);
        });
      case 'POST indexes/:uid/documents/delete-batch':
        return onIndex('documentDeletion', uid, ({ documents }) => {
          for (const id of body as number[]) documents.delete(id);
        });
      case 'POST swap-indexes': {
        const [swapped] = body as [{ indexes: [string, string]; rename: boolean }];
        return enqueue('indexSwap', () => swap(swapped.indexes, swapped.rename));
      }
      case 'GET tasks/:uid': {
        const task = tasks[Number(uid)];
        // A key for some indexes does not see tasks of more than one.
        const isVisible = task && (isMaster || task.type !== 'indexSwap');
        return isVisible ? [200, task] : refused(404, 'task_not_found');
      }
      case 'POST indexes/:uid/search':
        return existing(({ documents }) => ({
          hits: [...documents.values()],
          estimatedTotalHits: documents.size,
        }));
      default:
        return refused(404, 'not_found');
    }
  }

  const fake = {
    url: '',
    indexes,
    keys,
    tasks,
    faults,
    taskFaults,
    requests,
    create,
    /** While it is held, tasks wait in the queue. */
    hold(held: boolean) {
      isHeld = held;
      if (!held) for (const work of waiting.splice(0)) work();
    },
    idsIn: (uid: string) => [...(indexes.get(uid)?.documents.keys() ?? [])].sort((one, other) => one - other),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const { pathname: path } = new URL(url, 'http://fake');
    const token = request.headers.authorization?.replace('Bearer ', '');
    requests.push({ method, path, token });
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const at = faults.findIndex((fault) => fault.path.test(path));
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    const answer =
      !fault || fault.isDone ? answerOf(method, path, token, JSON.parse(text || 'null') as never) : undefined;
    send(response, fault, answer);
    fake.hold(isHeld);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

function send(response: ServerResponse, fault: RequestFault | undefined, answer: Answer | undefined): void {
  if (fault?.fault === 'silence') return;
  if (fault?.fault === 'break') response.socket?.destroy();
  else if (fault?.fault === 'no JSON') response.writeHead(200).end('<html>The words of a document</html>');
  else {
    const [status, body] = fault
      ? [Number(fault.fault), described('internal', 'internal')]
      : (answer ?? [500, {}]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}

export type FakeMeilisearch = Awaited<ReturnType<typeof startFakeMeilisearch>>;
