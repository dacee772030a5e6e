// Downloads one public dataset: where it comes from and under which licence, a bar that fills, and what was found in it. What
// arrived before a break or a cancel stays on this device.
import type { LocalFiles, Origin, RecipeWish } from '../../bridge/session/engine-room';
import { formatBytes, formatPercent } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { hostText } from '../../text/host';
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
  /** Of the run's windows of a text. */
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
      {data.description ? <p className={css.note}>{data.description}</p> : null}
      <p className={css.note}>
        {hostText.licenceSource(data.licence ?? hostText.noneStatedLook)}
        <a href={data.source} target="_blank" rel="noreferrer">
          {host}
        </a>
        .
      </p>
      {typeof progress === 'object' && progress.of === 'merges' ? null : progress ? (
        <div className={css.row}>
          <progress
            className={css.bar}
            aria-label={hostText.download(data.title)}
            {...(share === undefined ? {} : { value: share })}
          />
          {share === undefined ? null : <span className={css.note}>{formatPercent(share, 0)}</span>}
          <Button onClick={state.cancel}>{hostText.cancel}</Button>
        </div>
      ) : files ? null : (
        <div className={css.row}>
          <Button onClick={() => start()}>
            {problem
              ? hostText.tryAgain
              : hostText.download2(data.title, data.bytes ? ` (${formatBytes(data.bytes)})` : '')}
          </Button>
        </div>
      )}
      <FoundData
        state={state}
        files={files}
        hasCancel
        context={context}
        idle={hostText.downloadedDeviceKept}
        onChoose={expected ? undefined : start}
      />
    </div>
  );
}
