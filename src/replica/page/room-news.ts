// What is known of a room before it is entered, for the UI. Loaded when a person has the code of one.
import { realClock } from '../../base/clock';
import { pageBase } from '../../base/page-base';
import { watchRoom as watch } from '../../net/signalling/look-up';
import type { RoomNews } from '../protocol';
import { isWithoutServer } from './server-config';

/** Watches a room from outside, and asks again every few seconds. The returned function ends it. */
export function watchRoom(
  room: { readonly code: string; readonly mark?: string | undefined },
  onNews: (news: RoomNews) => void,
): () => void {
  let isOver = false;
  let missing: Promise<boolean> | undefined;
  const stop = watch(pageBase(), room, realClock, (news) => {
    onNews(news);
    if (news.kind !== 'unreachable') return;
    missing ??= isWithoutServer();
    void missing.then((isMissing) => {
      if (!isMissing || isOver) return;
      stop();
      onNews({ kind: 'no-server' });
    });
  });
  return () => {
    isOver = true;
    stop();
  };
}
