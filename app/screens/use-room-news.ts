// What is known of a room before joining. It is requested while the room is shown, and again every few seconds.
import { useEffect, useState } from 'react';
import type { RoomNews } from '../../src/replica/protocol';
import { beginWith } from '../bridge/session/begin-with';
import { loadReception } from '../bridge/session/engine-room';

/** undefined: not yet known, or there is no code to ask about. Another value of `attempt` asks again. */
export function useRoomNews(code: string | undefined, mark?: string, attempt = 0): RoomNews | undefined {
  const asked = `${code ?? ''} ${mark ?? ''} ${attempt}`;
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly news: RoomNews }>();
  useEffect(() => {
    if (code === undefined) return;
    // Where the part is missing, Join tries again, and reports it.
    return beginWith(loadReception(), ({ watchRoom }, isCurrent) =>
      watchRoom({ code, mark }, (news) => isCurrent() && setAnswer({ asked, news })),
    );
  }, [code, mark, asked]);
  return answer?.asked === asked ? answer.news : undefined;
}
