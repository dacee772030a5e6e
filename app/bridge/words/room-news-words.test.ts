import { expect, test } from 'vitest';
import type { RoomNews } from '../../../src/replica/protocol';
import { roomNewsWords } from './room-news-words';

const open = { kind: 'room', isOpen: true, mark: 'Ab-_4567890', membersPresent: 8 } as const;

test.each<[RoomNews | undefined, boolean, string]>([
  [undefined, false, 'Looking the room up …'],
  [open, false, '8 here'],
  [{ ...open, progress: { phase: 'training', step: 420 } }, false, '8 here, training, step 420'],
  [{ ...open, progress: { phase: 'training', step: 0 } }, false, '8 here, training'],
  [{ ...open, progress: { phase: 'lobby', step: 0 } }, false, '8 here, training has not begun'],
  [
    { ...open, progress: { phase: 'lobby', step: 0, door: 'locked' } },
    false,
    '8 here, training has not begun. The door is locked: only those whom the host let in before come in.',
  ],
  [
    { ...open, progress: { phase: 'training', step: 420, door: 'asks' } },
    false,
    '8 here, training, step 420. The host lets people in one by one: whoever joins waits at the door.',
  ],
  [{ ...open, membersPresent: 0 }, false, 'Nobody is here now'],
  [{ ...open, isOpen: false }, true, '8 here. A private room shows nothing more to outsiders.'],
])('%o is described correctly', (news, hasKey, text) => {
  expect(roomNewsWords(news, hasKey).text).toBe(text);
});

test('a private room without its key is described as closed', () => {
  const { text, tone } = roomNewsWords({ ...open, isOpen: false }, false);
  expect(text).toContain('its code alone does not open it');
  expect(tone).toBe('bad');
});
