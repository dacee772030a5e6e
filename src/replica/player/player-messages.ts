// What a page asks of the playground's Worker, and what it answers. Both are of one build, so nothing is validated here;
// a file is, where it is read. Every answer about a model names the step of the parameters that it comes from.
import type { Saying } from '../../base/sayings';
import type { TokenChoice } from '../../model/decode/token-choice';
import type { WrittenToken } from '../../model/decode/write-tokens';
import type { CameraFrame } from '../../data/import/camera-picture';
import type { Sound } from '../../data/sound/sound';
import type { Amount } from '../../data/amounts';
import type { TableColumn } from '../../data/table-columns';
import type { AmountView } from '../amount-view';
import type { ModelCopy } from '../watch/read-copy';
import type { TrainedPart, Weights } from '../weights';

/** The current model, and another one beside it. */
export type Side = 'now' | 'beside';

export interface ModelFacts {
  /** Finished steps. */
  readonly step: number;
  /** What it takes: decides what a person can try. */
  readonly task: 'text' | 'points' | 'image' | 'numbers' | 'amounts';
  readonly inputShape: readonly number[];
  readonly classes: number;
  /** The device of which the model can read what it was trained on: photographs, or sounds. Undefined: neither. */
  readonly sense: 'camera' | 'microphone' | undefined;
  /** What is predicted in place of classes; empty: classes. */
  readonly amounts: readonly Amount[];
  /** What the inputs are made from; undefined: not known. */
  readonly columns: readonly TableColumn[] | undefined;
  /** The names by class. */
  readonly classNames: readonly string[];
  readonly parameterCount: number;
  /** All that was trained of it; undefined: the whole model was. */
  readonly trainedPart: TrainedPart | undefined;
  /** The context of a language model. */
  readonly context: number;
  /** The beginning of a held-out text; empty: unknown. */
  readonly prompt: string;
  /** The tokens of a language model; else undefined. */
  readonly tokens: 'characters' | 'byte-pairs' | undefined;
  /** Examples to try it on, of so many; undefined: the data is not here. */
  readonly heldOut: { readonly count: number; readonly of: number; readonly isTrained: boolean } | undefined;
}

export type Drawing =
  /** Ink 0 … 1 on a square sheet, as a person drew it. */
  | { readonly kind: 'ink'; readonly ink: Float32Array; readonly side: number }
  /** A picture of a camera. `isMirrored`: the camera looks at the person. */
  | { readonly kind: 'frame'; readonly frame: CameraFrame; readonly isMirrored: boolean }
  /** A second of a microphone. */
  | { readonly kind: 'sound'; readonly sound: Sound }
  | { readonly kind: 'example'; readonly index: number }
  /** A row of a table, a text of each column as `predict` takes it. */
  | { readonly kind: 'row'; readonly row: readonly string[] }
  /** The point of a model that takes points. */
  | { readonly kind: 'point'; readonly x: number; readonly y: number };

export type Question =
  /** Now these parameters, or beside. Without held-out examples it keeps those that it has. */
  | { readonly kind: 'take'; readonly side: Side; readonly weights: Weights }
  /** A copy that a member gave to this observer. */
  | { readonly kind: 'receive'; readonly copy: ModelCopy }
  /** A saved run. `base`: the file that it names, where a person gave it. */
  | {
      readonly kind: 'open';
      readonly side: Side;
      readonly file: Blob;
      readonly base?: Blob | undefined;
    }
  /** The parameters before the first step of the run of now stand beside. */
  | { readonly kind: 'untrained' }
  /** The parameters of now, kept, stand beside. */
  | { readonly kind: 'keep' }
  | {
      readonly kind: 'write';
      readonly side: Side;
      readonly prompt: string;
      readonly choice: TokenChoice;
      readonly seed: number;
      readonly length: number;
    }
  /** How the model's attention reads the end of this text. */
  | { readonly kind: 'attention'; readonly side: Side; readonly text: string }
  | { readonly kind: 'classify'; readonly side: Side; readonly drawing: Drawing }
  | { readonly kind: 'examine'; readonly side: Side }
  | { readonly kind: 'filters'; readonly side: Side }
  | { readonly kind: 'plane'; readonly side: Side }
  /** The model to write into a file of its own, and what its card says. */
  | { readonly kind: 'take-away'; readonly side: Side }
  /** What the model predicts for held-out examples, beside what is true. */
  | { readonly kind: 'amounts'; readonly side: Side }
  /** The amounts of a row: a text of each column, a number with a decimal point; empty: a gap. */
  | { readonly kind: 'predict'; readonly side: Side; readonly row: readonly string[] };

export interface Written {
  readonly step: number;
  /** The prompt as the model reads it. */
  readonly prompt: string;
  /** Characters of the prompt that it does not know. */
  readonly unknown: string;
  readonly tokens: readonly WrittenToken[];
  /** The text of each token of the vocabulary; empty in all parts but the first. */
  readonly texts: readonly string[];
  /** The tokens are characters. */
  readonly isOfCharacters: boolean;
  /** Spent on these tokens so far, the prompt included. */
  readonly ms: number;
}

export interface AttentionMaps {
  readonly step: number;
  readonly tokens: readonly string[];
  readonly heads: number;
  /** The weights by layer: (heads, tokens, tokens), row t = what position t reads; 0 after t. */
  readonly layers: readonly Float32Array[];
}

export interface Classified {
  readonly step: number;
  /** The pixels as the model gets them: 0 … 1, (height, width, channels). */
  readonly pixels: Float32Array;
  readonly shape: readonly number[];
  readonly probabilities: Float64Array;
  /** What it is, of an example. */
  readonly label: number | undefined;
}

export interface Misread {
  readonly index: number;
  readonly pixels: Float32Array;
  readonly label: number;
  readonly predicted: number;
  readonly probability: number;
}

export interface Examined {
  readonly step: number;
  readonly classes: number;
  readonly count: number;
  readonly right: number;
  /** Mean loss. */
  readonly loss: number;
  /** (classes, classes): row = what it is, column = what it was read as. */
  readonly confusion: Uint32Array;
  /** The surest mistakes first. */
  readonly misread: readonly Misread[];
}

/** The weights from the input to each unit of the first layer, as pictures. */
export interface Filters {
  readonly step: number;
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  /** Shown of all. */
  readonly count: number;
  readonly of: number;
  readonly values: Float32Array; // (count, height, width, channels)
}

export interface Plane {
  readonly step: number;
  readonly side: number;
  readonly probability: Float32Array; // (side, side) of class 1, row 0 = largest y
  readonly points: Float32Array; // (n, 2)
  readonly labels: Uint8Array; // (n)
  readonly extent: number;
}

/** One of each amount, in its unit. */
export interface Predicted {
  readonly step: number;
  readonly amounts: readonly number[];
}

export interface ViewedAmounts extends AmountView {
  readonly step: number;
}

/** The number of examples of a class that a model read rightly. */
interface ClassFigures {
  /** Examples that it was trained on; undefined: not counted. */
  readonly trained: number | undefined;
  readonly tried: number;
  readonly right: number;
}

export interface TakenAway {
  /** The model without examples. */
  readonly weights: Weights;
  /** Undefined: the data is not here, or it has no classes. */
  readonly byClass: readonly ClassFigures[] | undefined;
  readonly amounts: AmountView['figures'] | undefined;
}

interface Answers {
  readonly take: ModelFacts;
  readonly receive: ModelFacts;
  readonly open: ModelFacts;
  readonly untrained: ModelFacts;
  readonly keep: ModelFacts;
  readonly write: Written;
  readonly attention: AttentionMaps;
  readonly classify: Classified;
  readonly examine: Examined;
  readonly filters: Filters;
  readonly plane: Plane;
  readonly 'take-away': TakenAway;
  readonly amounts: ViewedAmounts;
  readonly predict: Predicted;
}

export type AnswerTo<Q extends Question> = Answers[Q['kind']];
export type Answer = Answers[Question['kind']];

export type ToPlayer =
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  /** The answer is no longer wanted: what is there so far is the answer. */
  | { readonly kind: 'stop'; readonly id: number };

export type FromPlayer =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'part'; readonly id: number; readonly written: Written }
  | { readonly kind: 'refused'; readonly id: number; readonly why: Saying };
