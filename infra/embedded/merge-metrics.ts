/**
 * Joins several texts in Prometheus' format into one. A metric that more than one of them has is described once,
 * with all its samples below: the format forbids a second description.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { description: string[]; samples: string[] }>();
  for (const text of texts) {
    let current: { description: string[]; samples: string[] } | undefined;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const [, keyword, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (!name) {
        current?.samples.push(line);
        continue;
      }
      current = families.get(name) ?? { description: [], samples: [] };
      families.set(name, current);
      if (!current.description.some((known) => known.startsWith(`# ${keyword} `)))
        current.description.push(line);
    }
  }
  const lines = [...families.values()].flatMap(({ description, samples }) => [...description, ...samples]);
  return `${lines.join('\n')}\n`;
}
