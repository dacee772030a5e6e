// A trouble of any code, with the ways on that suit it.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatCount } from '../bridge/words/format';
import { demoTroubleWords, troubleWords, type TroubleCode } from '../bridge/words/trouble';
import { Button, buttonClass } from '../ui/button';
import { TroubleCard } from './trouble-card';

interface Props {
  code: TroubleCode;
  message?: string;
  technical?: string | undefined;
  advice?: string;
  onTryAgain: () => void;
  onUseCpu: () => void;
  flightRecord?: ReactNode;
  /** Where this device can watch the room that it cannot train for; undefined: there is none. */
  watch?: string | undefined;
  /** Whether it is in a ring within this page. */
  isDemo?: boolean;
  /** The step up to which this device keeps the training of this tab; undefined: no file is there. */
  keptStep?: number | undefined;
  /** Replaces the sentence on what is safe. A device that only watches has its own. */
  safe?: string;
}

export function Trouble({ code, watch, isDemo = false, safe, keptStep, onUseCpu, ...rest }: Props) {
  const words = { ...(isDemo ? demoTroubleWords(code) : troubleWords(code)), ...(safe && { safe }) };
  return (
    <TroubleCard
      {...{ ...rest, code, words, onUseCpu }}
      kept={
        keptStep === undefined
          ? undefined
          : t`Your training up to step ${{ step: formatCount(keptStep) }} is kept on this device. Home offers to go on with it.`
      }
      other={
        <>
          {words.action === 'open-https' ? (
            <Button onClick={onUseCpu}>{t`Train on the CPU instead`}</Button>
          ) : null}
          {watch !== undefined && mayWatch.has(code) ? (
            <Link href={watch} className={buttonClass()}>
              {t`Watch instead`}
            </Link>
          ) : null}
        </>
      }
    />
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
