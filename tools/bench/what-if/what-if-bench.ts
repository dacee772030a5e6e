// `npm run bench -- what-if`: rings in this process and in real time, on emulated lines. Every what-if case is predicted,
// then done (src/train/testing/what-if-trial.ts).
import { realClock } from '../../../src/base/clock';
import { waitingEngine } from '../../../src/model/waiting-engine';
import type { RunConfig } from '../../../src/train/run/run-config';
import { testConfig, TestRing } from '../../../src/train/testing/real-ring';
import { bucketTurns } from '../../../src/train/testing/bucket-turns';
import { whatIfTrial, type WhatIfRow } from '../../../src/train/testing/what-if-trial';
import { runCommand } from '../../../src/cli/options/command-line';
import { parseWhatIfOptions, whatIfHelp, type WhatIfOptions } from './what-if-options';

/** A prediction may be off by so much. */
const tolerance = 0.15;
/** The waits of the first replica, and of the others. */
const waitsMs = [400, 150, 150];
/** The wait of all three. */
const equalWaitsMs = [300, 300, 300];
const turns = 3;
/** A run that trains past convergence diverges, and stops. At this rate hundreds of steps change hardly anything. */
const slowRate = 1e-6;

async function main(options: WhatIfOptions): Promise<number> {
  return options.buckets ? compareBuckets(options) : comparePredictions(options);
}

async function comparePredictions({ lines, steps, json }: WhatIfOptions): Promise<number> {
  let isGood = true;
  if (!json) console.log('line         predicted   measured   ratio  case');
  for (const { name, profile } of lines) {
    const ring = ringOf(330, waitsMs, { firstBytes: 65_536, capBytes: 65_536 }); // in seven buckets
    try {
      for (const row of await whatIfTrial(ring, profile, steps)) {
        const ratio = row.predictedMs / row.measuredMs;
        isGood &&= Math.abs(ratio - 1) <= tolerance;
        console.log(json ? JSON.stringify(jsonLine(name, row)) : textLine(name, row));
      }
    } finally {
      await ring.end();
    }
  }
  return isGood ? 0 : 1;
}

/** 0: it only measures. */
async function compareBuckets({ lines, steps, json }: WhatIfOptions): Promise<number> {
  for (const { name, profile } of lines) {
    const ring = ringOf(330, equalWaitsMs, {});
    try {
      const rows = await bucketTurns(ring, profile, steps, turns);
      for (const { name: kind, firstBytes, capBytes, stepMs } of rows)
        console.log(
          json
            ? JSON.stringify({
                name: `buckets ${name} ${kind}`,
                ours: stepMs,
                unit: 'ms',
                firstBytes,
                capBytes,
              })
            : `${name.padEnd(12)}${`${stepMs.toFixed(0)} ms`.padStart(9)}  ${kind} (${firstBytes}, ${capBytes} bytes)`,
        );
    } finally {
      await ring.end();
    }
  }
  return 0;
}

/** A ring with units² parameters and a few more. */
function ringOf(units: number, waits: readonly number[], buckets: Partial<RunConfig['buckets']>): TestRing {
  const layers = [units, units, 2].map(
    (each) => ({ kind: 'dense', units: each, activation: 'tanh' }) as const,
  );
  const config = {
    ...testConfig,
    model: { ...testConfig.model, layers },
    // The wait is spread as one micro-batch's time would be.
    ...{ microBatch: testConfig.localBatch, steps: 1_000_000, evaluateEvery: 0 },
    learningRate: slowRate,
    buckets: { ...testConfig.buckets, ...buckets },
  };
  return new TestRing(config, undefined, (engine, replica) =>
    waitingEngine(engine, realClock, waits[replica]),
  );
}

function jsonLine(line: string, { name, predictedMs, measuredMs }: WhatIfRow) {
  const ratio = Number((predictedMs / measuredMs).toFixed(3));
  return { name: `what-if ${line} ${name}`, ours: predictedMs, limit: measuredMs, unit: 'ms', ratio };
}

function textLine(line: string, { name, predictedMs, measuredMs }: WhatIfRow): string {
  const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(11);
  return `${line.padEnd(11)}${ms(predictedMs)}${ms(measuredMs)}${(predictedMs / measuredMs).toFixed(2).padStart(8)}  ${name}`;
}

const parsed = parseWhatIfOptions(process.argv.slice(2));
process.exitCode = await runCommand('npm run bench -- what-if', whatIfHelp, parsed, main);
