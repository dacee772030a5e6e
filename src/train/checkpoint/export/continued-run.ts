// `train.py`, which continues a run in PyTorch from the run's file and its training examples (run-data.ts).
import { compile } from '../../../model/plan/plan';
import type { RunState } from '../../run/run-state';
import { isLocal } from '../../run/sync';
import { isFileData, isOwnData } from '../../run/data-shape';
import { tensorLayouts } from '../tensor-layout';
import { plainText } from './python-module';
import trainSource from './python/train.py?raw';

/** Why PyTorch cannot continue this run; undefined: it can. `hasFiles`: the files of its data are here too. */
export function whyNotContinued({ config, sync }: RunState, hasFiles: boolean): string | undefined {
  const { data, model, optimizer, augment, uneven } = config;
  if (isOwnData(data)) return 'each member kept its data to itself';
  if (isFileData(data) && !hasFiles) return 'its data is in files that are not part of this folder';
  if (model.adapters) return 'only its adapters are trained, and the script trains whole models';
  if (model.frozenLayers) return 'only its last layers are trained, and the script trains whole models';
  if (optimizer.kind === 'lars' || optimizer.kind === 'lamb')
    return `PyTorch has no ${optimizer.kind.toUpperCase()}`;
  if (augment) return 'its examples are altered at each step, which only Lockstep does';
  if (uneven !== undefined) return 'each of its members drew from classes of its own';
  return isLocal(sync) ? 'its members add up only every so many steps' : undefined;
}

export function trainScript(state: RunState): string {
  const { model } = state.config;
  const { slots } = compile(model, 1);
  const decaying = tensorLayouts(model).flatMap(({ name }, at) => (slots[at].decays ? [name] : []));
  const about = [
    `Continues the run of “${plainText(model.name)}” after step ${state.step}: the same optimizer state, schedule and examples.`,
    '',
    'torchrun --nproc_per_node 2 train.py',
    '',
    'Dropout masks, if the model has any, are PyTorch’s own.',
  ];
  return [
    `"""${about.join('\n')}\n"""`,
    trainSource
      .trim()
      .replace(
        'MASK = 0xFFFFFFFF',
        `DECAYING = set(json.loads('''${JSON.stringify(decaying)}'''))\nMASK = 0xFFFFFFFF`,
      ),
    '',
  ].join('\n');
}
