// The figures of the room that this tab is in, and the points that it was measured at. A demo ring ends when its screen
// is left, so it has none here. Of each network setting, mode and number of replicas the newest point is kept, so that a
// host who slows the network sees the points move along the curve.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RoomTicket } from '../../src/replica/protocol';
import { useCurrentSession } from '../bridge/session/current-session';
import type { Session } from '../bridge/session/session';
import { costSteps } from '../panels/ring/link-cost';
import { roomFigures, type RoomFigures, type RoomPoint } from '../panels/ring/room-figures';

export interface Room {
  readonly ticket: RoomTicket;
  readonly figures: RoomFigures;
  readonly points: readonly RoomPoint[];
}

const mostPoints = 16;
const kept = new WeakMap<Session, Map<string, RoomPoint>>();

export function useRoomFigures(): Room | undefined {
  const session = useCurrentSession();
  const [, drawAgain] = useState(0);
  useSyncExternalStore(session?.slowTicker.subscribe ?? ignore, session?.slowTicker.version ?? zero);
  const shown = session?.live;
  const isRoom = session?.place.kind === 'room' && shown !== undefined;
  const figures = isRoom ? roomFigures(shown, session.series.records.slice(-costSteps)) : undefined;
  const point = figures?.kind === 'measured' ? figures.point : undefined;
  const condition = shown && JSON.stringify([shown.worldSize, shown.network, shown.sync]);
  useEffect(() => {
    if (!session || !point || !condition) return;
    const points = kept.get(session) ?? new Map<string, RoomPoint>();
    const old = points.get(condition);
    if (old?.megabitPerSecond === point.megabitPerSecond && old.utilisation === point.utilisation) return;
    points.delete(condition);
    points.set(condition, point);
    if (points.size > mostPoints) points.delete(points.keys().next().value!);
    kept.set(session, points);
    drawAgain((count) => count + 1);
  }, [session, point, condition]);
  if (!figures || session?.place.kind !== 'room') return undefined;
  return { ticket: session.place.ticket, figures, points: [...(kept.get(session)?.values() ?? [])] };
}

const ignore = () => () => undefined;
const zero = (): number => 0;
