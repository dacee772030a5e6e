// The parts of a replica's Worker, made one after the other: each is given only what is whole by then. The listeners come
// last (worker.ts).
import { logged, type Saying } from '../../base/sayings';
import { FlightRecorder } from '../../base/flight-recorder';
import type { Clock } from '../../base/clock';
import { spawnHere } from '../../model/simd/spawn-worker';
import { signHostClaim } from '../../net/room/signed-command';
import { isRoomCommand } from '../../room/edit-room';
import { RingMember } from '../../train/member/ring-member';
import { namedFilesOf } from '../../train/run/named-files-of';
import { FileStore } from '../files/file-store';
import { Checkpoints } from './checkpoints';
import { CommandSigner } from './command-signer';
import { CommittedSteps } from './committed-steps';
import { DataSharing } from './data-sharing';
import { EngineChooser, enginesOn } from './engine-chooser';
import { Hosting } from './hosting';
import { NamedFiles } from './named-files';
import { LeagueWatch } from './league-watch';
import { ObservedAnswers } from './observed-answers';
import type { PagePort } from './page-port';
import { prepare } from './prepare';
import { QuestionWatch } from './question-watch';
import type { ReplicaParts } from './replica-parts';
import { RoomRoster } from './room-roster';
import { RunFiles } from './run-files';
import { takeSample } from './sample';
import { SampleRequests } from './sample-requests';
import { withStartNotes } from './start-notes';
import type { ToWorker } from './worker-messages';

/** By how much the clocks of a room may differ: a host's command that its ring has not applied yet is no old one (H27a). */
const clocksDifferMs = 60_000;

export type WorkerParts = ReturnType<typeof workerParts>;

export function workerParts(
  begun: ToWorker & { kind: 'begin' },
  page: PagePort,
  clock: Clock,
  { prepareOn = prepare, processor = {}, memory, device, texts }: ReplicaParts = {},
) {
  const { self, name, seed, code, hostPublicKey, hostToken, engine, replicasHere, pass, passSecret } = begun;
  const named = new NamedFiles({
    share: () => member.share,
    show: (doing, lacks) => member.showStart(doing, lacks),
    isAwaited: () => member.membership.view !== undefined,
  });
  const store = new FileStore(texts, named);
  const recorder = new FlightRecorder(() => clock.now());
  const engines = enginesOn({ replicas: replicasHere, spawn: spawnHere, ...processor });
  const warn = (says: Saying): void => {
    recorder.note('notice', { level: 'warning', text: logged(says) });
    page.notice('warning', says);
  };
  const chooser = new EngineChooser(engine, clock, engines, warn, memory);
  const member = new RingMember({
    self,
    name,
    clock,
    seed,
    recorder,
    room: { code, hostPublicKey },
    olderCommands: clock.epochMs() - clocksDifferMs,
    pass,
    passSecret,
    hostClaim: hostToken && signHostClaim(hostToken, code, self),
    beside: () => device?.others ?? [],
    ...(device && { isAlone: () => device.isAlone() }),
    prepare(config) {
      named.use(namedFilesOf(config));
      return withStartNotes(recorder, clock, () => prepareOn(config, store, chooser));
    },
  });
  const samples = new SampleRequests(
    (request, show) => takeSample(member.replica, request, show),
    (sample) => page.event({ kind: 'sample', sample }),
  );
  const committedSteps = new CommittedSteps();
  const checkpoints = new Checkpoints(member, clock, () => committedSteps.last, named);
  const observedAnswers = new ObservedAnswers();
  const signer = new CommandSigner(code, member, clock, observedAnswers);
  const sharing = new DataSharing(member, store, () => signer.nextSequence());
  const hosting = new Hosting(begun, () => ({ host: member.state?.room?.host, heir: member.board.heir }), {
    send(command) {
      if (hostToken === undefined) return;
      const edit = signer.edit(command);
      if (command.kind === 'end') member.submit(signer.sign(hostToken, { kind: 'pause' }));
      if (edit) member.board.edit(edit, signer.signer(hostToken));
      if (!isRoomCommand(command)) member.submit(signer.sign(hostToken, command));
    },
    tookOver() {
      if (hostToken !== undefined) member.board.sign(signer.signer(hostToken));
    },
    notice: (level, says) => page.notice(level, says),
  });
  return {
    begun,
    clock,
    page,
    store,
    member,
    samples,
    committedSteps,
    observedAnswers,
    sharing,
    named,
    hosting,
    roster: new RoomRoster(member, hosting),
    files: new RunFiles({ begun, member, store, named, checkpoints, hosting, sharing, page }),
    lineage: new LineageWatch(member),
    leagueWatch: new LeagueWatch(self),
    questionWatch: new QuestionWatch(),
  };
}

/** The lineage that this replica is in, and whether it began as a fork: a new lineage without a time outside any view is a
 *  fork of the last one (S4). */
class LineageWatch {
  /** undefined: it is in no view. */
  now: string | undefined;
  /** The step after which the lineage before continued as this one; undefined: it is no fork. */
  forkedAfterStep: number | undefined;

  constructor({ membership, replica }: Pick<RingMember, 'membership' | 'replica'>) {
    membership.on('installed', ({ lineage }) => {
      if (this.now !== undefined && this.now !== lineage) this.forkedAfterStep = replica.held?.state.step;
      this.now = lineage;
    });
    membership.on('outside', () => {
      this.now = undefined;
      this.forkedAfterStep = undefined;
    });
  }
}
