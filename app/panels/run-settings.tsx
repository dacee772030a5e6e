// What to train and how: a preset (or files of one's own) in front, every other setting under "more", each checked.
import { useState, type ReactNode } from 'react';
import type { RunConfig } from '../../src/replica/protocol';
import type { IdxFiles, Preset } from '../bridge/engine-room';
import { configOf, formOf, type RunForm, type RunFormProblems } from '../bridge/run-form';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { IdxPicker } from './idx-picker';
import css from './run-settings.module.css';

const ownFiles = 'own-files';

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
  onSubmit: (config: RunConfig, files: IdxFiles | undefined) => void;
  /** Further fields of the same form, before its button. */
  children?: ReactNode;
}) {
  const [chosen, setChosen] = useState(presets[0]?.id);
  const [files, setFiles] = useState<IdxFiles>();
  const [form, setForm] = useState<RunForm>(() => formOf(presets[0]?.config ?? base));
  const [problems, setProblems] = useState<RunFormProblems>({});
  const [isOpen, setIsOpen] = useState(startsOpen || presets.length === 0);
  const digits = presets.find((preset) => preset.id === 'digits')?.config;
  const from =
    presets.find((preset) => preset.id === chosen)?.config ?? (chosen === ownFiles ? (digits ?? base) : base);
  const set = (change: Partial<RunForm>): void => setForm({ ...form, ...change });
  const choose = (id: string): void => {
    setChosen(id);
    const config = presets.find((preset) => preset.id === id)?.config ?? digits ?? base;
    setForm(formOf(config));
    setProblems({});
  };
  const text = (
    key: 'widths' | 'localBatch' | 'learningRate' | 'steps' | 'evaluateEvery' | 'seed',
    label: string,
    hint?: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      inputMode={key === 'widths' ? 'text' : 'decimal'}
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
        const data = chosen === ownFiles && files ? idxData(files) : undefined;
        const result = configOf(form, from, data);
        if (!result.ok) {
          setProblems(result.problems);
          setIsOpen(true);
          return;
        }
        setProblems({});
        onSubmit(result.config, chosen === ownFiles ? files : undefined);
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
              isChosen={chosen === ownFiles}
              onChoose={() => choose(ownFiles)}
              title="Your own files"
            >
              Images and labels in IDX form, such as MNIST. They stay on this device.
            </PresetCard>
          </div>
        </fieldset>
      ) : null}
      {chosen === ownFiles ? <IdxPicker onFiles={setFiles} files={files} /> : null}
      <details className={css.more} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>More settings</summary>
        <div className={css.grid}>
          {text('widths', 'Hidden layers', 'Widths, with commas between')}
          <SelectField
            label="Activation"
            value={form.activation}
            options={[
              ['relu', 'ReLU'],
              ['tanh', 'tanh'],
              ['gelu', 'GELU'],
            ]}
            onChange={(activation) => set({ activation })}
          />
          {text('localBatch', 'Batch per replica')}
          <SelectField
            label="Optimizer"
            value={form.optimizer}
            options={[
              ['adamw', 'AdamW'],
              ['momentum', 'SGD with momentum'],
              ['sgd', 'SGD'],
            ]}
            onChange={(optimizer) => set({ optimizer })}
          />
          {text('learningRate', 'Learning rate')}
          {text('steps', 'Stop after steps')}
          {text('evaluateEvery', 'Validate every', 'Steps; 0 for never')}
          {text('seed', 'Seed')}
        </div>
      </details>
      {children}
      <div className={css.actions}>
        <Button type="submit" kind="primary" disabled={isBusy || (chosen === ownFiles && !files)}>
          {submitWords}
        </Button>
      </div>
    </form>
  );
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

function idxData({ name, sha256, examples, inputShape, classes }: IdxFiles): RunConfig['data'] {
  return { kind: 'idx', name, sha256, examples, inputShape: [...inputShape], classes };
}
