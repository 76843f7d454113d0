import { AccountErasure, ForgotPassword } from '@journal/contracts';
import Type from 'typebox';

const closed = { additionalProperties: false } as const;

/** Names somebody by the address they registered with. */
export const ByEmail = ForgotPassword;

/** The password that was made for a request, as a keyed hash. */
export const MadeTemporaryPassword = Type.Object(
  {
    resetId: Type.String({ minLength: 1, maxLength: 100 }),
    temporaryPasswordHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  closed,
);

/** The articles that are known to be by somebody who is forgotten. */
export const KnownArticles = Type.Object(
  { articleIds: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 1_000 }) },
  closed,
);

/** To whom everything about an account was handed out: by id and role, and nothing personal. */
export const Handout = Type.Object(
  {
    actor: Type.Object(
      {
        id: Type.String({ pattern: '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|service)$' }),
        role: Type.Enum(['writer', 'admin', 'service']),
      },
      closed,
    ),
  },
  closed,
);

export const Forgetting = Type.Object(
  { email: ForgotPassword.properties.email, pieces: AccountErasure.properties.pieces },
  closed,
);
