// A GPT of others before it begins a run: what it is, the text to train it further on, and how.
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
import { proposedTraining } from '../../bridge/words/trained-words';
import { Problem } from '../../ui/field';
import { Form } from '../../ui/form';
import FilePicker from './file-picker';
import { FurtherTrainingFields, useFurtherTraining } from './further-training';
import { rankOf, TrainedFields, type TrainedForm, usualRank } from './trained-fields';
import ui from '../../ui/shape.module.css';
import css from './saved-runs.module.css';

/** Lower than that of a fresh model, which would forget what it knows. Adapters begin fresh. */
const usualRates = { whole: 0.0003, adapters: 0.001 } as const;

interface Props {
  gpt: GivenGpt;
  /** It is of a saved run. */
  isOwn: boolean;
  onBegin: (run: SavedRun, steps: number, files: LocalFiles | undefined) => void;
  onBack: () => void;
}

export default function GptForm({ gpt, isOwn, onBegin, onBack }: Props) {
  const { shape, tokens, recipe, notes, trained, mostRank, problem } = gpt.facts;
  const [files, setFiles] = useState<LocalFiles>();
  const [way, setWay] = useState<TrainedForm>(() => ({
    kind: proposedTraining(trained.whole),
    rank: String(Math.min(usualRank, mostRank)),
  }));
  const training = useFurtherTraining(usualRates[way.kind]);
  const [state, setState] = useState<{ kind: 'ready' | 'beginning' } | { kind: 'refused'; why: Saying }>({
    kind: 'ready',
  });
  const { stepCount, learningRate } = training;
  const rank = rankOf(way, mostRank);
  const isFine = training.isFine && !problem && (way.kind === 'whole' || rank !== undefined);
  const begin = async (text: Extract<LocalFiles, { kind: 'text' }>): Promise<void> => {
    setState({ kind: 'beginning' });
    const begun = await loadSavedRuns()
      .then((shelf) =>
        shelf.beginWithGpt(
          gpt,
          { text, steps: stepCount, learningRate },
          way.kind === 'adapters' ? rank : undefined,
        ),
      )
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
    <Form className={ui.column} onSubmit={() => files?.kind === 'text' && isFine && begin(files)}>
      <div>
        <p className={css.title}>
          {isOwn ? t`A language model to train further` : t`A GPT-2 to train further`}
        </p>
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
      <Problem>{problem ? <ProblemLine problem={problem} /> : null}</Problem>
      <TrainedFields form={way} set={setWay} trained={trained} mostRank={mostRank} />
      <div>
        <p
          className={`${ui.quiet} ${css.note}`}
        >{t`The run begins with its weights, and trains on a text that is read in its tokens.`}</p>
        <FilePicker files={files} onFiles={setFiles} readAs={recipe} context={shape.context} />
        {files && files.kind !== 'text' ? (
          <p className={ui.problem}>{t`A GPT-2 trains on a text; this is none.`}</p>
        ) : null}
      </div>
      <FurtherTrainingFields
        training={training}
        begin={t`Train it further`}
        mayBegin={files?.kind === 'text' && isFine && state.kind !== 'beginning'}
        onBack={onBack}
      />
      <Problem>{state.kind === 'refused' ? <ProblemLine problem={state.why} /> : null}</Problem>
    </Form>
  );
}
