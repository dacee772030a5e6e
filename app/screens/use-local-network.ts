// What this browser says of the page’s right to reach devices on the local network, now and when it changes.
import { useEffect, useState } from 'react';
import type { LocalNetwork } from '../bridge/words/local-network-words';

/** The newest name first. A browser that knows none of them throws. */
const names = ['local-network', 'local-network-access'];

export function useLocalNetwork(run = 0): LocalNetwork | 'asking' {
  const [state, setState] = useState<LocalNetwork | 'asking'>('asking');
  useEffect(() => {
    let isOver = false;
    let status: PermissionStatus | undefined;
    const read = (): void => setState(stateOf(status));
    void askBrowser().then((answer) => {
      if (isOver) return;
      status = answer;
      status?.addEventListener('change', read);
      read();
    });
    return () => {
      isOver = true;
      status?.removeEventListener('change', read);
    };
  }, [run]);
  return state;
}

function stateOf(status: PermissionStatus | undefined): LocalNetwork {
  return status?.state ?? 'unknown';
}

/** undefined: it does not say. Pages of plain http are refused what they do not need: nobody asks there. */
async function askBrowser(): Promise<PermissionStatus | undefined> {
  if (!window.isSecureContext) return undefined;
  for (const name of names)
    try {
      return await navigator.permissions.query({ name: name as PermissionName });
    } catch {
      // The next name.
    }
  return undefined;
}
