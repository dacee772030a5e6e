// Where data channels cannot be transferred, the page keeps them, and a Worker's link uses a port to this pump. The pump
// passes backpressure on: the Worker counts the bytes that it posted and that have not left the channel. In the other
// direction the link's credit bounds the bytes under way in the port.
import type { Clock } from '../../base/clock';
import { ChannelWire, type DataChannels } from './channel-wire';
import { PortWire } from './port-wire';

/** Pumps until either side closes; `port`'s other end carries a PortWire of kind webrtc. */
export function pumpChannels(channels: DataChannels, port: MessagePort, clock: Clock): void {
  const channelWire = new ChannelWire(channels, clock);
  const portWire = new PortWire(port, {
    kind: 'webrtc',
    isPump: true,
    onDrainBelow: (bytes) => {
      channelWire.drainBelow(bytes);
      sendTaken();
    },
  });
  let givenBytes = 0;
  let sentBytes = 0;
  const sendTaken = (): void => {
    const takenBytes = givenBytes - channelWire.bufferedAmount('bulk');
    if (takenBytes <= sentBytes) return;
    sentBytes = takenBytes;
    portWire.sendTaken(takenBytes);
  };
  portWire.start({
    open: () => {},
    drain: () => {},
    malformed: (what) => portWire.sendMalformed(what),
    message: (channel, bytes) => {
      if (!channelWire.send(channel, bytes)) {
        // This frame is lost, so none may follow it.
        portWire.end(`the ${channel} channel refused a frame`);
        channelWire.close();
        return;
      }
      if (channel === 'control') return;
      givenBytes += bytes.byteLength;
      sendTaken();
    },
    lost: () => channelWire.close(),
  });
  channelWire.start({
    open: () => portWire.sendOpen(),
    drain: sendTaken,
    malformed: (what) => portWire.sendMalformed(what),
    message: (channel, bytes) => void portWire.send(channel, bytes),
    lost: (why) => portWire.end(why),
  });
}
