// Saved runs: those that this device keeps, and any file that is chosen or dropped. A chosen one is read whole before
// anything begins. The files of a GPT of others, chosen together, begin a run.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import { say, type Saying } from '../../../src/base/sayings';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { withWords } from '../../bridge/session/page-language';
import { hasKeptRuns } from '../../../src/replica/page/has-kept-runs';
import {
  loadSavedRuns,
  loadTransfer,
  type Features,
  type GivenFile,
  type GivenGpt,
  type LocalFiles,
  type SavedRun,
} from '../../bridge/session/engine-room';
import type { RunConfig } from '../../../src/replica/protocol';
import { ProblemLine } from '../../bridge/session/problem-line';
import { FileField } from '../../ui/file-field';
import { chosenFiles } from './dropped-files';
import type { RunFileDrop } from './use-run-file-drop';
import ui from '../../ui/shape.module.css';

const KeptRun = lazy(() => withWords(import('./kept-run')));
const ResumeForm = lazy(() => withWords(import('./resume-form')));
const GptForm = lazy(() => withWords(import('./gpt-form')));
const TransferForm = lazy(() => withWords(import('./transfer-form')));

type State =
  | { readonly kind: 'ready' | 'reading' }
  | { readonly kind: 'refused'; readonly why: Saying }
  | { readonly kind: 'run'; readonly run: SavedRun; readonly features: Features | undefined }
  | { readonly kind: 'features'; readonly run: SavedRun; readonly features: Features }
  | { readonly kind: 'gpt'; readonly gpt: GivenGpt; readonly isOwn: boolean };

export type OnResume = (run: SavedRun, steps: number, files: LocalFiles | undefined) => void;

export function SavedRuns({
  submitText,
  drop: { files: dropped, problem: undropped, isOver },
  lacksData = () => false,
  onResume,
}: {
  submitText: string;
  drop: RunFileDrop;
  /** Whether such data has to be given before a run of it continues. A new room asks for it. */
  lacksData?: (data: RunConfig['data']) => boolean;
  onResume: OnResume;
}) {
  const [kept, setKept] = useState<readonly SavedRun[]>([]);
  const [state, setState] = useState<State>({ kind: 'ready' });
  const latest = useRef(0);

  const look = useCallback(async (): Promise<void> => {
    try {
      const runs = (await hasKeptRuns()) ? await (await loadSavedRuns()).keptRuns() : [];
      setKept(runs === 'none here' ? [] : runs);
    } catch {
      setKept([]); // storage that refuses
    }
  }, []);
  useEffect(() => void look(), [look]);

  const choose = useCallback(async (files: readonly GivenFile[]): Promise<void> => {
    const choice = ++latest.current;
    setState({ kind: 'reading' });
    const next = await read(files);
    if (choice === latest.current) setState(next);
  }, []);
  useEffect(() => {
    if (dropped.length > 0) void choose(dropped);
  }, [dropped, choose]);

  useEffect(() => {
    if (undropped === undefined) return;
    // What was chosen stays.
    setState((now) => (isChosen(now) ? now : { kind: 'refused', why: undropped }));
  }, [undropped]);

  const forget = async (name: string): Promise<void> => {
    await (await loadSavedRuns()).forgetKeptRun(name);
    await look();
  };

  const further = async (run: SavedRun): Promise<void> => {
    const gpt = (await loadSavedRuns()).gptOfRun(run);
    if (gpt) setState({ kind: 'gpt', gpt, isOwn: true });
  };

  const back = (): void => setState({ kind: 'ready' });

  const features = state.kind === 'run' ? state.features : undefined;
  if (isChosen(state))
    return (
      <Suspense fallback={<p role="status">{t`Loading …`}</p>}>
        {state.kind === 'gpt' ? (
          <GptForm gpt={state.gpt} isOwn={state.isOwn} onBegin={onResume} onBack={back} />
        ) : state.kind === 'features' ? (
          <TransferForm run={state.run} features={state.features} onBegin={onResume} onBack={back} />
        ) : (
          <ResumeForm
            key={state.run.name}
            run={state.run}
            submitText={submitText}
            lacksData={lacksData(state.run.facts.config.data)}
            onSubmit={onResume}
            onFurther={state.run.facts.gpt && (() => void further(state.run))}
            onNewClasses={features && ((run) => setState({ kind: 'features', run, features }))}
            onBack={back}
          />
        )}
      </Suspense>
    );
  return (
    <div className={ui.column}>
      {kept.map((run) => (
        <Suspense key={run.name} fallback={null}>
          <KeptRun
            run={run}
            onChoose={() => void choose([{ path: run.name, file: run.file }])}
            onForget={() => void forget(run.name)}
          />
        </Suspense>
      ))}
      <div className={`${ui.drop} ${isOver ? ui.over : ''}`}>
        <FileField
          label={
            kept.length > 0
              ? t`Or a checkpoint file, or the files of a GPT-2`
              : t`A checkpoint file, or the files of a GPT-2`
          }
          accept=".safetensors,.json,.txt"
          onFiles={(list) => {
            const files = chosenFiles(list);
            if (files.length > 0) void choose(files);
          }}
        />
        <p className={state.kind === 'refused' ? ui.problem : ui.quiet} role="status">
          {state.kind === 'reading' ? (
            t`Reading the whole file …`
          ) : state.kind === 'refused' ? (
            <ProblemLine problem={state.why} />
          ) : (
            t`Choose or drop it here: a checkpoint, or a GPT-2 as Transformers saves it (model.safetensors, config.json and tokenizer.json). It stays on this device.`
          )}
        </p>
      </div>
    </div>
  );
}

type Chosen = Extract<State, { kind: 'run' | 'features' | 'gpt' }>;

function isChosen(state: State): state is Chosen {
  return state.kind === 'run' || state.kind === 'features' || state.kind === 'gpt';
}

/** A checkpoint comes alone, a GPT with the files that say how to read it. */
async function read(files: readonly GivenFile[]): Promise<State> {
  try {
    const shelf = await loadSavedRuns();
    if (files.length === 1) {
      const run = await shelf.readSavedRun(files[0].file as File);
      if (!run.ok) return { kind: 'refused', why: saidOf(run.error) };
      const { featuresOf } = await loadTransfer();
      return { kind: 'run', run: run.value, features: featuresOf(run.value.facts.config) };
    }
    const gpt = await shelf.readGpt(files);
    return gpt.ok
      ? { kind: 'gpt', gpt: gpt.value, isOwn: false }
      : { kind: 'refused', why: saidOf(gpt.error) };
  } catch {
    return { kind: 'refused', why: say('file-not-read') };
  }
}
