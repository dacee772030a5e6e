// Join: the code and a nickname are filled in, the device and the room are checked meanwhile, and one press enters the
// ring. A person who cannot join learns it here, before the press.
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { EngineWish } from '../../src/replica/protocol';
import { hostedRoom, rememberedName, rememberName, removedAs } from '../bridge/session/device-memory';
import { loadEntrance } from '../bridge/session/engine-room';
import { enterRoom } from '../bridge/session/enter-room';
import { cleanName, maxNameLength } from '../bridge/session/clean-name';
import { roomPath, spellCode, watchPath } from '../../src/replica/room-link';
import { roomNewsWords } from '../bridge/words/room-news-words';
import { engineOptions } from '../bridge/words/engine-words';
import { deviceTrouble } from '../bridge/words/trouble';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { DeviceBadge } from './device-badge';
import { Frame } from './frame';
import { Trouble } from './trouble';
import { useDevice } from './use-device';
import { usePreparedReplica } from './use-prepared-replica';
import { useRoomNews } from './use-room-news';
import css from './join.module.css';

export function JoinForm({
  code,
  roomKey,
  hostToken,
  startsOnCpu,
}: {
  code: string;
  roomKey: string | undefined;
  /** Of a link that hands hosting over. */
  hostToken: string | undefined;
  startsOnCpu: boolean;
}) {
  const [, navigate] = useLocation();
  const report = useDevice();
  const [attempt, setAttempt] = useState(0);
  const news = useRoomNews(code, attempt);
  const [hosted] = useState(() => hostedRoom(code));
  usePreparedReplica(hosted);
  const [isRemoved] = useState(() => hosted === undefined && removedAs(code) !== undefined);
  const [name, setName] = useState(rememberedName);
  const [wish, setWish] = useState<EngineWish>('auto');
  const [state, setState] = useState<'ready' | 'joining' | 'engine-missing'>('ready');
  const trouble = typeof report === 'string' ? undefined : deviceTrouble(report);
  const isCpu = startsOnCpu || (trouble !== undefined && trouble !== 'software-adapter');
  const clean = cleanName(name);
  const hasKey = (roomKey ?? hosted?.key) !== undefined;
  const isLocked = news?.kind === 'room' && !news.isOpen && !hasKey;
  const looked = roomNewsWords(news, hasKey);

  const join = async (): Promise<void> => {
    setState('joining');
    try {
      const entrance = await loadEntrance();
      rememberName(clean);
      enterRoom(entrance, code, roomKey, { name: clean, engine: isCpu ? 'cpu' : wish, hostToken });
      // The secret is used now; in the address it could be passed on by mistake.
      if (hostToken !== undefined) navigate(roomPath(code, roomKey), { replace: true });
    } catch {
      setState('engine-missing');
    }
  };

  if (state === 'engine-missing')
    return (
      <Frame title="Not loaded">
        <Trouble
          code="engine-missing"
          onTryAgain={() => setState('ready')}
          onUseCpu={() => setState('ready')}
        />
      </Frame>
    );
  // Its host restores the room on a server that lost it (R10).
  if (news?.kind === 'no-room' && !hosted)
    return (
      <Frame title="No such room">
        <Trouble
          code="room-not-found"
          advice={`The code was ${spellCode(code)}.`}
          onTryAgain={() => setAttempt(attempt + 1)}
          onUseCpu={() => setAttempt(attempt + 1)}
        />
      </Frame>
    );
  return (
    <Frame title={`Join ${code}`}>
      <form
        className={css.join}
        onSubmit={(event) => {
          event.preventDefault();
          if (clean && state === 'ready' && !isLocked) void join();
        }}
      >
        <div>
          <p className={css.label}>{hosted ? 'Your room' : 'Join room'}</p>
          <h1 className={css.code}>{spellCode(code)}</h1>
          <p
            className={`${css.news} ${css[looked.tone]}`}
            role={isLocked ? 'alert' : undefined}
            aria-live="polite"
          >
            {news?.kind === 'no-room'
              ? 'The server has no such room any more. Going in opens it again.'
              : looked.text}
          </p>
        </div>
        {hostToken !== undefined ? (
          <p className={css.host}>
            <strong>This link makes this device the room’s host.</strong> The one that hosts now becomes an
            ordinary member.
          </p>
        ) : hosted ? (
          <p className={css.host}>
            <strong>You are this room’s host.</strong>{' '}
            {hosted.isHandedOver ? 'Hosting was handed to this browser.' : 'This browser opened it.'} It keeps
            the host’s rights.
          </p>
        ) : null}
        {isRemoved ? (
          <div className={css.removed} role="alert">
            <p>
              <strong>This browser was removed from the room’s ring.</strong> The ring refuses it until the
              host lets it back in. Ask the host first.
            </p>
          </div>
        ) : null}
        {isLocked ? (
          <Button kind="primary" className={css.press} onClick={() => navigate('/')}>
            Use another link
          </Button>
        ) : (
          <>
            <TextField
              label="Your name in the room"
              value={name}
              maxLength={maxNameLength}
              problem={clean ? undefined : 'A name of at least one character, please.'}
              onChange={(event) => setName(event.target.value)}
            />
            <DeviceBadge report={report} />
            {isCpu ? null : (
              <SelectField label="Compute on" value={wish} options={engineOptions} onChange={setWish} />
            )}
            <Button
              type="submit"
              kind={isRemoved ? 'plain' : 'primary'}
              className={css.press}
              disabled={!clean || state === 'joining'}
            >
              {state === 'joining'
                ? 'Joining …'
                : isRemoved
                  ? 'Ask to be let back in'
                  : hosted
                    ? 'Go in as the host'
                    : isCpu
                      ? 'Join as a CPU replica'
                      : 'Join'}
            </Button>
            <p className={css.note}>
              This device will compute for the room while the tab is open. Members can see its network
              address.
            </p>
            <p className={css.note}>
              Or <Link href={watchPath('watch', code, roomKey ?? hosted?.key)}>only watch</Link>: this device
              then computes nothing.
            </p>
          </>
        )}
      </form>
    </Frame>
  );
}
