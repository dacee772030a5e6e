import { realClock } from '../../base/clock';
import { linkContract } from '../testing/link-contract';
import { PortWire } from './port-wire';

linkContract('port', () => {
  const ports: MessagePort[] = [];
  return Promise.resolve({
    clock: realClock,
    wires: () => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      return Promise.resolve([new PortWire(port1), new PortWire(port2)] as const);
    },
    until: <T>(promise: Promise<T>) => promise,
    // An open port keeps Node alive.
    dispose: () => ports.forEach((port) => port.close()),
  });
});
