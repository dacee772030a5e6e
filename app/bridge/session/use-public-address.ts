// The address that others can reach: the server's public address, else the page's own.
import { useEffect, useState } from 'react';
import { engineRoom } from './engine-room';

export function usePublicAddress(): string {
  const [address, setAddress] = useState(location.origin);
  useEffect(() => {
    let isCurrent = true;
    engineRoom()
      .then((engine) => engine.serverConfig())
      .then((config) => {
        if (isCurrent && config.ok) setAddress(config.value.publicUrl);
      })
      .catch(() => undefined); // use the page's own address
    return () => {
      isCurrent = false;
    };
  }, []);
  return address;
}
