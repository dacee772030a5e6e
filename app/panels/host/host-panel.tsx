// The host's controls, drawn for hosts only; the ring refuses them from anyone else. All members decide on every
// command at a step boundary. Two levels: run and try; all else in a drawer.
import { useState } from 'react';
import type { HostCommand, RunConfig } from '../../../src/replica/protocol';
import { provideCommand, type Preset } from '../../bridge/session/engine-room';
import { markWords } from '../../bridge/words/mark-words';
import { dataWords, modelWords } from '../../bridge/words/run-words';
import { usePresets } from '../../bridge/session/use-presets';
import { useNotes } from '../../bridge/session/run-notes';
import { useCurveTick, useSession, useSessionState } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Drawer } from '../../ui/drawer';
import { Modal } from '../../ui/modal';
import { AdvancedControls } from './advanced-controls';
import { GoOn, RestartWith } from './go-on';
import { RunSettings } from './run-settings';
import { TryChips } from './try-chips';
import css from './host-panel.module.css';

export function HostPanel() {
  const session = useSession();
  const live = useSessionState((state) => state.forControls);
  const [isChanging, setIsChanging] = useState(false);
  const [isAdvanced, setIsAdvanced] = useState(false);
  const presets = usePresets(isChanging);
  const [buckets, setBuckets] = useState<RunConfig['buckets']>();
  if (!live?.isHost) return null;
  const send = (command: HostCommand): void => session.send({ kind: 'host', command });
  const phase = live.phase.kind;
  const isRunning =
    phase === 'training' || phase === 'regrouping' || phase === 'catching-up' || phase === 'no-quorum';
  const isOver = phase === 'finished' || phase === 'diverged';
  const canStart = phase === 'lobby' || phase === 'paused';
  // The latest request, until the ring's own configuration differs.
  const current = buckets ?? live.buckets;
  const changeBuckets = (change: Partial<RunConfig['buckets']>): void => {
    if (!current) return;
    const next = { ...current, ...change };
    setBuckets(next);
    send({ kind: 'set-buckets', buckets: next });
  };
  return (
    <section className={css.bar} aria-label="Host controls">
      <div className={css.main}>
        {live.phase.kind === 'diverged' && live.phase.suggestedLearningRate !== undefined ? (
          <RestartWith
            rate={live.phase.suggestedLearningRate}
            onRestart={(learningRate) => {
              send({ kind: 'set-learning-rate', learningRate });
              send({ kind: 'start' });
            }}
          />
        ) : live.phase.kind === 'no-quorum' ? (
          <GoOn live={live} onGoOn={send} />
        ) : isRunning ? (
          <Button kind="primary" onClick={() => send({ kind: 'pause' })}>
            Pause
          </Button>
        ) : isOver ? null : (
          <Button kind="primary" disabled={!canStart} onClick={() => send({ kind: 'start' })}>
            {phase === 'paused' ? 'Resume' : 'Start'}
          </Button>
        )}
        {isOver ? (
          <Button
            kind={phase === 'finished' ? 'primary' : 'plain'}
            onClick={() => setIsChanging(true)}
            disabled={!live.config}
          >
            New run …
          </Button>
        ) : null}
        {phase === 'lobby' || isOver ? null : (
          <TryChips live={live} buckets={current} onBuckets={changeBuckets} onSend={send} />
        )}
      </div>
      <LastChange />
      <Button aria-expanded={isAdvanced} onClick={() => setIsAdvanced(!isAdvanced)}>
        Advanced
      </Button>
      <Drawer title="Advanced" isOpen={isAdvanced} onClose={() => setIsAdvanced(false)}>
        <AdvancedControls
          live={live}
          buckets={current}
          onBuckets={changeBuckets}
          onSend={send}
          onNewRun={() => setIsChanging(true)}
        />
      </Drawer>
      <Modal title="A new run" isWide isOpen={isChanging} onClose={() => setIsChanging(false)}>
        {live.config ? (
          <RunSettings
            base={live.config}
            presets={[asNow(live.config), ...presets]}
            startsOpen
            submitText="Start over with these"
            onSubmit={(config, files) => {
              if (files) session.send(provideCommand(files));
              send({ kind: 'configure', config });
              setBuckets(undefined);
              setIsChanging(false);
            }}
          />
        ) : null}
      </Modal>
    </section>
  );
}

/** The newest change and what it did. */
function LastChange() {
  useCurveTick();
  const last = useNotes().changes.marks.at(-1);
  return (
    <p className={css.last} role="status">
      {last ? markWords(last) : ''}
    </p>
  );
}

/** The run as it is, as the first choice. */
function asNow(config: RunConfig): Preset {
  return {
    id: 'as-now',
    title: 'As now',
    description: `${dataWords(config.data)}, ${modelWords(config.model)}.`,
    config,
  };
}
