// The playground: what can be tried with a model, by what it takes, beside the same of another one.
import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { ProblemLine } from '../../bridge/session/problem-line';
import { formatCount, formatSentence } from '../../bridge/words/format';
import { withWords } from '../../bridge/session/page-language';
import { lazyPart } from '../../ui/lazy-part';
import { Button } from '../../ui/button';
import { AgainstPart, PredictPart } from './amount-part';
import { AttentionPart } from './attention-part';
import { DrawPart } from './draw-part';
import { ExaminePart } from './examine-part';
import { FiltersPart } from './filters-part';
import { PlanePart } from './plane-part';
import type { PlaygroundState } from './use-playground';
import { WritePart } from './write-part';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

const TakeAwayPart = lazyPart(async () => (await withWords(import('./take-away/take-away-part'))).default);
/** Only a run on another model has it. */
const BaseField = lazyPart(async () => (await withWords(import('../host/base-field'))).BaseField);
/** Only a model of photographs or sounds has it. */
const LivePart = lazyPart(async () => (await withWords(import('./live/live-part'))).default);

/** `waiting`: what is said while there is no model. */
export function Playground({ state, waiting }: { state: PlaygroundState; waiting?: string }) {
  const { player, now, models, problem } = state;
  return (
    <div className={ui.stack}>
      {now ? <Compare state={state} /> : null}
      {problem?.lacks ? (
        <section aria-label={problem.file}>
          <p className={css.lacking}>{problem.file}</p>
          <BaseField run={problem.lacks.run} onBase={problem.lacks.open} />
        </section>
      ) : problem ? (
        <p className={ui.bad} role="alert">
          <ProblemLine
            problem={problem.why}
            within={(words) =>
              formatSentence(problem.file ? t`“${{ file: problem.file }}” cannot be used: ${words}` : words)
            }
          />
        </p>
      ) : null}
      {!player || !now ? (
        waiting === undefined ? null : (
          <p className={ui.empty} role="status">
            {waiting}
          </p>
        )
      ) : (
        <Parts
          key={now.task}
          player={player}
          models={models}
          task={now.task}
          hasExamples={now.heldOut !== undefined}
          sense={now.sense}
        />
      )}
    </div>
  );
}

function Parts({
  player,
  models,
  task,
  hasExamples,
  sense,
}: Pick<PlaygroundState, 'models'> & {
  player: NonNullable<PlaygroundState['player']>;
  task: NonNullable<PlaygroundState['now']>['task'];
  hasExamples: boolean;
  sense: NonNullable<PlaygroundState['now']>['sense'];
}) {
  const props = { player, models };
  if (task === 'text')
    return (
      <>
        <WritePart {...props} />
        <AttentionPart {...props} />
        <TakeAwayPart {...props} />
      </>
    );
  if (task === 'amounts')
    return (
      <>
        <PredictPart {...props} />
        {hasExamples ? <AgainstPart {...props} /> : <NoExamples />}
        <TakeAwayPart {...props} />
      </>
    );
  return (
    <>
      {task === 'image' && sense ? <LivePart {...props} key={sense} sense={sense} /> : null}
      {task === 'image' && (hasExamples || !sense) ? <DrawPart {...props} /> : null}
      {task === 'points' && hasExamples ? <PlanePart {...props} /> : null}
      {hasExamples ? <ExaminePart {...props} /> : <NoExamples />}
      {task === 'image' ? <FiltersPart {...props} /> : null}
      <TakeAwayPart {...props} />
    </>
  );
}

function NoExamples() {
  return (
    <p
      className={ui.quiet}
    >{t`The file holds the model and not its data: what it misreads is shown only in the run itself.`}</p>
  );
}

/** The choice of what stands beside the current model: before and after. */
function Compare({ state: { models, beside, compare } }: { state: PlaygroundState }) {
  const file = useRef<HTMLInputElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const now = models[models.length - 1];
  const [first, second] = models;
  const parameters = formatCount(now.facts.parameterCount);
  return (
    <div className={css.compare}>
      <p className={css.shown}>
        {second
          ? t`${{ first: first.title }} beside ${{ second: second.title }} · ${parameters} parameters`
          : t`${{ model: first.title }} · ${parameters} parameters`}
      </p>
      <div ref={choices} className={`${ui.row} ${css.choices}`} role="group" aria-label={t`Compare with`}>
        <span className={ui.label}>{t`Compare with`}</span>
        <Button
          isSmall
          aria-pressed={beside === 'untrained'}
          onClick={() => compare(beside === 'untrained' ? undefined : 'untrained')}
        >
          {t`Before training`}
        </Button>
        <Button isSmall aria-pressed={beside === 'kept'} onClick={() => compare('kept')}>
          {t`This moment`}
        </Button>
        <Button isSmall aria-pressed={beside === 'file'} onClick={() => file.current?.click()}>
          {t`A file …`}
        </Button>
        {beside ? (
          <Button
            kind="quiet"
            isSmall
            onClick={() => {
              // This button goes with what stood beside, and would take the focus along.
              choices.current?.querySelector('button')?.focus();
              compare(undefined);
            }}
          >
            {t`Nothing`}
          </Button>
        ) : null}
        <input
          ref={file}
          className="visually-hidden"
          type="file"
          accept=".safetensors"
          tabIndex={-1}
          aria-label={t`A saved run to compare with`}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen) compare('file', chosen);
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}
