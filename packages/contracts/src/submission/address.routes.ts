import Type from 'typebox';
import { defineRoutes } from '../routes/route.ts';
import { Uuid } from '../system/schemas.ts';

export const addressRoutes = defineRoutes({
  'POST /api/submissions/:id/look-up-address': {
    summary: 'Returns the account address of a pitch’s writer; the audit records each lookup',
    access: 'look-up-addresses',
    params: { id: Uuid },
    responses: { 200: Type.Object({ email: Type.String() }) },
    problems: ['submission-not-found'],
  },
});
