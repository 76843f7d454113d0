import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { expect, it } from 'vitest';
import { appendFaultOf } from './faults.ts';

const saying = (message: string) => new UnavailableError(undefined, message);

it.for<[string, Error, string]>([
  ['a cut connection', saying('14 UNAVAILABLE: Connection dropped'), 'unknown'],
  ['a cancelled call', new CancelledError(), 'unknown'],
  ['a passed deadline', new DeadlineExceededError(), 'unknown'],
  ['a time-out of the server', new TimeoutError(), 'unknown'],
  ['what nobody knows', new UnknownError(), 'unknown'],
  ['any other error', new TypeError('x is not iterable'), 'unknown'],
  [
    'no connection to leave by',
    saying('14 UNAVAILABLE: No connection established. Last error: …'),
    'unreachable',
  ],
  [
    'a host that is not known',
    saying('14 UNAVAILABLE: Name resolution failed for target dns:x'),
    'unreachable',
  ],
  ['a cluster that is away', new Error('Failed to discover after 10 attempts.'), 'unreachable'],
  [
    'another revision',
    new WrongExpectedVersionError(undefined as never, { streamName: 's', current: 1n, expected: 0n }),
    'conflict',
  ],
  ['too much at once', new MaxAppendSizeExceededError(undefined as never, 1), 'invalid'],
  ['a wrong argument', new InvalidArgumentError('no'), 'invalid'],
  ['a deleted stream', StreamDeletedError.fromStreamName('s'), 'invalid'],
  ['a missing right', new AccessDeniedError(), 'refused'],
])('%s is %3$s', ([, error, fault]) => {
  expect(appendFaultOf(error)).toBe(fault);
});
