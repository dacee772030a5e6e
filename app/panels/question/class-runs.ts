// The class run of a session, if this page hosts: it continues while the host looks at another screen.
import { useSyncExternalStore } from 'react';
import { realClock } from '../../../src/base/clock';
import { useSession } from '../../bridge/session/session-context';
import type { Session } from '../../bridge/session/session';
import { ClassRun, type ClassStage } from './class-run';
import { leadMemory } from './lead-memory';
import { runForClass } from './run-for-class';

const known = new WeakMap<Session, ClassRun>();

export function useClassRun(): { readonly run: ClassRun; readonly stage: ClassStage } {
  const session = useSession();
  const run = known.get(session) ?? begin(session);
  return { run, stage: useSyncExternalStore(run.subscribe, run.stage, run.stage) };
}

function begin(session: Session): ClassRun {
  const { place } = session;
  const run = new ClassRun({
    clock: realClock,
    memory: leadMemory(place.kind === 'room' ? place.ticket.code : ''),
    send: (command) => session.send({ kind: 'host', command }),
    run: runForClass,
  });
  known.set(session, run);
  const look = (): void => {
    const { live } = session;
    const isHere = live?.isHost === true && live.phase.kind !== 'left' && live.phase.kind !== 'failed';
    run.see(isHere ? live.question : undefined, live?.phase.kind === 'training', (live?.worldSize ?? 0) > 1);
  };
  look();
  session.subscribe(({ kind }) => {
    if (kind === 'snapshot') look();
  });
  return run;
}

/** Continues to lead a class after this page was loaded again, on whatever screen the host is. */
export function ClassKeeper() {
  useClassRun();
  return null;
}
