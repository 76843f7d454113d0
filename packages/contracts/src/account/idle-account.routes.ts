import { defineRoutes } from '../routes/route.ts';
import { Uuid } from '../system/schemas.ts';

export const idleAccountRoutes = defineRoutes({
  'POST /api/operations/users/:id/ask-idle': {
    summary:
      'Notes that somebody who was not here for two years is asked whether they still want their account, which mails it; changes nothing where it is not so, and may be done again',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
});
