// Join, below its button: what the browser says of this page’s place. Nothing where there is nothing to know. It comes after the
// screen, and moves nothing that a person is about to press.
import { t } from '@lingui/core/macro';
import type { HostedRoom } from '../bridge/session/device-memory';
import { isOpenElsewhere } from '../bridge/session/tab-pass';
import { useAnswer } from '../bridge/session/use-answer';
import { localNetworkWords, type LocalNetwork } from '../bridge/words/local-network-words';
import { useLocalNetwork } from './use-local-network';
import ui from '../ui/shape.module.css';
import css from './join.module.css';

export interface KnownOfPlace {
  readonly isOpenElsewhere: boolean;
  /** This device’s own room. */
  readonly awaitsSavedRun?: boolean;
  readonly localNetwork: LocalNetwork | 'asking';
}

export default function JoinNotes({ code, hosted }: { code: string; hosted: HostedRoom | undefined }) {
  return (
    <JoinNotesView
      known={{
        isOpenElsewhere: useAnswer(() => isOpenElsewhere(code), code, false),
        awaitsSavedRun: hosted?.awaitsSavedRun === true,
        localNetwork: useLocalNetwork(),
      }}
      userAgent={navigator.userAgent}
    />
  );
}

export function JoinNotesView({ known, userAgent }: { known: KnownOfPlace; userAgent: string }) {
  const { isOpenElsewhere: isElsewhere, localNetwork } = known;
  return (
    <>
      {isElsewhere ? (
        <p className={css.host} role="status">
          {t`This room is open in another tab of this browser. Here you would go in as one more member, with a name of its own.`}
        </p>
      ) : null}
      {known.awaitsSavedRun ? (
        <p className={css.removed} role="status">
          {t`This room was to go on with a saved run, and this page no longer has its file. Go in, then choose it again under “Go on with a saved run …”: otherwise the run starts again.`}
        </p>
      ) : null}
      <NetworkNote state={localNetwork} userAgent={userAgent} />
    </>
  );
}

function NetworkNote({ state, userAgent }: { state: KnownOfPlace['localNetwork']; userAgent: string }) {
  if (state === 'asking' || state === 'granted') return null;
  const { detail, next } = localNetworkWords(state, userAgent);
  return state === 'denied' ? (
    <p className={css.removed} role="status">
      <strong>{detail}</strong> {next}
    </p>
  ) : (
    <p className={ui.quiet}>{next}</p>
  );
}
