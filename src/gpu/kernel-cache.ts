// Kernels → compiled pipelines, each made once. A kernel is WGSL files behind a typed prelude of `const`s
// (tile and array sizes, flags) and type aliases; scalars such as M, N, K are pipeline `override`s, so shapes
// share a shader module. Layouts are explicit: a layout that disagrees with the shader fails here, not silently.

export interface KernelSpec {
  /** Names the pipeline in tools and errors. */
  readonly label: string;
  /** WGSL files, in order. */
  readonly files: readonly string[];
  readonly entryPoint: string;
  readonly consts: Readonly<Record<string, number | boolean>>;
  readonly aliases?: Readonly<Record<string, 'f32' | 'f16' | 'vec4f' | 'vec4h'>>;
  readonly overrides: Readonly<Record<string, number>>;
  /** Of bindings 0, 1, …: inputs are 'read', outputs 'write' (read_write in WGSL). */
  readonly access: readonly ('read' | 'write')[];
}

/** One launch: which tensors (by name) at bindings 0, 1, … and how many workgroups. */
export interface KernelCall {
  readonly kernel: KernelSpec;
  readonly operands: readonly string[];
  readonly workgroups: readonly [x: number, y: number, z: number];
}

export function wgslOf(kernel: KernelSpec): string {
  const aliases = Object.values(kernel.aliases ?? {});
  const lines: string[] = aliases.some((type) => type === 'f16' || type === 'vec4h') ? ['enable f16;'] : [];
  for (const [name, type] of Object.entries(kernel.aliases ?? {})) lines.push(`alias ${name} = ${type};`);
  for (const [name, value] of Object.entries(kernel.consts))
    lines.push(
      typeof value === 'boolean' ? `const ${name}: bool = ${value};` : `const ${name}: u32 = ${value}u;`,
    );
  return [lines.join('\n'), ...kernel.files].join('\n');
}

export class KernelCache {
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
          buffer: { type: kind === 'read' ? 'read-only-storage' : 'storage' },
        })),
      });
      this.#layouts.set(key, layout);
    }
    return layout;
  }

  /** Compiles once per kernel and shape. Rejects with GPUPipelineError. */
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
          for (const { lineNum, message } of messages) error.message += `\nline ${lineNum}: ${message}`;
          throw error;
        });
      this.#pipelines.set(key, pipeline);
    }
    return pipeline;
  }
}
