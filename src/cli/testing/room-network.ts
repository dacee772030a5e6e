// A room server and Node's WebRTC for tests with real data channels.
import { inEnglish } from '../english/in-english';
import { createRoom, type CreatedRoom } from '../../net/signalling/signalling-create';
import { openNodeRtc, type NodeRtc } from '../node/node-rtc';
import { startRoomServer } from '../node/room-server';

export interface RoomNetwork {
  /** Origin of the room server. */
  readonly url: string;
  readonly node: NodeRtc;
  /** A private room, with the host's token. */
  readonly createRoom: () => Promise<CreatedRoom>;
  /** Ends the room server. */
  readonly close: () => Promise<void>;
}

export async function openRoomNetwork(): Promise<RoomNetwork> {
  const node = await openNodeRtc();
  if (!node.ok) throw new Error(inEnglish(node.error.says));
  const server = await startRoomServer();
  if (!server.ok) throw new Error(inEnglish(server.error.says));
  const { url, close } = server.value;
  return {
    url,
    node: node.value,
    close,
    async createRoom() {
      const created = await createRoom(url, { isOpen: false });
      if (!created.ok) throw new Error(inEnglish(created.error.says));
      return created.value;
    },
  };
}
