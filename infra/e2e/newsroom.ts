import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { demoArticles } from '../demo/demo-articles.ts';

/** Writes as a program may, with the service token that the tests gave the system. */
export function createNewsroom(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${process.env['SERVICE_TOKEN']}` };
  return {
    async publish(fields: object): Promise<{ id: number; position: string }> {
      const answer = await request.post('/api/articles', {
        headers,
        data: { ...demoArticles[0], ...fields },
      });
      expect(answer.status(), await answer.text()).toBe(201);
      const { id } = (await answer.json()) as { id: number };
      return { id, position: answer.headers()['journal-position'] ?? '' };
    },
    /** Makes somebody an administrator; resolves to the position that shows it. */
    async grantAdmin(email: string): Promise<string> {
      const answer = await request.post('/api/operations/administrators/grant', { headers, data: { email } });
      expect(answer.status(), await answer.text()).toBe(204);
      return answer.headers()['journal-position'] ?? '';
    },
    async edit(id: number, fields: object): Promise<void> {
      const answer = await request.put(`/api/articles/${id}`, {
        headers,
        data: { ...demoArticles[0], ...fields },
      });
      expect(answer.status(), await answer.text()).toBe(200);
    },
    async remove(id: number): Promise<void> {
      expect((await request.delete(`/api/articles/${id}`, { headers })).status()).toBe(204);
    },
  };
}
