// The kernel lab without its page: a device, the groups, and one run at a time. References are computed once per group
// and precision.
import { acquireDevice, type GpuContext } from '../../../src/gpu/device';
import { ok, type Result } from '../../../src/base/result';
import type { AcquireCode } from '../../../src/gpu/device';
import type { Target } from '../../../src/ops/lowering';
import { kernelEntries, type KernelEntry } from './kernel-entries';
import { labGroups, type LabGroup } from './lab-groups';
import { expectedOf, type Expected } from './references';
import { runKernel, type KernelResult } from './run-kernel';

export { labGroups } from './lab-groups';
export type { KernelEntry } from './kernel-entries';
export type { KernelResult } from './run-kernel';

export class KernelLab {
  readonly #groups = new Map<
    string,
    { readonly group: LabGroup; readonly entries: readonly KernelEntry[] }
  >();
  #expected: { readonly of: string; readonly calls: readonly Expected[] } | undefined;

  static async open(): Promise<Result<KernelLab, AcquireCode>> {
    const acquired = await acquireDevice();
    return acquired.ok ? ok(new KernelLab(acquired.value)) : acquired;
  }

  constructor(private readonly context: GpuContext) {}

  get adapter(): string {
    return this.context.adapterName;
  }

  entries(groupName: string): readonly KernelEntry[] {
    return this.#of(groupName).entries;
  }

  /** One at a time. */
  run(groupName: string, entry: KernelEntry, options: { readonly isTimed: boolean }): Promise<KernelResult> {
    const { group } = this.#of(groupName);
    return runKernel(this.context, group, entry, this.#expectedOf(group, entry.real)[entry.call], options);
  }

  close(): void {
    this.context.faults.expectLoss();
    this.context.device.destroy();
  }

  #of(name: string): { readonly group: LabGroup; readonly entries: readonly KernelEntry[] } {
    let made = this.#groups.get(name);
    if (!made) {
      const group = labGroups.find((candidate) => candidate.name === name)!.make();
      made = { group, entries: kernelEntries(group, this.context) };
      this.#groups.set(name, made);
    }
    return made;
  }

  /** Only the last group is kept: the tensors of a model take many megabytes. */
  #expectedOf(group: LabGroup, real: Target['real']): readonly Expected[] {
    const of = `${group.name} ${real}`;
    if (this.#expected?.of !== of) this.#expected = { of, calls: expectedOf(group, real) };
    return this.#expected.calls;
  }
}
