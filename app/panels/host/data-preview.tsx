// What a person sees of the data before training on it: samples, how many examples each class has, the split, and how many
// examples repeat others.
import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { Amount } from '../../../src/data/amounts';
import { amountWords } from '../../bridge/words/amount-words';
import type { LocalFiles } from '../../bridge/session/engine-room';
import { classWords, splitWords } from '../../bridge/words/data-words';
import { formatCount, formatFixed, formatPercent } from '../../bridge/words/format';
import { Bars } from '../../ui/bars';
import { Table } from '../../ui/table-view';
import ui from '../../ui/shape.module.css';
import css from './data-preview.module.css';

type Idx = Extract<LocalFiles, { kind: 'idx' }>;
type Examples = Exclude<LocalFiles, { kind: 'text' }>;

/** `context`: of the run's windows, where it is known. */
export function DataPreview({ files, context }: { files: LocalFiles; context?: number | undefined }) {
  return (
    <section className={css.preview} aria-label={t`Preview of the data`}>
      {files.kind === 'text' ? (
        <TextStart files={files} context={context} />
      ) : (
        <ExamplesPreview files={files} />
      )}
    </section>
  );
}

interface Props {
  files: Extract<LocalFiles, { kind: 'text' }>;
  context: number | undefined;
}

function TextStart({ files, context }: Props) {
  const { preview } = files;
  return (
    <>
      <h4 className={`${ui.label} ${css.title}`}>{t`It begins`}</h4>
      <p className={`${ui.written} ${css.text}`}>{preview.start}</p>
      {preview.pairs.length > 0 ? <Pairs texts={preview.pairs} /> : null}
      {preview.end ? (
        <>
          <h4 className={`${ui.label} ${css.title}`}>{t`It ends, and the model is tested on its end`}</h4>
          <p className={`${ui.written} ${css.text}`}>{preview.end}</p>
        </>
      ) : null}
      <Split files={files} context={context} />
    </>
  );
}

function Split({ files, context }: { files: LocalFiles; context?: number | undefined }) {
  return splitWords(files, context).map((sentence) => (
    <p key={sentence} className={ui.quiet}>
      {sentence}
    </p>
  ));
}

function Pairs({ texts }: { texts: readonly string[] }) {
  return (
    <>
      <h4 className={`${ui.label} ${css.title}`}>{t`The byte pairs learnt first`}</h4>
      <ul className={css.pairs}>
        {texts.map((text, at) => (
          <li key={at}>{text.replaceAll('\n', '⏎').replaceAll('\t', '⇥').replaceAll(' ', '␣')}</li>
        ))}
      </ul>
    </>
  );
}

/** Further classes are summed up. */
const shownClasses = 12;
const shownRows = 6;
const shownInputs = 6;

function ExamplesPreview({ files }: { files: Examples }) {
  return (
    <>
      {areImages(files) ? (
        <ul className={css.images}>
          {files.preview.samples.map(({ label, inputs }, at) => (
            <Picture key={at} files={files} label={label} inputs={inputs} />
          ))}
        </ul>
      ) : (
        <Rows files={files} />
      )}
      {files.kind === 'table' && files.amounts ? (
        <Amounts amounts={files.amounts} />
      ) : (
        <Balance files={files} />
      )}
      <Split files={files} />
    </>
  );
}

function areImages(files: Examples): files is Idx {
  if (files.kind === 'table') return false;
  const [, , channels] = files.inputShape;
  return files.inputShape.length === 2 || (files.inputShape.length === 3 && channels === 3);
}

function Picture({ files, label, inputs }: { files: Idx; label: number; inputs: Float32Array }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [height, width, channels = 1] = files.inputShape;
  const name = classWords(files, label);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(width, height);
    for (let pixel = 0; pixel < width * height; pixel++) {
      for (let c = 0; c < 3; c++)
        image.data[4 * pixel + c] = Math.round(255 * inputs[pixel * channels + (channels === 3 ? c : 0)]);
      image.data[4 * pixel + 3] = 255;
    }
    context.putImageData(image, 0, 0);
  }, [inputs, width, height, channels]);
  return (
    <li className={css.image}>
      <canvas ref={canvas} width={width} height={height} role="img" aria-label={t`An example of ${name}`} />
      <span className={ui.oneLine}>{name}</span>
    </li>
  );
}

/** The inputs as the model gets them: standardised numbers, and 1 or 0 for categories. */
function Rows({ files }: { files: Examples }) {
  const { samples } = files.preview;
  const hasClasses = files.kind !== 'table' || !files.amounts;
  const length = samples[0].inputs.length;
  const title =
    length > shownInputs
      ? t`Examples as the model gets them, the first ${shownInputs} of ${{ inputs: formatCount(length) }} inputs`
      : t`Examples as the model gets them`;
  const names = Array.from(
    { length: Math.min(length, shownInputs) },
    (_, at) => `${(files.kind === 'table' ? files.inputNames[at] : undefined) ?? at + 1}`,
  );
  return (
    <>
      <h4 className={`${ui.label} ${css.title}`}>{title}</h4>
      <Table
        title={title}
        view={{
          columns: [...(hasClasses ? [t`Class`] : []), ...names],
          rows: samples
            .slice(0, shownRows)
            .map(({ label, inputs }) => [
              ...(hasClasses ? [classWords(files, label)] : []),
              ...Array.from(inputs.subarray(0, shownInputs), (value) => formatFixed(value, 2)),
            ]),
        }}
      />
    </>
  );
}

/** The amounts to predict, with their mean and deviation in their own unit. */
function Amounts({ amounts }: { amounts: readonly Amount[] }) {
  return (
    <ul className={ui.quiet}>
      {amounts.map((amount) => (
        <li key={amount.name}>
          {t`${{ name: amount.name }}: ${{ mean: amountWords(amount.mean, amount) }} on average, with a standard deviation of ${{ deviation: amountWords(amount.deviation, amount) }}.`}
        </li>
      ))}
    </ul>
  );
}

function Balance({ files }: { files: Examples }) {
  const { counts } = files.preview;
  const most = Math.max(...counts);
  const more = counts.slice(shownClasses);
  return (
    <>
      <Bars
        label={t`Examples of each class`}
        className={css.balance}
        bars={counts.slice(0, shownClasses).map((count, label) => ({
          name: classWords(files, label),
          share: count / most,
          value: `${formatCount(count)} · ${formatPercent(count / files.examples, 0)}`,
        }))}
      />
      {more.length > 0 ? (
        <p className={ui.quiet}>
          {t`${{ length: formatCount(more.length) }} more ${plural({ count: more.length }, { one: 'class', other: 'classes' })} of ${{ min: formatCount(Math.min(...more)) }} to ${{ max: formatCount(Math.max(...more)) }} examples`}
        </p>
      ) : null}
    </>
  );
}
