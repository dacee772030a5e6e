// What a run of adapters is exported as, beside a GPT-2 that PyTorch computes from the files alone: the merged folder, and the
// folder for PEFT on the base.
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bytesOf, utf8 } from '../../../base/bytes';
import { fromHalfs, toHalfs } from '../../../base/float16';
import { logged } from '../../../base/sayings';
import { nameOfBytes } from '../../../data/name-of-file';
import { prng } from '../../../base/prng';
import { mergedParameters } from '../../../model/adapters/merge';
import { ReferenceModel } from '../../../model/cpu/reference-model';
import { compile } from '../../../model/plan/plan';
import { initialParameters } from '../../../model/plan/initial-parameters';
import { randomBatch } from '../../../model/plan/random-batch';
import { gptPreset } from '../../../model/presets';
import { createSimdEngine } from '../../../model/simd/simd-engine';
import type { ModelSpec } from '../../../model/spec';
import type { Reals } from '../../../ops/reals';
import { createTrainState } from '../../../optim/state/train-state';
import { newRun } from '../../run/run-state';
import { versionedState } from '../../state/versioned-state';
import { testConfig } from '../../testing/real-ring';
import { exportRun } from '../export/export-run';
import { transformersConfig } from '../export/transformers-files';
import { gpt2Of } from '../gpt2';
import { around, fileBytes, runOf } from './held-state';
import { tensorFile } from './tensor-file';
import plainSource from './plain_gpt2.py?raw';

const rows = 2;
/** `characters`: of the vocabulary that a run on stories has. */
const characters = Array.from({ length: 44 }, (_, i) => String.fromCodePoint(97 + i));
const vocabulary = { kind: 'characters', characters } as const;
const whole: ModelSpec = gptPreset({
  ...{ vocabulary: 44, context: 16, channels: 32, heads: 4, layers: 2, dropout: 0, tied: true },
});
/** One adapter is missing, and the four kinds of matrices are there. */
const weights = ['1.0.1.qkv', '1.0.1.out', '1.1.1', '1.1.2', '2.0.1.qkv', '2.1.1', '2.1.2'];
const adapters = { rank: 4, alpha: 10, weights: weights.map((name) => `layers.${name}.weight`) };
const adapted: ModelSpec = { ...whole, adapters };

/** Writes the case into `folder`. False: something differs by more than it may. */
export async function checkExports(python: string, folder: string): Promise<boolean> {
  const plan = compile(adapted, rows);
  const random = prng('exports', 1);
  const drawn = (from: Float32Array): Float32Array => from.map((value) => value + 0.05 * random.normal());
  const halves = toHalfs(drawn(initialParameters(compile(whole, 1), 3)));
  const frozen = fromHalfs(halves);
  const trained = drawn(new Float32Array(plan.parameterCount));
  const base = tensorFile(whole, frozen);
  const config = { ...testConfig, ...runOf(adapted), base: nameOfBytes(base) };
  const tensors = createTrainState(config.optimizer, plan.parameterCount);
  tensors.parameters.set(trained);
  const held = versionedState({ ...newRun(config), initialized: true, step: 1 }, tensors);
  const checkpoint = new Blob([fileBytes(held, { ...around, vocabulary })]);
  const files = await exportRun(checkpoint, { find: () => Promise.resolve(new Blob([base])) });
  if (!files.ok) throw new Error(logged(files.error.says));

  const place = path.join(folder, 'exports');
  await mkdir(path.join(place, 'base'), { recursive: true });
  const [batch, mergedPlan] = [
    { ...randomBatch(plan, 'exports', 1, rows), keys: undefined },
    compile(whole, rows),
  ];
  const merged = mergedParameters(plan, adapters, frozen, trained);
  const logitsOf = (of: typeof plan, values: Reals, frozenValues: Reals): Float64Array => {
    const model = new ReferenceModel(of, Float64Array);
    for (const { name, offset, length } of of.base)
      model.reals(name).set(frozenValues.subarray(offset, offset + length));
    model.parameters.set(values);
    model.load(batch);
    model.forward();
    return Float64Array.from(model.reals(of.pieces[0].logits));
  };
  const simd = async (spec: ModelSpec, values: Float32Array): Promise<Float64Array> => {
    const engine = createSimdEngine(spec, rows);
    if (spec.adapters) engine.setBase(halves);
    engine.setParameters(values);
    const logits = await engine.predict(batch);
    engine.destroy();
    return Float64Array.from(logits);
  };
  const contents: readonly { readonly name: string; readonly bytes: Uint8Array }[] = [
    ...files.value,
    { name: 'base/model.safetensors', bytes: base },
    { name: 'base/config.json', bytes: utf8(transformersConfig(gpt2Of(whole)!)) },
    { name: 'plain_gpt2.py', bytes: utf8(plainSource) },
    { name: 'check.py', bytes: utf8(checkSource) },
    ...Object.entries({
      tokens: Float64Array.from(batch.inputs),
      'merged-plan': logitsOf(mergedPlan, merged, frozen),
      'merged-simd': await simd(whole, merged),
      'adapted-plan': logitsOf(plan, trained, frozen),
      'adapted-simd': await simd(adapted, trained),
    }).map(([name, values]) => ({ name: `${name}.f64`, bytes: bytesOf(values) })),
  ];
  for (const { name, bytes } of contents) {
    await mkdir(path.dirname(path.join(place, name)), { recursive: true });
    await writeFile(path.join(place, name), bytes);
  }
  return spawnSync(python, ['check.py', String(rows)], { cwd: place, stdio: 'inherit' }).status === 0;
}

const checkSource = `
import array, sys
import torch
from plain_gpt2 import Gpt2

rows = int(sys.argv[1])


def read(name):
    values = array.array("d")
    values.frombytes(open(f"{name}.f64", "rb").read())
    return torch.tensor(values.tolist(), dtype=torch.float64)


tokens = read("tokens").long().reshape(rows, -1)
merged, adapted = Gpt2("."), Gpt2("base", "adapter")
logits = {"merged": merged(tokens).flatten(), "adapted": adapted(tokens).flatten()}
results = []


def compare(what, difference, tolerance):
    equal = difference <= tolerance
    results.append(equal)
    print(f"exports, {what}: largest difference {difference:.1e}: {'equal' if equal else 'NOT EQUAL'} to {tolerance:g}")


assert sum(1 for name in merged.tensors if "lora" in name) == 0 and len(adapted.about["target_modules"]) == 7
folders = {"merged": "merged folder", "adapted": "folder for PEFT on its base"}
for name, words in folders.items():
    for engine, tolerance in [("plan", 1e-12), ("simd", 2e-6)]:
        ours = "plan" if engine == "plan" else "SIMD engine"
        compare(f"logits of the {words} and of the {ours}", (logits[name] - read(f"{name}-{engine}")).abs().max().item(), tolerance)
rounded = [adapted.weight(module).float() - merged.weight(module).float() for module in
           (name[len("transformer."):] for name in adapted.about["target_modules"])]
compare("merged weights and those of PEFT, rounded to f32", max(each.abs().max().item() for each in rounded), 6e-8)
compare("the two folders' logits", (logits["merged"] - logits["adapted"]).abs().max().item(), 2e-6)
try:
    import transformers
except ImportError:
    print("exports: Transformers is not installed, so the folders were read by PyTorch alone")
else:
    with torch.no_grad():
        theirs = transformers.AutoModelForCausalLM.from_pretrained(".").double()(tokens).logits.flatten()
    compare("logits of Transformers and of the merged folder", (theirs - logits["merged"]).abs().max().item(), 1e-10)
sys.exit(0 if all(results) else 1)
`;
