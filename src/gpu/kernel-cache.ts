// Compiles kernels to pipelines, each once. A kernel is WGSL files behind a typed prelude of `const`s (tile and array
// sizes, flags) and type aliases. Scalars such as M, N, K are pipeline `override`s: shapes then share a shader module.
// In a uniform buffer (`sizes`) they let shapes share the pipeline too. Bind group layouts are explicit: a layout that
// disagrees with the shader fails here, not silently.
import { GpuFault } from './faults';

export interface KernelSpec {
  /** The pipeline's name in tools and errors. */
  readonly label: string;
  /** WGSL files, in order. */
  readonly files: readonly string[];
  readonly entryPoint: string;
  readonly consts: Readonly<Record<string, number | boolean>>;
  readonly aliases?: Readonly<Record<string, 'f32' | 'f16' | 'u32' | 'vec2u' | 'vec4f' | 'vec4h' | 'vec4u'>>;
  readonly overrides?: Readonly<Record<string, number>>;
  /** The access of bindings 0, 1, …: inputs are 'read', outputs 'write' (read_write in WGSL). The call's 'sizes' come
   *  last. */
  readonly access: readonly ('read' | 'write' | 'sizes')[];
  readonly usesSubgroups?: boolean;
}

/** One launch: the tensors (by name) at bindings 0, 1, … and the number of workgroups. */
export interface KernelCall {
  readonly kernel: KernelSpec;
  readonly operands: readonly string[];
  /** u32s in the uniform buffer at the binding after the operands. */
  readonly sizes?: readonly number[];
  readonly workgroups: readonly [x: number, y: number, z: number];
}

export function wgslOf(kernel: KernelSpec): string {
  const aliases = Object.values(kernel.aliases ?? {});
  const lines: string[] = aliases.some((type) => type === 'f16' || type === 'vec4h') ? ['enable f16;'] : [];
  if (kernel.usesSubgroups) lines.push('enable subgroups;');
  for (const [name, type] of Object.entries(kernel.aliases ?? {})) lines.push(`alias ${name} = ${type};`);
  for (const [name, value] of Object.entries(kernel.consts))
    lines.push(
      typeof value === 'boolean' ? `const ${name}: bool = ${value};` : `const ${name}: u32 = ${value}u;`,
    );
  return [lines.join('\n'), ...kernel.files].join('\n');
}

const bufferType = {
  read: 'read-only-storage',
  write: 'storage',
  sizes: 'uniform',
} satisfies Record<KernelSpec['access'][number], GPUBufferBindingType>;

export class KernelCache {
  readonly #sizes = new Map<string, GPUBuffer>();
  readonly #modules = new Map<string, GPUShaderModule>();
  readonly #layouts = new Map<string, GPUBindGroupLayout>();
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();

  constructor(private readonly device: GPUDevice) {}

  layout(access: KernelSpec['access']): GPUBindGroupLayout {
    const key = access.join();
    let layout = this.#layouts.get(key);
    if (!layout) {
      layout = this.device.createBindGroupLayout({
        label: key,
        entries: access.map((kind, binding) => ({
          binding,
          visibility: GPUShaderStage.COMPUTE,
          buffer: { type: bufferType[kind] },
        })),
      });
      this.#layouts.set(key, layout);
    }
    return layout;
  }

  /** A uniform buffer with these values, shared by all calls of the same shape. It lives as long as the device. */
  sizes(values: readonly number[]): GPUBuffer {
    const key = values.join();
    let buffer = this.#sizes.get(key);
    if (!buffer) {
      const contents = new Uint32Array(Math.ceil(values.length / 4) * 4); // uniform structs are whole 16 bytes
      contents.set(values);
      buffer = this.device.createBuffer({
        label: `sizes ${key}`,
        size: contents.byteLength,
        usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
      });
      this.device.queue.writeBuffer(buffer, 0, contents);
      this.#sizes.set(key, buffer);
    }
    return buffer;
  }

  /** Compiles once per kernel and shape. Rejects with GpuFault. */
  pipeline(kernel: KernelSpec): Promise<GPUComputePipeline> {
    const code = wgslOf(kernel);
    const key = `${kernel.entryPoint}\n${JSON.stringify(kernel.overrides)}\n${code}`;
    let pipeline = this.#pipelines.get(key);
    if (!pipeline) {
      let module = this.#modules.get(code);
      if (!module) {
        module = this.device.createShaderModule({ label: kernel.label, code });
        this.#modules.set(code, module);
      }
      pipeline = this.device
        .createComputePipelineAsync({
          label: kernel.label,
          layout: this.device.createPipelineLayout({ bindGroupLayouts: [this.layout(kernel.access)] }),
          compute: { module, entryPoint: kernel.entryPoint, constants: kernel.overrides },
        })
        .catch(async (error: Error) => {
          // The pipeline's own message only says that the module is invalid.
          const { messages } = await module!.getCompilationInfo();
          const lines = messages.map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
          throw new GpuFault('gpu-error', [`${kernel.label}: ${error.message}`, ...lines].join('\n'));
        });
      this.#pipelines.set(key, pipeline);
    }
    return pipeline;
  }
}
