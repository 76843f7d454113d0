import { CommandRefused, type CommandSide } from '../command/command-side.ts';
import { defineReactor, ReactionImpossible } from './reactor.ts';

/**
 * Has the article of each published pitch made, which is there already but where the command side died between the
 * two streams. A pitch that is not found is one whose writer has been forgotten: there is nothing to make it of.
 */
export function finishPublishingOnSubmissionPublished(command: Pick<CommandSide, 'finishPublishing'>) {
  return defineReactor({
    name: 'reactor_publishing',
    on: {
      async SubmissionPublished({ data: { submissionId }, metadata: { requestId } }) {
        try {
          await command.finishPublishing({ submissionId }, { requestId });
        } catch (error) {
          if (!(error instanceof CommandRefused)) throw error;
          if (error.code !== 'submission-not-found') throw new ReactionImpossible(error.message);
        }
      },
    },
  });
}
