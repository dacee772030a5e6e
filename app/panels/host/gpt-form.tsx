// A GPT of others before it begins a run: what it is, the text to train it further on, and how.
import { DecimalField } from '../../ui/decimal-field';
import { plural, select, t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import { say, type Saying } from '../../../src/base/sayings';
import { useState } from 'react';
import {
  loadSavedRuns,
  type GivenGpt,
  type LocalFiles,
  type SavedRun,
} from '../../bridge/session/engine-room';
import { ProblemLine } from '../../bridge/session/problem-line';
import { noteWords } from '../../bridge/words/data-words';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Problem, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import FilePicker from './file-picker';
import ui from '../../ui/shape.module.css';
import css from './saved-runs.module.css';

const usualSteps = 300;
/** Lower than that of a fresh model, which would forget what it knows. */
const usualRate = 0.0003;

interface Props {
  gpt: GivenGpt;
  onBegin: (run: SavedRun, steps: number, files: LocalFiles | undefined) => void;
  onBack: () => void;
}

export default function GptForm({ gpt, onBegin, onBack }: Props) {
  const { shape, tokens, recipe, notes } = gpt.facts;
  const [files, setFiles] = useState<LocalFiles>();
  const [steps, setSteps] = useState(String(usualSteps));
  const [rate, setRate] = useState(String(usualRate));
  const [state, setState] = useState<{ kind: 'ready' | 'beginning' } | { kind: 'refused'; why: Saying }>({
    kind: 'ready',
  });
  const stepCount = Number(steps);
  const learningRate = Number(rate);
  const stepsProblem =
    Number.isInteger(stepCount) && stepCount >= 1 && stepCount <= 1_000_000
      ? undefined
      : t`A whole number from 1 to 1,000,000.`;
  const rateProblem = learningRate > 0 && learningRate <= 100 ? undefined : t`Above 0, at most 100.`;
  const begin = async (text: Extract<LocalFiles, { kind: 'text' }>): Promise<void> => {
    setState({ kind: 'beginning' });
    const begun = await loadSavedRuns()
      .then((shelf) => shelf.beginWithGpt(gpt, { text, steps: stepCount, learningRate }))
      .catch(() => undefined);
    if (!begun?.ok)
      return setState({
        kind: 'refused',
        why: begun ? saidOf(begun.error) : say('files-not-read'),
      });
    setState({ kind: 'ready' });
    onBegin(begun.value, stepCount, text);
  };
  return (
    <Form
      className={ui.column}
      onSubmit={() => files?.kind === 'text' && !stepsProblem && !rateProblem && begin(files)}
    >
      <div>
        <p className={css.title}>{t`A GPT-2 to train further`}</p>
        <p className={ui.quiet}>
          {t`${plural(
            { blocks: shape.layers },
            {
              one: `${{ blocksShown: formatCount(shape.layers) }} block`,
              other: `${{ blocksShown: formatCount(shape.layers) }} blocks`,
            },
          )}, ${{ channels: formatCount(shape.channels) }} channels, ${plural(
            { heads: shape.heads },
            {
              one: `${{ headsShown: formatCount(shape.heads) }} head`,
              other: `${{ headsShown: formatCount(shape.heads) }} heads`,
            },
          )}, context ${{ context: formatCount(shape.context) }}; ${{ tokens: formatCount(tokens.count) }} ${select(
            { kind: tokens.kind },
            { characters: 'characters', other: 'byte-pair tokens' },
          )}.`}
        </p>
        {notes.map((note) => (
          <p key={note.code} className={ui.quiet}>
            {noteWords(note)}
          </p>
        ))}
      </div>
      <div>
        <p
          className={`${ui.quiet} ${css.note}`}
        >{t`The run begins with its weights, and trains them on a text that is read in its tokens.`}</p>
        <FilePicker files={files} onFiles={setFiles} textIn={recipe} context={shape.context} />
        {files && files.kind !== 'text' ? (
          <p className={ui.problem}>{t`A GPT-2 trains on a text; this is none.`}</p>
        ) : null}
      </div>
      <div className={ui.fields}>
        <TextField
          label={t`Steps`}
          inputMode="numeric"
          value={steps}
          problem={stepsProblem}
          onChange={(event) => setSteps(event.target.value)}
        />
        <DecimalField label={t`Learning rate`} value={rate} problem={rateProblem} onType={setRate} />
        <Button
          type="submit"
          kind="primary"
          disabled={files?.kind !== 'text' || state.kind === 'beginning' || !!stepsProblem || !!rateProblem}
        >
          {t`Train it further`}
        </Button>
        <Button onClick={onBack}>{t`Back`}</Button>
      </div>
      <Problem>{state.kind === 'refused' ? <ProblemLine problem={state.why} /> : null}</Problem>
    </Form>
  );
}
