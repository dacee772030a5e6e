// The first adapter found, and what it is called. A file of its own: a page asks this long before it makes a device.

/** The best adapter; undefined when there is none. */
export async function findAdapter(gpu: GPU): Promise<GPUAdapter | undefined> {
  const attempts: GPURequestAdapterOptions[] = [
    { powerPreference: 'high-performance' },
    // A browser that has just started may find none at first: Chromium 156 on Linux with an NVIDIA H100 always did.
    { powerPreference: 'high-performance' },
    { powerPreference: 'high-performance', featureLevel: 'compatibility' },
    { forceFallbackAdapter: true },
  ];
  for (const options of attempts) {
    const adapter = await gpu.requestAdapter(options);
    if (adapter) return adapter;
  }
  return undefined;
}

/** Firefox leaves fields empty; Chromium gives lower-case vendor and architecture. */
export function adapterName(info: GPUAdapterInfo): string {
  if (/swiftshader/i.test(`${info.architecture} ${info.device} ${info.description}`)) return 'SwiftShader';
  const family = [info.vendor, info.architecture].filter(Boolean).map(capitalise).join(' ');
  return info.description || info.device || family || 'GPU';
}

export function isSoftwareAdapter(info: GPUAdapterInfo): boolean {
  if (info.isFallbackAdapter) return true;
  const text = `${info.vendor} ${info.architecture} ${info.device} ${info.description}`;
  return /swiftshader|llvmpipe|lavapipe|basic render/i.test(text);
}

function capitalise(word: string): string {
  return word.length <= 3 ? word.toUpperCase() : word[0].toUpperCase() + word.slice(1);
}
