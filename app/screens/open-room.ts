// Opens a room with this device as its host, and enters it. Host rights stay on this device.
import { t } from '@lingui/core/macro';
import { ok } from '../../src/base/result';
import type { Command, EngineWish, RunConfig } from '../../src/replica/protocol';
import { linkKey, roomPath } from '../../src/replica/room-link';
import { rememberHostedRoom } from '../bridge/session/device-memory';
import { loadEntrance, type LocalFiles } from '../bridge/session/engine-room';
import { withWords } from '../bridge/session/page-language';

export const missingWords = (): string =>
  t`The engine could not be loaded, perhaps because the connection dropped.`;

export interface NewRoom {
  readonly isOpen: boolean;
  readonly config: RunConfig;
  readonly files: LocalFiles | undefined;
  /** The base that the run names. */
  readonly base?: Blob | undefined;
  /** The engine that the host chose. By default the fastest by measurement. */
  readonly engine?: EngineWish;
  /** Tabs of one browser are linked by WebRTC, too (L20e). */
  readonly onlyWebRtc?: boolean;
  /** The run that the room continues with. */
  readonly resumed?: Command & { kind: 'resume' };
}

type Opened =
  | { readonly ok: true; readonly value: string }
  /** A sentence in the page's language. */
  | { readonly ok: false; readonly why: string };

/** The address of the room. */
export async function openRoom({
  isOpen,
  config,
  files,
  base,
  engine = 'auto',
  onlyWebRtc = false,
  resumed,
}: NewRoom): Promise<Opened> {
  const loaded = await Promise.all([loadEntrance(), import('../bridge/session/enter-room')]).catch(
    () => undefined,
  );
  if (!loaded) return { ok: false, why: missingWords() };
  const [entrance, { enterAsCreator }] = loaded;
  const room = await entrance.createRoom({ isOpen });
  if (!room.ok) {
    const trouble = await withWords(import('../bridge/words/trouble')).catch(() => undefined);
    if (!trouble) return { ok: false, why: missingWords() };
    const { title, what } = trouble.troubleWords(room.error.code);
    return { ok: false, why: `${title}. ${what}` };
  }
  const { code, key, hostToken, mark, stamp } = room.value;
  if (hostToken)
    rememberHostedRoom(code, {
      hostToken,
      key,
      mark,
      stamp,
      isOpen: room.value.isOpen,
      config,
      ...(resumed && { awaitsSavedRun: true }),
    });
  await enterAsCreator(entrance, room.value, config, { files, base, wish: engine, onlyWebRtc, resumed });
  return ok(roomPath(code, linkKey(room.value), mark));
}
