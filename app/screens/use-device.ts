// The device report, probed once per page.
import type { DeviceReport } from '../../src/replica/protocol';
import { engineRoom } from '../bridge/session/engine-room';
import { useAnswer } from '../bridge/session/use-answer';

let probe: Promise<DeviceReport | 'unknown'> | undefined;

export function useDevice(): DeviceReport | 'probing' | 'unknown' {
  return useAnswer(
    () =>
      (probe ??= engineRoom()
        .then((engine) => engine.probeDevice())
        .catch((): 'unknown' => {
          probe = undefined;
          return 'unknown';
        })),
    undefined,
    'probing',
  );
}
