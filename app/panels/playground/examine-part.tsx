// What the model makes of the held-out examples: the confusion matrix, and its surest mistakes.
import { select, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import type { Examined } from '../../../src/replica/page/player';
import { formatCount, formatPercent, formatValue } from '../../bridge/words/format';
import { Panel } from '../../ui/panel';
import { Picture } from './picture';
import { ProblemPart } from './problem-part';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

/** A larger matrix cannot be read. */
const mostClasses = 26;

export function ExaminePart({ player, models }: PartProps) {
  const { heldOut } = models[models.length - 1].facts;
  if (!heldOut) return null;
  const { count, of, isTrained } = heldOut;
  return (
    <Panel
      title={t`What it mistakes`}
      summary={t`${select(
        { isPart: String(count < of) },
        {
          true: `The first ${{ shown: formatCount(count) }} of ${{ all: formatCount(of) }}`,
          other: `All ${{ all: formatCount(of) }}`,
        },
      )} ${select(
        { isTrained: String(isTrained) },
        { true: 'examples that it trains on, for none are held out', other: 'held-out examples' },
      )}: a row is what an example is, a column what it is read as.`}
    >
      <div className={css.sides}>
        {models.map((model) => (
          <OfModel key={model.side} player={player} model={model} />
        ))}
      </div>
    </Panel>
  );
}

function OfModel({ player, model: { side, facts } }: Pick<PartProps, 'player'> & { model: Placed }) {
  const question = useMemo(() => ({ kind: 'examine', side }) as const, [side]);
  const { answer, problem } = useAnswer(player, question, facts);
  if (problem) return <ProblemPart problem={problem} />;
  if (!answer) return <p className={ui.quiet}>{t`Reading the examples …`}</p>;
  const { step, count, right, loss, classes } = answer;
  return (
    <section className={css.side} aria-label={t`Mistakes at step ${{ step: formatCount(step) }}`}>
      <h3>{t`Step ${{ step: formatCount(step) }}`}</h3>
      <p className={ui.quiet}>
        {t`${{ right: formatCount(right) }} of ${{ count: formatCount(count) }} right, ${{ value: formatPercent(right / count) }}; mean loss ${{ loss: formatValue(loss) }}.`}
      </p>
      {classes <= mostClasses ? <Confusion examined={answer} names={facts.classNames} /> : null}
      {facts.task === 'image' ? (
        <Misread examined={answer} shape={facts.inputShape} names={facts.classNames} />
      ) : null}
    </section>
  );
}

interface ConfusionProps {
  examined: Examined;
  names: readonly string[];
}

function Confusion({ examined: { classes, confusion, step }, names }: ConfusionProps) {
  const all = Array.from({ length: classes }, (_, index) => index);
  const rows = all.map((label) => confusion.subarray(label * classes, (label + 1) * classes));
  return (
    <div
      className={css.scroll}
      tabIndex={0}
      role="region"
      aria-label={t`Confusion matrix at step ${{ step: formatCount(step) }}`}
    >
      <table className={css.confusion}>
        <thead>
          <tr>
            <th scope="col">{t`is \\ read`}</th>
            {all.map((label) => (
              <th key={label} scope="col">
                {names[label]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, label) => {
            const total = row.reduce((sum, value) => sum + value, 0);
            return (
              <tr key={label}>
                <th scope="row">{names[label]}</th>
                {Array.from(row, (value, predicted) => {
                  const share = Math.round((45 * value) / Math.max(1, total));
                  const colour = predicted === label ? '--ramp-1' : '--ramp-0';
                  return (
                    <td
                      key={predicted}
                      style={{ background: `color-mix(in srgb, var(${colour}) ${share}%, transparent)` }}
                    >
                      {value === 0 ? <span className={css.zero}>0</span> : formatCount(value)}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface MisreadProps {
  examined: Examined;
  shape: readonly number[];
  names: readonly string[];
}

function Misread({ examined: { misread, step }, shape, names }: MisreadProps) {
  const [height, width, channels = 1] = shape;
  if (misread.length === 0) return <p className={ui.quiet}>{t`It misreads none of them.`}</p>;
  return (
    <>
      <p className={ui.label}>{t`The surest mistakes at step ${{ step: formatCount(step) }}`}</p>
      <ul className={css.misread}>
        {misread.map(({ index, pixels, label, predicted, probability }) => (
          <li key={index}>
            <Picture
              {...{ height, width, channels }}
              values={pixels}
              scale="ink"
              label={t`${{ value: names[label] }}, read as ${{ value2: names[predicted] }} with ${{ probability: formatPercent(probability, 0) }}`}
            />
            <span>{t`${{ value: names[predicted] }}, is ${{ value2: names[label] }}`}</span>
            <span className={css.small}>{formatPercent(probability, 0)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
