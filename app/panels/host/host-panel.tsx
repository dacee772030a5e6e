// The host's controls, drawn for hosts only; the ring refuses them from anyone else. All members decide on every
// command at a step boundary.
import { useState } from 'react';
import { compressionNamed, isGathered } from '../../../src/codecs/setting';
import { syncNameOf, type Sync } from '../../../src/train/run/sync';
import type { BucketMode, HostCommand, RunConfig, Snapshot } from '../../../src/replica/protocol';
import { provideCommand, type Preset } from '../../bridge/session/engine-room';
import { formatCount, formatNames, formatValue } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { codecWords, topologyWords } from '../../bridge/words/sum-words';
import { innerStepWords, syncCommands, syncWords } from '../../bridge/words/sync-words';
import { dataWords, modelWords } from '../../bridge/words/run-words';
import { usePresets } from '../../bridge/session/use-presets';
import { useSession, useSessionState } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Segments, SelectField, TextField } from '../../ui/field';
import { Modal } from '../../ui/modal';
import { Toggle } from '../../ui/toggle';
import { NetworkPanel } from './network-panel';
import { RunSettings } from './run-settings';
import css from './host-panel.module.css';

const maxGlobalBatch = 1 << 18;

export function HostPanel() {
  const session = useSession();
  const live = useSessionState((state) => state.forControls);
  const [isChanging, setIsChanging] = useState(false);
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
        ) : (
          <Button
            kind={isOver ? 'plain' : 'primary'}
            disabled={!canStart}
            onClick={() => send({ kind: 'start' })}
          >
            {phase === 'paused' ? 'Resume' : 'Start'}
          </Button>
        )}
        <Button disabled={!isRunning && phase !== 'paused'} onClick={() => send({ kind: 'stop' })}>
          Stop
        </Button>
        <Button
          kind={phase === 'finished' ? 'primary' : 'plain'}
          onClick={() => setIsChanging(true)}
          disabled={!live.config}
        >
          New run …
        </Button>
        <NetworkPanel live={live} onSend={send} />
      </div>
      <NumberForm
        label={live.sync?.kind === 'local' ? 'Inner learning rate' : 'Learning rate'}
        shown={formatValue(live.learningRate)}
        inputMode="decimal"
        problemOf={rateProblem}
        onApply={(learningRate) => send({ kind: 'set-learning-rate', learningRate })}
      />
      {current ? (
        <>
          <Segments<BucketMode>
            label="Collectives"
            isLabelShown
            isTall
            value={current.mode}
            options={[
              ['per-tensor', 'Per tensor'],
              ['bucketed', 'Buckets'],
              ['measured', 'Measured'],
              ['single', 'One'],
            ]}
            onChange={(mode) => changeBuckets({ mode })}
          />
          <SelectField
            label="Sums travel"
            value={current.topology}
            options={topologyWords}
            hint={isGathered(current.codec) ? 'As they are sent now, each part goes to all.' : undefined}
            onChange={(topology) => changeBuckets({ topology })}
          />
          <SelectField
            label="Sums are sent as"
            value={current.codec.kind}
            options={codecWords}
            hint={
              current.codec.kind === 'power-sgd'
                ? 'Factors need the whole gradient: nothing overlaps.'
                : undefined
            }
            onChange={(kind) => changeBuckets({ codec: compressionNamed(kind) })}
          />
          {live.sync ? (
            <SelectField
              label="Members synchronise"
              value={syncNameOf(live.sync, current.codec.kind)}
              options={syncWords}
              onChange={(name) => {
                for (const command of syncCommands(name, live.sync!, current)) {
                  if (command.kind === 'set-buckets') setBuckets(command.buckets);
                  send(command);
                }
              }}
            />
          ) : null}
          {live.sync?.kind === 'local' ? (
            <SelectField
              label="Inner steps"
              value={String(live.sync.innerSteps)}
              options={innerStepWords(live.sync.innerSteps)}
              onChange={(count) =>
                send({ kind: 'set-sync', sync: { ...live.sync!, innerSteps: Number(count) } as Sync })
              }
            />
          ) : null}
          <Toggle
            label="Overlap with backward"
            isOn={current.overlap}
            onChange={(overlap) => changeBuckets({ overlap })}
          />
        </>
      ) : null}
      {live.batch ? (
        <BatchControls
          key={JSON.stringify(live.batch)}
          batch={live.batch}
          onApply={(batch) => send({ kind: 'set-batch', batch })}
        />
      ) : null}
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

/** Without a quorum: the host creates a new lineage of the members that can be heard (S4). */
function GoOn({ live, onGoOn }: { live: Snapshot; onGoOn: (command: HostCommand) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { missing } = participants(live);
  const here = live.peers.filter((peer) => peer.rank !== undefined && !missing.includes(peer));
  const who = here.length === 1 ? 'this one' : `these ${formatCount(here.length)}`;
  const names = (peers: Snapshot['peers']): string => formatNames(peers.map(({ name }) => name));
  return (
    <>
      <Button kind="primary" onClick={() => setIsAsking(true)}>
        Go on with {who} …
      </Button>
      <Modal title={`Go on with ${who}?`} isNarrow isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <p>
          {names(here)}{' '}
          {here.length === 1 ? 'trains on as a lineage of its own' : 'train on as a lineage of their own'},
          without {names(missing)}. If the others train on too, the two never merge. When they meet, the
          lineage with more examples stays, and the other members take over its state.
        </p>
        <p style={{ marginTop: '1rem' }}>
          <Button
            kind="primary"
            onClick={() => {
              const { lineage, generation } = live;
              onGoOn({ kind: 'go-on-with', lineage, generation, peers: here.map(({ id }) => id) });
              setIsAsking(false);
            }}
          >
            Go on without them
          </Button>
        </p>
      </Modal>
    </>
  );
}

/** From the last good state: everything learned before is kept. */
function RestartWith({ rate, onRestart }: { rate: number; onRestart: (rate: number) => void }) {
  return (
    <Button kind="primary" onClick={() => onRestart(rate)}>
      Restart with learning rate {formatValue(rate)}
    </Button>
  );
}

type Batch = NonNullable<Snapshot['batch']>;

/** How the batch grows with the ring, and how the parts follow the replicas' speeds. Reset when the ring's own
 *  settings change. */
function BatchControls({ batch, onApply }: { batch: Batch; onApply: (batch: Batch) => void }) {
  const [asked, setAsked] = useState(batch);
  const change = (part: Partial<Batch>): void => {
    setAsked({ ...asked, ...part });
    onApply({ ...asked, ...part });
  };
  return (
    <>
      <Segments<Batch['batchMode']>
        label="Batch"
        isLabelShown
        isTall
        value={asked.batchMode}
        options={[
          ['grow', 'Grows'],
          ['fixed', 'Fixed'],
        ]}
        onChange={(batchMode) => change({ batchMode })}
      />
      {asked.batchMode === 'fixed' ? (
        <NumberForm
          label="Batch of the ring"
          shown={String(asked.globalBatch)}
          inputMode="numeric"
          problemOf={batchProblem}
          onApply={(globalBatch) => change({ globalBatch })}
        />
      ) : null}
      <Segments<Batch['shards']>
        label="Parts"
        isLabelShown
        isTall
        value={asked.shards}
        options={[
          ['equal', 'Equal'],
          ['measured', 'By speed'],
        ]}
        onChange={(shards) => change({ shards })}
      />
    </>
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

/** A number that takes effect when it is set. */
function NumberForm({
  label,
  shown,
  inputMode,
  problemOf,
  onApply,
}: {
  label: string;
  shown: string;
  inputMode: 'decimal' | 'numeric';
  problemOf: (value: number) => string | undefined;
  onApply: (value: number) => void;
}) {
  const [text, setText] = useState<string>();
  const value = Number(text);
  const problem = text === undefined ? undefined : problemOf(value);
  return (
    <form
      className={css.number}
      onSubmit={(event) => {
        event.preventDefault();
        if (text === undefined || problem) return;
        onApply(value);
        setText(undefined);
      }}
    >
      <TextField
        label={label}
        inputMode={inputMode}
        value={text ?? shown}
        problem={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={text === undefined || problem !== undefined}>
        Set
      </Button>
    </form>
  );
}

function rateProblem(rate: number): string | undefined {
  return rate > 0 && rate <= 100 ? undefined : 'Above 0, at most 100.';
}

function batchProblem(examples: number): string | undefined {
  return Number.isInteger(examples) && examples >= 1 && examples <= maxGlobalBatch
    ? undefined
    : `A whole number from 1 to ${formatCount(maxGlobalBatch)}.`;
}
