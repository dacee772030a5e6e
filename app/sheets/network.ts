// The sheet for the administrator of a school's network: what the page needs, what happens without it, and how to check.
// Names of browser policies are those of Chrome and Edge, from their published lists.
import { t } from '@lingui/core/macro';
import { basePath } from '../../src/base/page-base';
import type { Sheet } from './sheet';

export const networkSheet = (): Sheet => ({
  title: t`For the network’s administrator`,
  lead: t`Lockstep trains a small neural network across the browsers of a class. Nothing is installed on the devices. The browsers open one web page, and connect to each other by WebRTC.`,
  sections: [
    {
      title: t`What it needs`,
      items: [
        [
          t`HTTPS to the room server`,
          t`One address, one port: the page, and a WebSocket at ${{ path: `${basePath()}/socket.io/` }}. Where a proxy refuses WebSockets, HTTP requests do the same, more slowly.`,
        ],
        [
          t`A certificate that the devices trust`,
          t`Browsers give a page the GPU only over HTTPS. Without it, devices compute on one processor thread. A proxy that opens TLS is fine if the devices trust its certificate.`,
        ],
        [
          t`UDP between the devices`,
          t`WebRTC data channels (DTLS), from any port to any port, 1024 to 65535. No device needs to be reachable from the internet.`,
        ],
        [
          t`Multicast DNS between the devices`,
          t`UDP port 5353, 224.0.0.251 and ff02::fb. Browsers hide local addresses behind names ending in .local, which the others look up this way.`,
        ],
        [
          t`Nothing else`,
          t`No STUN or TURN server on the internet is asked unless the room server is set up with one. Public datasets, if a class wants them, come from raw.githubusercontent.com, huggingface.co and hf.co.`,
        ],
      ],
    },
    {
      title: t`Where devices cannot reach each other`,
      items: [
        [
          t`Access points that isolate clients`,
          t`Allow traffic between clients of the class’s network, or at least UDP. Many guest networks forbid it.`,
        ],
        [
          t`Without it the class still works`,
          t`Links then go through the room server, encrypted between the two devices. The roster says “relayed”. The server passes at most 16\u00a0MiB a second for one device and 48\u00a0MiB a second for all.`,
        ],
        [
          t`A TURN server takes that load`,
          t`For instance coturn with use-auth-secret, on UDP and TCP port 3478 or TLS port 5349, with its relay ports (49152 to 65535 by default). The room server is told with TURN_URLS and TURN_SECRET, and gives each member credentials that expire.`,
        ],
      ],
    },
    {
      title: t`Policies of managed browsers`,
      items: [
        [
          t`WebRtcIPHandling (Chrome, Edge: WebRtcLocalhostIpHandling)`,
          t`Leave it unset or “default”. “default_public_interface_only” and “disable_non_proxied_udp” forbid direct links; they are then relayed.`,
        ],
        [
          'WebRtcUdpPortRange',
          t`Limits the UDP ports of WebRTC, for instance to 10000-11999, where a firewall between devices needs a range.`,
        ],
        [
          'WebRtcLocalIpsAllowedUrls',
          t`List the address of the room server here where multicast DNS is blocked. Its pages then use addresses in place of .local names.`,
        ],
        [
          t`Local network access`,
          t`New versions of Chrome may ask before a public page reaches devices on the local network. Answer “Allow”, or set the policy that allows it for the address of the room server.`,
        ],
        [
          t`Graphics acceleration`,
          t`HardwareAccelerationModeEnabled must not be off, or the GPU stays unused and devices compute on their processors.`,
        ],
        ['Firefox', t`media.peerconnection.enabled must be true, which it is unless a policy locks it.`],
      ],
    },
    {
      title: t`How much it sends`,
      items: [
        t`In each step a device sends and receives at most about twice the size of the model: less than 100\u00a0kB for points in the plane, less than 1\u00a0MB for handwritten digits and for the small language model.`,
        t`Devices send as fast as the network lets them. The host can send less: by compression, by summing only every few steps, or by a slow-network dial that limits every link.`,
        t`Loading the page takes less than 2\u00a0MB per device, once.`,
      ],
    },
    {
      title: t`How to check it, the day before`,
      items: [
        t`Open /check on two of the class’s devices, in the class’s network. It opens real links between them and says what was seen: direct or relayed, how fast, and what to do.`,
        t`Then let both join one room, and press Start.`,
      ],
    },
  ],
});
