// What WebGPU this browser offers, for the join screen. Asked once, before any device is made.
import { adapterName, findAdapter, isSoftwareAdapter } from './adapter';

export interface AdapterReport {
  readonly webgpu: 'ready' | 'software' | 'no-https' | 'no-webgpu' | 'no-adapter';
  /** 'Apple M3', 'SwiftShader'. Empty without WebGPU. */
  readonly adapter: string;
  readonly f16: boolean;
  readonly subgroups: boolean;
  /** The next step, when `webgpu` is not 'ready'; the page has its words. */
  readonly advice: AdapterAdvice | undefined;
}

type AdapterAdvice =
  | 'open-https'
  | 'turn-on-acceleration'
  /** WebGPU runs on the processor. */
  | 'use-the-gpu'
  | 'update-firefox'
  | 'update-ios'
  | 'update-safari'
  | 'update-browser';

export async function reportAdapter(): Promise<AdapterReport> {
  const gpu = globalThis.navigator?.gpu as GPU | undefined;
  if (!gpu) {
    if (globalThis.isSecureContext === false) return without('no-https', 'open-https');
    return without('no-webgpu', adviceWithoutWebGpu(globalThis.navigator?.userAgent ?? ''));
  }
  const adapter = await findAdapter(gpu).catch(() => undefined);
  if (!adapter) return without('no-adapter', 'turn-on-acceleration');
  const isSoftware = isSoftwareAdapter(adapter.info);
  return {
    webgpu: isSoftware ? 'software' : 'ready',
    adapter: adapterName(adapter.info),
    f16: adapter.features.has('shader-f16'),
    subgroups: adapter.features.has('subgroups'),
    advice: isSoftware ? 'use-the-gpu' : undefined,
  };
}

function without(webgpu: 'no-https' | 'no-webgpu' | 'no-adapter', advice: AdapterAdvice): AdapterReport {
  return { webgpu, adapter: '', f16: false, subgroups: false, advice };
}

function adviceWithoutWebGpu(userAgent: string): AdapterAdvice {
  if (/Firefox/.test(userAgent)) return 'update-firefox';
  if (/iPhone|iPad/.test(userAgent)) return 'update-ios';
  return /Safari/.test(userAgent) && !/Chrome/.test(userAgent) ? 'update-safari' : 'update-browser';
}
