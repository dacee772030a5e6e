// How a run trains: batch, optimizer, learning rate and its schedule, precision.
import { t } from '@lingui/core/macro';
import { largestDivisor, type RunForm } from '../../bridge/form/run-form';
import { accumulationWords, optimizerOptions } from '../../bridge/words/run-words';
import type { FormFields } from './form-fields';

interface Props {
  form: RunForm;
  /** The kind of the data, where it can be altered while a run trains on it. */
  alters: 'images' | 'sounds' | undefined;
  /** All members have the same examples, with classes. */
  hasClasses: boolean;
  fields: FormFields;
}

export function TrainingFields({ form, alters, hasClasses, fields: { text, choose } }: Props) {
  const isFixed = form.batchMode === 'fixed';
  return (
    <>
      {choose('batchMode', t`Batch of a step`, [
        ['grow', t`Grows with the ring`],
        ['fixed', t`Fixed, shared by the ring`],
      ])}
      {isFixed ? text('globalBatch', t`Batch of the ring`) : null}
      {text('localBatch', t`Batch per replica`, isFixed ? t`Once the batch grows` : undefined)}
      {text('microBatch', t`Computed at once`, batchWords(form))}
      {choose(
        'shards',
        t`Shards`,
        [
          ['equal', t`Equal`],
          ['measured', t`By measured speed`],
        ],
        form.shards === 'measured'
          ? t`In multiples of what is computed at once, where there are enough`
          : undefined,
      )}
      {choose('optimizer', t`Optimizer`, optimizerOptions())}
      {text('learningRate', t`Learning rate`)}
      {choose('schedule', t`Schedule`, [
        ['constant', t`Constant`],
        ['linear', t`Linear, falling`],
        ['cosine', t`Cosine, falling`],
      ])}
      {text('warmup', t`Warm-up`, t`Steps in which the rate rises`)}
      {choose('scaling', t`Rate and batch`, [
        ['none', t`Independent`],
        ['sqrt', t`√ of the effective batch`],
        ['linear', t`With the effective batch`],
      ])}
      {alters === 'images' ? (
        <>
          {text('shift', t`Shift images by up to`, t`Pixels, each time another way; 0 for never`)}
          {choose(
            'flip',
            t`Mirror images`,
            [
              ['never', t`Never`],
              ['half', t`Half of the times`],
            ],
            form.flip === 'half' ? t`Not for digits and letters` : undefined,
          )}
          {text('brightness', t`Change brightness by up to`, t`A part of 1; 0 for never`)}
        </>
      ) : alters === 'sounds' ? (
        <>
          {text('shift', t`Shift sounds in time by up to`, t`32nds of a second; 0 for never`)}
          {text('brightness', t`Change loudness by up to`, t`A part of 80 decibels; 0 for never`)}
        </>
      ) : null}
      {hasClasses
        ? text(
            'uneven',
            t`Uneven classes`,
            t`0: every device draws from all alike. 0.1: mostly one or two classes each. 10: nearly alike`,
          )
        : null}
      {text('clip', t`Clip gradients at`, t`Norm; 0 for never`)}
      {choose(
        'precision',
        t`Precision`,
        [
          ['f32', 'f32'],
          ['mixed', t`Mixed: f16 and f32`],
        ],
        form.precision === 'mixed' ? t`f32 where a device has no f16` : undefined,
      )}
      {form.family === 'gpt'
        ? choose(
            'checkpoints',
            t`Activations`,
            [
              ['keep', t`Kept`],
              ['again', t`Computed again`],
            ],
            form.checkpoints === 'again' ? t`Less memory, more time` : undefined,
          )
        : null}
      {choose(
        'parts',
        t`Members’ parts`,
        [
          ['whole', t`Any length: sums are exact`],
          ['bounded', t`Bounded, for strangers`],
        ],
        form.parts === 'bounded'
          ? t`No part counts more than 1.5 usual gradients. Sums are not exact.`
          : undefined,
      )}
      {text('steps', t`Stop after steps`)}
      {text('evaluateEvery', t`Validate every`, t`Steps; 0 for never`)}
      {form.evaluateEvery === '0'
        ? null
        : text(
            'patience',
            t`Patience`,
            t`Validations without a lower loss, then the run ends; 0 for any number`,
          )}
      {text('seed', t`Seed`)}
    </>
  );
}

/** How the batch is really cut: '32 = 4 × 8, gradients accumulated'. */
function batchWords(form: RunForm): string {
  const localBatch = Number(form.localBatch);
  const limit = Number(form.microBatch);
  if (!Number.isInteger(localBatch) || localBatch < 1 || !(limit >= 1)) return '';
  const words = accumulationWords({ localBatch, microBatch: largestDivisor(localBatch, limit) });
  return words ? t`${words}, gradients accumulated` : t`The whole batch`;
}
