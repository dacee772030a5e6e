// The text of: check.
import { area } from './language';

export const checkText = area('check', {
  // check
  good: 'Good',
  limited: 'Limited',
  failed: 'Failed',
  notYetKnown: 'Not yet known',
  checkDevice: 'Check this device',
  openPageMachines: 'Open this page on the machines and the network that the class will use.',
  trainRealTwo: 'Train for real with two replicas here',
  checkAgain: 'Check again',
  print: 'Print',
  whoeverRunsNetwork: 'For whoever runs the network:',
  whatMustAllow: 'what it must allow, on one page to print',

  // check-findings
  startServerNpm: 'Start the server with: npm start -- --https',
  address: 'This address',
  browsersLetDevice: 'Browsers let this device use WebGPU at this address.',
  browsersGiveDevice:
    'Browsers give this device no GPU at this address: it is plain HTTP. It can train on its CPU.',
  addressOthers: 'Address for others',
  waitingRoomServer: 'Waiting for the room server …',
  roomServerDid: 'The room server did not say under which address others reach it.',
  startServerThen: 'Start the server, then check again.',
  onlyMachineReaches: (publicUrl: string) => `Only this machine reaches the server, at ${publicUrl}.`,
  connectMachineNetwork: 'Connect this machine to a network, and start the server without HOST=127.0.0.1.',
  othersOpenPlain: (publicUrl: string) =>
    `Others open ${publicUrl}. It is plain HTTP: their browsers give them no GPU, so they train on their CPUs.`,
  othersOpenHttps: (publicUrl: string) =>
    `Others open ${publicUrl}. It is HTTPS: their browsers may give them their GPUs.`,
  graphicsCard: 'Graphics card',
  waitingAdapter: 'Waiting for an adapter …',
  halfPrecisionNumbers: 'half-precision numbers',
  subgroups: 'subgroups',
  extras: 'Extras',
  itHas: (found: string) => `It has ${found}.`,
  and: ' and ',
  neitherHalfPrecision: 'Neither half precision nor subgroups: slower, not different.',
  engine: 'Engine',
  timingEnginesDevice: 'Timing the engines of this device …',
  noneWorks: (message: string) => `None works: ${message}.`,
  updateBrowserGraphics: 'Update the browser and the graphics driver, then check again.',
  answersRight: (engine: string) => `${engine} Its answers are right.`,
  roomServer: 'Room server',
  waiting: (what: string) => `Waiting for ${what} …`,
  openedPrivateRoom: (tookMs: string) =>
    `It opened a private room for this check and let two members in, in ${tookMs}.`,
  failed2: (why: string) => `It failed: ${why}.`,
  seeServerRuns: 'See that the server runs and that this device is online, then check again.',
  directLink: 'Direct link',
  dataChannelFrom: 'A data channel from this device to itself opened',
  turnWebrtcBrowser: 'Turn WebRTC on in this browser; a firewall, a VPN or an extension may block it.',
  relay: 'Relay',
  linkThroughRoom: 'A link through the room server and back opened',
  proxyBetweenMay: 'A proxy in between may cut the connection: try this page without it.',
  inWord: (opened: string, measured: string) => `${opened} in ${measured}.`,
  noneOpened: (why: string) => `None opened: ${why}.`,
  notTested: (why: string) => `Not tested: ${why}.`,
  waitingDirectLink: 'Waiting for the direct link …',
  noPathOpened: (value: string) => `No path opened over UDP.${value}`,
  linksDeviceGo: ' Links of this device go through the room server: slower, and they work.',
  askNetworks: 'Ask the network’s administrator to let devices exchange UDP, or use a hotspot.',
  notTestedThere: 'Not tested: there was no direct link to look at.',
  directLinkWorks: 'The direct link works; this browser does not say by which path.',
  to: (toUpperCase: string, local: string, remote: string) => `${toUpperCase}, ${local} to ${remote}`,
  linkGoesThrough: (path: string) => `The link goes through a TURN server (${path}).`,
  directLinkReally: (path: string) => `The direct link really used it (${path}).`,
  directLinkWent: (path: string) => `The direct link went without it (${path}).`,
  twoDevices: 'Two devices',
  guestSchoolNetworks:
    'Guest and school networks often keep devices apart, and one device alone cannot see that.',
  notTested2: (kept: string) => `Not tested. ${kept}`,
  openLinkSecond:
    'Open this link on a second device, in the network that the class will use. The result appears here.',
  notTestedNo: (kept: string) => `Not tested. ${kept} No other device reaches this address.`,
  cameNotTested: (browser: string) => `${browser} came, and was not tested: the room server went away.`,
  cameWaiting: (browser: string, what: string) => `${browser} came. Waiting for ${what} …`,
  dataChannelOther: (browser: string, measured: string) =>
    `A data channel to the other device (${browser}) opened in ${measured}.`,
  noDirectLink: (browser: string, why: string, what: string) =>
    `No direct link to ${browser}: ${why}. Waiting for ${what} …`,
  noDirectLinkOther: (browser: string, why: string, measured: string) =>
    `No direct link to the other device (${browser}): ${why}. Through the room server one opened in ${measured}.`,
  classCanTrain:
    'The class can train, more slowly. A hotspot, or a network without client isolation, is faster.',
  noLinkOther: (browser: string, why: string, why2: string) =>
    `No link to the other device (${browser}): ${why}. Nor through the room server: ${why2}.`,
  reloadPageBoth: 'Reload this page on both devices.',
  firstDevice: 'First device',
  deviceEnteredCheck: 'This device has entered its check and answers it. The result appears there.',
  deviceCouldNot: (why: string) => `This device could not enter its check: ${why}.`,
  keepPageOpen: 'Keep the page open on the first device, and open the link that it shows now.',
  roundTrip: (openMs: string, roundTripMs: string, bytesPerSecond: string) =>
    `${openMs}: round trip ${roundTripMs}, ${bytesPerSecond}`,

  // use-link-check
  roomServer2: 'the room server',
  partPageDid: 'part of the page did not load',
});
