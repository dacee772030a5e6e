// What a person may do so that this browser opens the GPU. Undefined: nothing needs to be done.
import { t } from '@lingui/core/macro';
import type { DeviceReport } from '../../../src/replica/protocol';

const words: Readonly<Record<NonNullable<DeviceReport['advice']>, () => string>> = {
  'open-https': () => t`Open this page over https:// (or on localhost): WebGPU needs it.`,
  'turn-on-acceleration': () =>
    t`Turn on "Use graphics acceleration when available" in the browser’s system settings and restart it.`,
  'use-the-gpu': () =>
    t`WebGPU runs on the processor here: turn on graphics acceleration in the browser’s settings to use the GPU.`,
  'update-firefox': () => t`Update Firefox to 141 or later, or set dom.webgpu.enabled in about:config.`,
  'update-ios': () => t`Update to iOS 26 or later: Safari has WebGPU from there on.`,
  'update-safari': () => t`Update to Safari 26 or later.`,
  'update-browser': () => t`Update this browser: Chrome and Edge have WebGPU since version 113.`,
};

export function adviceWords({ advice }: Pick<DeviceReport, 'advice'>): string | undefined {
  return advice && words[advice]();
}
