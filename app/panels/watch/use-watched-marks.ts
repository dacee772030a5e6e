// The marks of a watched run, as long as its screen stands.
import { useEffect, useState } from 'react';
import type { ReceivedView } from '../../../src/replica/watch/ring-message';
import type { Mark } from '../../bridge/words/mark-words';
import { WatchedMarks } from './watched-marks';

export function useWatchedMarks(picture: ReceivedView | undefined): readonly Mark[] {
  const [log] = useState(() => new WatchedMarks());
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useEffect(() => {
    if (picture) log.see(picture);
    setMarks(log.marks);
  }, [log, picture]);
  return marks;
}
