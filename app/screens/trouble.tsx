// What happened, whether progress is safe, the one next step, and a code to quote.
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { demoTroubleWords, troubleWords, type TroubleCode } from '../bridge/words/trouble';
import { Button } from '../ui/button';
import css from './trouble.module.css';

export function Trouble({
  code,
  message,
  advice,
  onTryAgain,
  onUseCpu,
  flightRecord,
  isDemo = false,
}: {
  code: TroubleCode;
  /** The error's own text, in small print, for the search of the cause. */
  message?: string;
  /** The device report's own next step for this browser. */
  advice?: string;
  onTryAgain: () => void;
  onUseCpu: () => void;
  /** The flight record of a replica that has run, for download. */
  flightRecord?: ReactNode;
  /** In a ring within this page. */
  isDemo?: boolean;
}) {
  const [, navigate] = useLocation();
  const words = isDemo ? demoTroubleWords(code) : troubleWords(code);
  const act = (): void => {
    switch (words.action) {
      case 'try-again':
      case 'continue':
        return onTryAgain();
      case 'use-cpu':
        return onUseCpu();
      case 'go-home':
        return navigate('/');
      case 'reload':
        return location.reload();
      case 'open-https':
        return location.replace(location.href.replace(/^http:/, 'https:'));
      default:
        words.action satisfies never;
    }
  };
  return (
    <section className={css.trouble} role="alert">
      <h1>{words.title}</h1>
      <p className={css.what}>{words.what}</p>
      {advice ? <p className={css.advice}>{advice}</p> : null}
      <p className={css.safe}>{words.safe}</p>
      <div className={css.actions}>
        <Button kind="primary" onClick={act}>
          {words.label}
        </Button>
        {code === 'room-not-found' ? <Button onClick={onTryAgain}>Look again</Button> : null}
        {words.action === 'open-https' ? <Button onClick={onUseCpu}>Train on the CPU instead</Button> : null}
        {words.action === 'go-home' ? null : (
          <Button kind="quiet" onClick={() => navigate('/')}>
            Back to the start
          </Button>
        )}
        {flightRecord}
      </div>
      <p className={css.code}>
        Code: <code>{code}</code>
        {message ? ` · ${message}` : ''}
      </p>
    </section>
  );
}
