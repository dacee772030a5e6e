// What the host decides about the room beside the run (D1): one value, of which every change makes a new version of the
// whole. It belongs to no run and to no lineage. What is as in every new room is left out. Training reads nothing of it.
import * as v from 'valibot';
import { hostKey } from '../net/room/pass-claim';
import { league } from './league';
import { admittedPasses, shutDoor } from './room-door';
import { renamedMembers } from './room-names';
import { mostAsked, roomQuestion } from './room-question';

/** A wall that does not know the picture shows its own. */
const wallPicture = v.pipe(v.string(), v.regex(/^[a-z-]{1,24}$/));

export const roomDocument = v.strictObject({
  /** What walls that watch the room show (R20); absent: each by itself. */
  shows: v.optional(wallPicture),
  /** Absent: whoever has the key comes in (H14). */
  door: v.optional(shutDoor),
  admitted: v.optional(admittedPasses),
  /** Members as the host calls them, the latest last (H12). */
  renamed: v.optional(renamedMembers),
  /** Members call themselves by two words, and screens call them so: never by the names that people gave. */
  areNamesHidden: v.optional(v.literal(true)),
  /** What the host asks all members (H16). */
  question: v.optional(roomQuestion),
  /** Questions asked so far, taken back ones too. */
  asked: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(mostAsked))),
  /** Absent: there is no target (H17). */
  league: v.optional(league),
  /** The hash of a person's own data: devices that only watch may have copies of a model that learns from it (R19d). */
  copyOf: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  /** Whoever holds the secret of this key may take hosting over (H15). */
  heir: v.optional(hostKey),
  /** Tabs of one browser are linked by WebRTC, as others are (L20e). */
  onlyWebRtc: v.optional(v.literal(true)),
  /** The host ended the room: its replicas leave (H13). */
  isEnded: v.optional(v.literal(true)),
});
export type RoomDocument = v.InferOutput<typeof roomDocument>;

/** As long as the host has decided nothing. */
export const newRoom: RoomDocument = {};
