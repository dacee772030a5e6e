// New classes on what a saved model has learned: its examples, the layers that are trained, and how long.
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { saidOf } from '../../../src/base/said-error';
import { say, type Saying } from '../../../src/base/sayings';
import { pictureRecipe } from '../../../src/data/import/camera-picture';
import { dataOfFiles } from '../../../src/replica/file-data';
import { shapeOf } from '../../../src/train/run/data-shape';
import {
  loadTransfer,
  type Features,
  type LocalFiles,
  type SavedRun,
} from '../../bridge/session/engine-room';
import { ProblemLine } from '../../bridge/session/problem-line';
import { formatCount } from '../../bridge/words/format';
import { savedRunTitle } from '../../bridge/words/saved-run-words';
import { lastLayersWords } from '../../bridge/words/trained-words';
import { Problem, Segments, SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { useLoaded } from '../../ui/use-loaded';
import FilePicker from './file-picker';
import { FurtherTrainingFields, useFurtherTraining } from './further-training';
import type { Sense } from '../senses/captured';
import SensePicker from './senses/sense-picker';
import ui from '../../ui/shape.module.css';
import css from './saved-runs.module.css';

interface Props {
  run: SavedRun;
  features: Features;
  onBegin: (run: SavedRun, steps: number, files: LocalFiles | undefined) => void;
  onBack: () => void;
}

export default function TransferForm({ run, features, onBegin, onBack }: Props) {
  const { config } = run.facts;
  const sense = senseOf(features);
  const [from, setFrom] = useState<'sense' | 'files'>(sense ? 'sense' : 'files');
  const [files, setFiles] = useState<LocalFiles>();
  const [frozen, setFrozen] = useState(features.frozenLayers[0]);
  const training = useFurtherTraining(config.learningRate);
  const [state, setState] = useState<{ kind: 'ready' | 'beginning' } | { kind: 'refused'; why: Saying }>({
    kind: 'ready',
  });
  const { value: transfer } = useLoaded('transfer', loadTransfer);
  const given = files?.kind === 'idx' ? files : undefined;
  const classes = given?.classes ?? shapeOf(config.data).classes;
  const { stepCount, learningRate, isFine } = training;
  const choose = (next: 'sense' | 'files'): void => {
    setFrom(next);
    setFiles(undefined);
  };
  const begin = async (data: LocalFiles): Promise<void> => {
    setState({ kind: 'beginning' });
    const wish = { data: dataOfFiles(data), steps: stepCount, learningRate };
    const begun = await loadTransfer()
      .then((part) => part.beginOnFeatures(run, wish, frozen))
      .catch(() => undefined);
    if (!begun?.ok)
      return setState({ kind: 'refused', why: begun ? saidOf(begun.error) : say('files-not-read') });
    setState({ kind: 'ready' });
    onBegin(begun.value, stepCount, data);
  };
  return (
    <Form className={ui.column} onSubmit={() => given && isFine && void begin(given)}>
      <div>
        <p className={css.title}>{t`New classes on what it has learned`}</p>
        <p className={`${ui.quiet} ${css.note}`}>{savedRunTitle(run.facts)}</p>
        <p
          className={ui.quiet}
        >{t`The features that its layers find in examples also help to tell other classes apart. These layers are frozen, and only the end of the model is trained: a few examples are enough, and a step sends little.`}</p>
      </div>
      {sense ? (
        <Segments
          label={t`Examples of the new classes`}
          value={from}
          options={[
            ['sense', sense === 'camera' ? t`From the camera` : t`From the microphone`],
            ['files', t`From files`],
          ]}
          onChange={choose}
        />
      ) : null}
      {sense && from === 'sense' ? (
        <SensePicker sense={sense} files={files} onFiles={setFiles} />
      ) : (
        <FilePicker files={files} onFiles={setFiles} readAs={features.recipe} />
      )}
      {files && !given ? (
        <p
          className={ui.problem}
        >{t`This model takes pictures or sounds by class, of the shape that it learned from; these files are none.`}</p>
      ) : null}
      <SelectField
        label={t`What is trained`}
        value={String(frozen)}
        options={[
          ...features.frozenLayers.map((layers, at) => [String(layers), endWords(at + 1)] as const),
          ['0', t`All its layers`] as const,
        ]}
        hint={
          transfer
            ? lastLayersWords(
                transfer.trainedOnFeatures(config.model, classes, frozen),
                transfer.trainedOnFeatures(config.model, classes, 0),
                classes,
              )
            : ''
        }
        onChange={(layers) => setFrozen(Number(layers))}
      />
      <FurtherTrainingFields
        training={training}
        begin={t`Teach it these classes`}
        mayBegin={!!given && state.kind !== 'beginning'}
        onBack={onBack}
      />
      <Problem>{state.kind === 'refused' ? <ProblemLine problem={state.why} /> : null}</Problem>
    </Form>
  );
}

/** The sense that gives examples of the model's shape; undefined: none does. */
function senseOf({ recipe }: Features): Sense | undefined {
  if (recipe?.kind === 'sounds') return 'microphone';
  const isSeen = recipe?.side === pictureRecipe.side && recipe.channels === pictureRecipe.channels;
  return isSeen ? 'camera' : undefined;
}

/** So many layers with parameters, counted from the end. */
function endWords(layers: number): string {
  return plural(
    { layers },
    {
      one: 'A new last layer',
      other: `The last ${{ count: formatCount(layers) }} layers, of which the last is new`,
    },
  );
}
