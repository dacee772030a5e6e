// The form of a run: a preset or local files first, and every other setting under "More settings". Each field is checked.
// The form shows what the model needs before anything starts.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { withWords } from '../../bridge/session/page-language';
import { dataOfFiles } from '../../../src/replica/file-data';
import { mayBeOwn } from '../../bridge/words/may-be-own';
import type { Saying } from '../../../src/base/sayings';
import type { RunConfig } from '../../../src/replica/protocol';
import { loadPlanner, type LocalFiles, type Planner, type Preset } from '../../bridge/session/engine-room';
import { formatBytes, formatCount } from '../../bridge/words/format';
import {
  configOf,
  familiesFor,
  firstLayers,
  predictsAmounts,
  formOf,
  type RunForm,
  type RunFormProblems,
} from '../../bridge/form/run-form';
import type { SharedRun } from '../../bridge/form/share-link';
import { ProblemLine } from '../../bridge/session/problem-line';
import { usePublicAddress } from '../../bridge/session/use-public-address';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { presetWords, type RunWords } from '../../bridge/words/preset-words';
import { isOwnChoice, ownChoices, ownChoiceWords } from './own-choices';
import type { Sense } from '../senses/captured';
import ui from '../../ui/shape.module.css';
import css from './run-settings.module.css';

// Most people take a preset: what reads files, and all other settings, come when they are asked for.
const MoreSettings = lazy(() => withWords(import('./more-settings')));
const OwnDataChoice = lazy(() => withWords(import('./own-data-choice')));
const FilePicker = lazy(() => withWords(import('./file-picker')));
const CataloguePicker = lazy(() => withWords(import('./catalogue-picker')));

const SensePicker = lazy(() => withWords(import('./senses/sense-picker')));

/** A preset, or a run with words of its own. */
export type OfferedRun =
  | Preset
  | { readonly id: string; readonly config: RunConfig; readonly words: RunWords };

export function RunSettings({
  base,
  presets = [],
  submitText,
  isBusy = false,
  startsOpen = false,
  shared,
  alsoShared = '',
  onSubmit,
  more,
  children,
}: {
  /** The fields' first values when there are no presets. */
  base: RunConfig;
  presets?: readonly OfferedRun[];
  submitText: string;
  isBusy?: boolean;
  /** Shows every setting from the beginning. */
  startsOpen?: boolean;
  /** The settings that a link brought. */
  shared?: SharedRun;
  /** The part of the link to these settings that is about the room, not the run. */
  alsoShared?: string;
  onSubmit: (config: RunConfig, files: LocalFiles | undefined) => void;
  /** Further fields under "More settings". */
  more?: ReactNode;
  /** Further fields of the same form, before its button. */
  children?: ReactNode;
}) {
  const [chosen, setChosen] = useState(shared?.preset ?? presets[0]?.id);
  const [files, setFiles] = useState<LocalFiles>();
  const [isOwn, setIsOwn] = useState(false);
  const [problems, setProblems] = useState<RunFormProblems>({});
  const [isOpen, setIsOpen] = useState(startsOpen || presets.length === 0 || hasChanges(shared));
  const presetOf = (id: string | undefined): RunConfig => {
    return presets.find((preset) => preset.id === id)?.config ?? base;
  };
  const [form, setForm] = useState<RunForm>(() => ({ ...formOf(presetOf(chosen)), ...shared?.changes }));
  const address = usePublicAddress();
  const preset = presets.find(({ id }) => id === chosen);
  /** The preset whose settings suit the files. What was seen or heard, moved or not, a small CNN learns from few examples. */
  const nearest = (given: LocalFiles | undefined, id = chosen): RunConfig =>
    presetOf(given?.kind === 'text' ? 'stories' : isOfSense(id) ? 'digits-cnn' : 'digits');
  const takesFiles = isOwnChoice(chosen);
  const local = takesFiles ? files : undefined;
  const needsFiles = takesFiles && !local;
  const from = takesFiles ? nearest(local) : presetOf(chosen);
  const data = local ? dataOfFiles(local, chosen === 'files' && isOwn && mayBeOwn(local)) : from.data;
  const context = form.family === 'gpt' && /^\d+$/.test(form.context) ? Number(form.context) : undefined;
  const result = configOf(form, from, local && data);
  const [isTouched, setIsTouched] = useState(false);
  const sizes = useSizes(result.ok && !needsFiles ? result.config : undefined, isTouched);
  const set = (change: Partial<RunForm>): void => {
    const isFirst = change.family === 'layers' && form.ownLayers === '' && result.ok;
    setForm({ ...form, ...(isFirst ? { ownLayers: firstLayers(result.config) } : {}), ...change });
  };
  const choose = (id: string): void => {
    setChosen(id);
    setFiles(undefined);
    setForm(formOf(isOwnChoice(id) ? nearest(undefined, id) : presetOf(id)));
    setProblems({});
  };
  const take = (given: LocalFiles | undefined): void => {
    setFiles(given);
    if (!given || familiesFor(dataOfFiles(given)).includes(form.family)) return;
    setForm(formOf(nearest(given)));
    setProblems({});
  };
  return (
    <Form
      className={ui.column}
      noValidate
      onPointerEnter={() => setIsTouched(true)}
      onFocus={() => setIsTouched(true)}
      onSubmit={() => {
        if (!result.ok) {
          setProblems(result.problems);
          setIsOpen(true);
          return;
        }
        setProblems({});
        if (sizes?.kind === 'problem') return setIsOpen(true);
        onSubmit(result.config, local);
      }}
    >
      {shared ? <SharedWords shared={shared} /> : null}
      {presets.length > 0 ? (
        <fieldset>
          <legend className={`${ui.label} ${css.legend}`}>{t`What to learn`}</legend>
          <div className={css.presets}>
            {[
              ...presets.map((each) => [each.id, wordsOf(each)] as const),
              ...ownChoices.map((each) => [each, ownChoiceWords(each)] as const),
            ].map(([id, words]) => (
              <label key={id} className={css.preset}>
                <input type="radio" name="preset" checked={chosen === id} onChange={() => choose(id)} />
                <strong>{words.title}</strong>
                <span>{words.description}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <Suspense fallback={<p role="status">{t`Loading …`}</p>}>
        {chosen === 'files' ? <FilePicker files={local} onFiles={take} context={context} /> : null}
        {isOfSense(chosen) ? <SensePicker key={chosen} sense={chosen} files={local} onFiles={take} /> : null}
        {chosen === 'files' && local ? (
          <OwnDataChoice files={local} isOwn={isOwn} onChange={setIsOwn} />
        ) : null}
        {chosen === 'public' ? <CataloguePicker files={local} onFiles={take} context={context} /> : null}
      </Suspense>
      <details className={css.more} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{t`More settings`}</summary>
        {isOpen ? (
          <Suspense fallback={null}>
            <MoreSettings
              form={form}
              families={familiesFor(data)}
              predictsAmounts={predictsAmounts(data)}
              data={data}
              problems={problems}
              set={set}
              preset={result.ok ? preset : undefined}
              alsoShared={alsoShared}
              address={address}
            />
            {more ? <div className={`${css.grid} ${css.rest}`}>{more}</div> : null}
          </Suspense>
        ) : null}
      </details>
      {children}
      <div className={ui.row}>
        <Button type="submit" kind="primary" disabled={isBusy || needsFiles}>
          {submitText}
        </Button>
        {sizes ? (
          <p className={sizes.kind === 'problem' ? ui.problem : ui.quiet} role="status">
            {sizes.kind === 'problem' ? <ProblemLine problem={sizes.problem} /> : sizes.text}
          </p>
        ) : null}
      </div>
    </Form>
  );
}

function isOfSense(choice: string | undefined): choice is Sense {
  return choice === 'camera' || choice === 'microphone';
}

function hasChanges(shared: SharedRun | undefined): boolean {
  return shared !== undefined && Object.keys(shared.changes).length > 0;
}

function SharedWords({ shared }: { shared: SharedRun }) {
  return (
    <div className={`${ui.quiet} ${css.shared}`} role="status">
      <p>
        {hasChanges(shared)
          ? t`The link brought these settings. What differs from the preset is under “More settings”.`
          : t`The link brought this choice.`}
      </p>
      {shared.notes.map((note) => (
        <p key={note} className={ui.problem}>
          {note}
        </p>
      ))}
    </div>
  );
}

type Sizes =
  | { readonly kind: 'sizes'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: Saying };

/** Nobody has touched the form for so long, and the page is at rest. */
const plannerMs = 4000;

/** What the run needs, or why it is impossible; undefined until the planner is loaded. It loads once somebody turns to
 *  the form, or later: who joins a room does not need it. */
function useSizes(config: RunConfig | undefined, isTouched: boolean): Sizes | undefined {
  const [planner, setPlanner] = useState<Planner>();
  useEffect(() => {
    let isCurrent = true;
    const load = (): void =>
      void loadPlanner()
        .then((loaded) => isCurrent && setPlanner(loaded))
        .catch(() => undefined); // the screen around this form shows the error
    const timer = setTimeout(load, isTouched ? 0 : plannerMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isTouched]);
  if (!planner || !config) return undefined;
  const described = planner.describeRun(config);
  if (!described.ok) return { kind: 'problem', problem: described.problem };
  const { parameterCount, activationBytes } = described.value;
  return {
    kind: 'sizes',
    text: t`${{ parameterCount: formatCount(parameterCount) }} parameters, ${{ activationBytes: formatBytes(activationBytes) }} of activations.`,
  };
}

function wordsOf(run: OfferedRun): RunWords {
  return 'words' in run ? run.words : presetWords(run.id);
}
