// A question with its options, or with a slider over what can be an answer. A number without a largest one is typed.
import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { DecimalField } from '../../ui/decimal-field';
import { StepsSlider } from '../../ui/steps-slider';
import { answersOn } from '../core/answer-scale';
import { typedNumber } from '../core/amount';
import { answerWords, parseAnswer, rangeWords, type Answer, type Question } from '../core/prediction';
import ui from '../../ui/shape.module.css';
import css from './ask.module.css';

interface Props {
  question: Question;
  isDisabled?: boolean;
  onAnswer: (answer: Answer | undefined) => void;
}

export function Ask({ question, isDisabled = false, onAnswer }: Props) {
  const name = useId();
  if (question.kind === 'number') {
    const given = { question, isDisabled, onAnswer };
    return question.most === Infinity ? <Typed {...given} /> : <Judged {...given} />;
  }
  return (
    <fieldset className={css.ask}>
      <legend>{question.text}</legend>
      {question.options.map(([id, words]) => (
        <label key={id}>
          <input
            type="radio"
            name={name}
            disabled={isDisabled}
            onChange={() => onAnswer({ kind: 'choice', option: id })}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

interface NumberProps extends Props {
  question: Question & { kind: 'number' };
}

/** Nobody who judges by eye has digits to type. Whoever has not moved the slider has not answered. */
function Judged({ question, isDisabled, onAnswer }: NumberProps) {
  const [place, setPlace] = useState<number>();
  const answers = answersOn(question);
  const wordsAt = (index: number): string => answerWords(question, { kind: 'number', value: answers[index] });
  return (
    <div className={css.ask}>
      <StepsSlider
        label={question.text}
        at={place ?? 0}
        count={answers.length}
        words={place === undefined ? '?' : wordsAt(place)}
        wordsAt={wordsAt}
        isDisabled={isDisabled ?? false}
        choosesAtOnce
        onChoose={(index) => {
          setPlace(index);
          onAnswer({ kind: 'number', value: answers[index] });
        }}
      />
      <p className={ui.faint}>
        {place === undefined ? t`Move the slider to your answer.` : rangeWords(question)}
      </p>
    </div>
  );
}

function Typed({ question, isDisabled, onAnswer }: NumberProps) {
  const [text, setText] = useState('');
  const range = rangeWords(question);
  const answerOf = (given: string): Answer | undefined =>
    given.trim() === '' ? undefined : parseAnswer(question, { kind: 'number', value: typedNumber(given) });
  return (
    <div className={css.ask}>
      <DecimalField
        label={question.text}
        hint={range}
        problem={text !== '' && !answerOf(text) ? range : undefined}
        disabled={isDisabled}
        value={text}
        onType={(given) => {
          setText(given);
          onAnswer(answerOf(given));
        }}
      />
    </div>
  );
}
