// `window.lockstepEntry`: scripts enter rooms as a person would. The address changes too, so that the live dashboard is
// shown.
import { SaidError } from '../../../src/base/said-error';
import { basePath, pageBase } from '../../../src/base/page-base';
import { navigate } from 'wouter/use-browser-location';
import type { Command, LockstepEntry } from '../../../src/replica/protocol';
import { currentSession } from './current-session';
import { rememberHostedRoom, rememberName } from './device-memory';
import { loadEntrance } from './engine-room';
import { linkKey, parseRoomInput, roomPath, roomUrl } from '../../../src/replica/room-link';

declare global {
  interface Window {
    lockstepEntry?: LockstepEntry;
  }
}

type Files = Extract<Command, { kind: 'provide-files' | 'provide-text' }>;

/** What enters rooms comes when it is asked for: it is not read before Join. */
const loadDoor = () => Promise.all([loadEntrance(), import('./enter-room')]);

export function installEntry(): void {
  /** Files given before a room was entered; its replica gets them on entering. */
  let files: Files | undefined;
  const handOverFiles = (): void => {
    if (files) currentSession()?.send(files);
    files = undefined;
  };
  window.lockstepEntry = {
    async create({ isOpen, config, name, engine: wish }) {
      const [entrance, { enterAsCreator }] = await loadDoor();
      const room = await entrance.createRoom({ isOpen });
      if (!room.ok) throw new SaidError(room.error.says);
      const { code, key, hostToken, isOpen: isRoomOpen, mark, stamp } = room.value;
      if (hostToken) rememberHostedRoom(code, { hostToken, key, mark, stamp, isOpen: isRoomOpen, config });
      rememberName(name);
      await enterAsCreator(entrance, room.value, config, { wish });
      handOverFiles();
      navigate(basePath() + roomPath(code, linkKey(room.value), mark));
      return { code, url: roomUrl(pageBase(), code, linkKey(room.value), mark) };
    },
    async join(urlOrCode, name, wish = 'auto') {
      const [entrance, { enterRoom }] = await loadDoor();
      const room = parseRoomInput(urlOrCode);
      if (!room) throw new Error(`${urlOrCode} is neither a room code nor a link to a room`);
      rememberName(name);
      await enterRoom(entrance, room, { name, engine: wish });
      handOverFiles();
      navigate(basePath() + roomPath(room.code, room.key, room.mark));
    },
    provideFiles(inputFile, labelFile, name) {
      files = { kind: 'provide-files', inputFile, labelFile, name };
      if (currentSession()) handOverFiles();
    },
    provideText(text, named) {
      files = { kind: 'provide-text', text, named };
      if (currentSession()) handOverFiles();
    },
  };
}
