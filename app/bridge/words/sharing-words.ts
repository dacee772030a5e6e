// The host's data from member to member, in words.
import { plural, t } from '@lingui/core/macro';
import type { DataChoice, FileData, Snapshot } from '../../../src/replica/protocol';
import { formatBytes, formatCount, formatPercent } from './format';
import { textName } from './text-name';

type Sharing = NonNullable<Snapshot['sharing']>;

/** What leaves the host's device, before the host agrees. */
export function offerWords(data: FileData): string {
  const what =
    data.kind === 'text'
      ? textWords(data)
      : t`all ${{ examples: formatCount(data.examples) }} examples of ${{ name: data.name }}, with their classes`;
  return t`Members who ask for it receive ${what}. They keep it, and pass parts on to others in this room; you cannot call it back. The room server never carries it.`;
}

function textWords(data: Extract<DataChoice, { kind: 'text' }>): string {
  const words =
    data.cutFrom === undefined
      ? (name: string, characters: string) => t`the whole text of ${name}, ${characters} characters`
      : (name: string, characters: string) => t`what is used of the text ${name}, ${characters} characters`;
  return words(textName(data), formatCount(data.characters));
}

/** What a member with its own copy agrees to. */
export const helpWords = (): string =>
  t`The host sends this data to newcomers. With your copy you can help: then parts of it go from this device straight to them, and you cannot call them back.`;

/** Why the host's data stays where it is. */
export function tooLargeWords({ bytes, most }: NonNullable<Sharing['tooLarge']>): string {
  return t`This data has ${{ bytes: formatBytes(bytes) }}, and members can be sent at most ${{ most: formatBytes(most) }}: give them the file in another way.`;
}

/** What this device has done for others. */
export function givenWords({ isPreparing, offer, receivers, sentBytes, givesAll }: Sharing): string {
  if (isPreparing) return t`Preparing your data …`;
  if (!offer || !(givesAll || receivers > 0)) return t`Your data stays on this device.`;
  if (receivers === 0)
    return t`${{ bytes: formatBytes(offer.bytes) }} can be received. Nobody has asked yet.`;
  return t`${{ sentBytes: formatBytes(sentBytes) }} sent from this device, to ${{ members: members(receivers) }}.`;
}

/** What a newcomer agrees to. */
export function acceptWords(bytes: number): string {
  return t`The host sends it to you: ${{ bytes: formatBytes(bytes) }}, straight from the devices of members. Your device keeps a copy and passes parts on to others in this room.`;
}

/** 'Fetching the data, 15 %: 12 MB of 80 MB from 3 members.' */
export function receivedWords(
  { bytes, from, isLinked }: NonNullable<Sharing['receiving']>,
  total: number,
): string {
  const percent = formatPercent(Math.floor((100 * bytes) / total) / 100, 0);
  const [here, all] = [formatBytes(bytes), formatBytes(total)];
  if (!isLinked)
    return t`Fetching the data, ${percent}: ${here} of ${all}. Waiting for a link to a member who has it.`;
  return from === 0
    ? t`Fetching the data, ${percent}: ${here} of ${all}, nothing from members yet.`
    : t`Fetching the data, ${percent}: ${here} of ${all} from ${{ members: members(from) }}.`;
}

function members(count: number): string {
  return plural(count, { one: '1 member', other: `${{ shown: formatCount(count) }} members` });
}
