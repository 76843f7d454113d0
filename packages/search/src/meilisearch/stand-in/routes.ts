import type { MemoryEngine, StoredTask } from './memory-engine.ts';
import type { MemoryKeys, Rights } from './memory-keys.ts';
import { Refusal } from './refusal.ts';

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly body: unknown;
};

type Answer = { readonly status: number; readonly body: unknown };

/** Answers as the routes of Meilisearch 1.50 do that the journal uses. Throws a `Refusal` for what they refuse. */
export function answer(engine: MemoryEngine, keys: MemoryKeys, asked: Asked): Answer {
  const { method, path, token, body } = asked;
  const [first, uid = '', ...more] = path.split('/').slice(1);
  if (first === 'keys') {
    keys.checkMayManage(token);
    return method === 'POST' ? ok(keys.create(body as never), 201) : ok(keys.get(uid));
  }
  const rights = keys.rightsOf(token);
  const need = (action: string, indexUid: string | null) => {
    if (!rights.may(action, indexUid)) throw new Refusal(403, 'invalid_api_key');
  };
  switch (`${method} ${[first, uid && ':uid', ...more].filter(Boolean).join('/')}`) {
    case 'GET indexes':
      need('indexes.get', null);
      return ok({
        results: [...engine.indexes]
          .filter(([each]) => rights.may('indexes.get', each))
          .map(([each, { createdAt }]) => ({ uid: each, createdAt, updatedAt: createdAt })),
      });
    case 'POST indexes': {
      const { uid: created } = body as { uid: string };
      need('indexes.create', created);
      return queued(engine, 'indexCreation', created, () => {
        engine.needNone(created);
        engine.create(created);
      });
    }
    case 'GET indexes/:uid': {
      need('indexes.get', uid);
      const { createdAt } = existing(engine, uid);
      return ok({ uid, createdAt, updatedAt: createdAt, primaryKey: 'id' });
    }
    case 'DELETE indexes/:uid':
      need('indexes.delete', uid);
      return queued(engine, 'indexDeletion', uid, () => {
        engine.need(uid);
        engine.indexes.delete(uid);
      });
    case 'PATCH indexes/:uid/settings':
      need('settings.update', uid);
      return queued(engine, 'settingsUpdate', uid, () => {
        engine.need(uid).settings = body as Record<string, unknown>;
      });
    case 'GET indexes/:uid/stats':
      need('stats.get', uid);
      return ok({ numberOfDocuments: existing(engine, uid).documents.size, isIndexing: engine.isHeld });
    case 'POST indexes/:uid/documents': {
      need('documents.add', uid);
      const mayCreate = rights.may('indexes.create', uid);
      return queued(engine, 'documentAdditionOrUpdate', uid, () => {
        const index = engine.indexes.get(uid) ?? (mayCreate ? engine.create(uid) : engine.need(uid));
        for (const each of body as { id: number }[]) index.documents.set(each.id, each);
      });
    }
    case 'POST indexes/:uid/documents/delete-batch':
      need('documents.delete', uid);
      return queued(engine, 'documentDeletion', uid, () => {
        for (const id of body as number[]) engine.need(uid).documents.delete(id);
      });
    case 'POST swap-indexes': {
      const [{ indexes, rename } = { indexes: ['', ''], rename: false }] = body as {
        indexes: [string, string];
        rename: boolean;
      }[];
      for (const each of indexes) need('indexes.swap', each);
      return queued(engine, 'indexSwap', null, () => engine.swap(...(indexes as [string, string]), rename));
    }
    case 'GET tasks/:uid':
      need('tasks.get', null);
      return ok(visibleTask(engine, rights, Number(uid)));
    case 'POST multi-search': {
      const { queries } = body as { queries: { indexUid: string; limit: number }[] };
      for (const { indexUid } of queries) need('search', indexUid);
      return ok({
        results: queries.map(({ indexUid, limit }) => ({
          indexUid,
          // An index that is not in the path is missing with another status than one that is.
          hits: [...existing(engine, indexUid, 400).documents.values()].slice(0, limit),
        })),
      });
    }
    default:
      throw new Refusal(404, 'not_found');
  }
}

function ok(body: unknown, status = 200): Answer {
  return { status, body };
}

function queued(engine: MemoryEngine, type: string, uid: string | null, work: () => void): Answer {
  const task = engine.enqueue(type, uid, work);
  return ok({ taskUid: task.uid, indexUid: uid, status: task.status, type }, 202);
}

function existing(engine: MemoryEngine, uid: string, status = 404) {
  const index = engine.indexes.get(uid);
  if (!index) throw new Refusal(status, 'index_not_found');
  return index;
}

/** A key for some indexes does not see tasks of more than one. */
function visibleTask(engine: MemoryEngine, rights: Rights, uid: number): StoredTask {
  const task = engine.tasks[uid];
  if (!task || (rights.isScoped && (task.indexUid === null || !rights.may('tasks.get', task.indexUid))))
    throw new Refusal(404, 'task_not_found');
  return task;
}
