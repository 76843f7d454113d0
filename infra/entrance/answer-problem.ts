import type { ServerResponse } from 'node:http';
import { type ProblemCode, problemMediaType } from '@journal/contracts';
import { toProblem } from '@journal/service-kit';

/** Answers with a problem of the catalogue; cuts the connection where the answer has begun already. */
export function answerProblem(
  response: ServerResponse,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = toProblem(code);
  for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name);
  response.writeHead(problem.status, {
    'content-type': problemMediaType,
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify(problem));
}
