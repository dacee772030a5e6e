// The pass by which a room knows this tab again after a reload (R22), for as long as the tab is open. A browser that duplicates
// a tab copies the pass with it: so the page that uses a pass holds a lock on it while it is in the room, and the page that does
// not get the lock is the copy. It forgets the pass and draws its own. Pages without locks (plain http) ask each other.
import { read, write } from './device-memory';

/** A page that was just left lets its lock go within this time. */
const leavesWithinMs = 1_000;
/** A page that uses the pass answers within this time, hidden or not. */
const answersWithinMs = 300;

const storageKey = (code: string): string => `lockstep.pass.${code}`;
const lockName = (code: string, pass: string): string => `lockstep.tab.${code}.${pass}`;

export interface TabPass {
  /** undefined: this browser keeps nothing, and the replica draws a pass for itself. */
  readonly pass: string | undefined;
  /** The page has left the room. */
  readonly release: () => void;
}

/** Passes that this page uses now, by room. A page may enter a room again before it has left it. */
const inUse = new Map<string, { readonly pass: string; readonly free: () => void; users: number }>();

export async function takePass(code: string): Promise<TabPass> {
  const kept = keptPass(code);
  if (kept !== undefined && inUse.get(code)?.pass === kept) return used(code);
  const free = kept === undefined ? undefined : await hold(lockName(code, kept));
  if (kept !== undefined && free) return used(code, { pass: kept, free });
  const pass = newPass();
  if (!write(storageKey(code), pass, 'sessionStorage')) return { pass: undefined, release: () => undefined };
  return used(code, { pass, free: (await hold(lockName(code, pass), true)) ?? (() => undefined) });
}

function used(code: string, fresh?: { readonly pass: string; readonly free: () => void }): TabPass {
  const use = fresh ? { ...fresh, users: 0 } : inUse.get(code)!;
  inUse.set(code, use);
  use.users++;
  let isReleased = false;
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    if (--use.users > 0) return;
    if (inUse.get(code) === use) inUse.delete(code);
    use.free();
  };
  return { pass: use.pass, release };
}

/** Whether a page of another tab is in the room, as far as this browser tells. */
export async function isOpenElsewhere(code: string): Promise<boolean> {
  if (inUse.has(code)) return false;
  const known = await locksHere()
    ?.query()
    .catch(() => undefined);
  return known?.held?.some(({ name }) => name?.startsWith(lockName(code, ''))) === true;
}

/** The function that lets the lock go; undefined when another page has it. The browser lets go what a page holds that ends. */
async function hold(name: string, isFresh = false): Promise<(() => void) | undefined> {
  const locks = locksHere();
  if (!locks) return holdByChannel(name, isFresh);
  const signal = AbortSignal.timeout(leavesWithinMs);
  return new Promise((resolve) => {
    const isHeld = (): Promise<void> => new Promise((free) => resolve(free));
    // Where locks are refused altogether, no other page has one either.
    locks
      .request(name, { signal }, isHeld)
      .catch(() => resolve(signal.aborted ? undefined : () => undefined));
  });
}

function locksHere(): LockManager | undefined {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
}

const channelName = 'lockstep.passes';
/** The channel of this page. It opens with the first question, and stays open as long as the page lives. */
let channel: BroadcastChannel | undefined;
const heldByChannel = new Set<string>();

/** Asks the other pages, then answers them. No other page has a pass that was drawn here. */
async function holdByChannel(name: string, isFresh: boolean): Promise<(() => void) | undefined> {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  channel ??= answering(new BroadcastChannel(channelName));
  if (!isFresh && (await isHeldByOther(channel, name))) return undefined;
  heldByChannel.add(name);
  return () => void heldByChannel.delete(name);
}

function isHeldByOther(on: BroadcastChannel, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isHeld: boolean): void => {
      clearTimeout(timer);
      on.removeEventListener('message', hear);
      resolve(isHeld);
    };
    const timer = setTimeout(end, answersWithinMs, false);
    const hear = ({ data }: MessageEvent<ChannelMessage>): void => {
      if (data?.kind === 'held' && data.name === name) end(true);
    };
    on.addEventListener('message', hear);
    on.postMessage({ kind: 'who holds', name } satisfies ChannelMessage);
  });
}

type ChannelMessage = { readonly kind: 'who holds' | 'held'; readonly name: string };

function answering(on: BroadcastChannel): BroadcastChannel {
  on.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data?.kind === 'who holds' && heldByChannel.has(data.name))
      on.postMessage({ kind: 'held', name: data.name } satisfies ChannelMessage);
  });
  return on;
}

function keptPass(code: string): string | undefined {
  const kept = read(storageKey(code), 'sessionStorage');
  return kept && /^[A-Za-z0-9_-]{43}$/.test(kept) ? kept : undefined;
}

function newPass(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
