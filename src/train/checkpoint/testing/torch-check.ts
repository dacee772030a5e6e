// `npm run check:torch`: PyTorch reads what we export. For models of every layer type it writes the files, rebuilds the
// module with the generated model.py, and compares its logits with those of our plain loops. Then the generated train.py
// continues runs, and must arrive where our own steps do. It needs Debian's python3-torch, and installs it where it may.
// Transformers and the safetensors package are not used. With `-- --gpt2 FOLDER` it checks the GPT-2 in a folder alone.
import { logged } from '../../../base/sayings';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesOf, concatBytes } from '../../../base/bytes';
import { prng } from '../../../base/prng';
import { createCpuEngine } from '../../../model/cpu/cpu-engine';
import { compile } from '../../../model/plan/plan';
import {
  cnnPreset,
  cnnSizes,
  gptPreset,
  gptSizes,
  layersPreset,
  mlpPreset,
  residualLayers,
} from '../../../model/presets';
import type { ModelSpec } from '../../../model/spec';
import { testCnn, testGpt } from '../../../model/testing/models';
import { createTrainState } from '../../../optim/state/train-state';
import { newRun } from '../../run/run-state';
import { versionedState } from '../../state/versioned-state';
import { testConfig } from '../../testing/real-ring';
import { exportRun } from '../export/export-run';
import { safetensorsHead } from '../safetensors-header';
import { continuedRuns, continuedSteps, processes, writeContinued } from './continued-cases';
import { around, fileBytes, runOf } from './held-state';
import { checkAdapters } from './torch-adapters';
import { checkExports } from './torch-exports';
import { checkFeatures } from './torch-features';
import { checkGpt2 } from './torch-gpt2';
import { randomGpt } from './random-gpt';

const storyVocabulary = 44;
const gpt = { ...gptSizes.mini, vocabulary: storyVocabulary, dropout: 0.1 };
const embedding = { kind: 'embedding', vocabulary: storyVocabulary, channels: 16 } as const;
const models: Readonly<Record<string, ModelSpec>> = {
  'MLP 784 – 128 – 64 – 10': mlpPreset([28, 28], 10, [128, 64], 'relu'),
  'MLP 20 – 32 – 33 – 10, gelu': mlpPreset([20], 10, [32, 33], 'gelu'),
  'CNN small': cnnPreset([28, 28, 1], 10, cnnSizes.small),
  'CNN with every image layer': testCnn.spec,
  'residual CNN': layersPreset([16, 16, 3], 10, residualLayers({ widths: [8, 16], blocks: 1, groups: 4 })),
  'layer by layer': layersPreset([12, 12], 4, [
    { kind: 'conv2d', filters: 6, size: [3, 2], stride: 2, padding: 1, activation: 'gelu' },
    { kind: 'dropout', rate: 0.1 },
    { kind: 'dense', units: 12, activation: 'tanh' },
    {
      kind: 'residual',
      layers: [
        { kind: 'group-norm', groups: 3 },
        { kind: 'dense', units: 20, activation: 'relu' },
        { kind: 'dense', units: 12, activation: 'none' },
      ],
    },
  ]),
  'GPT mini': gptPreset({ ...gpt, tied: true }),
  'GPT mini, head of its own': gptPreset({ ...gpt, tied: false }),
  'attention alone': { ...testGpt.spec, layers: [embedding, { kind: 'attention', heads: 2 }, { kind: 'layer-norm' }, { kind: 'tied-head' }] }, // prettier-ignore
};
const rows = 4;
/** The tolerance of logits of size 1 to 10, in f32, summed in another order. */
const tolerance = 1e-5;

async function main(): Promise<number> {
  const python = pythonWithTorch();
  if (python === undefined) return 1;
  const [option, given] = process.argv.slice(2);
  if (option !== undefined) return checkGiven(python, option, given);
  const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-torch-'));
  try {
    const cases: { readonly title: string; readonly place: string }[] = [];
    // One after the other: where one fails, no other writes into the folder that is then removed.
    for (const [index, [title, model]] of Object.entries(models).entries()) {
      const place = path.join(folder, String(index));
      await mkdir(place);
      await writeCase(model, index, place);
      cases.push({ title, place });
    }
    await writeFile(path.join(folder, 'check.py'), checkSource);
    const args = [path.join(folder, 'check.py'), String(tolerance), JSON.stringify(cases)];
    const logits = spawnSync(python, args, { stdio: 'inherit' }).status ?? 1;
    const areAdaptersEqual = await checkAdapters(python, folder);
    const areFeaturesEqual = await checkFeatures(python, folder);
    const areExportsEqual = await checkExports(python, folder);
    const isGptEqual = await checkMadeGpt(python, folder);
    const areEqual = areAdaptersEqual && areFeaturesEqual && areExportsEqual && isGptEqual;
    return (await checkContinued(python, folder)) && areEqual ? logits : 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The folder of a GPT-2 that somebody has, and nothing else. */
async function checkGiven(python: string, option: string, folder: string | undefined): Promise<number> {
  if (option === '--gpt2' && folder !== undefined) return (await checkGpt2(python, folder)) ? 0 : 1;
  console.error('npm run check:torch [-- --gpt2 FOLDER]');
  return 2;
}

/** A GPT-2 of true vocabulary, with rows of no token, in 32 bits, which a base rounds. */
async function checkMadeGpt(python: string, folder: string): Promise<boolean> {
  const place = path.join(folder, 'gpt2');
  await mkdir(place);
  const { weights, config, tokenizer, merges } = randomGpt(
    { context: 40, channels: 64, heads: 4, layers: 2 },
    'F32',
    50_304,
  );
  const files = { 'model.safetensors': weights, 'config.json': config, 'vocab.json': tokenizer };
  for (const [name, file] of Object.entries({ ...files, 'merges.txt': merges }))
    await writeFile(path.join(place, name), file.stream());
  return checkGpt2(python, place);
}

/** `train.py` in two processes of one gloo group, against our own steps. */
async function checkContinued(python: string, folder: string): Promise<boolean> {
  await writeFile(path.join(folder, 'compare.py'), compareSource);
  let isEqual = true;
  for (const [index, [title, run]] of Object.entries(await continuedRuns()).entries()) {
    const place = path.join(folder, `run-${index}`);
    await mkdir(place);
    await writeContinued(run, index, place);
    const outcome = await inOneGroup(python, ['train.py', '--steps', String(continuedSteps)], place);
    if (outcome !== undefined) {
      console.error(`${title}: train.py failed: ${outcome}`);
      isEqual = false;
      continue;
    }
    const compare = ['../compare.py', String(continuedTolerance), title];
    isEqual = spawnSync(python, compare, { cwd: place, stdio: 'inherit' }).status === 0 && isEqual;
  }
  return isEqual;
}

const continueMs = 120_000;

/** Starts it as torchrun does, by the same variables: Debian's torchrun 1.13 itself fails under Python 3.11. Resolves with
 *  what went wrong. */
async function inOneGroup(python: string, args: string[], cwd: string): Promise<string | undefined> {
  const port = await freePort();
  const run = (rank: number): Promise<string | undefined> => {
    const group = {
      RANK: rank,
      LOCAL_RANK: rank,
      WORLD_SIZE: processes,
      MASTER_PORT: port,
      OMP_NUM_THREADS: 1,
    };
    const named = Object.entries(group).map(([name, value]) => [name, String(value)]);
    const env = {
      ...process.env,
      ...Object.fromEntries(named),
      MASTER_ADDR: '127.0.0.1',
    } as NodeJS.ProcessEnv;
    const child = spawn(python, args, { cwd, env, timeout: continueMs });
    let output = '';
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve(status === 0 ? undefined : `${status}\n${output}`));
    });
  };
  const outcomes = await Promise.all(Array.from({ length: processes }, (_, rank) => run(rank)));
  return outcomes.find((outcome) => outcome !== undefined);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The tolerance of parameters after five steps, in f32, summed in another order. */
const continuedTolerance = 1e-4;

const compareSource = `
import sys
sys.path.insert(0, ".")
from model import read_safetensors

tolerance, title = float(sys.argv[1]), sys.argv[2]
ours, _ = read_safetensors("expected.safetensors")
theirs, _ = read_safetensors("continued.safetensors")
before, _ = read_safetensors("model.safetensors")
assert sorted(ours) == sorted(theirs)
worst = max((ours[name] - theirs[name]).abs().max().item() for name in ours)
moved = max((ours[name] - before[name]).abs().max().item() for name in ours)
print(f"{title}: ${continuedSteps} steps in ${processes} processes, parameters moved by up to {moved:.2e}, largest difference {worst:.2e}: {'equal' if worst <= tolerance else 'NOT EQUAL'} to {tolerance:g}")
sys.exit(0 if worst <= tolerance else 1)
`;

/** Debian's package is for Debian's own Python, which may not be the first on the path. */
function pythonWithTorch(): string | undefined {
  const find = (): string | undefined =>
    ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import torch']).status === 0);
  const there = find();
  if (there !== undefined) return there;
  console.error('installing python3-torch …');
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'python3-torch'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const installed = find();
  if (installed === undefined) console.error('PyTorch is missing: apt-get install python3-torch, as root');
  return installed;
}

/** The exported folder, the checkpoint itself, and inputs with our logits. */
async function writeCase(model: ModelSpec, seed: number, place: string): Promise<void> {
  const config = { ...testConfig, ...runOf(model) };
  const { parameterCount, inputs, terms, holds } = compile(model, rows);
  const tensors = createTrainState(config.optimizer, parameterCount);
  const engine = createCpuEngine(model, rows);
  const random = prng('torch', seed);
  const initial = engine.initialParameters(seed);
  // Biases and norms must count too.
  for (let i = 0; i < parameterCount; i++) tensors.parameters[i] = initial[i] + 0.05 * random.normal();
  engine.setParameters(tensors.parameters);
  const x = Float32Array.from({ length: rows * inputs }, () =>
    holds === 'tokens' ? random.below(17) : random.normal(),
  );
  const labels = new Uint32Array(rows * terms);
  const weights = new Float32Array(rows * terms).fill(1);
  const logits = await engine.predict({ inputs: x, labels, weights });
  engine.destroy();

  const held = versionedState({ ...newRun(config), initialized: true, step: 1 }, tensors);
  const checkpoint = fileBytes(held, { ...around, vocabulary: undefined });
  const files = await exportRun(new Blob([checkpoint]));
  if (!files.ok) throw new Error(logged(files.error.says));
  for (const { name, bytes } of files.value) await writeFile(path.join(place, name), bytes);
  await writeFile(path.join(place, 'run.safetensors'), checkpoint);
  const probe = [
    { name: 'x', dtype: 'F32', shape: [rows, ...model.inputShape] },
    { name: 'logits', dtype: 'F32', shape: [logits.length] },
  ] as const;
  await writeFile(
    path.join(place, 'probe.safetensors'),
    concatBytes(safetensorsHead(probe, {}), bytesOf(x), bytesOf(logits)),
  );
}

const checkSource = `
import importlib.util, json, os, sys
import torch

tolerance, cases = float(sys.argv[1]), json.loads(sys.argv[2])
worst = 0.0
for case in cases:
    place = case["place"]
    spec = importlib.util.spec_from_file_location("model", os.path.join(place, "model.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    model = module.load(os.path.join(place, "model.safetensors"))
    probe, _ = module.read_safetensors(os.path.join(place, "probe.safetensors"))
    run, metadata = module.read_safetensors(os.path.join(place, "run.safetensors"))
    state = model.state_dict()
    for name, tensor in state.items():
        assert torch.equal(run[name], tensor), name
        assert run["optimizer.m." + name].shape == tensor.shape, name
    assert len(run) == 3 * len(state) + 1 and json.loads(metadata["state"])["step"] == 1
    x = probe["x"]
    if x.dim() == 4:
        x = x.permute(0, 3, 1, 2)
    with torch.no_grad():
        logits = model(x).flatten()
    difference = (logits - probe["logits"]).abs().max().item()
    worst = max(worst, difference)
    print(f"{case['title']}: {sum(t.numel() for t in state.values())} parameters, logits up to {logits.abs().max():.2f}, largest difference {difference:.2e}")
print(f"torch {torch.__version__}: {'equal' if worst <= tolerance else 'NOT EQUAL'} to {tolerance:g} (largest {worst:.2e}); not run against Transformers")
sys.exit(0 if worst <= tolerance else 1)
`;

process.exit(await main());
