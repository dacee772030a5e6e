// WebRTC for Node by node-datachannel (libdatachannel), with the interface that simple-peer expects of a browser. The
// package's own polyfill negotiates by itself, on both sides, as soon as a channel is made. Here each side negotiates
// on request, as in browsers. The package is optional: the rest runs on machines without its prebuilt binary.
import type * as Native from 'node-datachannel';
import type * as Polyfill from 'node-datachannel/polyfill';
import { fail, ok, type Result } from '../../base/result';
import type { RtcImplementation } from '../../net/wires/peer-connection';

export interface NodeRtc {
  readonly rtc: RtcImplementation;
  /** Ends the library's threads, which would keep the process alive. */
  close(): void;
}

let opened: Promise<Result<NodeRtc, 'not-installed'>> | undefined;

export function openNodeRtc(): Promise<Result<NodeRtc, 'not-installed'>> {
  return (opened ??= open());
}

async function open(): Promise<Result<NodeRtc, 'not-installed'>> {
  try {
    const [native, polyfill] = await Promise.all([
      import('node-datachannel'),
      import('node-datachannel/polyfill'),
    ]);
    return ok({ rtc: implement(native, polyfill), close: () => native.cleanup() });
  } catch (error) {
    return fail(
      'not-installed',
      `data channels in Node need the package node-datachannel, which is not installed or has no build for ` +
        `${process.platform} ${process.arch}: npm install node-datachannel (${(error as Error).message.split('\n')[0]})`,
    );
  }
}

function implement(native: typeof Native, polyfill: typeof Polyfill): RtcImplementation {
  class NodePeerConnection extends polyfill.RTCPeerConnection {
    readonly #native: InstanceType<typeof native.PeerConnection>;

    constructor({ iceServers = [] }: RTCConfiguration = {}) {
      const connection = new native.PeerConnection('lockstep', {
        iceServers: iceServers.flatMap(addressesOf),
        disableAutoNegotiation: true,
      });
      super({ iceServers: [], peerConnection: connection } as never);
      this.#native = connection;
    }

    override createDataChannel(label: string | null, options?: RTCDataChannelInit): never {
      // simple-peer names the answerer's channel null.
      return super.createDataChannel(label ?? 'data', options as never) as never;
    }

    // setLocalDescription makes the text, and simple-peer reads it from there.
    override createOffer(): never {
      return Promise.resolve({ type: 'offer', sdp: '' }) as never;
    }

    override createAnswer(): never {
      return Promise.resolve({ type: 'answer', sdp: '' }) as never;
    }

    override setLocalDescription(description?: RTCLocalSessionDescriptionInit): Promise<void> {
      return Promise.resolve().then(() => {
        this.#native.setLocalDescription(description?.type === 'answer' ? 'answer' : 'offer');
      });
    }
  }
  const { RTCSessionDescription, RTCIceCandidate } = polyfill;
  return { RTCPeerConnection: NodePeerConnection, RTCSessionDescription, RTCIceCandidate } as never;
}

/** 'turn:host' with its user and password in libdatachannel's form: 'turn:user:password@host'. */
function addressesOf({ urls, username, credential }: RTCIceServer): string[] {
  return [urls].flat().map((url) => {
    if (!username || typeof credential !== 'string') return url;
    const [scheme, rest] = url.split(/:(.*)/);
    return `${scheme}:${encodeURIComponent(username)}:${encodeURIComponent(credential)}@${rest}`;
  });
}
