// A sum in which a member stopped (C18). Along a ring or a tree each member waits for its neighbour, and nobody can tell who
// is to blame. So the step is gathered: then all wait for that member alone, and accuse it. Pure.
import { fullMeshLimit } from '../../membership/links-needed';
import type { Header } from '../header/header';
import { isGuarded } from './disputes';

/** One alone could slow the ring by saying that its sum stopped. */
const fewestStalled = 2;

export function gathersAll({ view, records }: Header): boolean {
  const isMeshed = view.members.length <= fullMeshLimit && records.every(({ lacksLink }) => !lacksLink);
  return (
    isGuarded(view) && isMeshed && records.filter(({ hasStalled }) => hasStalled).length >= fewestStalled
  );
}
