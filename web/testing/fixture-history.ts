import type {
  ApiResponse,
  FieldDifference,
  HistoryActor,
  HistoryVersion,
  HistoryVersionText,
} from '@journal/contracts';
import { wordDifference } from '@journal/contracts/word-difference';
import { type FixtureAccounts, problem, userOfCookie } from './fixture-accounts.ts';
import type { NewsroomCall } from './fixture-newsroom.ts';

type Fields = HistoryVersionText['fields'];
export type FixtureVersion = Omit<HistoryVersion, 'revision' | 'changed' | 'requestId'> & {
  /** Everything as of it. */
  readonly fields: Fields;
};

/** Histories in memory, oldest version first, by `articles/7` or `submissions/pitch-1`. */
export type FixtureHistory = {
  readonly all: Map<string, FixtureVersion[]>;
  /** What was restored, or tried to be. */
  readonly restored: { readonly path: string; readonly body: unknown }[];
  /** Comes before the answer: gives one in its place, or nothing. */
  before: (call: NewsroomCall) => Promise<ApiResponse | undefined>;
  /** Undefined for what is no history. */
  answer(call: NewsroomCall): Promise<ApiResponse | undefined>;
  /** Adds a version, and tells who follows. */
  add(path: string, version: FixtureVersion): void;
};

type FixtureJournal = { accounts: FixtureAccounts; tell(topics: string[]): void };

const path = /^\/api\/(articles|submissions)\/([^/]+)\/(history|restore)(?:\/([^/]+))?$/;

export const sampleEditor: HistoryActor = { id: 'user-1', role: 'admin', name: 'Sample Editor' };

export function createFixtureHistory(journal: () => FixtureJournal): FixtureHistory {
  const history: FixtureHistory = {
    all: new Map(),
    restored: [],
    before: async () => undefined,
    async answer(call) {
      const [, kind = '', id = '', what, revision] = path.exec(call.url.pathname) ?? [];
      const key = `${kind}/${decodeURIComponent(id)}`;
      const asksForVersion = what === 'restore' && call.body !== '';
      if (what !== 'history' && !asksForVersion) return undefined;
      if (asksForVersion) history.restored.push({ path: call.url.pathname, body: JSON.parse(call.body) });
      const instead = await history.before(call);
      if (instead) return instead;
      const user = userOfCookie(journal().accounts, call.headers.cookie ?? '');
      if (!user) return problem('not-signed-in');
      if (!user.isAdmin) return problem('not-allowed');
      const versions = history.all.get(key);
      if (!versions) return problem(kind === 'articles' ? 'article-not-found' : 'submission-not-found');
      if (asksForVersion) return restore(history, key, JSON.parse(call.body).revision);
      return revision === undefined
        ? list(versions, call.url)
        : (one(versions, Number(revision)) ?? problem('version-not-found'));
    },
    add(key, version) {
      history.all.set(key, [...(history.all.get(key) ?? []), version]);
      const [kind, id] = key.split('/');
      journal().tell([kind === 'articles' ? `article:${id}` : `submission:${id}`, 'audit']);
    },
  };
  return history;
}

function restore(history: FixtureHistory, key: string, revision: number): ApiResponse {
  const versions = history.all.get(key) ?? [];
  const [source, newest] = [versions[revision], versions.at(-1)];
  if (!source || !newest) return problem('version-not-found');
  if (newest.event === 'SubmissionPublished') return problem('submission-published');
  const kind = key.startsWith('articles') ? 'Article' : 'Submission';
  const common = { at: '2026-11-20T10:00:00.000Z', actor: sampleEditor };
  if (newest.event.endsWith('Deleted'))
    history.add(key, { ...newest, ...common, event: `${kind}Restored`, restoredRevision: null });
  const { fields } = source;
  history.add(key, { ...common, event: `${kind}Edited`, fields, restoredRevision: revision });
  return json(200, {});
}

function list(versions: readonly FixtureVersion[], { pathname, searchParams }: URL): ApiResponse {
  const before = Number(searchParams.get('before') ?? versions.length);
  const limit = Number(searchParams.get('limit') ?? 50);
  const rows = versions.map((_, revision) => described(versions, revision)).slice(0, before);
  const shown = rows.toReversed().slice(0, limit);
  const link = `<${pathname}?limit=${limit}&before=${shown.at(-1)?.revision}>; rel="next"`;
  return json(200, shown, rows.length > limit ? { link } : {});
}

function one(versions: readonly FixtureVersion[], revision: number): ApiResponse | undefined {
  const version = versions[revision];
  if (!version) return undefined;
  const differences = differencesOf(versions[revision - 1]?.fields ?? {}, version.fields);
  return json(200, { ...described(versions, revision), fields: version.fields, differences });
}

function described(versions: readonly FixtureVersion[], revision: number): HistoryVersion {
  const { fields, ...facts } = versions[revision] as FixtureVersion;
  const changed = differencesOf(versions[revision - 1]?.fields ?? {}, fields).map(({ field }) => field);
  return { ...facts, revision, changed, requestId: `request-${revision}` };
}

function differencesOf(older: Fields, newer: Fields): FieldDifference[] {
  return Object.keys(newer).flatMap((field) => {
    const [before, after] = [String(older[field] ?? ''), String(newer[field] ?? '')];
    if (before === after) return [];
    return [{ field, parts: wordDifference(before, after) }];
  });
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
