// Draw a digit, or take a held-out example, and see what the model reads in it while it trains.
import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Drawing } from '../../../src/replica/page/player';
import { formatCount, formatPercent } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { DrawingPad } from './drawing-pad';
import { emptySheet, sheetSide } from '../../ui/ink';
import { Sentence } from '../../ui/sentence';
import { Picture } from './picture';
import { ProblemPart } from './problem-part';
import { ProbabilityBars } from './probability-bars';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

/** The model is asked this often while a line is drawn. */
const askEveryMs = 80;

export function DrawPart({ player, models }: PartProps) {
  const { heldOut, inputShape, classes, sense } = models[models.length - 1].facts;
  const isSound = sense === 'microphone';
  const canDraw = !isSound && (inputShape[2] ?? 1) === 1 && inputShape[0] === inputShape[1];
  const [ink, setInk] = useState(emptySheet);
  const [example, setExample] = useState<number | undefined>(canDraw ? undefined : 0);
  const inkAsked = useLatest(ink);
  const isBlank = useMemo(() => inkAsked.every((value) => value === 0), [inkAsked]);
  const drawing = useMemo((): Drawing | undefined => {
    if (example !== undefined) return { kind: 'example', index: example };
    return isBlank ? undefined : { kind: 'ink', ink: inkAsked, side: sheetSide };
  }, [example, inkAsked, isBlank]);
  return (
    <Panel
      title={canDraw && classes === 10 ? t`Draw a digit` : isSound ? t`Try an example` : t`Try an image`}
      summary={
        canDraw
          ? t`Draw with a mouse, a finger or the arrow keys. The drawing is scaled and centred as the data’s images are.`
          : t`Take an example that the model was not trained on.`
      }
    >
      <div className={css.drawing}>
        <div className={css.sheet}>
          {canDraw ? (
            <DrawingPad
              ink={ink}
              onInk={(next) => {
                setExample(undefined);
                setInk(next);
              }}
            />
          ) : null}
          <div className={ui.row}>
            {canDraw ? (
              <Button
                isSmall
                onClick={() => {
                  setInk(emptySheet());
                  setExample(undefined);
                }}
              >
                {t`Clear`}
              </Button>
            ) : null}
            {heldOut && heldOut.count > 0 ? (
              <Button isSmall onClick={() => setExample(((example ?? -1) + 1) % heldOut.count)}>
                {heldOut.isTrained ? t`Take an example` : t`Take a held-out example`}
              </Button>
            ) : null}
          </div>
        </div>
        <div className={css.sides}>
          {models.map((model) => (
            <Reading key={model.side} player={player} model={model} drawing={drawing} />
          ))}
        </div>
      </div>
    </Panel>
  );
}

/** The newest value, at most every 80 ms. */
function useLatest<T>(value: T): T {
  const [asked, setAsked] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setAsked(latest.current);
    }, askEveryMs);
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return asked;
}

function Reading({
  player,
  model: { side, facts },
  drawing,
}: Pick<PartProps, 'player'> & { model: Placed; drawing: Drawing | undefined }) {
  const question = useMemo(() => drawing && ({ kind: 'classify', side, drawing } as const), [side, drawing]);
  const { answer, problem } = useAnswer(player, question, facts);
  if (problem) return <ProblemPart problem={problem} />;
  if (!answer)
    return (
      <p className={ui.quiet}>{t`Step ${{ step: formatCount(facts.step) }} waits for something to read.`}</p>
    );
  const { step, pixels, shape, probabilities, label } = answer;
  const best = probabilities.indexOf(Math.max(...probabilities));
  const sure = formatPercent(probabilities[best], 0);
  const [height, width, channels = 1] = shape;
  return (
    <section className={css.side} aria-label={t`Read at step ${{ step: formatCount(step) }}`}>
      <h3>{t`Step ${{ step: formatCount(step) }}`}</h3>
      <div className={css.reads}>
        <Picture
          {...{ height, width, channels }}
          values={pixels}
          scale="ink"
          label={t`What the model sees`}
        />
        <p role="status">
          <Sentence
            value={<strong>{facts.classNames[best]}</strong>}
            say={(read) =>
              label === undefined
                ? t`It reads ${read}, ${sure} sure.`
                : label === best
                  ? t`It reads ${read}, ${sure} sure, and that is right.`
                  : t`It reads ${read}, ${sure} sure; it is ${{ truth: facts.classNames[label] }}.`
            }
          />
        </p>
      </div>
      <ProbabilityBars
        label={t`Probability of each class`}
        chances={Array.from(probabilities, (probability, digit) => ({
          name: facts.classNames[digit],
          probability,
          isChosen: digit === best,
        }))}
      />
    </section>
  );
}
