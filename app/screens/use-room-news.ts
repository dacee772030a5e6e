// What is known of a room before joining. It is requested while the room is shown, and again every few seconds.
import { useEffect, useState } from 'react';
import type { RoomNews } from '../../src/replica/protocol';
import { loadReception } from '../bridge/session/engine-room';

/** undefined: not yet known, or there is no code to ask about. Another value of `attempt` asks again. */
export function useRoomNews(code: string | undefined, attempt = 0): RoomNews | undefined {
  const asked = `${code ?? ''} ${attempt}`;
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly news: RoomNews }>();
  useEffect(() => {
    if (code === undefined) return;
    let isCurrent = true;
    let stop = (): void => undefined;
    loadReception()
      .then(({ watchRoom }) => {
        if (isCurrent) stop = watchRoom(code, (news) => isCurrent && setAnswer({ asked, news }));
      })
      .catch(() => undefined); // Join tries again, and reports what is missing
    return () => {
      isCurrent = false;
      stop();
    };
  }, [code, asked]);
  return answer?.asked === asked ? answer.news : undefined;
}
