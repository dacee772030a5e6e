// A driver that compiles another kernel than it was given, for tests on a real device.
import type { GpuContext } from '../../gpu/device';
import type { KernelCache } from '../../gpu/kernel-cache';

/** Every entry point ends at once: a driver that renders nothing and reports no error. */
export const writesNothing = (file: string): string =>
  file.replace(/(@compute[^{]*\)\s*\{)/g, '$1 if (true) { return; }\n');

/** The device compiles another kernel under this entry point. */
export function brokenDriver(
  context: GpuContext,
  entryPoint: string,
  changed: (file: string) => string,
): GpuContext {
  const { kernels } = context;
  const lying: Pick<KernelCache, 'pipeline' | 'layout' | 'sizes'> = {
    layout: (access) => kernels.layout(access),
    sizes: (values) => kernels.sizes(values),
    pipeline: (kernel) =>
      kernels.pipeline(
        kernel.entryPoint === entryPoint ? { ...kernel, files: kernel.files.map(changed) } : kernel,
      ),
  };
  return { ...context, kernels: lying as KernelCache };
}
