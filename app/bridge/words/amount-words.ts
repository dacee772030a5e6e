// Amounts in words: with what stands beside their numbers, and how far a model's predictions are from the truth.
import { t } from '@lingui/core/macro';
import type { Amount } from '../../../src/data/amounts';
import type { AmountFigures, AmountView } from '../../../src/replica/amount-view';
import { formatCount, formatValue } from './format';

/** '311.2 €'. */
export function amountWords(value: number, { unit = '' }: Pick<Amount, 'unit'>): string {
  return unit === '' ? formatValue(value) : `${formatValue(value)}\u00a0${unit}`;
}

/** R² as people read it: three decimals. */
export function formatR2(r2: number | undefined): string {
  if (r2 === undefined || !Number.isFinite(r2)) return '–';
  return formatValue(Number(r2.toFixed(3)));
}

/** 'price: off by 12.3 on average (MAE), RMSE 17.1, R² 0.98.' `name` is empty where it is not known. */
export function figureWords(figures: AmountFigures): string {
  const values = {
    mae: amountWords(figures.mae, figures),
    rmse: amountWords(figures.rmse, figures),
    r2: formatR2(figures.r2),
  };
  const { name } = figures;
  return name === ''
    ? t`Off by ${{ mae: values.mae }} on average (MAE), RMSE ${{ rmse: values.rmse }}, R² ${{ r2: values.r2 }}.`
    : t`${name}: off by ${{ mae: values.mae }} on average (MAE), RMSE ${{ rmse: values.rmse }}, R² ${{ r2: values.r2 }}.`;
}

/** The picture of amounts in words: the number of examples, and the errors of each amount. */
export function amountViewWords({ figures, count }: Pick<AmountView, 'figures' | 'count'>): string {
  return [
    t`What is predicted for ${{ count: formatCount(count) }} held-out examples, against what is true.`,
    ...figures.map(figureWords),
  ].join(' ');
}
