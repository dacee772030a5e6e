// This browser keeps between visits the nickname, the engine, host rights and removals by room code, and the theme. This file
// never sends it anywhere. A browser that refuses storage (private mode) behaves as if it kept nothing.
import { useState } from 'react';
import * as v from 'valibot';
import type { EngineWish, RunConfig } from '../../../src/replica/protocol';
import { inertText } from '../../../src/base/inert-text';
import { nickname } from '../../../src/base/nickname';

const nameKey = 'lockstep.name';
const engineKey = 'lockstep.engine';
const roomKey = (code: string): string => `lockstep.room.${code}`;
const removedKey = (code: string): string => `lockstep.removed.${code}`;

const hostedRoomSchema = v.object({
  hostToken: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
  key: v.optional(v.pipe(v.string(), v.maxLength(128))),
  isOpen: v.optional(v.boolean()),
  mark: v.optional(v.pipe(v.string(), v.maxLength(16))),
  stamp: v.optional(v.pipe(v.string(), v.maxLength(32))),
  /** Hosting was handed to this device. */
  isHandedOver: v.optional(v.boolean()),
  /** The room waits for a saved run that its ring has not begun with yet. The page that chose the file holds it. */
  awaitsSavedRun: v.optional(v.boolean()),
  config: v.optional(v.custom<RunConfig>((value) => typeof value === 'object' && value !== null)),
});

/** A room that this device created, or whose hosting it took over. */
export type HostedRoom = v.InferOutput<typeof hostedRoomSchema>;

/** Whether this browser keeps anything at all. */
export function keeps(): boolean {
  return write('lockstep.keeps', 'yes');
}

type Storages = 'localStorage' | 'sessionStorage';

/** `of`: that of the device, or that of the tab, which ends with it. */
export function read(key: string, of: Storages = 'localStorage'): string | undefined {
  try {
    return globalThis[of].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** undefined: nothing is there, or it was written by another program, or damaged. */
export function readParsed<Kept>(
  key: string,
  schema: v.GenericSchema<unknown, Kept>,
  of: Storages = 'localStorage',
): Kept | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(read(key, of) ?? ''));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether it was stored. */
export function write(key: string, value: string, of: Storages = 'localStorage'): boolean {
  try {
    globalThis[of].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function rememberedName(): string {
  const kept = read(nameKey);
  const name = kept ? cleanName(kept) : '';
  if (name) return name;
  const fresh = nickname(crypto.getRandomValues(new Uint32Array(1))[0]);
  write(nameKey, fresh);
  return fresh;
}

export const maxNameLength = 32;

/** A name that a person typed, as it may stand on other people's screens: inert text of at most 32 characters. Empty where
 *  nobody would see a name. */
export function cleanName(text: string): string {
  return inertText(text, maxNameLength);
}

export function rememberName(name: string): void {
  write(nameKey, cleanName(name));
}

/** The person’s choice under “Compute on”. */
export function rememberedEngine(): EngineWish {
  const kept = read(engineKey);
  return kept === 'webgpu' || kept === 'cpu' ? kept : 'auto';
}

export function rememberEngine(wish: EngineWish): void {
  write(engineKey, wish);
}

/** The engine that the person chose last. All screens that ask share it. */
export function useEngineWish(): readonly [wish: EngineWish, choose: (wish: EngineWish) => void] {
  const [wish, setWish] = useState(rememberedEngine);
  const choose = (chosen: EngineWish): void => {
    rememberEngine(chosen);
    setWish(chosen);
  };
  return [wish, choose];
}

export function rememberHostedRoom(code: string, room: HostedRoom): boolean {
  return write(roomKey(code), JSON.stringify(room));
}

export function forgetHostedRoom(code: string): void {
  forget(roomKey(code));
}

/** `mark`: of the room that is meant, where a link says it; another room of this code is not this device's. */
export function hostedRoom(code: string, mark?: string): HostedRoom | undefined {
  const room = readParsed(roomKey(code), hostedRoomSchema);
  const isOther = mark !== undefined && room?.mark !== undefined && room.mark !== mark;
  return isOther ? undefined : room;
}

/** The secret of the member that this browser was when it was removed from the room; undefined when it was not removed. */
export function secretOfRemoved(code: string): string | undefined {
  return /^([0-9a-f]{32})( refused)?$/.exec(read(removedKey(code)) ?? '')?.[1];
}

/** The host did not let it in at the door, as far as this browser knows. */
export function wasRefused(code: string): boolean {
  return read(removedKey(code))?.endsWith('refused') === true;
}

export function rememberRemoval(code: string, memberSecret: string | undefined, isRefused = false): void {
  if (memberSecret !== undefined)
    write(removedKey(code), isRefused ? `${memberSecret} refused` : memberSecret);
  else forget(removedKey(code));
}

export function forget(key: string, of: Storages = 'localStorage'): void {
  try {
    globalThis[of].removeItem(key);
  } catch {
    // nothing was stored
  }
}
