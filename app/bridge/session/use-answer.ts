// An answer that comes later, for as long as what was asked about is still shown.
import { useEffect, useEffectEvent, useState } from 'react';

/** What `ask` answers; `waiting` until then. It is asked again about another value of `about`, and an answer about an earlier
 *  one is dropped. A question that fails stays without an answer: where people are told, `ask` makes an answer of it. */
export function useAnswer<Answer, Waiting>(
  ask: () => Promise<Answer>,
  about: string | number | boolean | undefined,
  waiting: Waiting,
): Answer | Waiting {
  const [answer, setAnswer] = useState<{ readonly about: typeof about; readonly is: Answer }>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    let isCurrent = true;
    askNow()
      .then((is) => isCurrent && setAnswer({ about, is }))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [about]);
  return answer && answer.about === about ? answer.is : waiting;
}
