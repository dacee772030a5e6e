// The address that others can reach: the server's public address, else the page's own.
import { pageBase } from '../../../src/base/page-base';
import { engineRoom } from './engine-room';
import { useAnswer } from './use-answer';

export function usePublicAddress(): string {
  return useAnswer(publicAddress, undefined, undefined) ?? pageBase();
}

/** undefined: the room server did not say. Rejects when the page cannot be loaded further. */
export async function publicAddress(): Promise<string | undefined> {
  const config = await (await engineRoom()).serverConfig();
  return config.ok ? config.value.publicUrl : undefined;
}
