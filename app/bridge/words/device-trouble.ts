// Reasons why this device cannot use its GPU.
import type { DeviceReport } from '../../../src/replica/protocol';

type DeviceTrouble = 'no-https' | 'no-webgpu' | 'no-adapter' | 'software-adapter';

/** undefined: nothing does. */
function deviceTrouble(report: DeviceReport): DeviceTrouble | undefined {
  switch (report.webgpu) {
    case 'ready':
      return undefined;
    case 'software':
      return 'software-adapter';
    case 'no-https':
    case 'no-webgpu':
    case 'no-adapter':
      return report.webgpu;
    default:
      return report.webgpu satisfies never;
  }
}

/** Whether there is no GPU to train on. */
export function needsCpu(report: DeviceReport): boolean {
  const trouble = deviceTrouble(report);
  return trouble !== undefined && trouble !== 'software-adapter';
}
