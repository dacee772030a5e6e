// A question with a field for its answer. What is no answer to it counts as none.
import { useId, useState } from 'react';
import { TextField } from '../../ui/field';
import { typedNumber } from '../core/amount';
import { parseAnswer, rangeWords, type Answer, type Question } from '../core/prediction';
import css from './lesson.module.css';

interface Props {
  question: Question;
  isDisabled?: boolean;
  onAnswer: (answer: Answer | undefined) => void;
}

export function Ask({ question, isDisabled = false, onAnswer }: Props) {
  const name = useId();
  const [text, setText] = useState('');
  if (question.kind === 'choice')
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
  const range = rangeWords(question);
  const answerOf = (given: string): Answer | undefined =>
    given.trim() === '' ? undefined : parseAnswer(question, { kind: 'number', value: typedNumber(given) });
  return (
    <div className={css.ask}>
      <TextField
        label={question.text}
        hint={range}
        problem={text !== '' && !answerOf(text) ? range : undefined}
        inputMode="decimal"
        disabled={isDisabled}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onAnswer(answerOf(event.target.value));
        }}
      />
    </div>
  );
}
