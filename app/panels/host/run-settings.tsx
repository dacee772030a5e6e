// What to train and how: a preset (or files of one's own) in front, every other setting under "more", each checked; what
// the model would need is said before anything starts.
import { useEffect, useState, type ReactNode } from 'react';
import type { DataChoice, RunConfig } from '../../../src/replica/protocol';
import { engineRoom, type EngineRoom, type OwnFiles, type Preset } from '../../bridge/session/engine-room';
import { formatBytes, formatCount } from '../../bridge/words/format';
import {
  configOf,
  familiesFor,
  formOf,
  type RunForm,
  type RunFormProblems,
} from '../../bridge/form/run-form';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { IdxPicker } from './idx-picker';
import { ModelFields, type NumberField } from './model-fields';
import css from './run-settings.module.css';
import { TextPicker } from './text-picker';
import { TrainingFields } from './training-fields';

const ownImages = 'own-files';
const ownText = 'own-text';

export function RunSettings({
  base,
  presets = [],
  submitWords,
  isBusy = false,
  startsOpen = false,
  onSubmit,
  children,
}: {
  /** Where the fields begin when no preset is offered. */
  base: RunConfig;
  presets?: readonly Preset[];
  submitWords: string;
  isBusy?: boolean;
  /** Every setting in view from the beginning. */
  startsOpen?: boolean;
  onSubmit: (config: RunConfig, files: OwnFiles | undefined) => void;
  /** Further fields of the same form, before its button. */
  children?: ReactNode;
}) {
  const [chosen, setChosen] = useState(presets[0]?.id);
  const [files, setFiles] = useState<OwnFiles>();
  const [form, setForm] = useState<RunForm>(() => formOf(presets[0]?.config ?? base));
  const [problems, setProblems] = useState<RunFormProblems>({});
  const [isOpen, setIsOpen] = useState(startsOpen || presets.length === 0);
  const presetOf = (id: string | undefined): RunConfig => {
    const near = id === ownImages ? 'digits' : id === ownText ? 'stories' : id;
    return presets.find((preset) => preset.id === near)?.config ?? base;
  };
  const own = files && chosen === ownId(files) ? files : undefined;
  const needsFiles = (chosen === ownImages || chosen === ownText) && !own;
  const from = presetOf(chosen);
  const data = own ? dataOf(own) : from.data;
  const result = configOf(form, from, own && data);
  const sizes = useSizes(result.ok && !needsFiles ? result.config : undefined);
  const set = (change: Partial<RunForm>): void => setForm({ ...form, ...change });
  const choose = (id: string): void => {
    setChosen(id);
    setForm(formOf(presetOf(id)));
    setProblems({});
  };
  const text = (key: NumberField, label: string, hint?: string) => (
    <TextField
      key={key}
      label={label}
      hint={hint}
      inputMode={key === 'widths' || key === 'filters' ? 'text' : 'decimal'}
      value={form[key]}
      problem={problems[key]}
      onChange={(event) => set({ [key]: event.target.value })}
    />
  );
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!result.ok) {
          setProblems(result.problems);
          setIsOpen(true);
          return;
        }
        setProblems({});
        if (sizes?.kind === 'problem') return setIsOpen(true);
        onSubmit(result.config, own);
      }}
    >
      {presets.length > 0 ? (
        <fieldset>
          <legend className={css.legend}>What to learn</legend>
          <div className={css.presets}>
            {presets.map((preset) => (
              <PresetCard
                key={preset.id}
                isChosen={chosen === preset.id}
                onChoose={() => choose(preset.id)}
                title={preset.title}
              >
                {preset.description}
              </PresetCard>
            ))}
            <PresetCard
              isChosen={chosen === ownImages}
              onChoose={() => choose(ownImages)}
              title="Your own files"
            >
              Images and labels in IDX form, such as MNIST. They stay on this device.
            </PresetCard>
            <PresetCard isChosen={chosen === ownText} onChoose={() => choose(ownText)} title="Your own text">
              A GPT learns to write like any text file. It stays on this device.
            </PresetCard>
          </div>
        </fieldset>
      ) : null}
      {chosen === ownImages ? (
        <IdxPicker onFiles={setFiles} files={own?.kind === 'idx' ? own : undefined} />
      ) : null}
      {chosen === ownText ? (
        <TextPicker onFile={setFiles} file={own?.kind === 'text' ? own : undefined} />
      ) : null}
      <details className={css.more} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>More settings</summary>
        <div className={css.grid}>
          <ModelFields form={form} families={familiesFor(data)} set={set} text={text} />
        </div>
        <div className={`${css.grid} ${css.training}`}>
          <TrainingFields form={form} set={set} text={text} />
        </div>
      </details>
      {children}
      <div className={css.actions}>
        <Button type="submit" kind="primary" disabled={isBusy || needsFiles}>
          {submitWords}
        </Button>
        {sizes ? (
          <p className={sizes.kind === 'problem' ? css.bad : css.sizes} role="status">
            {sizes.words}
          </p>
        ) : null}
      </div>
    </form>
  );
}

type Sizes = { readonly kind: 'sizes' | 'problem'; readonly words: string };

/** What the run would need, or why it cannot be; undefined while the engine is not there yet. */
function useSizes(config: RunConfig | undefined): Sizes | undefined {
  const [engine, setEngine] = useState<EngineRoom>();
  useEffect(() => {
    let isCurrent = true;
    engineRoom()
      .then((loaded) => isCurrent && setEngine(loaded))
      .catch(() => undefined); // the screen around says that it cannot be loaded
    return () => {
      isCurrent = false;
    };
  }, []);
  if (!engine || !config) return undefined;
  const described = engine.describeRun(config);
  if (!described.ok) return { kind: 'problem', words: described.error.message };
  const { parameterCount, activationBytes } = described.value;
  return {
    kind: 'sizes',
    words: `${formatCount(parameterCount)} parameters, ${formatBytes(activationBytes)} of activations.`,
  };
}

function PresetCard({
  isChosen,
  onChoose,
  title,
  children,
}: {
  isChosen: boolean;
  onChoose: () => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <label className={css.preset}>
      <input type="radio" name="preset" checked={isChosen} onChange={onChoose} />
      <strong>{title}</strong>
      <span>{children}</span>
    </label>
  );
}

function ownId(files: OwnFiles): string {
  return files.kind === 'idx' ? ownImages : ownText;
}

/** A text's windows are cut to the model's context by the form. */
function dataOf(files: OwnFiles): DataChoice {
  if (files.kind === 'text') {
    const { name, sha256, characters, vocabulary } = files;
    return { kind: 'text', name, sha256, characters, vocabulary, context: 0, examples: 0 };
  }
  const { name, sha256, examples, inputShape, classes } = files;
  return { kind: 'idx', name, sha256, examples, inputShape: [...inputShape], classes };
}
