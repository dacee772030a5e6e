// A saved run before it goes on: what it holds, where it ends, and the data file that it needs.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState } from 'react';
import type { LocalFiles, SavedRun } from '../../bridge/session/engine-room';
import { withWords } from '../../bridge/session/page-language';
import { proposedSteps, savedRunLine, savedRunTitle, stepsProblem } from '../../bridge/words/saved-run-words';
import { textName } from '../../bridge/words/text-name';
import { isFileData } from '../../../src/train/run/data-shape';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { BaseField } from './base-field';
import ui from '../../ui/shape.module.css';
import css from './saved-runs.module.css';
import { isLocal, isStreaming } from '../../../src/train/run/sync';
import type { RunConfig } from '../../../src/replica/protocol';
import { sentencesOf } from '../../bridge/words/format';

const RoomData = lazy(() => withWords(import('./room-data')));

interface Props {
  run: SavedRun;
  submitText: string;
  /** The data has to be given before the run goes on. */
  lacksData: boolean;
  onSubmit: (run: SavedRun, steps: number, files: LocalFiles | undefined) => void;
  /** The run’s model begins another run. Undefined: it cannot. */
  onFurther?: (() => void) | undefined;
  /** The run’s features begin a run of other classes. Undefined: they cannot. */
  onNewClasses?: ((run: SavedRun) => void) | undefined;
  onBack: () => void;
}

export default function ResumeForm({ run, submitText, lacksData, onSubmit, ...others }: Props) {
  const { onFurther, onNewClasses, onBack } = others;
  const { facts } = run;
  const { data } = facts.config;
  const [text, setText] = useState(String(proposedSteps(facts)));
  const [files, setFiles] = useState<LocalFiles>();
  const restarting = beginsAnewWords(facts.config);
  const problem = stepsProblem(Number(text), facts);
  const [base, setBase] = useState<Blob>();
  const lacksBase = facts.config.base !== undefined && !base;
  const isLacking = (lacksData && files === undefined) || lacksBase;
  const needs = lacksData
    ? (name: string, sha: string) =>
        t`This run needs its data: ${name}, whose hash begins ${sha}. Give the file here; members who lack it are asked for it.`
    : (name: string, sha: string) =>
        t`This run needs its data: ${name}, whose hash begins ${sha}. Without it the room asks for it.`;
  return (
    <Form
      className={ui.column}
      onSubmit={() => problem === undefined && !isLacking && onSubmit({ ...run, base }, Number(text), files)}
    >
      <div>
        <p className={css.title}>{savedRunTitle(facts)}</p>
        <p className={ui.quiet}>{savedRunLine(run)}</p>
        {restarting ? <p className={`${ui.quiet} ${css.note}`}>{restarting}</p> : null}
        {facts.engine ? (
          <p className={ui.quiet}>{t`Last trained on ${{ device: facts.engine.device }}.`}</p>
        ) : null}
      </div>
      {'own' in data && data.own ? (
        <p
          className={`${ui.quiet} ${css.note}`}
        >{t`Each member brings its own examples: the room asks for yours.`}</p>
      ) : isFileData(data) ? (
        <div>
          <p className={`${ui.quiet} ${css.note}`}>{needs(textName(data), data.sha256.slice(0, 8))}</p>
          <Suspense fallback={<p role="status">{t`Loading …`}</p>}>
            <RoomData
              files={files}
              onFiles={setFiles}
              expected={{
                sha256: data.sha256,
                recipe: facts.recipe,
                origin: data.origin,
                ...(data.kind === 'text' && { cutFrom: data.cutFrom, context: data.context }),
              }}
            />
          </Suspense>
        </div>
      ) : null}
      {facts.config.base ? <BaseField run={facts.config} onBase={setBase} /> : null}
      {onNewClasses ? (
        <p
          className={ui.quiet}
        >{t`It can go on as it was. Or it learns new classes on what it knows already: a few examples of each are enough.`}</p>
      ) : null}
      <div className={ui.fields}>
        <TextField
          label={t`Ends after step`}
          inputMode="numeric"
          value={text}
          problem={problem}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" kind="primary" disabled={problem !== undefined || isLacking}>
          {submitText}
        </Button>
        {onFurther ? <Button onClick={onFurther}>{t`Train it on another text …`}</Button> : null}
        {onNewClasses ? (
          <Button disabled={lacksBase} onClick={() => onNewClasses({ ...run, base })}>
            {t`Teach it new classes …`}
          </Button>
        ) : null}
        <Button onClick={onBack}>{t`Back`}</Button>
      </div>
    </Form>
  );
}

/** A sentence for each part of the state that the file lacks, so that the run differs from one that never stopped (E25, E21):
 *  the inner optimizers of local steps, with Streaming DiLoCo also each member's own weights, and a codec's residual. */
export function beginsAnewWords({
  sync,
  optimizer,
  buckets,
}: Pick<RunConfig, 'sync' | 'optimizer' | 'buckets'>): string {
  const hasInner = isLocal(sync) && (isStreaming(sync) || optimizer.kind !== 'sgd');
  return sentencesOf(
    hasInner &&
      t`It trained with local steps. The file holds the weights of all: each member’s inner optimizer starts again, so losses differ from those of a run that never stopped.`,
    buckets.codec.kind !== 'f32' && t`What the codec held back is not in the file.`,
  ).join(' ');
}
