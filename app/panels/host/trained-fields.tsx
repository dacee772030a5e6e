// The choice between training all numbers of a GPT and adapters of a rank on it. Each way says its bytes in a step.
import { t } from '@lingui/core/macro';
import { formatCount } from '../../bridge/words/format';
import { adapterWords, wholeWords, type Trained } from '../../bridge/words/trained-words';
import { Segments, TextField } from '../../ui/field';
import ui from '../../ui/shape.module.css';

export interface TrainedForm {
  readonly kind: Trained;
  readonly rank: string;
}

export const usualRank = 8;

interface Props {
  form: TrainedForm;
  set: (form: TrainedForm) => void;
  trained: { readonly whole: number; readonly adaptersOfRankOne: number };
  mostRank: number;
}

/** Undefined: it is no rank of adapters on this model. */
export function rankOf({ rank }: TrainedForm, mostRank: number): number | undefined {
  const value = Number(rank);
  return Number.isInteger(value) && value >= 1 && value <= mostRank ? value : undefined;
}

export function TrainedFields({ form, set, trained, mostRank }: Props) {
  const rank = rankOf(form, mostRank);
  return (
    <>
      <div className={ui.fields}>
        <Segments
          label={t`What is trained`}
          isTall
          value={form.kind}
          options={[
            ['whole', t`All its numbers`],
            ['adapters', t`Adapters on it`],
          ]}
          onChange={(kind) => set({ ...form, kind })}
        />
        {form.kind === 'adapters' ? (
          <TextField
            label={t`Rank`}
            inputMode="numeric"
            value={form.rank}
            problem={
              rank === undefined
                ? t`A whole number from 1 to ${{ mostRank: formatCount(mostRank) }}.`
                : undefined
            }
            onChange={(event) => set({ ...form, rank: event.target.value })}
          />
        ) : null}
      </div>
      <ul className={`${ui.column} ${ui.quiet}`}>
        <li>{wholeWords(trained.whole)}</li>
        <li>
          {adapterWords(trained.adaptersOfRankOne * (rank ?? Math.min(usualRank, mostRank)), trained.whole)}
        </li>
      </ul>
    </>
  );
}
