import { mock } from 'node:test';
import { sessionCookie } from '@journal/testing';
import { newSecrets } from '../../infra/launcher/secrets.ts';
import { startThrowawayPostgres } from './postgres.setup.ts';
import { people, sampleArticle, samplePitch } from './site-content.ts';
import { type SiteTemplate, startSiteSystem, templateVariable } from './site-system.ts';

/**
 * Starts a Postgres for the sites of one run of browser specs, and creates the databases that they are copied from: one
 * with three accounts, and one that also has thirty articles and three pitches.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres();
  const template = {
    postgresUrl: postgres.url,
    secrets: newSecrets(),
    cookies: {},
    ownCookies: {},
    databases: {},
  };
  const empty = await startSiteSystem(template);
  const cookies: Record<string, string> = {};
  const ownCookies: Record<string, string> = {};
  for (const [name, person] of Object.entries(people)) {
    const { password, email, fullName } = person;
    const signIn = async (path: string, body: object) => {
      const { headers } = await empty.send('POST', path, { body });
      return sessionCookie(headers);
    };
    ownCookies[name] = await signIn('/api/auth/register', { email, fullName, password });
    cookies[name] = await signIn('/api/auth/login', { email, password });
  }
  await empty.send('POST', '/api/operations/administrators/grant', {
    as: 'service',
    body: { email: people.editor.email },
  });
  await empty.stop();

  const databases: SiteTemplate['databases'] = { empty: empty.database.name };
  const filled = await startSiteSystem({ ...template, ownCookies, databases }, 'empty');
  // These specs refer to these days.
  mock.timers.enable({ apis: ['Date'] });
  for (let id = 1; id <= 30; id++) {
    const { createdAt, id: _, ...fields } = sampleArticle(id);
    mock.timers.setTime(Date.parse(createdAt));
    await filled.send('POST', '/api/articles', { as: 'service', body: fields });
  }
  for (let number = 1; number <= 3; number++) {
    mock.timers.setTime(Date.UTC(2026, 2, 1 + number, 12));
    await filled.send('POST', '/api/submissions', { as: 'pitcher', body: samplePitch(number) });
  }
  mock.timers.reset();
  await filled.settled();
  await filled.stop();
  databases.filled = filled.database.name;
  process.env[templateVariable] = JSON.stringify({ ...template, cookies, ownCookies, databases });
  return postgres.stop;
}
