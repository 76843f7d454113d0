type Document = Readonly<Record<string, unknown>> & { readonly id: number };

export type StoredIndex = {
  readonly createdAt: string;
  readonly documents: Map<number, Document>;
  settings: Readonly<Record<string, unknown>>;
};

export type StoredTask = {
  readonly uid: number;
  readonly indexUid: string | null;
  readonly type: string;
  status: 'enqueued' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  error: { code: string; type: string; link: string; message: string } | null;
};

export type TaskFault = {
  readonly type: string;
  readonly code: string;
  readonly kind: 'internal' | 'system' | 'invalid_request';
};

/** Thrown by the work of a task that can't be done; its message is the code. */
class Impossible extends Error {}

/** Indexes and a queue of tasks in memory. It finds nothing: what a question finds only Meilisearch can show. */
export class MemoryEngine {
  readonly indexes = new Map<string, StoredIndex>();
  readonly tasks: StoredTask[] = [];
  /** Each fails the next task of its type. */
  readonly taskFaults: TaskFault[] = [];
  /** While it stands, tasks wait in the queue. */
  isHeld = false;
  #waiting: { readonly task: StoredTask; readonly work: () => void }[] = [];
  #made = 0;

  enqueue(type: string, indexUid: string | null, work: () => void): StoredTask {
    const task: StoredTask = { uid: this.tasks.length, indexUid, type, status: 'enqueued', error: null };
    this.tasks.push(task);
    this.#waiting.push({ task, work });
    return task;
  }

  /** Does what stands in the queue, unless that is held. */
  run(): void {
    if (this.isHeld) return;
    for (const { task, work } of this.#waiting.splice(0)) this.#do(task, work);
  }

  create(uid: string): StoredIndex {
    this.#made += 1;
    const createdAt = new Date(Date.UTC(2026, 0, 1) + this.#made).toISOString();
    const index = { createdAt, documents: new Map(), settings: {} };
    this.indexes.set(uid, index);
    return index;
  }

  need(uid: string): StoredIndex {
    const index = this.indexes.get(uid);
    if (!index) throw new Impossible('index_not_found');
    return index;
  }

  needNone(uid: string): void {
    if (this.indexes.has(uid)) throw new Impossible('index_already_exists');
  }

  swap(one: string, other: string, rename: boolean): void {
    const first = this.need(one);
    const second = rename ? undefined : this.need(other);
    if (rename) this.needNone(other);
    this.indexes.set(other, first);
    if (second) this.indexes.set(one, second);
    else this.indexes.delete(one);
  }

  #do(task: StoredTask, work: () => void): void {
    const fault = this.taskFaults.findIndex(({ type }) => type === task.type);
    const [planned] = fault < 0 ? [] : this.taskFaults.splice(fault, 1);
    try {
      if (planned) this.#fail(task, planned.code, planned.kind);
      else {
        work();
        task.status = 'succeeded';
      }
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      this.#fail(task, error.message, 'invalid_request');
    }
  }

  #fail(task: StoredTask, code: string, type: string): void {
    task.status = 'failed';
    task.error = {
      code,
      type,
      link: `https://docs.meilisearch.com/errors#${code}`,
      message: 'The words of a document may stand here',
    };
  }
}
