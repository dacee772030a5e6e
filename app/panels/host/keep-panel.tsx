// Saves the run: a checkpoint file to download, and for the host a saved run to go on with. The replica keeps
// trained state on this device by itself, too.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { isSharedData } from '../../../src/train/run/data-shape';
import { formatClock, formatCount } from '../../bridge/words/format';
import { useSessionState, useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { Toggle } from '../../ui/toggle';
import { useAskToResume } from './resume-dialog';
import { SavedLine } from './saved-line';
import { useSave } from './use-save';
import ui from '../../ui/shape.module.css';
import css from './keep-panel.module.css';

export function KeepPanel({ className }: { className?: string }) {
  const isHost = useShownPart((shown) => shown.isHost);
  const isUntrained = useShownPart((shown) => shown.step === 0);
  const kept = useSessionState((state) => state.kept);
  // A checkpoint does not hold files of a person. What each member keeps to itself is in no archive.
  const onFiles = useShownPart(({ config }) => isSharedData(config?.data));
  const [isWithData, setIsWithData] = useState(false);
  const [state, save] = useSave();
  const askToResume = useAskToResume();
  return (
    <Panel title={t`Keep this run`} className={className} summary={keptWords(kept)}>
      <div className={ui.row}>
        <Button disabled={state === 'writing' || isUntrained} onClick={() => save('checkpoint')}>
          {t`Save a checkpoint`}
        </Button>
        <Button
          disabled={state === 'writing' || isUntrained}
          onClick={() => save(onFiles && isWithData ? 'export-with-data' : 'export')}
        >
          {t`Export for PyTorch and ONNX`}
        </Button>
        {isHost ? <Button onClick={askToResume}>{t`Go on with a saved run …`}</Button> : null}
      </div>
      {onFiles ? (
        <div className={`${ui.quiet} ${css.note}`}>
          <Toggle
            label={t`Put the training data into the export`}
            isOn={isWithData}
            onChange={setIsWithData}
          />
          <p>
            {isWithData
              ? t`The archive then holds the whole data of this run: whoever gets the file can read it. With it comes train.py, which goes on with the run in PyTorch.`
              : t`Without it the archive holds no training data, and no train.py to go on with the run in PyTorch.`}
          </p>
        </div>
      ) : null}
      <p className={`${ui.quiet} ${css.note}`} role="status">
        {state === 'writing' ? (
          t`Writing the file while the ring trains on …`
        ) : state === 'ready' ? (
          t`A checkpoint is one file: weights under PyTorch names, optimizer, place in the data. The export is an archive: the weights, the PyTorch module that loads them, and the network as an ONNX file.`
        ) : (
          <SavedLine state={state} />
        )}
      </p>
    </Panel>
  );
}

function keptWords(kept: { readonly step: number; readonly atMs: number } | undefined): string {
  if (kept)
    return t`On this device: step ${{ step: formatCount(kept.step) }}, kept at ${{ atMs: formatClock(kept.atMs) }}.`;
  return canKeep()
    ? t`This device keeps the run by itself: every 3 minutes, at a pause and at the end.`
    : t`This page cannot keep the run by itself. Save it as a file.`;
}

/** The private file system needs HTTPS, or this machine's own address. */
function canKeep(): boolean {
  return (
    typeof navigator.storage?.getDirectory === 'function' &&
    typeof FileSystemFileHandle.prototype.createWritable === 'function'
  );
}
