// The phases of a replica. Each carries exactly the data that exists in it, and names its exits.
import type { Saying } from '../../base/sayings';
import type { ExampleShape } from '../../data/own-data';
import type { Origin } from '../../data/origin';
import type { WholeRecipe } from '../../data/recipe';
import type { RunConfig } from '../run/run-config';

/** What a replica is doing, in the usual order. */
export type Phase =
  /** Finding an adapter, compiling the plan. → needs-file | connecting | failed */
  | {
      readonly kind: 'starting';
      readonly doing: Saying;
      /** The run whose base it asks members for: its person may give it, too. */
      readonly lacks?: Pick<RunConfig, 'model' | 'base'>;
    }
  /** The room's file is not on this device. → starting | left */
  | {
      readonly kind: 'needs-file';
      readonly what: 'idx' | 'table' | 'text';
      readonly name: string;
      readonly sha256: string;
      /** The bytes of a text of which only the beginning is used, as its run says. */
      readonly bytes?: number;
      readonly cutFrom?: number;
      /** The context of a text's windows. */
      readonly context?: number;
      /** Each member brings its own examples: of this shape (E29). */
      readonly own?: ExampleShape;
      readonly recipe?: WholeRecipe;
      readonly origin?: Origin;
      readonly problem?: Saying;
    }
  /** Opening links to the members. → catching-up | lobby | failed */
  | {
      readonly kind: 'connecting';
      readonly waitingFor: readonly string[];
      readonly sinceMs: number;
      /** Why it waits for no peer. */
      readonly why?: Saying;
    }
  /** The replica is in the ring, and training has not started. → training | left */
  | { readonly kind: 'lobby' }
  /** Fetching the state from other members while the ring steps on, then replaying those steps. → training | paused |
   *  lobby | regrouping | failed */
  | {
      readonly kind: 'catching-up';
      readonly why: Saying;
      readonly receivedBytes: number;
      readonly totalBytes: number;
      /** Steps of the ring logged and not yet replayed. */
      readonly behindSteps: number;
      /** The members that are being asked for blocks now. */
      readonly donors: readonly string[];
    }
  /** Stepping; `waitingFor` names the peer when a wait lasts. → paused | catching-up | regrouping | finished |
   *  diverged */
  | {
      readonly kind: 'training';
      readonly waitingFor?: {
        readonly peer: string;
        readonly what: Saying;
        readonly sinceMs: number;
      };
    }
  /** A member was lost: agreeing on a new view. → training | no-quorum */
  | { readonly kind: 'regrouping'; readonly lost: readonly string[]; readonly sinceMs: number }
  /** Too few members can be heard to go on (S4). → training | catching-up */
  | { readonly kind: 'no-quorum'; readonly why: string; readonly sinceMs: number }
  /** The host paused the run. → training | finished */
  | { readonly kind: 'paused' }
  /** All steps are done, or the host stopped. → training (after a new configuration) */
  | { readonly kind: 'finished'; readonly why: Saying }
  /** The sum or the loss is no longer finite. The last good state is kept. → paused (lower rate) | training (new
   *  configuration) */
  | {
      readonly kind: 'diverged';
      readonly why: Saying;
      readonly suggestedLearningRate?: number;
    }
  /** Cannot go on. Terminal. */
  | { readonly kind: 'failed'; readonly error: ReplicaError }
  /** Said goodbye. Terminal. `why`: not by a wish of this page's person. */
  | { readonly kind: 'left'; readonly why?: Saying };

export type ReplicaErrorCode =
  | 'no-https'
  | 'no-webgpu'
  | 'no-adapter'
  | 'device-lost'
  | 'out-of-memory'
  | 'bad-model'
  | 'model-does-not-fit'
  | 'gpu-error'
  /** Every engine of this device fails the known answers (E20). */
  | 'wrong-answers'
  | 'network-blocked'
  | 'room-not-found'
  /** The code alone does not say which room (R30). */
  | 'several-rooms'
  | 'room-full'
  | 'wrong-key'
  | 'wrong-version'
  | 'wrong-config'
  /** The settings that its page keeps for the room create no ring. */
  | 'settings-refused'
  /** Removed by the host. */
  | 'kicked'
  /** The host had it drop out (H8a); it may join again at once. */
  | 'unplugged'
  /** Removed by the ring: its contributions were refused again and again (S11). */
  | 'evicted'
  /** It was removed before, does not know by whom, asked again, and was not admitted (H6). */
  | 'turned-away'
  /** The host lets nobody in now. */
  | 'room-locked'
  /** The host did not let this device in. */
  | 'not-let-in'
  /** The host did not answer for 15 min. */
  | 'host-silent'
  | 'server-unreachable'
  | 'server-refused'
  | 'no-key-holder'
  | 'too-many-rooms'
  | 'bug';

export interface ReplicaError {
  readonly code: ReplicaErrorCode;
  readonly says: Saying;
}
