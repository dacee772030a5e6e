// The picture of a sum: members with their chunks, and what travels between them. It plays slowly what took milliseconds, on a
// canvas that nothing of React touches while it moves, and only while somebody can see it. At rest all hold all colours, once
// there was a sum.
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { useWords } from '../../bridge/session/page-language';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import ui from '../../ui/shape.module.css';
import type { DrawnSum } from './drawn-sum';
import type { DrawnWay } from './paint-column';
import { SumNumbers } from './sum-numbers';
import { playOf, type SumPlay } from './sum-play';
import { screenMs, speeds } from './sum-player';
import { pictureWords, stateSentence } from './phase-sentences';
import { useSumCanvas } from './use-sum-canvas';
import { useSumPlayer, wantsNoMotion } from './use-sum-player';
import place from './sum-canvas.module.css';
import css from './sum-figure.module.css';

interface Props {
  readonly sum: DrawnSum;
  /** `small`: beside other things; `wall`: read from eight metres. */
  readonly size: 'small' | 'full' | 'wall';
  readonly hasControls: boolean;
  /** Plays by itself, again and again. Where a person wants no motion, it is at rest until they ask for steps. */
  readonly isAutoplay?: boolean;
  /** It stays at the moment at which it is. */
  readonly isHeld?: boolean;
  /** The ways between members that are not as usual. */
  readonly ways?: readonly DrawnWay[];
  /** The size of the smallest words in the picture, px. */
  readonly textPx?: number;
  /** Says in a sentence what is seen: in view where the picture is `full`. */
  readonly hasSentence?: boolean;
  readonly hasNumbers?: boolean;
  /** Somebody sees it play or goes through it in steps; or no more. */
  readonly onWatched?: (isWatched: boolean) => void;
  readonly className?: string;
}

export function SumFigure({
  sum,
  size,
  hasControls,
  isAutoplay = false,
  isHeld = false,
  ways,
  textPx,
  hasSentence = hasControls,
  hasNumbers = hasControls && size === 'full',
  onWatched,
  className = '',
}: Props) {
  useWords();
  const picture = useSumCanvas(pictureWords, { ways, textPx });
  const { stage, canvas } = picture;
  const [bucket, setBucket] = useState(0);
  const play = useMemo(() => playOf(sum, Math.min(bucket, sum.buckets.length - 1)), [sum, bucket]);
  /** What a person has pressed; before that it plays by itself, or not. */
  const [pressed, setIsPlaying] = useState<boolean>();
  const isPlaying = pressed ?? (isAutoplay && !wantsNoMotion());
  const [speed, setSpeed] = useState(2);
  const { player, said, isSeen } = useSumPlayer(picture, play, { isPlaying, speed: speeds[speed], isHeld });
  const label = useId();

  const isWatched = isSeen && (isPlaying || pressed !== undefined);
  const tellWatched = useEffectEvent((is: boolean) => onWatched?.(is));
  useEffect(() => {
    if (!isWatched) return;
    tellWatched(true);
    return () => tellWatched(false);
  }, [isWatched]);
  const shown = said.play;
  const names = sum.members.map(({ name }) => name).join(' → ');
  const canPlay = play.rounds > 0;
  const bucketCount = sum.recorded?.buckets ?? sum.buckets.length;
  return (
    <div className={`${css.figure} ${css[size]} ${className}`}>
      <div ref={stage} className={css.stage}>
        <canvas
          ref={canvas}
          className={place.canvas}
          role="img"
          aria-label={t`Ring order: ${{ value: names || t`no members yet` }}`}
          aria-describedby={hasSentence ? label : undefined}
        />
      </div>
      {hasSentence ? (
        <p
          id={label}
          className={`${ui.quiet} ${size === 'full' ? css.sentence : css.unseen}`}
          aria-live={isPlaying ? 'off' : 'polite'}
        >
          {stateSentence(shown, shown.at(said.ms))}
        </p>
      ) : null}
      {hasControls && canPlay ? (
        <div className={css.controls} role="group" aria-label={t`The sum, slowly`}>
          <Button isSmall onClick={() => setIsPlaying(!isPlaying)}>
            {isPlaying
              ? t({ message: 'Pause', context: 'the picture of a sum' })
              : t({ message: 'Play', context: 'the picture of a sum' })}
          </Button>
          <Button
            isSmall
            onClick={() => {
              setIsPlaying(false);
              player.current?.step();
            }}
          >
            {t`One step`}
          </Button>
          <span className={css.pace}>
            <Button isSmall kind="quiet" disabled={speed === 0} onClick={() => setSpeed(speed - 1)}>
              {t`Slower`}
            </Button>
            <Button
              isSmall
              kind="quiet"
              disabled={speed === speeds.length - 1}
              onClick={() => setSpeed(speed + 1)}
            >
              {t`Faster`}
            </Button>
          </span>
          {sum.buckets.length > 1 ? (
            <label className={css.bucket}>
              {t`Bucket`}
              <select value={play.bucket} onChange={(event) => setBucket(Number(event.target.value))}>
                {sum.buckets.map((_, index) => (
                  <option key={index} value={index}>
                    {t`${{ bucket: formatCount(index + 1) }} of ${{ buckets: formatCount(bucketCount) }}`}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <span className={`${ui.faint} ${css.factor}`}>{factorWords(shown, speeds[speed])}</span>
        </div>
      ) : null}
      {hasNumbers && canPlay ? <SumNumbers play={shown} /> : null}
    </div>
  );
}

function factorWords(play: SumPlay, speed: number): string {
  const { tookMs, recorded } = play.sum;
  if (tookMs === undefined) return t`Drawn as it is planned.`;
  const factor = formatCount(Math.max(1, rounded(screenMs(play, speed) / play.endMs)));
  return recorded
    ? t`${{ factor }} times slower than the last sum, of step ${{ step: formatCount(recorded.step) }}.`
    : t`${{ factor }} times slower than the last sums, as planned.`;
}

/** Two digits say enough. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
