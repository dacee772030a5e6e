// The weights from the image to each unit of the first layer.
import { select, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { formatCount, formatValue } from '../../bridge/words/format';
import { Panel } from '../../ui/panel';
import { Picture } from './picture';
import { ProblemPart } from './problem-part';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

export function FiltersPart({ player, models }: PartProps) {
  return (
    <Panel
      title={t`What the first layer looks for`}
      summary={t`One picture for each unit: blue where a larger value in the image raises it, orange where it lowers it.`}
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
  const question = useMemo(() => ({ kind: 'filters', side }) as const, [side]);
  const { answer, problem } = useAnswer(player, question, facts);
  const scaled = useMemo(() => {
    if (!answer) return undefined;
    const largest = answer.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return { largest, values: largest > 0 ? answer.values.map((value) => value / largest) : answer.values };
  }, [answer]);
  if (problem) return <ProblemPart problem={problem} />;
  if (!answer || !scaled) return null;
  const { step, height, width, channels, count, of } = answer;
  const size = height * width * channels;
  return (
    <section className={css.side} aria-label={t`Filters at step ${{ step: formatCount(step) }}`}>
      <h3>{t`Step ${{ step: formatCount(step) }}`}</h3>
      <p className={ui.quiet}>
        {t`${select(
          { isPart: String(count < of) },
          {
            true: `${{ shown: formatCount(count) }} of ${{ all: formatCount(of) }} units`,
            other: `${{ all: formatCount(of) }} units`,
          },
        )}; full colour is a weight of ${{ largest: formatValue(scaled.largest) }}.`}
      </p>
      <ul className={css.filters}>
        {Array.from({ length: count }, (_, unit) => (
          <li key={unit}>
            <Picture
              {...{ height, width, channels }}
              values={scaled.values.subarray(unit * size, (unit + 1) * size)}
              scale="signed"
              label={t`Weights of unit ${{ value: unit + 1 }}`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
