import Type from 'typebox';
import { defineRoutes } from '../routes/route.ts';
import { Uuid } from '../system/schemas.ts';

export const addressRoutes = defineRoutes({
  'POST /api/submissions/:id/look-up-address': {
    summary: 'Tells the address of the account of a pitch’s writer; each time is an entry of the audit',
    access: 'look-up-addresses',
    params: { id: Uuid },
    responses: { 200: Type.Object({ email: Type.String() }) },
    problems: ['submission-not-found'],
  },
});
