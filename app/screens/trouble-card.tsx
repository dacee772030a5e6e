// What happened, whether progress is safe, the one next step, and a code to quote.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { TroubleWords } from '../bridge/words/first-trouble';
import { Button } from '../ui/button';
import ui from '../ui/shape.module.css';
import css from './trouble.module.css';

export function TroubleCard({
  code,
  words,
  message,
  technical,
  advice,
  kept,
  onTryAgain,
  onUseCpu,
  other,
  flightRecord,
}: {
  code: string;
  words: TroubleWords;
  /** The error's own text, in small print, for the search of the cause. */
  message?: string | undefined;
  /** What only English has of it. */
  technical?: string | undefined;
  /** The next step that suits this device or this code. */
  advice?: string | undefined;
  /** The sentence that says which work of this tab is in a file on this device. */
  kept?: string | undefined;
  onTryAgain: () => void;
  onUseCpu: () => void;
  /** Further ways on. */
  other?: ReactNode;
  /** The flight record of a replica that has run, for download. */
  flightRecord?: ReactNode;
}) {
  const [, navigate] = useLocation();
  const act = (): void => {
    switch (words.action) {
      case 'try-again':
      case 'continue':
        return onTryAgain();
      case 'use-cpu':
        return onUseCpu();
      case 'go-home':
        return navigate('/');
      case 'new-room':
        return navigate('/start');
      case 'reload':
        return location.reload();
      case 'open-https':
        return location.replace(location.href.replace(/^http:/, 'https:'));
      default:
        words.action satisfies never;
    }
  };
  return (
    <section className={`${ui.card} ${css.trouble}`} role="alert">
      <h1>{words.title}</h1>
      <p>{words.what}</p>
      {advice ? <p className={css.advice}>{advice}</p> : null}
      <p className={css.safe}>{words.safe}</p>
      {kept ? <p className={css.safe}>{kept}</p> : null}
      <div className={css.actions}>
        <Button kind="primary" onClick={act}>
          {words.label}
        </Button>
        {code === 'room-not-found' ? <Button onClick={onTryAgain}>{t`Look again`}</Button> : null}
        {other}
        {words.action === 'go-home' ? null : (
          <Button kind="quiet" onClick={() => navigate('/')}>
            {t`Back to the start`}
          </Button>
        )}
        {flightRecord}
      </div>
      <p className={ui.faint}>
        {t`Code:`} <code>{code}</code>
        {message ? ` · ${message}` : ''}
        {technical === undefined ? null : (
          <>
            {' · '}
            <code lang="en">{technical}</code>
          </>
        )}
      </p>
    </section>
  );
}
