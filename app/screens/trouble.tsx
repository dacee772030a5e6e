// What happened, whether progress is safe, the one next step, and a code to quote.
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { demoTroubleWords, troubleWords, type TroubleCode } from '../bridge/words/trouble';
import { Button, buttonClass } from '../ui/button';
import { troubleText } from '../text/trouble';
import css from './trouble.module.css';

export function Trouble({
  code,
  message,
  advice,
  onTryAgain,
  onUseCpu,
  flightRecord,
  watch,
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
  /** Where this device can watch the room that it cannot train for; undefined: there is none. */
  watch?: string | undefined;
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
        {code === 'room-not-found' ? <Button onClick={onTryAgain}>{troubleText.lookAgain}</Button> : null}
        {words.action === 'open-https' ? (
          <Button onClick={onUseCpu}>{troubleText.trainCpuInstead}</Button>
        ) : null}
        {watch !== undefined && mayWatch.has(code) ? (
          <Link href={watch} className={buttonClass()}>
            {troubleText.watchInstead}
          </Link>
        ) : null}
        {words.action === 'go-home' ? null : (
          <Button kind="quiet" onClick={() => navigate('/')}>
            {troubleText.backStart}
          </Button>
        )}
        {flightRecord}
      </div>
      <p className={css.code}>
        {troubleText.code} <code>{code}</code>
        {message ? ` · ${message}` : ''}
      </p>
    </section>
  );
}

/** This device cannot train for the room now; watching asks less of it. */
const mayWatch: ReadonlySet<TroubleCode> = new Set<TroubleCode>([
  'no-https',
  'no-webgpu',
  'no-adapter',
  'device-lost',
  'out-of-memory',
  'model-does-not-fit',
  'gpu-error',
  'wrong-answers',
  'network-blocked',
  'room-full',
]);
