import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import serverFeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  status,
} from '@grpc/grpc-js';
import { MemoryLog, type Proposed } from './memory-log.ts';
import { appendedMessage, streamNameOf } from './messages.ts';
import { handleRead } from './read-handler.ts';

/**
 * Not KurrentDB but an in-memory log that answers the KurrentDB client over gRPC, following the server's source code.
 * It proves that the adapter works with the real client; only KurrentDB itself can prove that it passes the contract
 * tests.
 */
export async function startStandIn({ isSecure = false, password }: StandInOptions = {}) {
  const log = new MemoryLog();
  const faults: Faults = { lostAnswers: 0, received: 0, hasLeader: true };
  const server = new Server();
  const isDenied = ({ metadata }: Pick<ServerUnaryCall<unknown, unknown>, 'metadata'>) =>
    password !== undefined &&
    metadata.get('authorization')[0] !== `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  server.addService(
    streamsGrpc.StreamsService as never,
    {
      read: (call) =>
        isDenied(call)
          ? call.emit('error', { code: status.UNAUTHENTICATED, details: 'Access denied' })
          : handleRead(log, call),
      batchAppend: (call) => handleBatchAppend(log, call, faults),
    } satisfies Partial<streamsGrpc.IStreamsServer> as never,
  );
  server.addService(serverFeaturesGrpc.ServerFeaturesService as never, {
    getSupportedMethods: (_call: unknown, answer: (error: null, methods: unknown) => void) =>
      answer(null, supportedMethods()),
  });
  server.addService(gossipGrpc.GossipService as never, {
    read: (_call: unknown, answer: (error: null, members: unknown) => void) =>
      answer(null, clusterInfo(port, faults.hasLeader)),
  });
  const credentials = isSecure ? await secureCredentials() : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  return { port, log, faults, stop: () => server.forceShutdown() };
}

type StandInOptions = {
  /** Whether it speaks TLS, with its own certificate: `standInCertificate`. */
  readonly isSecure?: boolean;
  /** Password of its user "admin", required for every read if set; a real server without TLS requires none. */
  readonly password?: string;
};

export const standInCertificate = fileURLToPath(new URL('certificate.pem', import.meta.url));

async function secureCredentials(): Promise<ServerCredentials> {
  const key = await readFile(new URL('key.pem', import.meta.url));
  return ServerCredentials.createSsl(null, [
    { private_key: key, cert_chain: await readFile(standInCertificate) },
  ]);
}

/** A cluster of one. Without a quorum, a node knows no leader but still answers reads. */
function clusterInfo(port: number, hasLeader: boolean) {
  const { LEADER, UNKNOWN } = gossip.MemberInfo.VNodeState;
  const member = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString('6b9e2c1e-6d0b-4c55-9f6d-0d8f0a6b1c11'))
    .setIsAlive(true)
    .setState(hasLeader ? LEADER : UNKNOWN)
    .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
  return new gossip.ClusterInfo().setMembersList([member]);
}

function supportedMethods() {
  const method = new serverFeatures.SupportedMethod();
  method.setServiceName('event_store.client.streams.streams').setMethodName('batchappend');
  return new serverFeatures.SupportedMethods().setMethodsList([method]);
}

type Faults = {
  /** Number of appends that are written but whose connection breaks instead of returning an answer. */
  lostAnswers: number;
  /** Number of appends received so far. */
  received: number;
  /** Whether the cluster has a quorum. */
  hasLeader: boolean;
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
