// The sum of one element over all ring positions, as each topology orders its additions: the oracle's own formulas, in
// f32. `parts`: the contributions by ring position.
import { fullMeshLimit } from '../../membership/links-needed';
import type { TreePath } from '../../collectives/topology';

const add = (a: number, b: number): number => Math.fround(a + b);

/** Writes the sums of elements [start, end) of `gradients` (by ring position) into `sum`. Cuts them into chunks first. */
export function plainSums(
  wanted: TreePath,
  gradients: readonly Float32Array[],
  sum: Float32Array,
  start: number,
  end: number,
): void {
  const size = gradients.length;
  const topology = size <= fullMeshLimit ? wanted : 'ring';
  const machines = topology.startsWith('two-levels') ? machinesOf(topology, size) : [];
  const largest = Math.max(0, ...machines.map(({ length }) => length));
  const power = 2 ** Math.floor(Math.log2(size));
  const chunks =
    machines.length > 0
      ? machines.length * largest
      : topology === 'ring' || topology === 'direct'
        ? size
        : topology === 'halving-doubling'
          ? power
          : 1;
  const length = end - start;
  let at = start;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const chunkLength = Math.floor(length / chunks) + (chunk < length % chunks ? 1 : 0);
    for (let i = at; i < at + chunkLength; i++) {
      const parts = gradients.map((gradient) => gradient[i]);
      if (machines.length > 0) sum[i] = ofMachines(parts, machines, chunk);
      else if (topology === 'ring') sum[i] = [...parts.slice(chunk), ...parts.slice(0, chunk)].reduce(add);
      else if (topology === 'star') sum[i] = parts.reduce(add);
      else if (topology === 'direct')
        sum[i] = [parts[chunk], ...parts.filter((_, at) => at !== chunk)].reduce(add);
      else if (topology === 'tree') sum[i] = subtree(parts, 0, size);
      else sum[i] = exchanged(parts, power, chunk);
    }
    at += chunkLength;
  }
}

/** The positions of each machine, by what the path says; without that each position is alone. */
function machinesOf(path: TreePath, size: number): number[][] {
  const [, digits] = path.split(':');
  const names = digits === undefined ? Array.from({ length: size }, (_, at) => `${at}`) : [...digits];
  return [...new Set(names)].map((name) => [...names.keys()].filter((at) => names[at] === name));
}

/** Every machine adds what its members have; the machine whose turn it is adds what the others have added. */
function ofMachines(parts: readonly number[], machines: readonly number[][], chunk: number): number {
  const sums = machines.map((members) => {
    const turn = members[Math.floor(chunk / machines.length) % members.length];
    return members.filter((at) => at !== turn).reduce((sum, at) => add(sum, parts[at]), parts[turn]);
  });
  const whose = chunk % machines.length;
  return sums.filter((_, machine) => machine !== whose).reduce(add, sums[whose]);
}

/** The binomial tree over positions root … root + width − 1: the root adds the subtrees at distance 1, 2, 4 … */
function subtree(parts: readonly number[], root: number, width: number): number {
  let sum = parts[root];
  for (let step = 1; step < width && root + step < parts.length; step *= 2)
    sum = add(sum, subtree(parts, root + step, step));
  return sum;
}

/** Each round all positions add their partner's value, at half the distance of the round before. */
function exchanged(parts: readonly number[], power: number, chunk: number): number {
  let values = parts
    .slice(0, power)
    .map((own, i) => (i + power < parts.length ? add(own, parts[i + power]) : own));
  for (let distance = power / 2; distance >= 1; distance /= 2)
    values = values.map((value, i) => add(value, values[i ^ distance]));
  return values[chunk];
}
