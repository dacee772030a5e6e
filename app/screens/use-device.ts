// The device report, probed once per page.
import { useEffect, useState } from 'react';
import type { DeviceReport } from '../../src/replica/protocol';
import { engineRoom } from '../bridge/session/engine-room';

let probe: Promise<DeviceReport | 'unknown'> | undefined;

export function useDevice(): DeviceReport | 'probing' | 'unknown' {
  const [report, setReport] = useState<DeviceReport | 'probing' | 'unknown'>('probing');
  useEffect(() => {
    let isCurrent = true;
    probe ??= engineRoom()
      .then((engine) => engine.probeDevice())
      .catch((): 'unknown' => {
        probe = undefined;
        return 'unknown';
      });
    void probe.then((found) => {
      if (isCurrent) setReport(found);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return report;
}
