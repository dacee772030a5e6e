// The host's slow network: the line that the members emulate on every edge, or on one. It takes effect between two steps,
// on all replicas, and every screen says so.
import { useState } from 'react';
import { mostEdges, withEdge } from '../../../src/net/emulation/network-settings';
import { edgeName, networkWords } from '../../../src/replica/network-words';
import { networkText } from '../../text/network';
import type { HostCommand, NetworkSettings, Snapshot } from '../../../src/replica/protocol';
import {
  formOf,
  namedOptions,
  readForm,
  type LineChoice,
  type NetworkForm,
} from '../../bridge/form/network-form';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Modal } from '../../ui/modal';
import { hostText } from '../../text/host';
import css from './network-panel.module.css';

export function NetworkPanel({ live, onSend }: { live: Snapshot; onSend: (command: HostCommand) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  // The latest request holds until the ring's own settings change: a second one must not undo it.
  const [asked, setAsked] = useState<{ readonly network: NetworkSettings; readonly before: string }>();
  const before = JSON.stringify(live.network);
  const network = asked?.before === before ? asked.network : live.network;
  return (
    <>
      <Button disabled={live.worldSize < 2} onClick={() => setIsOpen(true)}>
        {hostText.slowNetwork}
      </Button>
      <Modal title={hostText.slowNetwork2} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <NetworkFields
          shown={{ network, peers: live.peers }}
          onApply={(next) => {
            onSend({ kind: 'set-network', network: next });
            setAsked({ network: next, before });
            setIsOpen(false);
          }}
        />
      </Modal>
    </>
  );
}

const everyEdge = 'every';

type Shown = Pick<Snapshot, 'network' | 'peers'>;

function NetworkFields({ shown, onApply }: { shown: Shown; onApply: (network: NetworkSettings) => void }) {
  const { network } = shown;
  const pairs = pairsOf(shown);
  const [edge, setEdge] = useState(everyEdge);
  const [form, setForm] = useState(() => formOf(network.everyEdge));
  const pair = pairs.find(({ key }) => key === edge);
  const set = (change: Partial<NetworkForm>): void => setForm({ ...form, ...change });
  const read = readForm(form);
  const next = read.ok ? settingsWith(network, pair, read.value) : undefined;
  const problem = read.ok ? (next ? undefined : hostText.mostEdgesLine(mostEdges)) : read.why;
  const choices: (readonly [LineChoice, string])[] = [
    ...(pair ? [['like-every', hostText.likeEveryEdge] as const] : []),
    ['off', hostText.asItIs],
    ...namedOptions(),
    ['custom', hostText.otherFigures],
  ];
  const emulated = networkWords(shown, networkText);
  const field = (name: Exclude<keyof NetworkForm, 'choice'>, label: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (next) onApply(next);
      }}
    >
      <p>
        {hostText.everyReplicaDelays(emulated ? hostText.emulatedNow(emulated) : hostText.nothingEmulatedNow)}
      </p>
      <SelectField
        label={hostText.edge}
        value={edge}
        options={[[everyEdge, hostText.everyEdge], ...pairs.map(({ key, name }) => [key, name] as const)]}
        onChange={(key) => {
          setEdge(key);
          const chosen = pairs.find((each) => each.key === key);
          setForm(formOf(chosen ? chosen.profile : network.everyEdge));
        }}
      />
      <SelectField
        label={hostText.line}
        value={form.choice}
        options={choices}
        onChange={(choice) => set({ choice })}
      />
      {form.choice === 'custom' ? (
        <div className={css.figures}>
          {field('mbitPerSecond', hostText.bandwidthMbitS)}
          {field('delayMs', hostText.delayOneWay)}
          {field('jitterMs', hostText.jitterMs)}
          {field('lossPercent', hostText.loss)}
        </div>
      ) : null}
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <p>
        <Button kind="primary" type="submit" disabled={!next}>
          {hostText.apply}
        </Button>
      </p>
    </form>
  );
}

interface Pair {
  readonly key: string;
  readonly a: string;
  readonly b: string;
  readonly name: string;
  /** Of its own; undefined: like every edge. */
  readonly profile: NetworkSettings['edges'][number]['profile'] | undefined;
}

/** A full mesh of more members would be a long list; there only neighbours around the ring are offered. */
const mostInMesh = 8;

function pairsOf({ network, peers }: Shown): Pair[] {
  const members = peers.filter((peer) => peer.ringPosition !== undefined);
  const around = members.toSorted((a, b) => a.ringPosition! - b.ringPosition!);
  const pairs =
    members.length <= mostInMesh
      ? members.flatMap((one, i) => members.slice(i + 1).map((other) => [one.id, other.id]))
      : around.map((one, i) => [one.id, around[(i + 1) % around.length].id]);
  return pairs.map((ids) => {
    const [a, b] = ids.toSorted();
    const own = network.edges.find((edge) => edge.a === a && edge.b === b);
    return { key: `${a} ${b}`, a, b, name: edgeName({ peers }, ids[0], ids[1]), profile: own?.profile };
  });
}

/** undefined: too many edges. */
function settingsWith(
  network: NetworkSettings,
  pair: Pair | undefined,
  profile: Pair['profile'],
): NetworkSettings | undefined {
  if (!pair) return { ...network, everyEdge: profile ?? null };
  const next = withEdge(network, pair.a, pair.b, profile);
  return next.edges.length <= mostEdges ? next : undefined;
}
