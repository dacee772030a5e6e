// WebGPU for Node by the package `webgpu` (Dawn), installed where browsers have it. Optional: without the package, its
// prebuilt binary or an adapter, replicas compute on the CPU backend, and the answer names the reason.
import { fail, ok, type Result } from '../../base/result';
import { adapterName, findAdapter, isSoftwareAdapter } from '../../gpu/adapter';

export interface NodeGpu {
  readonly adapter: string;
  readonly isSoftware: boolean;
}

export async function openNodeGpu(): Promise<Result<NodeGpu, 'not-installed' | 'no-adapter'>> {
  let gpu: GPU;
  try {
    const { create, globals } = await import('webgpu');
    gpu = create([]);
    Object.assign(globalThis, globals);
  } catch (error) {
    const why = (error as Error).message.split('\n')[0];
    return fail(
      'not-installed',
      `the package webgpu is not installed or has no build for this machine (${why})`,
    );
  }
  const adapter = await findAdapter(gpu).catch(() => undefined);
  if (!adapter)
    return fail('no-adapter', 'WebGPU found no graphics adapter (no Vulkan, Metal or D3D driver)');
  // Newer versions of Node have a navigator without gpu.
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
  return ok({ adapter: adapterName(adapter.info), isSoftware: isSoftwareAdapter(adapter.info) });
}
