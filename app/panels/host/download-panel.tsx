// Downloads one public dataset: where it comes from and under which licence, a bar that fills, and what was found in it. What
// arrived before a break or a cancel stays on this device.
import { t } from '@lingui/core/macro';
import type { LocalFiles, Origin, RecipeWish } from '../../bridge/session/engine-room';
import { formatBytes, formatPercent } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Sentence } from '../../ui/sentence';
import ui from '../../ui/shape.module.css';
import css from './file-picker.module.css';
import { FoundData, type ExpectedData } from './found-data';
import { useImport } from './use-import';

export interface PublicData {
  readonly origin: Origin;
  readonly title: string;
  readonly description?: string;
  /** Undefined: its page says none. */
  readonly licence: string | undefined;
  readonly source: string;
  readonly bytes?: number;
}

export function DownloadPanel({
  data,
  files,
  onFiles,
  expected,
  context = expected?.context,
}: {
  data: PublicData;
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
  expected?: ExpectedData;
  /** The context of the run's windows of a text. */
  context?: number | undefined;
}) {
  const state = useImport(onFiles, expected);
  const start = (recipe: RecipeWish | undefined = expected?.recipe): void =>
    void state.run(
      (desk, onProgress, signal) =>
        desk.downloadData(data.origin, recipe, onProgress, signal, expected?.cutFrom !== undefined),
      recipe && files,
    );
  const { progress, problem } = state;
  const share =
    typeof progress === 'object' && progress.of === 'bytes' && progress.total
      ? progress.read / progress.total
      : undefined;
  const { host } = new URL(data.source);
  return (
    <div className={css.found}>
      {data.description ? <p className={ui.quiet}>{data.description}</p> : null}
      <p className={ui.quiet}>
        <Sentence
          value={
            <a href={data.source} target="_blank" rel="noreferrer">
              {host}
            </a>
          }
          say={(source) =>
            data.licence === undefined
              ? t`Licence: none is stated; look at its page. Source: ${source}.`
              : t`Licence: ${{ licence: data.licence }}. Source: ${source}.`
          }
        />
      </p>
      {typeof progress === 'object' && progress.of === 'merges' ? null : progress ? (
        <div className={css.row}>
          <progress
            className={css.bar}
            aria-label={t`Download of ${{ title: data.title }}`}
            {...(share === undefined ? {} : { value: share })}
          />
          {share === undefined ? null : <span className={ui.quiet}>{formatPercent(share, 0)}</span>}
          <Button onClick={state.cancel}>{t`Cancel`}</Button>
        </div>
      ) : files ? null : (
        <div className={css.row}>
          <Button onClick={() => start()}>
            {problem
              ? t`Try again`
              : data.bytes
                ? t`Download ${{ title: data.title }} (${{ size: formatBytes(data.bytes) }})`
                : t`Download ${{ title: data.title }}`}
          </Button>
        </div>
      )}
      <FoundData
        state={state}
        files={files}
        hasCancel
        context={context}
        idle={t`It is downloaded to this device, and kept for next time.`}
        onChoose={expected ? undefined : start}
      />
    </div>
  );
}
