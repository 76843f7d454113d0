import { ConfigError } from '../config/config.ts';

export type CommandRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
};
export type CommandAnswer = { readonly status: number; readonly body: string };

/** Carries a POST to the command side. Rejects only where no answer came; whatever status came is an answer. */
export type CommandTransport = {
  post(path: string, request: CommandRequest): Promise<CommandAnswer>;
};

/**
 * Over HTTP, to the first of the services that answers. What is asked for here may be done twice. Throws `ConfigError`
 * where none is named.
 */
export function createHttpCommandTransport(urls: string | undefined): CommandTransport {
  if (urls === undefined) throw new ConfigError(['COMMAND_URL: is not set']);
  const origins = urls.split(',').map((url) => new URL(url).origin);
  return {
    async post(path, { headers, body, signal }) {
      let failure: unknown;
      for (const origin of origins) {
        try {
          const answer = await fetch(origin + path, {
            method: 'POST',
            headers,
            body,
            signal,
            redirect: 'error',
          });
          return { status: answer.status, body: await answer.text() };
        } catch (error) {
          if (signal.aborted) throw error;
          failure = error;
        }
      }
      throw failure;
    },
  };
}
