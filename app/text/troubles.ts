// What went wrong in a room, and what the button says: a text for every code that trouble.ts leaves out.
import { area } from './language';

const staysOut = 'Only the host can let it back in. Ask the host first, then try again.';

const words = {
  'no-https': {
    title: 'This address is not secure',
    what: 'Browsers open the GPU only to HTTPS pages. The host can start the server with HTTPS, or this device can train on its CPU.',
    label: 'Open over HTTPS',
  },
  'no-webgpu': {
    title: 'This browser has no WebGPU',
    what: 'A current Chrome, Edge, Firefox or Safari has it. This device can still train small models on its CPU.',
    label: 'Join as a CPU replica',
  },
  'no-adapter': {
    title: 'No GPU could be opened',
    what: 'WebGPU is here, but no graphics adapter answered. Turning on hardware acceleration in the browser’s settings usually helps; the CPU works meanwhile.',
    label: 'Join as a CPU replica',
  },
  'software-adapter': {
    title: 'WebGPU runs on the processor here',
    what: 'Here it has no graphics card. Unless told otherwise, a replica takes whichever is faster, this or WebAssembly. The ring waits for its slowest member.',
    safe: 'Joining is harmless.',
    label: 'Go on anyway',
  },
  'device-lost': {
    title: 'The GPU went away',
    what: 'A driver restart, a sleep, or another program took it. Joining again rebuilds this replica from the ring.',
    label: 'Join again',
  },
  'out-of-memory': {
    title: 'Out of GPU memory',
    what: 'Close other tabs that draw, or train on the CPU.',
    label: 'Join as a CPU replica',
  },
  'bad-model': {
    title: 'The model’s layers do not go together',
    what: 'The room’s settings name a model that cannot be built. Choose another in the run settings.',
    label: 'Try again',
  },
  'model-does-not-fit': {
    title: 'The model does not fit this device',
    what: 'Its largest buffer is over this adapter’s limit. The CPU has no such limit, only less speed.',
    label: 'Join as a CPU replica',
  },
  'gpu-error': {
    title: 'The GPU reported an error',
    what: 'This replica stopped before a wrong number could leave it. Joining again starts it fresh.',
    label: 'Join again',
  },
  'wrong-answers': {
    title: 'This device computes wrongly',
    what: 'Before a device trains, it computes known answers. This one got an answer wrong, so nothing of it enters a sum. A driver update usually helps.',
    label: 'Check again',
  },
  'network-blocked': {
    title: 'The network blocks direct links',
    what: 'The server was reached, but no other device could be. Guest Wi-Fi often forbids it: a shared hotspot works.',
    label: 'Try again',
  },
  'room-full': {
    title: 'The room is full',
    what: 'Every place is taken. A place may become free, or the host can open a second room.',
    label: 'Try again',
  },
  'wrong-key': {
    title: 'The link is not complete',
    what: 'This room is private: its key is the part after #, and it is missing or wrong. Scan the QR code, or copy the whole link.',
    label: 'Use another link',
  },
  'wrong-version': {
    title: 'This page is of another version',
    what: 'The room runs a different version of Lockstep. Reloading fetches the one that the server offers.',
    label: 'Reload',
  },
  'wrong-config': {
    title: 'This replica is set up differently',
    what: 'Its settings do not match the ring’s, so it was refused before it could disturb the sum.',
    label: 'Join again',
  },
  kicked: {
    title: 'The host removed this device',
    what: `The host took it out of the ring. ${staysOut}`,
    label: 'Try to join again',
  },
  unplugged: {
    title: 'The host unplugged this device',
    what: 'The host did that to show what a ring does when a device drops out. This device may join again at once.',
    label: 'Join again',
  },
  evicted: {
    title: 'The ring removed this device',
    what: `Its contributions were refused again and again, so the others went on without them. ${staysOut}`,
    label: 'Try to join again',
  },
  'turned-away': {
    title: 'The ring does not let this device in',
    what: `It was removed before. ${staysOut}`,
    label: 'Try to join again',
  },
  'room-locked': {
    title: 'The room is locked',
    what: 'The host lets nobody in now. Try again when the host has opened the door.',
    label: 'Try again',
  },
  'not-let-in': {
    title: 'The host did not let this device in',
    what: 'The host refused it at the door. Only the host can let it in. Ask the host first, then try again.',
    label: 'Try to join again',
  },
  'host-silent': {
    title: 'The host has not answered',
    what: 'The host lets people in one by one, and has not decided about this device for 15 minutes. Try again, and it waits anew.',
    label: 'Try again',
  },
  'server-unreachable': {
    title: 'The room server does not answer',
    what: 'It may be restarting, or this device is offline. A ring that trains already goes on without it.',
    safe: 'Nothing was lost.',
    label: 'Try again',
  },
  'server-refused': {
    title: 'The room server refused this page',
    what: 'It answers, but takes nothing more from this page or this network for now: the last line says why. Wait a moment, then try again.',
    safe: 'Nothing was lost.',
    label: 'Try again',
  },
  'no-key-holder': {
    title: 'Nobody can let you in yet',
    what: 'In an open room, a member hands the room’s key to each newcomer. No member with the key is at the room server now. Try again when somebody is there.',
    label: 'Try again',
  },
  'too-many-rooms': {
    title: 'No more rooms can be opened',
    what: 'The server, or this network’s address, has as many rooms as it may have. Rooms that everybody has left are closed after a while.',
    label: 'Try again',
  },
};

const inDemo = {
  'device-lost': 'A driver restart, a sleep, or another program took it. Starting again begins a new demo.',
  'gpu-error': 'This replica stopped before a wrong number could leave it. Starting again begins a new demo.',
  kicked: 'You removed the replica that this page shows. Starting again begins a new demo.',
};

export const troublesText = area('troubles', {
  words,
  inDemo,
  onlyDemoAffected: 'Only this demo is affected.',
  demoOnCpu: 'Run the demo on the CPU',
  startAgain: 'Start again',
  trainCpuInstead: 'Train on the CPU instead',
  watchInstead: 'Watch instead',
});
