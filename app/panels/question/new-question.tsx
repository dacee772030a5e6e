// What the host asks next: of the run, of the ring, or a question of a lesson with its settings.
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { HostControls } from '../../bridge/session/host-controls';
import { useSession } from '../../bridge/session/session-context';
import type { Question as Asked } from '../../../src/replica/protocol';
import { loadLesson } from '../../lessons/catalogue';
import { typedNumber } from '../../lessons/core/amount';
import { initialValues, type Values } from '../../lessons/core/control';
import { lessonIds } from '../../lessons/core/lesson';
import { lessonTitles } from '../../lessons/titles';
import { hasAmounts } from '../../bridge/words/run-words';
import { Button } from '../../ui/button';
import { DecimalField } from '../../ui/decimal-field';
import { SelectField, TextField } from '../../ui/field';
import { useLoaded } from '../../ui/use-loaded';
import { Control } from '../host/control';
import { runQuestion } from './asked-question';
import { useClassRun } from './class-runs';
import { firstValues, mostProblem, sizeProblem, stepProblem } from './first-values';
import css from './question.module.css';

const kinds = (areAmounts: boolean) =>
  [
    ['loss', t`The loss at a step`],
    ...(areAmounts ? [] : [['accuracy', t`The accuracy at a step`] as const]),
    ['speed-up', t`The speed of more replicas`],
    ...lessonIds.map((id) => [id, t`Lesson: ${{ title: lessonTitles[id]().title }}`] as const),
  ] as const;
/** What nobody has typed follows the run, slowly enough to be read. */
const followEveryMs = 1000;

type Kind = ReturnType<typeof kinds>[number][0];

export function NewQuestion({ controls }: { controls: HostControls }) {
  const [kind, setKind] = useState<Kind>('loss');
  const { run } = useClassRun();
  const ask = (question: Asked): void =>
    question.kind === 'lesson' ? run.ask(question) : controls.send({ kind: 'ask', question });
  const isOfRun = kind === 'loss' || kind === 'accuracy' || kind === 'speed-up';
  return (
    <Control
      does={
        isOfRun
          ? t`Each member answers on its own screen. A projector shows how many did, then what they said.`
          : t`Each member answers on its own screen. Then this device closes the question, runs the lesson, and shows everybody what came. A projector follows by itself. The room’s own run pauses meanwhile.`
      }
    >
      <SelectField
        label={t`Ask everybody for a prediction`}
        value={kind}
        options={kinds(hasAmounts(controls.live.config))}
        onChange={setKind}
      />
      {kind === 'loss' || kind === 'accuracy' ? (
        <AtStep key={kind} kind={kind} live={controls.live} onAsk={ask} />
      ) : kind === 'speed-up' ? (
        <SpeedUp onAsk={ask} />
      ) : (
        <OfLesson key={kind} id={kind} onAsk={ask} />
      )}
    </Control>
  );
}

interface Props {
  kind: 'loss' | 'accuracy';
  live: HostControls['live'];
  onAsk: (question: Asked) => void;
}

function AtStep({ kind, live, onAsk }: Props) {
  const session = useSession();
  // What controls draw is older than the newest step.
  const [now = live, setNow] = useState(session.live);
  useEffect(() => {
    const timer = setInterval(() => setNow(session.live), followEveryMs);
    return () => clearInterval(timer);
  }, [session]);
  const [typedStep, typeStep] = useState<string>();
  const [typedMost, typeMost] = useState<string>();
  const first = firstValues(now, session.series.records);
  const step = typedStep === undefined ? first.step : typedNumber(typedStep);
  const most = typedMost === undefined ? first.most : typedNumber(typedMost);
  const stepIs = stepProblem(step, now);
  const mostIs = kind === 'loss' ? mostProblem(most) : undefined;
  const ask = (asks: Asked): void => {
    // The step may have passed since it was drawn.
    if (session.live && stepProblem(step, session.live)) setNow(session.live);
    else onAsk(asks);
  };
  return (
    <>
      <TextField
        label={t`Step`}
        inputMode="numeric"
        value={typedStep ?? first.step}
        problem={stepIs}
        onChange={(event) => typeStep(event.target.value)}
      />
      {kind === 'loss' ? (
        <DecimalField
          label={t`Largest answer`}
          value={typedMost ?? String(first.most)}
          problem={mostIs}
          onType={typeMost}
        />
      ) : null}
      <Send
        asks={stepIs || mostIs ? undefined : kind === 'loss' ? { kind, step, most } : { kind, step }}
        onAsk={ask}
      />
    </>
  );
}

function SpeedUp({ onAsk }: { onAsk: (question: Asked) => void }) {
  const [text, setText] = useState('8');
  const problem = sizeProblem(Number(text));
  return (
    <>
      <TextField
        label={t`Replicas`}
        inputMode="numeric"
        value={text}
        problem={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Send asks={problem ? undefined : { kind: 'speed-up', replicas: Number(text) }} onAsk={onAsk} />
    </>
  );
}

function OfLesson({ id, onAsk }: { id: string; onAsk: (question: Asked) => void }) {
  const [chosen, setChosen] = useState<Values>({});
  const { value, hasFailed } = useLoaded(id, async () => (await loadLesson(id)) ?? 'missing');
  if (hasFailed || value === 'missing')
    return <p role="alert">{t`The lesson could not be loaded. Choose it again.`}</p>;
  if (!value) return null;
  const lesson = value;
  const values = { ...initialValues(lesson.controls()), ...chosen };
  return (
    <>
      {lesson.controls().map((control) => (
        <SelectField
          key={control.id}
          label={control.label}
          value={values[control.id]}
          options={control.options}
          onChange={(value) => setChosen({ ...chosen, [control.id]: value })}
        />
      ))}
      <p className={css.question}>{lesson.question(values).text}</p>
      <Send asks={{ kind: 'lesson', lesson: id, values }} onAsk={onAsk} />
    </>
  );
}

/** `asks`: undefined while a field has a problem. */
function Send({ asks, onAsk }: { asks: Asked | undefined; onAsk: (question: Asked) => void }) {
  const words = asks && runQuestion(asks)?.text;
  return (
    <>
      {words ? <p className={css.question}>{words}</p> : null}
      <div className={css.row}>
        <Button kind="primary" disabled={!asks} onClick={() => asks && onAsk(asks)}>
          {asks?.kind === 'lesson' ? t`Ask, then run it together` : t`Ask the room`}
        </Button>
      </div>
    </>
  );
}
