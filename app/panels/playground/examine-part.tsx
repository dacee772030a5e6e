// What the model makes of the held-out examples: the confusion matrix, and its surest mistakes.
import { ProblemLine } from '../../bridge/session/problem-line';
import { useMemo } from 'react';
import type { Examined } from '../../../src/replica/page/player';
import { formatCount, formatPercent, formatValue } from '../../bridge/words/format';
import { Panel } from '../../ui/panel';
import { Picture } from './picture';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import { playgroundText } from '../../text/playground';
import css from './playground.module.css';

/** A larger matrix cannot be read. */
const mostClasses = 26;

export function ExaminePart({ player, models }: PartProps) {
  const { heldOut } = models[models.length - 1].facts;
  if (!heldOut) return null;
  const { count, of, isTrained } = heldOut;
  const which = isTrained ? playgroundText.examplesTrainsNone : playgroundText.heldOutExamples;
  return (
    <Panel
      title={playgroundText.whatMistakes}
      summary={playgroundText.rowWhatExample(
        count < of
          ? playgroundText.first(formatCount(count), formatCount(of))
          : playgroundText.all(formatCount(of)),
        which,
      )}
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
  if (problem)
    return (
      <p className={css.note}>
        <ProblemLine problem={problem} />
      </p>
    );
  if (!answer) return <p className={css.note}>{playgroundText.readingExamples}</p>;
  const { step, count, right, loss, classes } = answer;
  return (
    <section className={css.side} aria-label={playgroundText.mistakesStep(formatCount(step))}>
      <h3>{playgroundText.step(formatCount(step))}</h3>
      <p className={css.figures}>
        {playgroundText.rightMeanLoss(
          formatCount(right),
          formatCount(count),
          formatPercent(right / count),
          formatValue(loss),
        )}
      </p>
      {classes <= mostClasses ? <Confusion examined={answer} names={facts.classNames} /> : null}
      {facts.task === 'image' ? (
        <Misread examined={answer} shape={facts.inputShape} names={facts.classNames} />
      ) : null}
    </section>
  );
}

function Confusion({
  examined: { classes, confusion, step },
  names,
}: {
  examined: Examined;
  names: readonly string[];
}) {
  const all = Array.from({ length: classes }, (_, index) => index);
  const rows = all.map((label) => confusion.subarray(label * classes, (label + 1) * classes));
  return (
    <div
      className={css.scroll}
      tabIndex={0}
      role="region"
      aria-label={playgroundText.confusionMatrixStep(formatCount(step))}
    >
      <table className={css.confusion}>
        <thead>
          <tr>
            <th scope="col">{playgroundText.read}</th>
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

function Misread({
  examined: { misread, step },
  shape,
  names,
}: {
  examined: Examined;
  shape: readonly number[];
  names: readonly string[];
}) {
  const [height, width, channels = 1] = shape;
  if (misread.length === 0) return <p className={css.note}>{playgroundText.misreadsNoneThem}</p>;
  return (
    <>
      <p className={css.label}>{playgroundText.surestMistakesStep(formatCount(step))}</p>
      <ul className={css.misread}>
        {misread.map(({ index, pixels, label, predicted, probability }) => (
          <li key={index}>
            <Picture
              {...{ height, width, channels }}
              values={pixels}
              scale="ink"
              label={playgroundText.read2(names[label], names[predicted], formatPercent(probability, 0))}
            />
            <span>{playgroundText.isWord(names[predicted], names[label])}</span>
            <span className={css.small}>{formatPercent(probability, 0)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
