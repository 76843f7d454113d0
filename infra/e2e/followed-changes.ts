/** The topics that a reader with these headers is told of, as they come, until it is closed. */
export async function followChanges(origin: string, headers: Readonly<Record<string, string>>) {
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/api/changes`, { headers, signal: leaving.signal });
  if (!answer.ok || !answer.body) throw new Error(`The changes answered ${answer.status}`);
  const chunks = answer.body.pipeThrough(new TextDecoderStream());
  let text = '';
  const ended = (async () => {
    for await (const chunk of chunks) text += chunk;
  })().catch(() => {});
  return {
    topics(): string[] {
      return [...text.matchAll(/^data: (.*)$/gm)].flatMap(
        ([, data = '']) => (JSON.parse(data) as { topics?: string[] }).topics ?? [],
      );
    },
    async close(): Promise<void> {
      leaving.abort();
      await ended;
    },
  };
}
