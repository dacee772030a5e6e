// The data of a room or of a saved run, on this device: downloaded where it came from a public place, or from a person's own
// files. Other data is refused.
import { t } from '@lingui/core/macro';
import { loadDataDesk, type LocalFiles, type Origin } from '../../bridge/session/engine-room';
import { useLoaded } from '../../ui/use-loaded';
import { DownloadPanel, type PublicData } from './download-panel';
import { datasetWords, licenceWords } from '../../bridge/words/preset-words';
import css from './file-picker.module.css';
import FilePicker from './file-picker';
import type { ExpectedData } from './found-data';

interface Props {
  expected: ExpectedData;
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
}

export default function RoomData({ expected, files, onFiles }: Props) {
  const data = usePublicData(expected.origin);
  if (!data) return <FilePicker files={files} onFiles={onFiles} expected={expected} />;
  return (
    <div className={css.found}>
      <DownloadPanel data={data} files={files} onFiles={onFiles} expected={expected} />
      {files ? null : (
        <details>
          <summary>{t`Use your own copy of the files`}</summary>
          <FilePicker files={files} onFiles={onFiles} expected={expected} />
        </details>
      )}
    </div>
  );
}

function usePublicData(origin: Origin | undefined): PublicData | undefined {
  // Where it cannot be loaded, only own files can be given.
  const catalogue = useLoaded('desk', loadDataDesk).value?.catalogue;
  if (!origin || !catalogue) return undefined;
  if (origin.kind === 'hugging-face')
    return {
      origin,
      title: origin.name,
      licence: undefined,
      source: `https://huggingface.co/datasets/${origin.name}`,
    };
  const entry = catalogue.find(({ id }) => id === origin.id);
  return (
    entry && {
      ...entry,
      origin,
      description: datasetWords(entry.id),
      licence: licenceWords(entry.licence),
    }
  );
}
