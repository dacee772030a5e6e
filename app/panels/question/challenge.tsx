// The challenge of a lesson that a class has run together. Each person takes it on the lesson's own page, which begins with
// the settings of the class and checks each run.
import { t } from '@lingui/core/macro';
import { buttonClass } from '../../ui/button';
import type { AskedQuestion } from './asked-question';
import css from './question.module.css';

export function Challenge({ lesson: { task, path } }: { lesson: NonNullable<AskedQuestion['lesson']> }) {
  return (
    <div className={css.challenge}>
      <p>
        <strong>{t`The challenge:`}</strong> {task}
      </p>
      <p className={css.row}>
        <a className={buttonClass('plain', true)} href={path} target="_blank" rel="noopener">
          {t`Take it on the lesson’s page (opens a new tab)`}
        </a>
        <span className={css.hint}>{t`The lesson runs on your device, and its page checks each run.`}</span>
      </p>
    </div>
  );
}
