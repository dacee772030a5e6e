// Why a list of layers is no model, and what to do: codes with the values of their sentences. A shape is written as
// '28 × 28 × 8'; kinds and settings have the names of the list, the same in every language.
import type { Saying } from './sayings';

export interface LayerSayings {
  /** `layer`: its number from 1, and within a branch '3.2'. */
  'layer-misfit': { layer: string; kind: string; why: Saying };

  // The list is not one.
  'layers-no-list': undefined;
  'layers-none': undefined;
  'layers-too-many': { count: number; most: number };
  'layers-too-deep': { most: number };
  'layers-for-text': undefined;

  // A layer is not one.
  'layer-no-object': undefined;
  'layer-kind-unknown': { kind: string; kinds: string };
  'layer-setting-unknown': { setting: string };
  'layer-setting-missing': { setting: string };
  'layer-setting-least': { setting: string; least: number; given: number };
  'layer-setting-most': { setting: string; most: number; given: number };
  'layer-setting-unusable': { setting: string; given: string };
  'layer-branch-empty': undefined;

  // A layer does not go with what comes before it.
  'layer-wants-image': { shape: string };
  'layer-wants-positions': { shape: string };
  'layer-wants-tokens': { shape: string };
  'layer-takes-tokens': undefined;
  'layer-after-tokens': undefined;
  'layer-window-too-large': { window: string; image: string };
  'layer-padding-too-wide': { padding: number; window: string };
  'layer-unequal-groups': { channels: number; groups: number };
  'layer-unequal-heads': { channels: number; heads: number; most: number };
  'layer-dropout-rate': { rate: number };
  'layer-branch-turns': { from: string; to: string };
  'layer-branch-ends': undefined;
  'layer-no-table': { name: string };
  'layer-other-table': { name: string; table: string; shape: string };
  'layer-too-many-parameters': { count: number; most: number };
  'layer-output-too-large': { shape: string; most: number };
}
