// Goes on leading a class after this page was loaded again, on whatever screen the host is.
import { useClassRun } from './class-runs';

export default function ClassKeeper() {
  useClassRun();
  return null;
}
