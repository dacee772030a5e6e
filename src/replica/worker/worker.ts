// The Worker's half of a replica: WebGPU, collectives and the update. It runs in a Worker (worker-entry.ts), or in the
// one thread of a headless replica. Commands and channels come in; events go out (page-updates.ts). Its parts are made in
// worker-parts.ts.
import { logged, say, unexpected } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { wireFromHandover } from '../../net/wires/channel-handover';
import { EmulatedWire } from '../../net/wires/emulated-wire';
import { PortWire } from '../../net/wires/port-wire';
import { RelayWire } from '../../net/relay/relay-wire';
import { prng } from '../../base/prng';
import type { Wire } from '../../net/link/wire';
import { WireLink } from '../../net/link/wire-link';
import { selfTest } from '../../optim/update/self-test';
import { flightRecord } from '../../train/member/flight-record';
import { keptRunConfig } from '../../train/run/older-run';
import type { Command, ReplicaRequest, RunConfig, StepRecord } from '../protocol';
import { emptySnapshot } from './empty-snapshot';
import { PagePicture } from './page-picture';
import { PagePort } from './page-port';
import { PageUpdates } from './page-updates';
import type { ReplicaParts } from './replica-parts';
import { failedFacts } from './ring-facts';
import type { FromWorker, ToWorker, WorkerReply } from './worker-messages';
import { workerParts, type WorkerParts } from './worker-parts';
import type { Replica } from '../../train/participation/replica';
import { sheetOfData } from '../data-sheet';
import { heldOutOf, type Weights } from '../weights';
import { wholeForObservers, withBase } from './with-base';

/** A step on a slow machine may take many seconds, in which its buckets wait for credit. Dead members are evicted after
 *  4 s by other means. */
const sendDeadlineMs = 60_000;
const tabOpensMs = 3_000;

export class WorkerReplica {
  readonly #parts: WorkerParts;
  readonly #updates: PageUpdates;
  readonly #device: ReplicaParts['device'];

  constructor(
    begun: ToWorker & { kind: 'begin' },
    send: (message: FromWorker) => void,
    clock: Clock,
    around: ReplicaParts = {},
  ) {
    this.#parts = workerParts(begun, new PagePort(send, clock), clock, around);
    const { member } = this.#parts;
    const picture = new PagePicture(this.#parts);
    this.#updates = new PageUpdates(clock, {
      phase: () => member.phase.kind,
      generation: () => member.membership.view?.generation,
      isOver: () => member.isOver,
      send: () => picture.send(),
    });
    this.#device = around.device;
    this.#listen(around);
    void member.run().then(() => this.#updates.flush());
  }

  #listen({ device }: ReplicaParts): void {
    const { member, page, hosting, roster, sharing, files, committedSteps } = this.#parts;
    const updates = this.#updates;
    sharing.on('change', () => updates.changed());
    member.on('change', () => {
      files.look();
      hosting.look();
      roster.look();
      updates.changed();
    });
    // A peer whose link opens has its lock already, if it runs in this browser.
    if (device) member.hub.on('opened', () => void device.look().then(() => member.besideChanged()));
    member.on('step', (record) => this.#committed(record));
    member.trainer.on('changed', (changed) => committedSteps.changed(changed));
    member.on('fork', (fork) => {
      updates.holdEnd();
      void files.keepFork(fork).then(() => updates.releaseEnd());
    });
    member.on('notice', ({ level, says }) => page.notice(level, says));
    member.timeline.on('accounts', (accounts) => page.event({ kind: 'timeline', accounts }));
    member.curves.on('earlier', (points) => {
      committedSteps.begin(points);
      page.event({ kind: 'earlier', points });
    });
    member.sumWatch.on('sum', (sum) => page.event({ kind: 'sum', sum }));
    member.linkPolicy.on('wanted', (wanted) => page.send({ kind: 'links', wanted }));
    member.signals.on('arrived', (signal) => page.send({ kind: 'signal', signal }));
  }

  receive(message: Exclude<ToWorker, { kind: 'begin' | 'ask' }>): void {
    const { member, roster, observedAnswers } = this.#parts;
    switch (message.kind) {
      case 'create-ring':
        return this.#createRing(message.config);
      case 'expect':
        return this.#expect(message.config);
      case 'roster':
        roster.take(message.peers, message.observers);
        return this.#updates.changed();
      case 'observed-answer': {
        const { question } = member.board.document;
        if (observedAnswers.take(message.from, message.answer, question)) this.#updates.changed();
        return;
      }
      case 'at-door':
        return member.atDoor(message.door);
      case 'link':
        return this.#linkTo(message);
      case 'relay':
        return void this.#link(message, new RelayWire(message));
      case 'port':
        return void this.#link({ ...message, call: 0 }, new PortWire(message.port));
      case 'signal':
        return member.signals.send(message.signal);
      case 'command':
        return this.#execute(message.command);
      case 'request':
        return void this.#reply(message.id, message.request);
      default:
        message satisfies never;
    }
  }

  #createRing(stored: RunConfig): void {
    const { member } = this.#parts;
    const config = keptRunConfig(stored);
    if (config.ok) return member.createRing(config.value);
    member.recorder.note('no ring created', { why: logged(config.error.says) });
    member.refuseRun(config.error.says);
  }

  #expect(stored: RunConfig): void {
    const config = keptRunConfig(stored);
    if (config.ok) this.#parts.member.expectRun(config.value);
  }

  #linkTo(message: ToWorker & { kind: 'link' }): void {
    const { peer, handover } = message;
    const wire = wireFromHandover(handover, this.#parts.clock);
    if (handover.kind !== 'tab') return void this.#link(message, wire);
    // Both Workers live: a channel between them that does not open soon is broken.
    const link = this.#link(message, wire, tabOpensMs);
    // The browser says at once that a tab has ended; its silence would say it after seconds.
    const stopWaiting = this.#device?.whenEnds(peer, () =>
      (wire as PortWire).lose('the other tab has ended'),
    );
    void link.closed.then(stopWaiting);
  }

  #link(
    { peer, name, call }: { peer: string; name: string; call: number },
    plain: Wire,
    openDeadlineMs?: number,
  ): WireLink {
    const { begun, clock, member, page } = this.#parts;
    const wire = new EmulatedWire(plain, clock, prng('line', begun.seed, begun.self, peer, call));
    const link = new WireLink({ clock, wire, peer: name, sendDeadlineMs, openDeadlineMs });
    void link.opened.then(() => {
      if (link.isOpen) member.addLink(peer, link);
    });
    void link.closed.then(({ message }) => page.send({ kind: 'link-closed', peer, call, why: message }));
    return link;
  }

  #execute(command: Command): void {
    const { member, files, sharing, hosting, samples } = this.#parts;
    switch (command.kind) {
      case 'host':
        return hosting.submit(command.command);
      case 'provide-files':
        return files.addFiles(command);
      case 'provide-text':
        return files.addText(command);
      case 'provide-base':
        return files.addBase(command);
      case 'offer-data':
        return void this.#offerData(command.isOpen);
      case 'receive-data':
        return void sharing.receive();
      case 'stop-data':
        return sharing.stop();
      case 'sample':
        return samples.ask(command);
      case 'timeline':
        return member.timeline.watch(command.isWatched);
      case 'sum':
        return member.sumWatch.watch(command.isWatched);
      case 'answer':
        return void member.board.answer(command.question, command.value);
      case 'hand-over':
        return hosting.submit({ kind: 'hand-over', heir: hosting.offer(command.isOffered) });
      case 'resume':
        return void files.resume(command);
      case 'free-seats':
        return; // the page asks the server
      case 'mend':
        return void files.mend(command.added);
      case 'leave':
        return member.leave();
      default:
        command satisfies never;
    }
  }

  async #reply(id: number, request: ReplicaRequest): Promise<void> {
    const reply = await this.#replyTo(request);
    this.#parts.page.send({ kind: 'reply', id, reply });
  }

  #replyTo(request: ReplicaRequest): WorkerReply | Promise<WorkerReply> {
    const { member, files, samples, clock } = this.#parts;
    switch (request.kind) {
      case 'flight-record':
        return flightRecord(member, clock.epochMs());
      case 'weights':
        return this.#weights(request);
      case 'sample':
        return samples.look();
      case 'checkpoint':
        return files.save(request.what);
      default:
        return request satisfies never;
    }
  }

  #weights(request: ReplicaRequest & { kind: 'weights' }): WorkerReply | Promise<WorkerReply> {
    const { member, lineage, named } = this.#parts;
    const taken = withBase(takeWeights(member.replica, lineage.now ?? '', request.wantsHeldOut), named);
    return request.isForObservers ? wholeForObservers(taken) : taken;
  }

  async #offerData(isOpen: boolean): Promise<void> {
    const { begun, hosting, sharing, page } = this.#parts;
    const { hostToken } = begun;
    const offered =
      hostToken && hosting.isHost ? await sharing.offer(hostToken, isOpen) : await sharing.help(isOpen);
    if (!offered.ok) page.notice('error', say('data-not-sent', { detail: offered.error.says }));
  }

  #committed(record: StepRecord): void {
    const isFirst = this.#parts.committedSteps.last === undefined;
    this.#parts.committedSteps.add(record);
    this.#watchForHost(record);
    if (isFirst) this.#updates.flush();
    else this.#updates.changed();
  }

  /** What the host's replica says by itself (H16b, H17a). */
  #watchForHost(record: StepRecord): void {
    const { member, hosting, questionWatch, leagueWatch } = this.#parts;
    const { state, replica } = member;
    const engine = replica.ready?.engine;
    if (!state || !engine) return;
    const came = questionWatch.see(record, member.board.document.question);
    const sized = { ...state, parameters: engine.parameterCount, terms: engine.terms };
    const reached = leagueWatch.see(record, sized, member.board.document.league);
    if (!hosting.isHost) return;
    if (came) hosting.submit(came);
    if (reached) hosting.submit(reached);
  }
}

/** Begins the replica. undefined: this engine does not compute exactly, and the page learns that it failed. */
export function beginReplica(
  begun: ToWorker & { kind: 'begin' },
  send: (message: FromWorker) => void,
  clock: Clock,
  parts?: ReplicaParts,
  tested: ReturnType<typeof selfTest> = selfTest(),
): WorkerReplica | undefined {
  send({ kind: 'begun' });
  if (tested.ok) return new WorkerReplica(begun, send, clock, parts);
  const message = `This engine does not compute exactly: ${logged(tested.error.says)}`;
  const error = { code: 'bug', says: unexpected(message) } as const;
  const snapshot = emptySnapshot(begun.self, { kind: 'failed', error }, begun.hostToken !== undefined);
  send({ kind: 'event', event: { kind: 'snapshot', snapshot } });
  send({ kind: 'ring', facts: failedFacts });
  return undefined;
}

/** A copy for the playground: a memory copy between two steps, then out of the step's way. undefined: there are no trained
 *  parameters yet. */
export function takeWeights(
  { ready, held }: Pick<Replica, 'ready' | 'held'>,
  lineage: string,
  wantsHeldOut: boolean,
): Weights | undefined {
  if (!ready || !held?.state.initialized) return undefined;
  const { state, tensors } = held;
  return {
    config: state.config,
    lineage,
    step: state.step,
    parameters: new Float32Array(tensors.parameters), // not a view: a message would carry all memory under it
    vocabulary: ready.dataset.text?.vocabulary,
    heldOut: wantsHeldOut ? heldOutOf(ready.dataset, ready.split) : undefined,
    sheet: sheetOfData(state.config.data, ready),
  };
}
