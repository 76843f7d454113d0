import type { CommandAnswer, CommandTransport } from '@journal/service-kit';

/** What the worker may ask of the command side. Everything here may be asked twice. */
export type CommandSide = {
  /**
   * Makes the hash the one temporary password of this request. Answers until when it is valid, or `superseded` where
   * a newer request, a change of the password or forgetting has come.
   */
  issueTemporaryPassword(
    request: { userId: string; resetId: string; temporaryPasswordHash: string },
    context: CallContext,
  ): Promise<{ readonly expiresAt: string } | 'superseded'>;
  /** Does whatever is left to do once a user was forgotten, with the articles that were the user's. */
  finishForgetting(
    request: { userId: string; articleIds: readonly number[] },
    context: CallContext,
  ): Promise<void>;
  /** Makes the article of a published pitch where it is missing. Nothing where its writer has been forgotten. */
  finishPublishing(request: { submissionId: string }, context: CallContext): Promise<void>;
};

export type CallContext = {
  /** Of the request that all this began with. */
  readonly requestId: string;
  readonly signal?: AbortSignal | undefined;
};

/** The command side can't be reached, or can't do it just now; later it may. */
export class CommandUnavailable extends Error {
  override readonly name = 'CommandUnavailable';
  readonly code: string;
  constructor(reason: string, options?: ErrorOptions) {
    super(`The command side can't do it just now (${reason})`, options);
    this.code = reason;
  }
}

/** The command side says no, and will again. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  /** Its stable code, or the status where it gave none. */
  readonly code: string;
  constructor(code: string) {
    super(`The command side refused it (${code})`);
    this.code = code;
  }
}

export type CommandSideOptions = {
  readonly transport: CommandTransport;
  readonly token: string;
  /** Milliseconds for an answer; default 10,000. */
  readonly patience?: number;
};

export function createCommandSide({ transport, token, patience = 10_000 }: CommandSideOptions): CommandSide {
  async function ask(path: string, body: unknown, context: CallContext): Promise<unknown> {
    const tooLate = AbortSignal.timeout(patience);
    const answer = await transport
      .post(path, {
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-request-id': context.requestId,
        },
        body: JSON.stringify(body),
        signal: context.signal ? AbortSignal.any([context.signal, tooLate]) : tooLate,
      })
      .catch((cause: unknown) => {
        throw new CommandUnavailable(tooLate.aborted ? 'no answer in time' : 'unreachable', { cause });
      });
    if (answer.status >= 200 && answer.status < 300) return parsed(answer);
    const code = codeOf(answer);
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408 || code === 'write-conflict')
      throw new CommandUnavailable(code);
    throw new CommandRefused(code);
  }

  return {
    async issueTemporaryPassword({ userId, resetId, temporaryPasswordHash }, context) {
      const path = `/api/operations/users/${encodeURIComponent(userId)}/temporary-passwords`;
      try {
        const answer = await ask(path, { resetId, temporaryPasswordHash }, context);
        const { expiresAt } = answer as { expiresAt?: unknown };
        if (typeof expiresAt !== 'string') throw new CommandUnavailable('no expiry came');
        return { expiresAt };
      } catch (error) {
        if (error instanceof CommandRefused && error.code === 'reset-superseded') return 'superseded';
        throw error;
      }
    },
    async finishForgetting({ userId, articleIds }, context) {
      await ask(
        `/api/operations/users/${encodeURIComponent(userId)}/finish-forgetting`,
        { articleIds },
        context,
      );
    },
    async finishPublishing({ submissionId }, context) {
      await ask(
        `/api/operations/submissions/${encodeURIComponent(submissionId)}/finish-publishing`,
        {},
        context,
      );
    },
  };
}

function parsed({ body }: CommandAnswer): unknown {
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch (cause) {
    throw new CommandUnavailable('no JSON came', { cause });
  }
}

function codeOf(answer: CommandAnswer): string {
  try {
    const { code } = JSON.parse(answer.body) as { code?: unknown };
    return typeof code === 'string' && /^[a-z-]{1,60}$/.test(code) ? code : `${answer.status}`;
  } catch {
    return `${answer.status}`;
  }
}
