// What WebGPU this browser offers, for the join screen. Asked once, before any device is made.
import { adapterName, findAdapter, isSoftwareAdapter } from './device';

export interface AdapterReport {
  readonly webgpu: 'ready' | 'software' | 'no-https' | 'no-webgpu' | 'no-adapter';
  /** 'Apple M3', 'SwiftShader'. Empty without WebGPU. */
  readonly adapter: string;
  readonly f16: boolean;
  readonly subgroups: boolean;
  /** One sentence that names the next step, when `webgpu` is not 'ready'. */
  readonly advice: string | undefined;
}

export async function reportAdapter(): Promise<AdapterReport> {
  const gpu = globalThis.navigator?.gpu as GPU | undefined;
  if (!gpu) {
    if (globalThis.isSecureContext === false)
      return without('no-https', 'Open this page over https:// (or on localhost): WebGPU needs it.');
    return without('no-webgpu', adviceWithoutWebGpu(globalThis.navigator?.userAgent ?? ''));
  }
  const adapter = await findAdapter(gpu).catch(() => undefined);
  if (!adapter)
    return without(
      'no-adapter',
      'Turn on "Use graphics acceleration when available" in the browser’s system settings and restart it.',
    );
  const isSoftware = isSoftwareAdapter(adapter.info);
  return {
    webgpu: isSoftware ? 'software' : 'ready',
    adapter: adapterName(adapter.info),
    f16: adapter.features.has('shader-f16'),
    subgroups: adapter.features.has('subgroups'),
    advice: isSoftware
      ? 'WebGPU runs on the processor here: turn on graphics acceleration in the browser’s settings to use the GPU.'
      : undefined,
  };
}

function without(webgpu: 'no-https' | 'no-webgpu' | 'no-adapter', advice: string): AdapterReport {
  return { webgpu, adapter: '', f16: false, subgroups: false, advice };
}

function adviceWithoutWebGpu(userAgent: string): string {
  if (/Firefox/.test(userAgent))
    return 'Update Firefox to 141 or later, or set dom.webgpu.enabled in about:config.';
  if (/iPhone|iPad/.test(userAgent)) return 'Update to iOS 26 or later: Safari has WebGPU from there on.';
  if (/Safari/.test(userAgent) && !/Chrome/.test(userAgent)) return 'Update to Safari 26 or later.';
  return 'Update this browser: Chrome and Edge have WebGPU since version 113.';
}
