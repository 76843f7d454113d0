import { readFileSync } from 'node:fs';
import { createOpenApi, escapeHtml } from '@journal/contracts';

type Content = Readonly<Record<string, { readonly schema: object }>>;
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: object };
/** The parts of an operation of `createOpenApi` that the page shows. */
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { description: string; content?: Content }>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * Returns a function that returns the page, with this nonce on its script and style. The page is complete without
 * scripts. The script sends a filled-in form to the page's own origin, in the reader's session.
 */
export function createApiPage(): (nonce: string) => string {
  const { paths, components } = createOpenApi() as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([tag, those]) => `<section><h2>${escapeHtml(tag)}</h2>${those.map(showOperation).join('')}</section>`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${showJson(schema)}</details>`,
  );
  const [style, script] = [read('./api-page.css'), read('./api-page.client.js')];
  const body = `<h1>The journal’s API</h1><p>Also as an <a href="/api/openapi.json">OpenAPI 3.1 document</a>. “Send” really sends the request, as the user who is signed in here.</p>${sections.join('')}<section><h2>schemas</h2>${schemas.join('')}</section>`;
  return (nonce) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>The journal’s API</title><style nonce="${nonce}">${style}</style></head><body><main>${body}</main><script nonce="${nonce}">${script}</script></body></html>`;
}

function showOperation({
  method,
  path,
  operation,
}: {
  method: string;
  path: string;
  operation: Operation;
}): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const fields = parameters.map(
    ({ name, in: place, required, description: about, schema }) =>
      `<label><span><code>${escapeHtml(name)}</code> ${place}${required ? ', required' : ''}</span><input name="${escapeHtml(name)}" data-in="${place}"${required ? ' required' : ''}><small>${escapeHtml(about ?? JSON.stringify(schema))}</small></label>`,
  );
  const answers = Object.entries(responses).map(
    ([status, response]) =>
      `<dt>${status}</dt><dd>${escapeHtml(response.description)}${Object.entries(response.content ?? {})
        .filter(([type]) => type !== 'application/problem+json')
        .map(([type, { schema }]) => `<p>${escapeHtml(type)}</p>${showJson(schema)}`)
        .join('')}</dd>`,
  );
  const bodyField = content
    ? `<label><span>body, ${mediaType}</span><textarea name="body" rows="6"></textarea></label>${showJson(content.schema)}`
    : '';
  return `<details id="${operationId}"><summary><code><b>${method}</b> ${escapeHtml(path)}</code> ${showText(summary)}</summary><p>${showText(description)}</p><form data-method="${method}" data-path="${escapeHtml(path)}" data-type="${mediaType ?? ''}">${fields.join('')}${bodyField}<button>Send</button><output></output></form><dl>${answers.join('')}</dl></details>`;
}

/** A sentence, with the text between backticks as code. */
const showText = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A schema as JSON, with references linked to their targets. */
function showJson(schema: object): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2));
  return `<pre>${text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#$1">$1</a>')}</pre>`;
}
