import type { TObject } from 'typebox';
import { type Access, isForPrograms, partsOf } from '../routes/route.ts';
import { problemsOf, type Route, routeOf, routes } from '../routes/routes.ts';
import { groupsAdmittedTo, tagOf } from './openapi.ts';

/** Returns the routes as Markdown tables, by the group under which they are listed. */
export function routeTables(): Map<string, string> {
  const groups = Map.groupBy(Object.keys(routes) as Route[], tagOf);
  return new Map([...groups].map(([tag, keys]) => [tag, tableOf(keys)]));
}

function tableOf(keys: readonly Route[]): string {
  const rows = keys.map((key) => {
    const { summary, access, responses } = routeOf(key);
    const { method, path } = partsOf(key);
    const who = audienceOf(access);
    const answers = [...Object.keys(responses), ...problemsOf(routeOf(key)).map((code) => `\`${code}\``)];
    const address = path.replace(/:(\w+)/g, '{$1}');
    return `| \`${method} ${address}\` | ${summary} | ${who} | ${inputsOf(key)} | ${answers.join(', ')} |`;
  });
  return ['| route | what | who | takes | answers |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function audienceOf(access: Access): string {
  if (access === 'public') return 'everyone';
  if (access === 'signed-in') return 'signed in';
  return [...groupsAdmittedTo(access), ...(isForPrograms(access) ? ['service token'] : [])].join(', ');
}

/** Returns the names of query parameters and body fields, with optional fields in brackets. */
function inputsOf(key: Route): string {
  const { query, body } = routeOf(key);
  const { properties: parameters = {} } = (query ?? {}) as Partial<TObject>;
  const { properties: fields = {}, required = [] } = (body ?? {}) as Partial<TObject>;
  return [
    ...Object.keys(parameters).map((name) => `\`?${name}=\``),
    ...Object.keys(fields).map((name) =>
      (required as readonly string[]).includes(name) ? `\`${name}\`` : `[\`${name}\`]`,
    ),
  ].join(' ');
}
