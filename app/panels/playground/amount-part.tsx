// A model of amounts to try: what it predicts for values that a person enters, and for held-out examples beside what is true.
import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import type { ModelFacts } from '../../../src/replica/page/player';
import { amountViewWords, amountWords } from '../../bridge/words/amount-words';
import { formatCount } from '../../bridge/words/format';
import { DecimalField } from '../../ui/decimal-field';
import { SelectField } from '../../ui/field';
import { Panel } from '../../ui/panel';
import { AmountPicture } from '../sample/amount-picture';
import { ProblemPart } from './problem-part';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

/** Further columns are gaps: who enters more than these, enters a file. */
const mostFields = 24;

type Columns = NonNullable<ModelFacts['columns']>;

export function PredictPart({ player, models }: PartProps) {
  const { columns } = models[models.length - 1].facts;
  return columns ? <Entered player={player} models={models} columns={columns.slice(0, mostFields)} /> : null;
}

function Entered({ player, models, columns }: PartProps & { columns: Columns }) {
  const [row, setRow] = useState(() => columns.map(usual));
  const set = (at: number, text: string): void => setRow(row.with(at, text));
  return (
    <Panel
      title={t`Predict an amount`}
      summary={t`Enter what is known of a case. An empty field is unknown to the model.`}
    >
      <div className={css.entered}>
        {columns.map((column, at) =>
          column.kind === 'number' ? (
            <DecimalField
              key={at}
              label={column.name}
              value={row[at]}
              problem={isReal(row[at]) ? undefined : t`This is no number: to the model it is unknown.`}
              onType={(text) => set(at, text)}
            />
          ) : (
            <SelectField
              key={at}
              label={column.name}
              value={row[at]}
              options={[['', t`unknown`], ...column.values.map((value) => [value, value] as const)]}
              onChange={(value) => set(at, value)}
            />
          ),
        )}
      </div>
      {models.map((model) => (
        <Prediction key={model.side} player={player} model={model} row={row} />
      ))}
    </Panel>
  );
}

function Prediction({
  player,
  model: { side, facts },
  row,
}: Pick<PartProps, 'player'> & { model: Placed; row: readonly string[] }) {
  const question = useMemo(() => ({ kind: 'predict', side, row }) as const, [side, row]);
  const { answer, problem } = useAnswer(player, question, facts);
  if (problem) return <ProblemPart problem={problem} />;
  if (!answer) return null;
  const step = formatCount(answer.step);
  return (
    <div role="status">
      <ul className={css.predicted}>
        {facts.amounts.map((amount, term) => (
          <li key={amount.name}>
            {t`${{ name: amount.name }}: ${{ amount: amountWords(answer.amounts[term], amount) }} at step ${step}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function AgainstPart({ player, models }: PartProps) {
  return (
    <Panel
      title={t`Predicted against true`}
      summary={t`Each point is a held-out example: right of the diagonal too little is predicted, left of it too much.`}
    >
      <div className={css.sides}>
        {models.map((model) => (
          <OfModel key={model.side} player={player} model={model} />
        ))}
      </div>
    </Panel>
  );
}

function OfModel({ player, model: { side, facts } }: Pick<PartProps, 'player'> & { model: Placed }) {
  const question = useMemo(() => ({ kind: 'amounts', side }) as const, [side]);
  const { answer, problem } = useAnswer(player, question, facts);
  if (problem) return <ProblemPart problem={problem} />;
  if (!answer) return <p className={ui.quiet}>{t`Reading the examples …`}</p>;
  const step = formatCount(answer.step);
  return (
    <section className={css.side} aria-label={t`Predictions at step ${step}`}>
      <h3>{t`Step ${step}`}</h3>
      <div className={css.against}>
        <AmountPicture view={answer} />
      </div>
      <p className={ui.quiet}>{amountViewWords(answer)}</p>
    </section>
  );
}

/** The first value of a field: the column’s mean, or its first name. */
function usual(column: Columns[number]): string {
  return column.kind === 'number' ? String(Number(column.mean.toPrecision(3))) : column.values[0];
}

function isReal(text: string): boolean {
  return text.trim() === '' || Number.isFinite(Number(text));
}
