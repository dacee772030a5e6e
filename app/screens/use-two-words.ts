// The two words that a room which hides names shows for a member (H12). They follow from its id, whose hash is loaded when
// such a room is looked at.
import { useEffect, useState } from 'react';
import { beginWith } from '../bridge/session/begin-with';
import { hiddenName } from '../../src/base/nickname';

/** Empty until they are known. `memberSecret` undefined: nobody asks. */
export function useTwoWords(memberSecret: string | undefined): string {
  const [words, setWords] = useState('');
  useEffect(() => {
    if (memberSecret === undefined) return;
    return beginWith(
      import('../../src/net/room/member-secret'),
      ({ memberIdOf }) => {
        setWords(hiddenName(memberIdOf(memberSecret)));
        return () => undefined;
      },
      // Without them the press says what is missing.
      () => setWords('…'),
    );
  }, [memberSecret]);
  return words;
}
