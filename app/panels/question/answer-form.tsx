// The field in which a person answers the host's question: a member, or a device that only watches.
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { type Answer, type Question, valueOf } from '../../lessons/core/prediction';
import { Ask } from '../../lessons/view/ask';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import css from './question.module.css';

interface Props {
  question: Question;
  intro: string;
  about?: ReactNode;
  note: string;
  /** The answer as it travels (H16). */
  onSend: (value: number) => void;
}

export function AnswerForm({ question, intro, about, note, onSend }: Props) {
  const [draft, setDraft] = useState<Answer>();
  return (
    <Form className={css.form} onSubmit={() => draft && onSend(valueOf(question, draft))}>
      <p className={css.hint}>{intro}</p>
      <div className={css.field}>
        <Ask question={question} onAnswer={setDraft} />
      </div>
      {about}
      <div className={css.row}>
        <Button kind="primary" type="submit" disabled={!draft}>
          {t`Send my prediction`}
        </Button>
        <span className={css.hint}>{note}</span>
      </div>
    </Form>
  );
}
