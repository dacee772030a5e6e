// Camera or microphone in the playground: what the model makes of the current picture, or of the last second, many times a
// second.
import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Classified } from '../../../../src/replica/page/player';
import { ProblemLine } from '../../../bridge/session/problem-line';
import { formatCount, formatPercent } from '../../../bridge/words/format';
import { Panel } from '../../../ui/panel';
import type { Capture, Sense } from '../../senses/captured';
import { SenseStage } from '../../senses/sense-stage';
import { useSense } from '../../senses/use-sense';
import { Picture } from '../picture';
import { ProbabilityBars } from '../probability-bars';
import type { PartProps, Placed } from '../use-answer';
import { liveWords } from './live-words';
import { useLiveAnswers } from './use-live-answers';
import { WrongHere } from './wrong-here';
import ui from '../../../ui/shape.module.css';
import css from './live.module.css';

export default function LivePart({ player, models, sense }: PartProps & { sense: Sense }) {
  const handle = useSense(sense);
  const { state } = handle;
  const words = liveWords(sense);
  const [capture, setCapture] = useState<Capture>();
  const onCapture = useCallback((next: Capture | undefined) => setCapture(() => next), []);
  const sides = models.map(({ side }) => side).join(' ');
  const { bySide, rate, problem } = useLiveAnswers(player, sides, capture);
  const now = models[models.length - 1];
  return (
    <Panel title={words.title} summary={words.summary}>
      <div className={css.live}>
        <SenseStage handle={handle} onCapture={onCapture}>
          {state.kind === 'on' ? (
            <div className={css.sides}>
              {models.map((model) => (
                <Reading
                  key={model.side}
                  model={model}
                  read={bySide[model.side]}
                  isAlone={models.length === 1}
                  seen={words.seen}
                />
              ))}
            </div>
          ) : null}
          {rate === undefined ? null : <p className={ui.faint}>{words.rate(rate)}</p>}
        </SenseStage>
        {problem ? (
          <p className={ui.bad} role="alert">
            <ProblemLine problem={problem} />
          </p>
        ) : null}
        {state.kind === 'on' ? (
          <WrongHere sense={sense} classNames={now.facts.classNames} read={bySide.now} />
        ) : null}
      </div>
    </Panel>
  );
}

interface ReadingProps {
  model: Placed;
  read: Classified | undefined;
  isAlone: boolean;
  /** The name of what the model gets. */
  seen: string;
}

function Reading({ model: { facts }, read, isAlone, seen }: ReadingProps) {
  const best = read && read.probabilities.indexOf(Math.max(...read.probabilities));
  const name = best === undefined ? '' : facts.classNames[best];
  const said = useSlowly(name);
  if (!read) return null;
  const [height, width, channels = 1] = read.shape;
  const step = formatCount(read.step);
  return (
    <section className={css.reading} aria-label={t`What the model of step ${step} reads`}>
      {isAlone ? null : <h3>{t`Step ${step}`}</h3>}
      <div className={css.read}>
        <div className={css.seen}>
          <Picture
            height={height}
            width={width}
            channels={channels}
            values={read.pixels}
            scale="ink"
            label={seen}
          />
        </div>
        <p className={css.best}>{name}</p>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ProbabilityBars
        label={t`How likely each class is`}
        chances={facts.classNames.map((of, at) => ({
          name: of,
          probability: read.probabilities[at],
          isChosen: at === best,
        }))}
      />
      <p
        className={ui.faint}
      >{t`${{ sure: formatPercent(read.probabilities[best!], 0) }} sure at step ${step}`}</p>
    </section>
  );
}

const sayEveryMs = 2000;

/** The value as a listener can follow it. */
function useSlowly(value: string): string {
  const [said, setSaid] = useState('');
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    const timer = setInterval(() => setSaid(latest.current), sayEveryMs);
    return () => clearInterval(timer);
  }, []);
  return said;
}
