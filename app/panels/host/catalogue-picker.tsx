// A picker of public datasets: a few well-known ones, and any on Hugging Face that has parquet files.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import { say, type Saying } from '../../../src/base/sayings';
import { useState } from 'react';
import {
  loadDataDesk,
  type DataDesk,
  type HuggingFaceDataset,
  type LocalFiles,
} from '../../bridge/session/engine-room';
import { datasetWords, licenceWords } from '../../bridge/words/preset-words';
import { ProblemLine } from '../../bridge/session/problem-line';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { useLoaded } from '../../ui/use-loaded';
import { DownloadPanel, type PublicData } from './download-panel';
import ui from '../../ui/shape.module.css';
import css from './file-picker.module.css';

const huggingFace = 'hugging-face';

interface CataloguePickerProps {
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
  /** The context of the run's windows of a text. */
  context: number | undefined;
}

export default function CataloguePicker({ files, onFiles, context }: CataloguePickerProps) {
  // The screen around this picker shows an error.
  const { value: desk } = useLoaded('desk', loadDataDesk);
  const [chosen, setChosen] = useState<string>();
  if (!desk) return <p role="status">{t`Loading the catalogue …`}</p>;
  const { catalogue } = desk;
  const id = chosen ?? catalogue[0].id;
  const entry = catalogue.find((one) => one.id === id);
  return (
    <div className={ui.drop}>
      <SelectField
        label={t`Public dataset`}
        value={id}
        options={[
          ...catalogue.map((one) => [one.id, one.title] as const),
          [huggingFace, t`Another one, from Hugging Face`] as const,
        ]}
        onChange={(next) => {
          setChosen(next);
          onFiles(undefined);
        }}
      />
      {entry ? (
        <DownloadPanel
          key={id}
          data={{
            ...entry,
            origin: { kind: 'catalogue', id },
            description: datasetWords(entry.id),
            licence: licenceWords(entry.licence),
          }}
          files={files}
          onFiles={onFiles}
          context={context}
        />
      ) : (
        <HuggingFacePicker desk={desk} files={files} onFiles={onFiles} context={context} />
      )}
    </div>
  );
}

interface HuggingFacePickerProps {
  desk: DataDesk;
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
  context: number | undefined;
}

function HuggingFacePicker({ desk, files, onFiles, context }: HuggingFacePickerProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Saying>();
  const [isAsking, setIsAsking] = useState(false);
  const [dataset, setDataset] = useState<HuggingFaceDataset>();
  const [at, setAt] = useState('0');
  const lookUp = async (): Promise<void> => {
    onFiles(undefined);
    setDataset(undefined);
    setAt('0');
    const name = desk.datasetName(text);
    setProblem(name.ok ? undefined : saidOf(name.error));
    if (!name.ok) return;
    setIsAsking(true);
    const found = await desk.lookUpDataset(name.value).catch(() => undefined);
    setIsAsking(false);
    if (found?.ok) setDataset(found.value);
    else setProblem(found ? saidOf(found.error) : say('reader-not-loaded'));
  };
  const part = dataset?.parts[Number(at)];
  return (
    <>
      <div className={css.row}>
        <TextField
          label={t`Name on Hugging Face`}
          placeholder="ylecun/mnist"
          value={text}
          problem={problem && <ProblemLine problem={problem} />}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void lookUp();
          }}
        />
        <Button disabled={isAsking || text.trim() === ''} onClick={() => void lookUp()}>
          {isAsking ? t`Looking …` : t`Look it up`}
        </Button>
      </div>
      {dataset && dataset.parts.length > 1 ? (
        <SelectField
          label={t`Part`}
          value={at}
          options={dataset.parts.map(
            ({ subset, split }, index) => [String(index), `${subset}, ${split}`] as const,
          )}
          onChange={(next) => {
            setAt(next);
            onFiles(undefined);
          }}
        />
      ) : null}
      {dataset && part ? (
        <DownloadPanel
          key={`${dataset.name} ${at}`}
          data={publicDataOf(dataset, part)}
          files={files}
          onFiles={onFiles}
          context={context}
        />
      ) : null}
    </>
  );
}

function publicDataOf(
  { name, licence }: HuggingFaceDataset,
  { subset, split }: HuggingFaceDataset['parts'][number],
): PublicData {
  return {
    origin: { kind: 'hugging-face', name, subset, split },
    title: name,
    licence,
    source: `https://huggingface.co/datasets/${name}`,
  };
}
