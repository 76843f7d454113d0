import sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import statusMessages from '@eventstore/db-client/generated/status_pb.js';
import streamMessages from '@eventstore/db-client/generated/streams_pb.js';
import anyMessages from 'google-protobuf/google/protobuf/any_pb.js';
import type { Decision, MemoryEvent } from './memory-log.ts';

const { AllStreamPosition, Empty, StreamIdentifier, UUID, WrongExpectedVersion } = sharedMessages;
const { BatchAppendResp, ReadResp } = streamMessages;

export function eventMessage(event: MemoryEvent): streamMessages.ReadResp {
  const recorded = new ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(new UUID().setString(event.id));
  recorded.setStreamIdentifier(identifierOf(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position)).setPreparePosition(String(event.position));
  recorded.getMetadataMap().set('type', event.type);
  recorded.getMetadataMap().set('content-type', event.contentType);
  recorded.getMetadataMap().set('created', '638000000000000000');
  recorded.setData(event.data).setCustomMetadata(event.metadata);
  const read = new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position));
  return new ReadResp().setEvent(read);
}

export function confirmationMessage(id: string): streamMessages.ReadResp {
  return new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id));
}

export function checkpointMessage(position: number): streamMessages.ReadResp {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position));
  return new ReadResp().setCheckpoint(checkpoint);
}

export function caughtUpMessage(): streamMessages.ReadResp {
  return new ReadResp().setCaughtUp(new ReadResp.CaughtUp());
}

export function streamNotFoundMessage(stream: string): streamMessages.ReadResp {
  const notFound = new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream));
  return new ReadResp().setStreamNotFound(notFound);
}

export function appendedMessage(
  correlation: sharedMessages.UUID,
  stream: string,
  decision: Decision,
): streamMessages.BatchAppendResp {
  const answer = new BatchAppendResp()
    .setCorrelationId(correlation)
    .setStreamIdentifier(identifierOf(stream));
  if (decision.kind === 'wrong version') {
    const wrong = new WrongExpectedVersion();
    if (decision.head >= 0) wrong.setCurrentStreamRevision(String(decision.head));
    const details = new anyMessages.Any();
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
    return answer.setError(new statusMessages.Status().setDetails(details));
  }
  const success = new BatchAppendResp.Success().setCurrentRevision(String(decision.revision));
  if (decision.kind === 'idempotent') return answer.setSuccess(success.setNoPosition(new Empty() as never));
  const position = new AllStreamPosition();
  position.setCommitPosition(String(decision.position)).setPreparePosition(String(decision.position));
  return answer.setSuccess(success.setPosition(position));
}

function identifierOf(stream: string): sharedMessages.StreamIdentifier {
  return new StreamIdentifier().setStreamName(new TextEncoder().encode(stream));
}

export function streamNameOf(identifier: sharedMessages.StreamIdentifier | undefined): string {
  return new TextDecoder().decode(identifier?.getStreamName_asU8());
}
