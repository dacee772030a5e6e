// What a step costs on a given network, and which wall it meets. The sum costs what COST.md says. A round is H local
// steps and one sum. Of the sum, what fits into the overlapping share of the compute is hidden:
//   round = H · compute + max(0, sum − overlap · H · compute)
// All replicas are equal; encoding, additions and the update are free, so a real step takes longer.
import { allReduceCost } from '../collectives/cost';
import type { Cost } from '../collectives/topologies/rules';
import { assert } from '../base/assert';
import { onMachines } from './on-machines';
import { computeMsOf, gradientBytes, setupProblem, type Setup } from './setup';

/** The access point receives each byte and sends it on. */
const timesThroughAir = 2;

type Wall = 'compute' | 'bandwidth' | 'air' | 'latency';

export interface StepCost {
  /** One sum: latency + transfer. */
  readonly sumMs: number;
  readonly latencyMs: number;
  readonly transferMs: number;
  /** The part of the sum during which the replicas wait. */
  readonly exposedMs: number;
  /** H local steps and their sum. */
  readonly roundMs: number;
  /** A round ÷ H. */
  readonly stepMs: number;
  readonly computeMs: number;
  /** Compute ÷ step. */
  readonly utilisation: number;
  /** The gain over one replica that computes the same batches alone, one after the other. */
  readonly speedUp: number;
  /** Speed-up ÷ N. */
  readonly scalingEfficiency: number;
  /** The longer of compute and exposed sum; for the sum, the longer of its two parts. */
  readonly wall: Wall;
  /** The longer of compute and exposed sum ÷ the shorter; undefined: no part of the sum is exposed. */
  readonly wallFactor: number | undefined;
  /** Mean bytes of a step: a sum's bytes ÷ H. Sent over the network by one replica on average, and by the busiest replica
   *  or machine. */
  readonly meanBytesPerStep: number;
  readonly busiestBytesPerStep: number;
  readonly meanBytesPerHour: number;
  /** Bytes of one sum by all replicas; on shared air, each crossing counts. */
  readonly networkBytesPerSum: number;
  /** Messages in a row. */
  readonly hops: number;
  /** What is sent for the whole gradient, over one link. */
  readonly sentBytes: number;
  readonly oneWayMs: number;
}

/** Refuses a setup with a field outside its bounds: the error names the field. */
export function stepCost(setup: Setup): StepCost {
  const problem = setupProblem(setup);
  assert(problem === undefined, problem ?? '');
  const { worldSize, localSteps } = setup;
  const bytesPerSecond = (setup.megabitPerSecond * 1e6) / 8;
  const sentBytes = gradientBytes(setup) / setup.compression;
  const sum = sumCost(setup, sentBytes, bytesPerSecond);
  const crossings = setup.isSharedAir ? timesThroughAir : 1;
  const networkBytesPerSum = worldSize * sum.meanBytes * crossings;
  const transferMs = setup.isSharedAir ? (1000 * networkBytesPerSum) / bytesPerSecond : sum.predictedMs;
  const latencyMs = sum.steps * setup.latencyMs;
  const sumMs = latencyMs + transferMs;
  const computeMs = computeMsOf(setup);
  const roundComputeMs = localSteps * computeMs;
  const exposedMs = Math.max(0, sumMs - setup.overlapShare * roundComputeMs);
  const roundMs = roundComputeMs + exposedMs;
  const speedUp = (worldSize * roundComputeMs) / roundMs;
  const network: Wall = latencyMs > transferMs ? 'latency' : setup.isSharedAir ? 'air' : 'bandwidth';
  const [shorter, longer] = [roundComputeMs, exposedMs].sort((a, b) => a - b);
  return {
    sumMs,
    latencyMs,
    transferMs,
    exposedMs,
    roundMs,
    stepMs: roundMs / localSteps,
    computeMs,
    utilisation: roundComputeMs / roundMs,
    speedUp,
    scalingEfficiency: speedUp / worldSize,
    wall: exposedMs > roundComputeMs ? network : 'compute',
    wallFactor: shorter > 0 ? longer / shorter : undefined,
    meanBytesPerStep: sum.meanBytes / localSteps,
    busiestBytesPerStep: sum.busiestBytes / localSteps,
    meanBytesPerHour: (sum.meanBytes * 3_600_000) / roundMs,
    networkBytesPerSum,
    hops: sum.steps,
    sentBytes,
    oneWayMs: setup.latencyMs + (1000 * sentBytes * crossings) / bytesPerSecond,
  };
}

/** Where replicas share machines, of what crosses the network. */
function sumCost({ algorithm, worldSize, perMachine }: Setup, bytes: number, bytesPerSecond: number): Cost {
  const each = allReduceCost(algorithm, worldSize, bytes, 0, bytesPerSecond);
  if (perMachine === 1 || worldSize === 1) return each;
  const { steps = each.steps, inARow, busiest, total } = onMachines(algorithm, worldSize, perMachine);
  return {
    steps,
    busiestBytes: busiest * bytes,
    meanBytes: (total * bytes) / worldSize,
    predictedMs: (1000 * inARow * bytes) / bytesPerSecond,
  };
}

/** What would bring the waiting down to the time of the compute. */
export interface Remedy {
  /** undefined: latency alone takes longer. */
  readonly megabitPerSecond: number | undefined;
  readonly localSteps: number;
}

export function halfBusy(setup: Setup): Remedy {
  const { latencyMs, transferMs, sumMs, computeMs } = stepCost(setup);
  const covered = (1 + setup.overlapShare) * computeMs; // per local step
  const leftMs = covered * setup.localSteps - latencyMs;
  return {
    megabitPerSecond: leftMs > 0 ? (setup.megabitPerSecond * transferMs) / leftMs : undefined,
    localSteps: Math.max(1, Math.ceil(sumMs / covered)),
  };
}
