import type { Invitation } from '@journal/contracts';
import { registerRoute } from '@journal/service-kit';
import { openDatabase, schemas } from '../database.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, sendPrivate } from '../response/response.ts';

/** `GET /api/newsroom/invitations`. */
export const invitationRoutes: Resource = async (app, { pool, tracker, accountsModel }) => {
  const { run } = openDatabase(pool);
  const model = tracker.model(schemas.invitations);
  const config = { reads: [accountsModel, model] };
  registerRoute(app, 'GET /api/newsroom/invitations', { config }, async (request, reply) => {
    const { position } = model;
    const rows = await run<Invitation>(
      `select address_hash as id, email, role, sent_at as "sentAt", expires_at as "expiresAt",
         expires_at <= now() as "hasExpired"
       from ${schemas.invitations}.invitation where email is not null order by sent_at desc, invitation_id`,
    );
    return sendPrivate(request, reply, position, jsonResponse(rows));
  });
};
