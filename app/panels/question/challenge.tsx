// The challenge of a lesson that a class has run together. Each person takes it on the lesson's own page, which begins with
// the settings of the class and checks each run.
import { questionText } from '../../text/question';
import { buttonClass } from '../../ui/button';
import type { AskedQuestion } from './asked-question';
import css from './question.module.css';

export function Challenge({ lesson: { task, path } }: { lesson: NonNullable<AskedQuestion['lesson']> }) {
  return (
    <div className={css.challenge}>
      <p>
        <strong>{questionText.challenge}</strong> {task}
      </p>
      <p className={css.row}>
        <a className={buttonClass('plain', true)} href={path} target="_blank" rel="noopener">
          {questionText.takeChallenge}
        </a>
        <span className={css.hint}>{questionText.challengeRuns}</span>
      </p>
    </div>
  );
}
