import type { ArticleFields } from '@journal/contracts';
import { article as notAllergicToMushrooms } from './01-not-allergic-to-mushrooms.ts';
import { article as macbethByATree } from './02-macbeth-by-a-tree.ts';
import { article as minutesOfAnExtraordinaryMeeting } from './03-minutes-of-an-extraordinary-meeting.ts';
import { article as sevenDaysAsTheFamilyInterpreter } from './04-seven-days-as-the-family-interpreter.ts';
import { article as nineteenNil } from './05-nineteen-nil.ts';
import { article as fieldGuideToTheVoiceNote } from './06-field-guide-to-the-voice-note.ts';
import { article as toWhoeverGetsMyBedroom } from './07-to-whoever-gets-my-bedroom.ts';
import { article as fourStarsForTheCat } from './08-four-stars-for-the-cat.ts';
import { article as whatDoWeOweAnElephant } from './09-what-do-we-owe-an-elephant.ts';
import { article as theWeddingInPortraitMode } from './10-the-wedding-in-portrait-mode.ts';
import { article as iWasWrongAboutThePigeons } from './11-i-was-wrong-about-the-pigeons.ts';
import { article as letTheSeaHaveIt } from './12-let-the-sea-have-it.ts';

/** The first issue, in order of publication: the last one is the newest. */
export const demoArticles: readonly ArticleFields[] = [
  notAllergicToMushrooms,
  macbethByATree,
  minutesOfAnExtraordinaryMeeting,
  sevenDaysAsTheFamilyInterpreter,
  nineteenNil,
  fieldGuideToTheVoiceNote,
  toWhoeverGetsMyBedroom,
  fourStarsForTheCat,
  whatDoWeOweAnElephant,
  theWeddingInPortraitMode,
  iWasWrongAboutThePigeons,
  letTheSeaHaveIt,
];
