// The pictures that a projector shows, one at a time. A new one is a line in `slide-words.ts` and its case here.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import type { RingView } from '../../src/replica/ring-view';
import type { Sample } from '../../src/replica/protocol';
import type { SeenSample } from '../../src/replica/watch/sample-message';
import { withWords } from '../bridge/session/page-language';
import type { Mark } from '../bridge/words/mark-words';
import { hasSlide, type Slide } from '../bridge/words/slide-words';
import { formatValue } from '../bridge/words/format';
import { isMade, lossName, ringFigures } from '../bridge/words/ring-figures';
import { taskWords } from '../bridge/words/watch-words';
import { lazyPart } from '../ui/lazy-part';
import { useSize } from '../ui/use-size';
import { WatchedLoss } from '../panels/watch/watched-loss';
import { mayBeDrawn, noModelWords, WatchedModel } from '../panels/watch/watched-model';
import { WatchedSplit } from '../panels/watch/watched-split';
import css from './project.module.css';

const WatchedLeague = lazy(() => withWords(import('../panels/league/watched-league')));
const WatchedSum = lazy(() => withWords(import('../panels/watch/watched-sum')));
const WatchedQuestion = lazyPart(
  async () => (await withWords(import('../panels/question/watched-question'))).default,
);
const WatchedWhy = lazyPart(async () => (await withWords(import('../panels/question/watched-why'))).default);

/** The share of the wall’s height: the question, the key and the answers stand beside the curves of a lesson. */
const curveShare = 0.28;

/** Tasks whose examples are points of a plane. */
const planeTasks: ReadonlySet<RingView['task']> = new Set(['moons', 'spirals', 'circles', 'xor', 'homes']);

interface Props {
  slide: Slide;
  picture: RingView;
  /** The model’s view; undefined: none came yet. */
  sample: SeenSample | undefined;
  /** What was changed, and what it did. */
  marks: readonly Mark[];
}

export function ProjectedPicture({ slide, picture, sample, marks }: Props) {
  const textPx = useWallText();
  /** The size of `.full` in question.module.css. */
  const least = useSyncExternalStore(onResize, leastText, leastText);
  const lessonPx = Math.round(Math.max(least, 0.76 * textPx));
  const curve = (): number => Math.round(Math.max(5 * lessonPx, curveShare * innerHeight));
  const curvePx = useSyncExternalStore(onResize, curve, curve);
  const isAsked = picture.question !== undefined;
  useEffect(() => {
    // The reason is there as soon as it is asked for.
    if (isAsked) void WatchedWhy.fetchAhead();
  }, [isAsked]);
  switch (slide) {
    case 'join':
      return null; // a screen of its own
    case 'model':
      return <Together picture={picture} sample={sample} marks={marks} textPx={textPx} leastPx={least} />;
    case 'loss':
      return (
        <>
          <WatchedLoss view={picture} textPx={textPx} marks={marks} />
          <Numbers
            numbers={[
              ...ringFigures(picture, 'loss on a wall'),
              ...(isMade(picture) ? [] : [[t`Data`, taskWords(picture) ?? '–'] as const]),
            ]}
          />
        </>
      );
    case 'ring':
      return (
        <>
          <Suspense fallback={<div className={css.frame} />}>
            <WatchedSum view={picture} textPx={textPx} />
          </Suspense>
          <Numbers numbers={ringFigures(picture, 'ring on a wall')} />
        </>
      );
    case 'question':
      return picture.question ? (
        <WatchedQuestion now={picture.question} host={picture.host} wall={{ textPx: lessonPx, curvePx }} />
      ) : (
        <p>{t`The host asks nothing now. The next question appears here by itself.`}</p>
      );
    case 'why':
      return hasSlide(picture, 'why') ? (
        <WatchedWhy now={picture.question!} textPx={least} />
      ) : (
        <p>{t`The explanation appears when a lesson has run.`}</p>
      );
    case 'league':
      return picture.league ? (
        <Suspense fallback={null}>
          <WatchedLeague league={picture.league} />
        </Suspense>
      ) : (
        <p>{t`The host has set no target.`}</p>
      );
    case 'split':
      return <WatchedSplit split={picture.split} />;
    default:
      return slide satisfies never;
  }
}

interface TogetherProps extends Omit<Props, 'slide'> {
  textPx: number;
  leastPx: number;
}

/** The model first; the loss and the way of the sums beside it. The loss takes the place of a model that nobody may see. */
function Together({ picture, sample, marks, textPx, leastPx }: TogetherProps) {
  const holder = useRef<HTMLDivElement>(null);
  const { height } = useSize(holder, { width: 480, height: 240 });
  const hasModel = mayBeDrawn(sample);
  return (
    <div className={css.frame}>
      <div className={`${css.together} ${hasModel ? '' : css.lossFirst}`}>
        {hasModel ? (
          <div className={`${css.model} ${isSquare(sample, picture.task) ? '' : css.wide}`}>
            <WatchedModel seen={sample} step={picture.step} />
          </div>
        ) : null}
        <div className={css.beside}>
          <p className={css.named}>
            {lossName(picture)} <strong>{formatValue(picture.loss)}</strong>
          </p>
          <div ref={holder} className={css.chart}>
            <WatchedLoss
              view={picture}
              textPx={Math.round(Math.max(leastPx, 0.75 * textPx))}
              heightPx={height}
              marks={marks}
            />
          </div>
          {hasModel ? null : <p className={css.named}>{noModelWords(sample, picture.step)}</p>}
        </div>
        <div className={css.beside}>
          <Suspense fallback={null}>
            <WatchedSum view={picture} textPx={leastPx} isBare />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

const squareKinds: ReadonlySet<Sample['kind']> = new Set(['boundary', 'amounts']);

/** Whether the model's picture is as wide as it is high: known by what is learned before the first one has come. */
function isSquare(seen: SeenSample | undefined, task: RingView['task']): boolean {
  return typeof seen?.sample === 'object' ? squareKinds.has(seen.sample.kind) : planeTasks.has(task);
}

function Numbers({ numbers }: { numbers: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={`${css.numbers} ${numbers.length > 4 ? css.many : ''}`}>
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sizes of text in pixels, as `--text-wall` and `font-size` of `.wall` in project.module.css. */
const leastText = (): number => (innerWidth <= 896 ? 18 : 24);
const wallText = (): number =>
  Math.round(Math.min(2 * leastText(), Math.max(leastText(), 0.022 * innerWidth)));

function useWallText(): number {
  return useSyncExternalStore(onResize, wallText, wallText);
}

function onResize(changed: () => void): () => void {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}
