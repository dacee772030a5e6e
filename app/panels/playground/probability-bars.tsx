// What the model finds how likely: its choice stands out.
import { formatPercent } from '../../bridge/words/format';
import { Bars } from '../../ui/bars';
import css from './playground.module.css';

interface Props {
  label: string;
  chances: readonly {
    readonly name: string | undefined;
    readonly probability: number;
    readonly isChosen: boolean;
  }[];
}

export function ProbabilityBars({ label, chances }: Props) {
  return (
    <Bars
      label={label}
      className={css.bars}
      bars={chances.map(({ name, probability, isChosen }) => ({
        name: <code>{name}</code>,
        share: probability,
        value: formatPercent(probability),
        fill: isChosen ? 'blue' : 'grey',
        isMarked: isChosen,
      }))}
    />
  );
}
