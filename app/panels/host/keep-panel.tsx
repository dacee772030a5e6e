// Saves the run: a checkpoint file to download, and for the host a saved run to go on with. The replica keeps
// trained state on this device by itself, too.
import { useState } from 'react';
import type { RunConfig } from '../../../src/replica/protocol';
import { formatClock, formatCount } from '../../bridge/words/format';
import { useSessionState, useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { Toggle } from '../../ui/toggle';
import { useAskToResume } from './resume-dialog';
import { SavedLine } from './saved-line';
import { useSave } from './use-save';
import { hostingText } from '../../text/hosting';
import css from './keep-panel.module.css';

export function KeepPanel({ className }: { className?: string }) {
  const isHost = useShownPart((shown) => shown.isHost);
  const isUntrained = useShownPart((shown) => shown.step === 0);
  const kept = useSessionState((state) => state.kept);
  const onFiles = useShownPart(({ config }) => config !== undefined && isOnSharedFiles(config.data));
  const [isWithData, setIsWithData] = useState(false);
  const [state, save] = useSave();
  const askToResume = useAskToResume();
  return (
    <Panel title={hostingText.keepRun} className={className} summary={keptWords(kept)}>
      <div className={css.actions}>
        <Button disabled={state === 'writing' || isUntrained} onClick={() => save('checkpoint')}>
          {hostingText.saveCheckpoint}
        </Button>
        <Button
          disabled={state === 'writing' || isUntrained}
          onClick={() => save(onFiles && isWithData ? 'export-with-data' : 'export')}
        >
          {hostingText.exportPytorchOnnx}
        </Button>
        {isHost ? <Button onClick={askToResume}>{hostingText.goSavedRun}</Button> : null}
      </div>
      {onFiles ? (
        <div className={css.note}>
          <Toggle label={hostingText.exportData} isOn={isWithData} onChange={setIsWithData} />
          <p>{isWithData ? hostingText.exportHoldsData : hostingText.exportWithoutData}</p>
        </div>
      ) : null}
      <p className={css.note} role="status">
        {state === 'writing' ? (
          hostingText.writingFileWhile
        ) : state === 'ready' ? (
          hostingText.checkpointOneFile
        ) : (
          <SavedLine state={state} />
        )}
      </p>
    </Panel>
  );
}

/** Files of a person, which a checkpoint does not hold. What each member keeps to itself is in no archive. */
function isOnSharedFiles(data: RunConfig['data']): boolean {
  return (data.kind === 'idx' || data.kind === 'text') && data.own !== true;
}

function keptWords(kept: { readonly step: number; readonly atMs: number } | undefined): string {
  if (kept) return hostingText.deviceStepKept(formatCount(kept.step), formatClock(kept.atMs));
  return canKeep() ? hostingText.deviceKeepsRun : hostingText.pageCannotKeep;
}

/** The private file system needs HTTPS, or this machine's own address. */
function canKeep(): boolean {
  return (
    typeof navigator.storage?.getDirectory === 'function' &&
    typeof FileSystemFileHandle.prototype.createWritable === 'function'
  );
}
