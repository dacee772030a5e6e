// The host's data from member to member, in words.
import type { DataChoice, Snapshot } from '../../../src/replica/protocol';
import { formatBytes, formatCount, formatPercent } from './format';
import { dataText } from '../../text/data';
import { textName } from './text-name';

type Sharing = NonNullable<Snapshot['sharing']>;

/** What leaves the host's device, before the host agrees. */
export function offerWords(data: Extract<DataChoice, { kind: 'idx' | 'text' }>): string {
  const what =
    data.kind === 'text' ? textWords(data) : dataText.allExamplesTheir(formatCount(data.examples), data.name);
  return dataText.membersWhoAsk(what);
}

function textWords(data: Extract<DataChoice, { kind: 'text' }>): string {
  const words = data.cutFrom === undefined ? dataText.wholeTextCharacters : dataText.firstPartCharacters;
  return words(textName(data), formatCount(data.characters));
}

/** What a member with its own copy agrees to. */
export const helpWords = (): string => dataText.hostSendsData;

/** Why the host's data stays where it is. */
export function tooLargeWords({ bytes, most }: NonNullable<Sharing['tooLarge']>): string {
  return dataText.tooLargeToSend(formatBytes(bytes), formatBytes(most));
}

/** What this device has done for others. */
export function givenWords({ isPreparing, offer, receivers, sentBytes, givesAll }: Sharing): string {
  if (isPreparing) return dataText.preparingYourData;
  if (!offer || !(givesAll || receivers > 0)) return dataText.yourDataStays;
  if (receivers === 0) return dataText.canReceivedNobody(formatBytes(offer.bytes));
  return dataText.sentFromDevice(formatBytes(sentBytes), members(receivers));
}

/** What a newcomer agrees to. */
export function acceptWords(bytes: number): string {
  return dataText.hostSendsYou(formatBytes(bytes));
}

/** 'Fetching the data, 15 %: 12 MB of 80 MB from 3 members.' */
export function receivedWords(
  { bytes, from, isLinked }: NonNullable<Sharing['receiving']>,
  total: number,
): string {
  const percent = formatPercent(Math.floor((100 * bytes) / total) / 100, 0);
  const so = dataText.fetchingData(percent, formatBytes(bytes), formatBytes(total));
  if (!isLinked) return dataText.waitingLink(so);
  return from === 0 ? dataText.nothingFromMembers(so) : dataText.from(so, members(from));
}

function members(count: number): string {
  return count === 1 ? dataText.member : dataText.members(formatCount(count));
}
