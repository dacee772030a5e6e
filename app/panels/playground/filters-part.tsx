// The weights from the image to each unit of the first layer.
import { ProblemLine } from '../../bridge/session/problem-line';
import { useMemo } from 'react';
import { formatCount, formatValue } from '../../bridge/words/format';
import { Panel } from '../../ui/panel';
import { Picture } from './picture';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import { playgroundText } from '../../text/playground';
import css from './playground.module.css';

export function FiltersPart({ player, models }: PartProps) {
  return (
    <Panel title={playgroundText.whatFirstLayer} summary={playgroundText.onePictureEach}>
      <div className={css.sides}>
        {models.map((model) => (
          <OfModel key={model.side} player={player} model={model} />
        ))}
      </div>
    </Panel>
  );
}

function OfModel({ player, model: { side, facts } }: Pick<PartProps, 'player'> & { model: Placed }) {
  const question = useMemo(() => ({ kind: 'filters', side }) as const, [side]);
  const { answer, problem } = useAnswer(player, question, facts);
  const scaled = useMemo(() => {
    if (!answer) return undefined;
    const largest = answer.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return { largest, values: largest > 0 ? answer.values.map((value) => value / largest) : answer.values };
  }, [answer]);
  if (problem)
    return (
      <p className={css.note}>
        <ProblemLine problem={problem} />
      </p>
    );
  if (!answer || !scaled) return null;
  const { step, height, width, channels, count, of } = answer;
  const size = height * width * channels;
  return (
    <section className={css.side} aria-label={playgroundText.filtersStep(formatCount(step))}>
      <h3>{playgroundText.step(formatCount(step))}</h3>
      <p className={css.figures}>
        {playgroundText.fullColourWeight(
          count < of
            ? playgroundText.units(formatCount(count), formatCount(of))
            : playgroundText.units2(formatCount(of)),
          formatValue(scaled.largest),
        )}
      </p>
      <ul className={css.filters}>
        {Array.from({ length: count }, (_, unit) => (
          <li key={unit}>
            <Picture
              {...{ height, width, channels }}
              values={scaled.values.subarray(unit * size, (unit + 1) * size)}
              scale="signed"
              label={playgroundText.weightsUnit(unit + 1)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
