/** The journal did not do it; the message is for the person. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface JournalApi {
  /** The text of the answer. Rejects with `Refused` where the journal is not there or says no. */
  get(path: string): Promise<string>;
  post(path: string, body: object): Promise<string>;
}

const patience = 30_000;

/** The routes for programs, of the journal at `origin`. */
export function createJournalApi(origin: string, token: string): JournalApi {
  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    }).catch((cause: unknown) => {
      throw new Refused(notThere(origin, cause), { cause });
    });
    const text = await answer.text();
    if (answer.ok) return text;
    if (answer.status === 401) throw new Refused(`The journal at ${origin} does not know this token.`);
    throw new Refused(messageOf(text) ?? `${origin} answered ${answer.status}; is it a journal?`);
  }
  return { get: (path) => ask('GET', path), post: (path, body) => ask('POST', path, body) };
}

/** Why nothing came from an address. */
export function notThere(origin: string, cause: unknown): string {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  return isLate
    ? `The journal at ${origin} did not answer within ${patience / 1_000} s.`
    : `No journal is running at ${origin}. Start it, or name its address with --url.`;
}

function messageOf(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
