// The record of a committed step.
import type { CompressionKind } from '../../codecs/setting';
import type { SumPath } from '../../collectives/topology';
import type { Alarm } from './divergence-alarm';
import type { Noise } from './noise-scale';
import type { StepSplit } from './step-split';

/** The facts of a step with local steps (E24). */
export interface LocalStepFacts {
  /** That each member was to make. */
  readonly innerSteps: number;
  /** The rate of the first of them. */
  readonly innerRate: number;
  /** That the mean change was multiplied by. */
  readonly outerRate: number;
  /** Loss terms that the members were to consume; `effectiveBatch` says how many they did. */
  readonly planned: number;
  /** The fragment of Streaming DiLoCo that the step summed, from 1 on (E27). */
  readonly fragment?: { readonly number: number; readonly of: number };
  /** See drift.ts; absent: not measured. */
  readonly drift?: number;
}

/** What this replica knows of a step that it has finished. */
export interface StepFacts {
  readonly generation: number; // that summed it
  readonly worldSize: number;
  readonly effectiveBatch: number; // Σ n_j that entered the sum
  readonly learningRate: number; // of gradients: with local steps the inner rate
  readonly gradientNorm: number; // ‖ḡ‖; with local steps of the mean change of the parameters
  /** Absent where every gradient is summed. */
  readonly local?: LocalStepFacts;
  readonly digest: string;
  /** Peer id → n_j, its loss terms in the sum; of every member of that generation, also of one lost since (S2, H4a). */
  readonly contributions: Readonly<Record<string, number>>;
  readonly bytesSent: number; // by this replica, in this step
  readonly bytesReceived: number;
  /** The time at this replica from the begin of computing until all records of the header were here. */
  readonly headerMs: number;
  readonly allReduceMs: number; // first bucket launched → last bucket whole
  readonly buckets: number;
  /** The step’s buckets left during the backward pass, where the device could do so. */
  readonly isOverlapped: boolean;
  /** How its sums traveled. */
  readonly topology: SumPath;
  /** How they were encoded. */
  readonly codec: CompressionKind;
  /** The codec's share of kept elements, or its rank; absent where it has neither. */
  readonly codecNumber?: number;
  /** The step’s sum or its update was not finite: nothing changed but the step's number. */
  readonly isSkipped: boolean;
  /** Peers whose part was withheld or refused: not finite, an outlier, or overflowed. */
  readonly faulty: readonly string[];
}

/** What a step shows of its examples, as members say (H24); with local steps, of the first inner step. */
export interface ShownMeans {
  readonly loss: number;
  /** 0 … 1: the share of right classes or characters; absent where amounts are predicted. */
  readonly accuracy?: number;
  /** R², at most 1: the part of the amounts’ variance that the model explains. Absent for classes. */
  readonly r2?: number;
}

/** One committed step, as every member computed it from the same bytes. */
export interface StepRecord extends StepFacts, ShownMeans {
  readonly step: number; // 1-based: the number of committed steps after it
  readonly atMs: number; // epoch ms at this replica
  /** The lineage of the view that committed it. Within a lineage and run, a step number names one step. */
  readonly lineage: string;
  readonly run: number;
  readonly examplesTotal: number;
  /** The same over all terms, for a ring whose members are all one's own, like a lesson's (H24). */
  readonly overTerms: ShownMeans & { readonly validation?: ShownMeans };
  readonly digests: Readonly<Record<string, string>>; // peer id → digest held after this step
  readonly splits: Readonly<Record<string, StepSplit>>; // peer id → its measured split
  /** The noise over the steps since this replica joined; absent until two replicas have contributed. */
  readonly noise?: Noise;
  /** Present while the run seems to go wrong. */
  readonly alarm?: Alarm;
  readonly validation?: ShownMeans;
}
