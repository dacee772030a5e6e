// A case that PyTorch computes too: its numbers in files of f64, what is known of them in JSON, and a script that compares.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bytesOf } from '../../../base/bytes';
import type { ParameterSlot } from '../../../model/engine';

interface TorchCase {
  readonly name: string;
  readonly numbers: Readonly<Record<string, Float64Array>>;
  /** The script finds it as `about`. */
  readonly about: object;
  /** Python that follows `prelude`. */
  readonly script: string;
}

/** Writes the case into `folder` and lets PyTorch compare. False: something differs by more than it may. */
export async function runTorchCase(python: string, folder: string, given: TorchCase): Promise<boolean> {
  const { name, numbers, about, script } = given;
  for (const [key, values] of Object.entries(numbers))
    await writeFile(path.join(folder, `${name}-${key}.f64`), bytesOf(values));
  await writeFile(path.join(folder, `${name}.json`), JSON.stringify(about));
  await writeFile(path.join(folder, `${name}.py`), prelude(name) + script);
  return spawnSync(python, [`${name}.py`], { cwd: folder, stdio: 'inherit' }).status === 0;
}

/** The tensors of a vector, as `named` of the script takes them. */
export function shapesOf(slots: readonly ParameterSlot[]): readonly Pick<ParameterSlot, 'name' | 'shape'>[] {
  return slots.map(({ name, shape }) => ({ name, shape }));
}

function prelude(name: string): string {
  return `
import array, json, sys
import torch
from torch.nn import functional as F

about = json.load(open("${name}.json"))
rows = about["rows"]


def read(key):
    values = array.array("d")
    values.frombytes(open(f"${name}-{key}.f64", "rb").read())
    return torch.tensor(values.tolist(), dtype=torch.float64)


def named(flat, slots):
    tensors, at = {}, 0
    for slot in slots:
        length = torch.Size(slot["shape"]).numel()
        tensors[slot["name"]] = flat[at : at + length].reshape(slot["shape"])
        at += length
    assert at == len(flat)
    return tensors
`;
}
