// Goes on with a saved run: a dialog that the keep panel's button opens, and a file dropped anywhere on the screen, also
// while that panel is not drawn. Who is not the host is told why a dropped file changes nothing.
import { t } from '@lingui/core/macro';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { provideCommand, type GivenFile } from '../../bridge/session/engine-room';
import type { RunConfig } from '../../../src/replica/protocol';
import { isSharedData } from '../../../src/train/run/data-shape';
import { useSession, useSessionState } from '../../bridge/session/session-context';
import { withWords } from '../../bridge/session/page-language';
import { lazyPart } from '../../ui/lazy-part';
import { Modal } from '../../ui/modal';
import { useRunFileDrop } from './use-run-file-drop';
import ui from '../../ui/shape.module.css';
import css from './keep-panel.module.css';

const SavedRuns = lazyPart(async () => (await withWords(import('./saved-runs'))).SavedRuns);

const ResumeContext = createContext(() => {});

/** Opens the dialog of the ResumeProvider around. */
export function useAskToResume(): () => void {
  return useContext(ResumeContext);
}

/** Undefined: each device makes such data by itself, or each member brings its own. */
function dataHash(data: RunConfig['data'] | undefined): string | undefined {
  return isSharedData(data) ? data.sha256 : undefined;
}

export function ResumeProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const here = useSessionState(({ shown }) => dataHash(shown?.config?.data));
  const isHost = useSessionState(({ shown }) => shown?.isHost ?? false);
  const drop = useRunFileDrop();
  const [isAsked, setIsAsked] = useState(false);
  const [handled, setHandled] = useState<readonly GivenFile[]>([]);
  const isDropped = drop.files.length > 0 && drop.files !== handled;
  const isResuming = isHost && (isAsked || isDropped);
  /** Closed, the dialog is done with the file. */
  const close = (): void => {
    setIsAsked(false);
    setHandled(drop.files);
  };
  return (
    <ResumeContext value={() => setIsAsked(true)}>
      {children}
      <Modal title={t`Go on with a saved run`} isWide isOpen={isResuming} onClose={close}>
        <p
          className={`${ui.quiet} ${css.lead}`}
        >{t`This run ends. Every member takes over the saved one from this device; nobody else needs its file.`}</p>
        <SavedRuns
          submitText={t`Go on with it`}
          drop={{ ...drop, files: drop.files === handled ? [] : drop.files }}
          lacksData={(data) => dataHash(data) !== undefined && dataHash(data) !== here}
          onResume={({ file, base }, steps, files) => {
            if (files) session.send(provideCommand(files));
            if (base) session.send({ kind: 'provide-base', base });
            session.send({ kind: 'resume', file, steps });
            close();
          }}
        />
      </Modal>
      <Modal title={t`Go on with a saved run`} isOpen={!isHost && isDropped} onClose={close}>
        <p
          className={`${ui.quiet} ${css.lead}`}
        >{t`The file was not used. Only the host can go on with a saved run, for then every member takes it over. Give the host the file, or open a room of your own with it.`}</p>
      </Modal>
    </ResumeContext>
  );
}
