// The camera in the playground: what the model makes of the current picture, many times a second.
import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Classified, Drawing } from '../../../../src/replica/page/player';
import { ProblemLine } from '../../../bridge/session/problem-line';
import { formatCount, formatFixed, formatPercent } from '../../../bridge/words/format';
import { Panel } from '../../../ui/panel';
import { CameraStage } from '../../camera/camera-stage';
import { grabFrame } from '../../camera/grab-frame';
import { useCamera } from '../../camera/use-camera';
import { Picture } from '../picture';
import { ProbabilityBars } from '../probability-bars';
import type { PartProps, Placed } from '../use-answer';
import { useLiveAnswers } from './use-live-answers';
import { WrongHere } from './wrong-here';
import ui from '../../../ui/shape.module.css';
import css from './live.module.css';

export default function LivePart({ player, models }: PartProps) {
  const camera = useCamera();
  const { state } = camera;
  const [video, setVideo] = useState<HTMLVideoElement>();
  const isMirrored = state.kind === 'on' && state.isMirrored;
  const look = useCallback((): Drawing | undefined => {
    const frame = video && grabFrame(video);
    return frame && { kind: 'frame', frame, isMirrored };
  }, [video, isMirrored]);
  const sides = models.map(({ side }) => side).join(' ');
  const { bySide, rate, problem } = useLiveAnswers(player, sides, video ? look : undefined);
  const now = models[models.length - 1];
  return (
    <Panel
      title={t`Show it something`}
      summary={t`The model reads what the camera sees now. Its pictures stay on this device.`}
    >
      <div className={css.live}>
        <CameraStage camera={camera} onVideo={setVideo}>
          {state.kind === 'on' ? (
            <div className={css.sides}>
              {models.map((model) => (
                <Reading
                  key={model.side}
                  model={model}
                  read={bySide[model.side]}
                  isAlone={models.length === 1}
                />
              ))}
            </div>
          ) : null}
          {rate === undefined ? null : (
            <p className={ui.faint}>{t`${{ rate: formatFixed(rate, 0) }} pictures a second`}</p>
          )}
        </CameraStage>
        {problem ? (
          <p className={ui.bad} role="alert">
            <ProblemLine problem={problem} />
          </p>
        ) : null}
        {state.kind === 'on' ? <WrongHere classNames={now.facts.classNames} read={bySide.now} /> : null}
      </div>
    </Panel>
  );
}

interface ReadingProps {
  model: Placed;
  read: Classified | undefined;
  isAlone: boolean;
}

function Reading({ model: { facts }, read, isAlone }: ReadingProps) {
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
            label={t`What the model sees`}
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
