// `npm run ring` keeps a run in a file, continues from it, and exports its model. Alone and on the same engine the
// resumed run ends with the bits of one that was never interrupted.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { prng } from '../../src/base/prng';
import { readWeights } from '../file-weights';
import { ring, testLimitMs, type Line } from '../run-ring';

type Run = Awaited<ReturnType<typeof ring>> & { readonly kernels: string };

test.describe.configure({ timeout: testLimitMs });

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lockstep-ring-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

const common = '--replicas 1 --engine cpu';
const lossesOf = (lines: readonly Line[]): unknown => lines.map(({ step, loss }) => [step, loss]);

/** The digest of every tensor of a saved run: parameters, optimizer, products. The digests of steps also cover where a
 *  run ends. */
async function tensorDigest(file: string): Promise<string> {
  const bytes = await readFile(file);
  return createHash('sha256')
    .update(bytes.subarray(8 + Number(bytes.readBigUInt64LE(0))))
    .digest('hex');
}

/** Which kernels a start takes is measured: near the limit it may be either. Their last bits differ, so that runs to
 *  compare take the same ones: the command runs until its file names them. Undefined where it never does: then the
 *  first run took those that this machine takes rarely. */
const mostStarts = 3;

async function ringOn(
  kernels: string | undefined,
  args: string,
  file: string,
  after = 0,
): Promise<Run | undefined> {
  for (let start = 1; start <= mostStarts; start++) {
    await rm(file, { force: true });
    await rm(path.join(folder, 'model'), { recursive: true, force: true });
    const ended = await ring(`${args} --save ${file}`, after);
    const { engine } = readWeights(await readFile(file)).metadata;
    const named = (JSON.parse(engine) as { readonly kernels: string }).kernels;
    if (kernels === undefined || named === kernels) return { ...ended, kernels: named };
  }
  return undefined;
}

/** A run that is not interrupted, its first half, and the half resumed, all on the same kernels. */
async function sameKernels(
  whole: () => Promise<Run | undefined>,
  half: (kernels: string) => Promise<Run | undefined>,
  resumed: (kernels: string) => Promise<Run | undefined>,
): Promise<readonly [Run, Run, Run]> {
  for (let round = 1; round <= mostRounds; round++) {
    const uninterrupted = (await whole())!;
    const first = await half(uninterrupted.kernels);
    const again = first && (await resumed(uninterrupted.kernels));
    if (again) return [uninterrupted, first, again];
  }
  throw new Error(`in ${mostRounds} rounds no three runs took the same kernels`);
}

const mostRounds = 4;

/** A table of points, of which those above the line x + y = 1 are of class “above”. */
async function writeTable(file: string): Promise<void> {
  const random = prng('points of a table');
  const row = (): string => {
    const [x, y] = [random.below(1e6) / 1e6, random.below(1e6) / 1e6];
    return `${x},${y},${x + y > 1 ? 'above' : 'below'}`;
  };
  await writeFile(file, ['x,y,class', ...Array.from({ length: examples }, row)].join('\n'));
}

const examples = 600;

test('--save, --resume and --export hf --with-data: the steps go on, bit for bit', async () => {
  const table = path.join(folder, 'points.csv');
  await writeTable(table);
  const run = `${common} --evaluate-every 0 --data ${table} --model mlp:16 --clip 1 --schedule constant`;
  const [never, half, whole, exported] = ['never.safetensors', 'half.safetensors', 'whole.safetensors', 'model'].map((name) => path.join(folder, name)); // prettier-ignore
  const bare = path.join(folder, 'bare');
  const onward = `${common} --data ${table} --resume ${half} --steps 40 --export hf ${exported} --with-data`;
  const [uninterrupted, first, again] = await sameKernels(
    async () => {
      await rm(bare, { recursive: true, force: true });
      return ringOn(undefined, `${run} --steps 40 --export hf ${bare}`, never);
    },
    (kernels) => ringOn(kernels, `${run} --steps 25`, half),
    (kernels) => ringOn(kernels, onward, whole, 25),
  );
  expect(first.stderr).toContain(`saved the run: ${half}`);
  expect(lossesOf(first.lines)).toEqual(lossesOf(uninterrupted.lines.slice(0, 25)));
  expect(await tensorDigest(half)).not.toBe(await tensorDigest(never));
  expect(lossesOf(again.lines)).toEqual(lossesOf(uninterrupted.lines.slice(25)));
  expect(await tensorDigest(whole)).toBe(await tensorDigest(never));

  expect((await readdir(bare)).sort()).toEqual(['README.md', 'model.onnx', 'model.py', 'model.safetensors']);
  expect((await readdir(exported)).sort()).toEqual(['README.md', 'data.safetensors', 'model.onnx', 'model.py', 'model.safetensors', 'run.safetensors', 'train.py']); // prettier-ignore
  expect(await readFile(path.join(exported, 'run.safetensors'))).toEqual(await readFile(whole));
  const data = readWeights(await readFile(path.join(exported, 'data.safetensors')));
  const trained = data.tensor('inputs').values.length / 2;
  expect(trained).toBeGreaterThan(examples / 2);
  expect(trained).toBeLessThanOrEqual(examples);
  const [saved, model] = await Promise.all([whole, path.join(exported, 'model.safetensors')].map((file) => readFile(file))); // prettier-ignore
  expect(readWeights(saved).metadata.step).toBe('40');
  for (const name of ['layers.0.weight', 'layers.1.bias'])
    expect(readWeights(model).tensor(name)).toEqual(readWeights(saved).tensor(name));
});
