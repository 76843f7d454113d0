import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { MemoryLog } from './memory-log.ts';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  streamNameOf,
  streamNotFoundMessage,
} from './messages.ts';

type Call = ServerWritableStream<ReadReq, ReadResp>;

export function handleRead(log: MemoryLog, call: Call): void {
  const options = call.request.getOptions();
  if (options?.hasSubscription()) subscribe(log, call);
  else if (options?.hasAll()) readAllBackwards(log, call);
  else readStream(log, call);
}

function readStream(log: MemoryLog, call: Call) {
  const options = call.request.getOptions();
  const name = streamNameOf(options?.getStream()?.getStreamIdentifier());
  const events = log.stream(name);
  const from = Number(options?.getStream()?.getRevision() || 0);
  if (events.length === 0) call.write(streamNotFoundMessage(name));
  for (const event of events.slice(from, from + Number(options?.getCount()))) {
    call.write(eventMessage(event));
    log.given += 1;
  }
  call.end();
}

function readAllBackwards(log: MemoryLog, call: Call) {
  const options = call.request.getOptions();
  const before = Number(options?.getAll()?.getPosition()?.getCommitPosition() ?? Number.POSITIVE_INFINITY);
  const events = log.events.filter(({ position }) => position < before).toReversed();
  for (const event of events.slice(0, Number(options?.getCount()))) call.write(eventMessage(event));
  call.end();
}

function subscribe(log: MemoryLog, call: Call) {
  const options = call.request.getOptions();
  const after = Number(options?.getAll()?.getPosition()?.getCommitPosition() ?? -1);
  const type = new RegExp(options?.getFilter()?.getEventType()?.getRegex() ?? '');
  let sent = after;

  const sendRest = () => {
    for (const event of log.events.slice(log.indexAfter(sent))) {
      sent = event.position;
      if (type.test(event.type)) call.write(eventMessage(event));
    }
  };

  call.write(confirmationMessage('subscription'));
  sendRest();
  if (sent > after) call.write(checkpointMessage(sent));
  call.write(caughtUpMessage());
  const stop = log.onAppend(sendRest);
  call.on('cancelled', () => {
    stop();
    call.end();
  });
  call.on('close', stop);
}
