// A button that asks for the settings of a new run: all members start over together.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { HostControls } from '../../bridge/session/host-controls';
import { provideCommand } from '../../bridge/session/engine-room';
import { withWords } from '../../bridge/session/page-language';
import { useSession } from '../../bridge/session/session-context';
import { usePresets } from '../../bridge/session/use-presets';
import { dataWords, modelWords } from '../../bridge/words/run-words';
import type { RunConfig } from '../../../src/replica/protocol';
import { Button, type ButtonKind } from '../../ui/button';
import { lazyPart } from '../../ui/lazy-part';
import { Modal } from '../../ui/modal';
import type { OfferedRun } from './run-settings';

const RunSettings = lazyPart(async () => (await withWords(import('./run-settings'))).RunSettings);

export function NewRun({ controls: { live, send }, kind }: { controls: HostControls; kind?: ButtonKind }) {
  const session = useSession();
  const [isChanging, setIsChanging] = useState(false);
  const presets = usePresets(isChanging);
  return (
    <>
      <Button kind={kind} onClick={() => setIsChanging(true)} disabled={!live.config}>
        {t`New run …`}
      </Button>
      <Modal title={t`A new run`} isWide isOpen={isChanging} onClose={() => setIsChanging(false)}>
        {live.config ? (
          <RunSettings
            base={live.config}
            presets={[asNow(live.config), ...presets]}
            startsOpen
            submitText={t`Start over with these`}
            onSubmit={(config, files) => {
              if (files) session.send(provideCommand(files));
              send({ kind: 'configure', config });
              setIsChanging(false);
            }}
          />
        ) : null}
      </Modal>
    </>
  );
}

/** The run as it is, as the first choice. */
function asNow(config: RunConfig): OfferedRun {
  return {
    id: 'as-now',
    words: { title: t`As now`, description: `${dataWords(config.data)}, ${modelWords(config.model)}.` },
    config,
  };
}
