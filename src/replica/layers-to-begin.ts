// Lists of layers to begin with, apart from the forms, which first screens load too.
import { cnnPreset, cnnSizes, mlpPreset, residualLayers, usualResidual } from '../model/presets';
import type { Layer } from '../model/spec';

/** The layers that an editor begins with, for data of this shape. */
export function layersToBegin(
  kind: 'mlp' | 'cnn' | 'residual',
  inputShape: readonly number[],
): readonly Layer[] {
  switch (kind) {
    case 'mlp':
      return mlpPreset(inputShape, 1, [64, 64], 'relu').layers.slice(0, -1);
    case 'cnn':
      return cnnPreset(inputShape, 1, cnnSizes.small).layers.slice(0, -1);
    case 'residual':
      return residualLayers(usualResidual);
    default:
      return kind satisfies never;
  }
}
