import { defineRoutes } from '../routes/route.ts';
import { Uuid } from '../system/schemas.ts';

export const idleAccountRoutes = defineRoutes({
  'POST /api/operations/users/:id/ask-idle': {
    summary:
      'Records that a user who has been inactive for two years is asked whether they still want their account, which sends the mail; has no effect otherwise. Idempotent',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
});
