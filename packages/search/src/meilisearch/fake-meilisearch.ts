import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Document = Readonly<Record<string, unknown>> & { readonly id: number };
type Index = { readonly createdAt: string; readonly documents: Map<number, Document>; settings: object };
type Key = Readonly<Record<'uid' | 'key', string> & Record<'actions' | 'indexes', readonly string[]>>;
type Task = { readonly uid: number; readonly type: string; status: string; error: object | null };
type Attributes = { readonly [Name in 'attributesToSearchOn' | 'searchableAttributes']?: readonly string[] };
type Answer = readonly [status: number, body: unknown];

/** Fault for the next request with a matching path: a status, a broken connection, no response, or invalid JSON. */
type RequestFault = {
  readonly path: RegExp;
  readonly fault: number | 'break' | 'silence' | 'no JSON';
  /** Whether the request takes effect and only its response is lost. */
  readonly isDone?: boolean;
};
/** Failure of the next task of a type. */
type TaskFault = {
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

function isSearchable(settings: object | undefined, { attributesToSearchOn: asked = [] }: Attributes) {
  const { searchableAttributes: known = asked }: Attributes = settings ?? {};
  return asked.every((attribute) => known.includes(attribute));
}

/** Removes and returns the first matching fault. */
function takeFirst<Fault>(faults: Fault[], matches: (fault: Fault) => boolean): Fault | undefined {
  const at = faults.findIndex(matches);
  return at < 0 ? undefined : faults.splice(at, 1)[0];
}

/**
 * Starts a server with the Meilisearch routes that the journal uses, in-memory indexes and injectable faults. A search
 * returns every document of an index: only a real server shows which documents a query finds.
 */
export async function startFakeMeilisearch(masterKey?: string) {
  const indexes = new Map<string, Index>();
  const keys = new Map<string, Key>();
  const tasks: Task[] = [];
  const faults: RequestFault[] = [];
  const taskFaults: TaskFault[] = [];
  const requests: { method: string; path: string; token: string | undefined; body: unknown }[] = [];
  const queue: (() => void)[] = [];
  let isHeld = false;

  const create = (uid: string) =>
    void indexes.set(uid, { createdAt: randomUUID(), documents: new Map(), settings: {} });

  /** `work` returns the error code if it fails. */
  function enqueue(type: string, work: () => string | undefined): Answer {
    const task: Task = { uid: tasks.length, type, status: 'enqueued', error: null };
    tasks.push(task);
    queue.push(() => {
      const fault = takeFirst(taskFaults, (each) => each.type === type);
      const code = fault?.code ?? work();
      task.status = code ? 'failed' : 'succeeded';
      task.error = code ? described(code, fault?.kind) : null;
    });
    return [202, { taskUid: task.uid, indexUid: null, status: task.status, type }];
  }

  function swap([one, other]: readonly [string, string], rename: boolean): string | undefined {
    const [first, second] = [indexes.get(one), indexes.get(other)];
    if (!first || (!rename && !second)) return 'index_not_found';
    if (rename && second) return 'index_already_exists';
    indexes.set(other, first);
    if (second) indexes.set(one, second);
    else indexes.delete(one);
    return undefined;
  }

  function answerOfKeys(method: string, uid: string, isMaster: boolean, asked: Omit<Key, 'key'>): Answer {
    if (masterKey === undefined) return refused(401, 'missing_master_key');
    if (!isMaster) return refused(403, 'invalid_api_key');
    if (method === 'GET') return keys.has(uid) ? [200, keys.get(uid)] : refused(404, 'api_key_not_found');
    if (keys.has(asked.uid)) return refused(409, 'api_key_already_exists');
    const key = createHmac('sha256', masterKey).update(asked.uid).digest('hex');
    keys.set(asked.uid, { uid: asked.uid, actions: asked.actions, indexes: asked.indexes, key });
    return [201, keys.get(asked.uid)];
  }

  function answerOf(method: string, path: string, token: string | undefined, body: never): Answer {
    const [first = '', uid = '', ...more] = path.split('/').slice(1);
    const isMaster = masterKey === undefined || token === masterKey;
    if (first === 'keys') return answerOfKeys(method, uid, isMaster, body);
    if (!isMaster && ![...keys.values()].some(({ key }) => key === token))
      return refused(403, 'invalid_api_key');
    const found = (look: (index: Index) => unknown): Answer => {
      const index = indexes.get(uid);
      return index ? [200, look(index)] : refused(404, 'index_not_found');
    };
    const change = (type: string, work: (index: Index) => unknown) =>
      enqueue(type, () => {
        const index = indexes.get(uid);
        if (index) work(index);
        return index ? undefined : 'index_not_found';
      });
    switch (`${method} ${[first, uid && ':uid', ...more].filter(Boolean).join('/')}`) {
      case 'GET indexes':
        return [200, { results: [...indexes.keys()].map((each) => ({ uid: each })) }];
      case 'POST indexes':
        return enqueue('indexCreation', () => void create((body as { uid: string }).uid));
      case 'GET indexes/:uid':
        return found(({ createdAt }) => ({ uid, createdAt }));
      case 'DELETE indexes/:uid':
        return change('indexDeletion', () => indexes.delete(uid));
      case 'GET indexes/:uid/settings':
        return found(({ settings }) => settings);
      case 'PATCH indexes/:uid/settings':
        return change('settingsUpdate', (index) => Object.assign(index, { settings: body }));
      case 'GET indexes/:uid/stats':
        return found(({ documents }) => ({ numberOfDocuments: documents.size, isIndexing: isHeld }));
      case 'POST indexes/:uid/documents':
        return change('documentAdditionOrUpdate', ({ documents }) => {
          for (const each of body as Document[]) documents.set(each.id, each);
        });
      case 'POST indexes/:uid/documents/delete-batch':
        return change('documentDeletion', ({ documents }) => {
          for (const id of body as number[]) documents.delete(id);
        });
      case 'POST swap-indexes': {
        const [swapped] = body as [{ indexes: [string, string]; rename: boolean }];
        return enqueue('indexSwap', () => swap(swapped.indexes, swapped.rename));
      }
      case 'GET tasks/:uid': {
        const task = tasks[Number(uid)];
        // A key restricted to some indexes can't see tasks that involve several.
        const isVisible = task && (isMaster || task.type !== 'indexSwap');
        return isVisible ? [200, task] : refused(404, 'task_not_found');
      }
      case 'POST indexes/:uid/search':
        if (!isSearchable(indexes.get(uid)?.settings, body))
          return refused(400, 'invalid_search_attributes_to_search_on');
        return found(({ documents }) => ({
          hits: [...documents.values()],
          estimatedTotalHits: documents.size,
        }));
      default:
        return refused(404, 'not_found');
    }
  }

  /** While held, tasks stay in the queue. */
  function hold(held: boolean): void {
    isHeld = held;
    if (!held) for (const work of queue.splice(0)) work();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const { pathname: path } = new URL(url, 'http://fake');
    const token = headers.authorization?.replace('Bearer ', '');
    const body = JSON.parse((await text(request)) || 'null') as never;
    requests.push({ method, path, token, body });
    const { fault, isDone = fault === undefined } = takeFirst(faults, (each) => each.path.test(path)) ?? {};
    const [status, answer] = isDone ? answerOf(method, path, token, body) : [500, {}];
    if (fault === 'break') response.socket?.destroy();
    else if (fault === 'no JSON') response.end('<html>The words of a document</html>');
    else if (fault !== 'silence')
      response
        .writeHead(fault ?? status, { 'content-type': 'application/json' })
        .end(JSON.stringify(fault ? described('internal', 'internal') : answer));
    hold(isHeld);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    indexes,
    keys,
    tasks,
    faults,
    taskFaults,
    requests,
    create,
    hold,
    idsIn: (uid: string) => [...(indexes.get(uid)?.documents.keys() ?? [])].sort((one, other) => one - other),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeMeilisearch = Awaited<ReturnType<typeof startFakeMeilisearch>>;
