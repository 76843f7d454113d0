import serverFeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { MemoryLog, type Proposed } from './memory-log.ts';
import { appendedMessage, streamNameOf } from './messages.ts';
import { handleRead } from './read-handler.ts';

/**
 * Not KurrentDB: a log in memory that answers its client over gRPC as the server's source does. It proves that our
 * adapter works with the real client; only KurrentDB itself can prove that it passes the contract.
 */
export async function startStandIn() {
  const log = new MemoryLog();
  const faults: Faults = { lostAnswers: 0, received: 0 };
  const server = new Server();
  server.addService(
    streamsGrpc.StreamsService as never,
    {
      read: (call) => handleRead(log, call),
      batchAppend: (call) => handleBatchAppend(log, call, faults),
    } satisfies Partial<streamsGrpc.IStreamsServer> as never,
  );
  server.addService(serverFeaturesGrpc.ServerFeaturesService as never, {
    getSupportedMethods: (_call: unknown, answer: (error: null, methods: unknown) => void) =>
      answer(null, supportedMethods()),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { port, log, faults, stop: () => server.forceShutdown() };
}

function supportedMethods() {
  const method = new serverFeatures.SupportedMethod();
  method.setServiceName('event_store.client.streams.streams').setMethodName('batchappend');
  return new serverFeatures.SupportedMethods().setMethodsList([method]);
}

type Faults = {
  /** So many appends are written, and the connection breaks instead of an answer. */
  lostAnswers: number;
  /** Appends until now. */
  received: number;
};

function handleBatchAppend(
  log: MemoryLog,
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  faults: Faults,
) {
  const parts = new Map<string, BatchAppendReq[]>();
  call.on('data', (request: BatchAppendReq) => {
    const correlation = request.getCorrelationId();
    if (!correlation) return;
    const id = correlation.getString();
    const requests = [...(parts.get(id) ?? []), request];
    parts.set(id, requests);
    if (!request.getIsFinal()) return;
    parts.delete(id);
    const options = requests[0]?.getOptions();
    const stream = streamNameOf(options?.getStreamIdentifier());
    const expected = options?.hasAny()
      ? undefined
      : options?.hasNoStream()
        ? -1
        : Number(options?.getStreamPosition());
    const decision = log.append(stream, requests.flatMap(proposedBy), expected);
    faults.received += 1;
    if (faults.lostAnswers-- > 0)
      call.emit('error', { code: status.UNAVAILABLE, details: 'Connection dropped' });
    else call.write(appendedMessage(correlation, stream, decision));
  });
  call.on('end', () => call.end());
  call.on('error', () => {});
}

function proposedBy(request: BatchAppendReq): Proposed[] {
  return request.getProposedMessagesList().map((message) => ({
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
    contentType: message.getMetadataMap().get('content-type') ?? '',
  }));
}
