import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import { StoreUnavailable } from '../event-store.port.ts';
import type { SharedClient } from './client.ts';
import { needsNewClient, toStoreError } from './faults.ts';

const { LEADER } = gossipMessages.MemberInfo.VNodeState;

/**
 * Resolves if the node that the client is connected to knows a leader, without which nothing can be written. A single
 * node is its own leader. A cluster has no leader while it lacks a quorum, although its nodes keep answering reads.
 */
export async function checkLeader(client: SharedClient): Promise<void> {
  const { current } = client;
  // The client has no public method for the gossip request that it makes itself to find the leader.
  const asked = current['execute'](GossipClient, 'gossip', async (gossip) => {
    const [metadata, options] = current['callArguments']({});
    return new Promise<gossipMessages.MemberInfo[]>((resolve, reject) => {
      gossip.read(new sharedMessages.Empty(), metadata, options, (error, info) =>
        error ? reject(error) : resolve(info.getMembersList()),
      );
    });
  });
  const members = await asked.catch((error: unknown) => {
    if (needsNewClient(error)) client.renew(current);
    throw toStoreError(error);
  });
  if (!members.some((member) => member.getIsAlive() && member.getState() === LEADER))
    throw new StoreUnavailable('This KurrentDB has no leader: its cluster has no quorum for writes');
}
