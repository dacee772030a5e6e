// The host's slow network: the line that the members emulate on every edge, or on one. It takes effect between two steps,
// on all replicas, and every screen says so.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { mostEdges, withEdge } from '../../../src/net/emulation/network-settings';
import { edgeName, networkWords } from '../../../src/replica/network-words';
import { networkSentences } from '../../bridge/words/line-sentences';
import type { HostCommand, NetworkSettings, Snapshot } from '../../../src/replica/protocol';
import {
  formOf,
  namedOptions,
  readForm,
  type LineChoice,
  type NetworkForm,
} from '../../bridge/form/network-form';
import { Button } from '../../ui/button';
import { DecimalField } from '../../ui/decimal-field';
import { Problem, SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Modal } from '../../ui/modal';
import ui from '../../ui/shape.module.css';
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
        {t`Slow network …`}
      </Button>
      <Modal title={t`Slow network`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
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
  const problem = read.ok
    ? next
      ? undefined
      : t`At most ${mostEdges} edges have a line of their own.`
    : read.why;
  const choices: (readonly [LineChoice, string])[] = [
    ...(pair ? [['like-every', t`Like every edge`] as const] : []),
    ['off', t`As it is`],
    ...namedOptions(),
    ['custom', t`Other figures`],
  ];
  const emulated = networkWords(shown, networkSentences);
  const field = (name: Exclude<keyof NetworkForm, 'choice'>, label: string) => (
    <DecimalField label={label} value={form[name]} onType={(text) => set({ [name]: text })} />
  );
  return (
    <Form className={ui.column} onSubmit={() => next && onApply(next)}>
      <p>
        {t`Every replica delays what it sends, as such a line would. Bandwidth is for each direction of an edge.`}{' '}
        {emulated ? t`Emulated now: ${{ network: emulated }}.` : t`Nothing is emulated now.`}
      </p>
      <SelectField
        label={t`Edge`}
        value={edge}
        options={[[everyEdge, t`Every edge`], ...pairs.map(({ key, name }) => [key, name] as const)]}
        onChange={(key) => {
          setEdge(key);
          const chosen = pairs.find((each) => each.key === key);
          setForm(formOf(chosen ? chosen.profile : network.everyEdge));
        }}
      />
      <SelectField
        label={t`Line`}
        value={form.choice}
        options={choices}
        onChange={(choice) => set({ choice })}
      />
      {form.choice === 'custom' ? (
        <div className={css.figures}>
          {field('mbitPerSecond', t`Bandwidth, Mbit/s`)}
          {field('delayMs', t`Delay one way, ms`)}
          {field('jitterMs', t`Jitter, ms`)}
          {field('lossPercent', t`Loss, %`)}
        </div>
      ) : null}
      <Problem>{problem}</Problem>
      <p>
        <Button kind="primary" type="submit" disabled={!next}>
          {t`Apply`}
        </Button>
      </p>
    </Form>
  );
}

interface Pair {
  readonly key: string;
  readonly a: string;
  readonly b: string;
  readonly name: string;
  /** The profile of its own; undefined: like every edge. */
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
