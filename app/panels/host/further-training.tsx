// The end of a form that trains a model further: the number of steps, the learning rate, and the buttons.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { DecimalField } from '../../ui/decimal-field';
import { TextField } from '../../ui/field';
import ui from '../../ui/shape.module.css';

const usualSteps = 300;

export interface FurtherTraining {
  /** The field's text as it was typed. */
  readonly steps: { readonly text: string; readonly set: (text: string) => void; readonly problem?: string };
  readonly rate: { readonly text: string; readonly set: (text: string) => void; readonly problem?: string };
  readonly stepCount: number;
  readonly learningRate: number;
  readonly isFine: boolean;
}

/** `usualRate` stands in the field until a person types another. */
export function useFurtherTraining(usualRate: number): FurtherTraining {
  const [steps, setSteps] = useState(String(usualSteps));
  const [typedRate, setTypedRate] = useState<string>();
  const rate = typedRate ?? String(usualRate);
  const stepCount = Number(steps);
  const learningRate = Number(rate);
  const areStepsFine = Number.isInteger(stepCount) && stepCount >= 1 && stepCount <= 1_000_000;
  const isRateFine = learningRate > 0 && learningRate <= 100;
  return {
    steps: {
      text: steps,
      set: setSteps,
      problem: areStepsFine ? undefined : t`A whole number from 1 to 1,000,000.`,
    },
    rate: {
      text: rate,
      set: setTypedRate,
      problem: isRateFine ? undefined : t`Above 0, at most 100.`,
    },
    stepCount,
    learningRate,
    isFine: areStepsFine && isRateFine,
  };
}

interface Props {
  training: FurtherTraining;
  /** The words of the button that begins. */
  begin: string;
  mayBegin: boolean;
  onBack: () => void;
}

export function FurtherTrainingFields({ training: { steps, rate, isFine }, begin, mayBegin, onBack }: Props) {
  return (
    <div className={ui.fields}>
      <TextField
        label={t`Steps`}
        inputMode="numeric"
        value={steps.text}
        problem={steps.problem}
        onChange={(event) => steps.set(event.target.value)}
      />
      <DecimalField label={t`Learning rate`} value={rate.text} problem={rate.problem} onType={rate.set} />
      <Button type="submit" kind="primary" disabled={!isFine || !mayBegin}>
        {begin}
      </Button>
      <Button onClick={onBack}>{t`Back`}</Button>
    </div>
  );
}
