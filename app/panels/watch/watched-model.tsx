// The model of a watched ring as large as its place, or why there is no picture of it.
import { t } from '@lingui/core/macro';
import type { Sample } from '../../../src/replica/protocol';
import type { SeenSample } from '../../../src/replica/watch/sample-message';
import { figureWords } from '../../bridge/words/amount-words';
import { formatCount } from '../../bridge/words/format';
import { ModelPicture, rightOf } from '../sample/model-picture';
import css from './watched-model.module.css';

/** `seen`: undefined until one has come. */
export function WatchedModel({ seen, step }: { seen: SeenSample | undefined; step: number }) {
  if (!isDrawn(seen)) return <p className={css.none}>{noModelWords(seen, step)}</p>;
  const { sample } = seen;
  return (
    <figure className={`${css.model} ${css[sample.kind]}`}>
      <ModelPicture sample={sample} />
      <figcaption className={css.caption}>
        {sample.kind === 'text'
          ? t`Written by the model after step ${{ step: formatCount(seen.step) }}.`
          : sample.kind === 'amounts'
            ? sample.figures.map(figureWords).join(' ')
            : rightWords(sample)}
      </figcaption>
    </figure>
  );
}

/** How many examples the model gets right, of those in the picture. */
function rightWords(sample: Exclude<Sample, { kind: 'text' | 'amounts' }>): string {
  const right = formatCount(rightOf(sample));
  const all = formatCount(sample.labels.length);
  return sample.kind === 'digits'
    ? t`${right} of ${all} digits read right`
    : t`${right} of ${all} points on their own side`;
}

/** Whether there is a picture of the model, or may be one soon. */
export function mayBeDrawn(seen: SeenSample | undefined): boolean {
  return seen === undefined || isDrawn(seen);
}

function isDrawn(seen: SeenSample | undefined): seen is SeenSample & { readonly sample: Sample } {
  return seen !== undefined && typeof seen.sample !== 'string';
}

export function noModelWords(seen: SeenSample | undefined, step: number): string {
  switch (seen?.sample) {
    case 'own-data':
      return t`The examples are somebody’s own: only members see what the model makes of them.`;
    case 'not-drawable':
      return t`What this model learns cannot be drawn. Its loss says how well it does.`;
    default:
      return step === 0
        ? t`The model has not learned anything yet. Its picture comes with the first steps.`
        : t`The picture of the model comes in a few seconds.`;
  }
}
