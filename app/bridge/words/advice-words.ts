// What a person may do so that this browser opens the GPU. Undefined: nothing needs to be done.
import type { DeviceReport } from '../../../src/replica/protocol';
import { homeText } from '../../text/home';

export function adviceWords({ advice }: Pick<DeviceReport, 'advice'>): string | undefined {
  return advice && homeText.advice[advice];
}
