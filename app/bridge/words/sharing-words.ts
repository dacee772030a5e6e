// The host's data from member to member, in words.
import type { DataChoice, Snapshot } from '../../../src/replica/protocol';
import { formatBytes, formatCount, formatPercent } from './format';

type Sharing = NonNullable<Snapshot['sharing']>;

/** What leaves the host's device, before the host agrees. */
export function offerWords(data: Extract<DataChoice, { kind: 'idx' | 'text' }>): string {
  const what =
    data.kind === 'text'
      ? `the whole text of ${data.name}, ${formatCount(data.characters)} characters`
      : `all ${formatCount(data.examples)} examples of ${data.name}, with their classes`;
  return `Members who ask for it receive ${what}. They keep it, and pass parts on to others in this room; you cannot call it back. The room server never carries it.`;
}

/** What a member with its own copy agrees to. */
export const helpWords =
  'The host sends this data to newcomers. With your copy you can help: then parts of it go from this device straight to them, and you cannot call them back.';

/** What this device has done for others. */
export function givenWords({ isPreparing, offer, receivers, sentBytes, givesAll }: Sharing): string {
  if (isPreparing) return 'Preparing your data …';
  if (!offer || !(givesAll || receivers > 0)) return 'Your data stays on this device.';
  if (receivers === 0) return `${formatBytes(offer.bytes)} can be received. Nobody has asked yet.`;
  return `${formatBytes(sentBytes)} sent from this device, to ${members(receivers)}.`;
}

/** What a newcomer agrees to. */
export function acceptWords(bytes: number): string {
  return `The host sends it to you: ${formatBytes(bytes)}, straight from the devices of members. Your device keeps a copy and passes parts on to others in this room.`;
}

/** 'Fetching the data, 15 %: 12 MB of 80 MB from 3 members.' */
export function receivedWords(
  { bytes, from, isLinked }: NonNullable<Sharing['receiving']>,
  total: number,
): string {
  const percent = formatPercent(Math.floor((100 * bytes) / total) / 100, 0);
  const so = `Fetching the data, ${percent}: ${formatBytes(bytes)} of ${formatBytes(total)}`;
  if (!isLinked) return `${so}. Waiting for a link to a member who has it.`;
  return from === 0 ? `${so}, nothing from members yet.` : `${so} from ${members(from)}.`;
}

function members(count: number): string {
  return count === 1 ? '1 member' : `${formatCount(count)} members`;
}
