import { maxNotice } from '@journal/contracts';
import { may, submissionFields } from '@journal/events';
import { invalidField, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, loadAccount } from '../account/account.ts';
import { deleteSentDraft } from '../draft/draft.routes.ts';
import { isAbleTo, signedInUser } from '../http/auth.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { type AppendOptions, decideAndAppend } from '../writing/decide-and-append.ts';
import { plannedTimeOf, timeOf } from '../writing/planned-time.ts';
import type { StageCommand } from './stages.decider.ts';
import { type SubmissionCommand, submissionDecider } from './submission.decider.ts';
import { sendSubmission } from './submission.routes.ts';

/** Registers the routes by which editors work on a pitch until it is published, and its writer answers them. */
export function registerStageRoutes(app: Server, parts: RouteParts): void {
  const { log, keys, limits, now } = parts;
  /** Carries out a command on the pitch in the path, as it was seen, and responds with the result. */
  async function carryOut(
    request: PitchRequest,
    reply: FastifyReply,
    command: StageCommandOnPitch,
    options?: AppendOptions,
  ) {
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    const context = await contextOf(request, keys);
    const whole = { ...command, ...which } as SubmissionCommand;
    const written = await decideAndAppend(log, submissionDecider, whole, context, options);
    if (command.type === 'ResubmitSubmission')
      await deleteSentDraft(parts, request, `pitch-${request.params.id}`);
    return sendSubmission(request, reply, written);
  }
  const written = { preValidation: trimBody };
  const bodiless = { preValidation: refuseBody };

  registerRoute(app, 'POST /api/submissions/:id/assign', {}, async (request, reply) => {
    const { userId: editorId } = request.body;
    // An editor who loses the role before the append is assigned all the same, and shown as not an editor.
    const { roles = [] } = accountOf((await loadAccount(log, editorId)).state) ?? {};
    const check = () => {
      if (!may(roles, 'review-pitches'))
        throw invalidField('userId', 'Only an editor can look after a pitch');
    };
    const onlyReviews = !may(roles, 'read-all-pitches');
    return carryOut(request, reply, { type: 'AssignSubmission', editorId, onlyReviews }, { check });
  });

  registerRoute(app, 'POST /api/submissions/:id/unassign', bodiless, async (request, reply) =>
    carryOut(request, reply, { type: 'UnassignSubmission' }),
  );

  registerRoute(app, 'POST /api/submissions/:id/request-changes', written, async (request, reply) => {
    const { note } = request.body;
    const { dueAt, check } = dueDateOf(request.body.dueAt ?? undefined, now);
    const editorId = signedInUser(request);
    const onlyAssigned = !isAbleTo(request, 'decide-pitches');
    const command = { type: 'RequestChanges', editorId, note, dueAt, onlyAssigned } as const;
    return carryOut(request, reply, command, { check });
  });

  registerRoute(app, 'POST /api/submissions/:id/resubmit', written, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'change', userId);
    const { reply: note, ...fields } = request.body;
    const content = contentOf(submissionFields, fields);
    return carryOut(request, reply, { type: 'ResubmitSubmission', userId, content, note: note || null });
  });

  const optional = { preValidation: allowNoBody };
  registerRoute(app, 'POST /api/submissions/:id/accept', optional, async (request, reply) => {
    const { issueNumber = null } = request.body;
    return carryOut(request, reply, { type: 'AcceptSubmission', issueNumber });
  });

  registerRoute(app, 'POST /api/submissions/:id/decline', written, async (request, reply) => {
    const { message: note } = request.body;
    return carryOut(request, reply, { type: 'DeclineSubmission', note });
  });

  registerRoute(app, 'POST /api/submissions/:id/schedule', {}, async (request, reply) => {
    const { time: publishAt, check } = plannedTimeOf('publishAt', request.body.publishAt, now);
    return carryOut(request, reply, { type: 'ScheduleSubmission', publishAt }, { check });
  });

  registerRoute(app, 'POST /api/submissions/:id/unschedule', bodiless, async (request, reply) =>
    carryOut(request, reply, { type: 'UnscheduleSubmission' }),
  );

  registerRoute(app, 'PUT /api/submissions/:id/agreement', {}, async (request, reply) => {
    const { isAgreed } = request.body;
    return carryOut(request, reply, { type: 'NoteAgreement', isAgreed });
  });

  registerRoute(app, 'POST /api/submissions/:id/reopen', bodiless, async (request, reply) =>
    carryOut(request, reply, { type: 'ReopenSubmission' }),
  );
}

type PitchRequest = FastifyRequest & { readonly params: { readonly id: string } };

type WithoutPitch<Command> = Command extends unknown ? Omit<Command, 'submissionId' | 'seen'> : never;
/** A command of these routes, without its pitch and the revisions seen. */
type StageCommandOnPitch = WithoutPitch<
  StageCommand | Extract<SubmissionCommand, { type: 'ReopenSubmission' }>
>;

const notWithinYear = 'The due date must be within the next year';

/** Returns a due date in UTC, null if there is none, and a check that throws unless it is within the next year. */
function dueDateOf(text: string | undefined, now: () => Date) {
  const dueAt = text === undefined ? null : timeOf('dueAt', text, notWithinYear);
  const check = () => {
    const ahead = dueAt === null ? maxNotice : Date.parse(dueAt) - now().getTime();
    if (ahead <= 0 || ahead > maxNotice) throw invalidField('dueAt', notWithinYear);
  };
  return { dueAt, check };
}
