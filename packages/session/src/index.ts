export {
  endSession,
  isLocalOrigin,
  parseSessionKeys,
  registerSessions,
  rememberPosition,
  type Session,
  type SessionOptions,
  sessionOf,
  slideSession,
  startSession,
} from './session.ts';
