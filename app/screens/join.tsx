// Join: the code and a nickname are filled in, the device and the room are checked meanwhile, and one press enters the
// ring. A person who cannot join learns it here, before the press.
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { DeviceReport, EngineWish, RoomNews } from '../../src/replica/protocol';
import {
  hostedRoom,
  rememberedName,
  rememberName,
  removedAs,
  wasRefused,
  type HostedRoom,
} from '../bridge/session/device-memory';
import { loadEntrance } from '../bridge/session/engine-room';
import { withWords } from '../bridge/session/page-language';
import { useEngineWish } from '../bridge/session/use-engine-wish';
import { cleanName, maxNameLength } from '../bridge/session/clean-name';
import { roomPath, spellCode, watchPath } from '../../src/replica/room-link';
import { roomNewsWords } from '../bridge/words/room-news-words';
import { engineOptions } from '../bridge/words/engine-options';
import { needsCpu } from '../bridge/words/device-trouble';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { lazyPart } from '../ui/lazy-part';
import { toHex } from '../../src/base/bytes';
import { hiddenName } from '../../src/base/nickname';
import { DeviceBadge } from './device-badge';
import { FirstTrouble } from './first-trouble';
import { Frame } from './frame';
import { useDevice } from './use-device';
import { usePreparedReplica } from './use-prepared-replica';
import { useRoomNews } from './use-room-news';
import { joinText } from '../text/join';
import css from './join.module.css';

const JoinNotes = lazyPart(async () => (await withWords(import('./join-notes'))).default, { isQuiet: true });

interface JoinProps {
  code: string;
  roomKey: string | undefined;
  /** The token of a link that hands hosting over. */
  hostToken: string | undefined;
  startsOnCpu: boolean;
}

type JoinProgress = 'ready' | 'joining' | 'engine-missing';

/** What is known before the press. */
export interface BeforeJoin {
  readonly report: DeviceReport | 'probing' | 'unknown';
  readonly news: RoomNews | undefined;
  /** This device's own room. */
  readonly hosted: HostedRoom | undefined;
  /** This browser was removed, or the host refused it at the door. */
  readonly removal: 'removed' | 'refused' | undefined;
}

export function JoinForm(props: JoinProps) {
  const { code, roomKey, hostToken } = props;
  const [, navigate] = useLocation();
  const report = useDevice();
  const [attempt, setAttempt] = useState(0);
  const news = useRoomNews(code, attempt);
  const [hosted] = useState(() => hostedRoom(code));
  usePreparedReplica(hosted);
  const [removal] = useState<BeforeJoin['removal']>(() =>
    hosted || removedAs(code) === undefined ? undefined : wasRefused(code) ? 'refused' : 'removed',
  );
  const [firstName] = useState(rememberedName);
  // Drawn before the press: the two words follow from it. A removed browser comes back under its old one (H11).
  const [memberId] = useState(
    () => (hosted ? undefined : removedAs(code)) ?? toHex(crypto.getRandomValues(new Uint8Array(8))),
  );
  return (
    <JoinView
      {...props}
      before={{ report, news, hosted, removal }}
      firstName={firstName}
      twoWords={hiddenName(memberId)}
      notes={<JoinNotes code={code} hosted={hosted} />}
      onLookAgain={() => setAttempt(attempt + 1)}
      onJoin={async (name, engine) => {
        const [entrance, { enterRoom }] = await Promise.all([
          loadEntrance(),
          import('../bridge/session/enter-room'),
        ]);
        if (!hidesNames(news)) rememberName(name);
        await enterRoom(entrance, code, roomKey, { name, engine, hostToken, memberId });
        // The secret is used now; in the address it could be passed on by mistake.
        if (hostToken !== undefined) navigate(roomPath(code, roomKey), { replace: true });
      }}
    />
  );
}

export function JoinView({
  code,
  roomKey,
  hostToken,
  startsOnCpu,
  before: { report, news, hosted, removal },
  firstName,
  twoWords,
  notes,
  pressed = 'ready',
  onLookAgain,
  onJoin,
}: JoinProps & {
  before: BeforeJoin;
  firstName: string;
  /** The device’s name where the room shows no others. */
  twoWords: string;
  /** What this browser says of the page’s place. */
  notes?: ReactNode;
  /** What the press came to already. */
  pressed?: JoinProgress;
  onLookAgain: () => void;
  /** Rejects when the page cannot be loaded further. */
  onJoin: (name: string, engine: EngineWish) => Promise<void>;
}) {
  const [, navigate] = useLocation();
  const [name, setName] = useState(firstName);
  const [wish, setWish] = useEngineWish();
  const [state, setState] = useState(pressed);
  const isCpu = startsOnCpu || (typeof report !== 'string' && needsCpu(report));
  const isHidden = hidesNames(news);
  // The session does not get the typed name: it stays on this device also when the host shows names again.
  const clean = isHidden ? twoWords : cleanName(name);
  const hasKey = (roomKey ?? hosted?.key) !== undefined;
  const isLocked = news?.kind === 'room' && !news.isOpen && !hasKey;
  const looked = roomNewsWords(news, hasKey);
  const join = (): void => {
    setState('joining');
    onJoin(clean, isCpu ? 'cpu' : wish).catch(() => setState('engine-missing'));
  };

  if (state === 'engine-missing')
    return (
      <Frame title={joinText.notLoaded}>
        <FirstTrouble code="engine-missing" onTryAgain={() => setState('ready')} />
      </Frame>
    );
  // The room’s host restores it on a server that lost it (R10).
  if (news?.kind === 'no-room' && !hosted)
    return (
      <Frame title={joinText.noSuchRoom}>
        <FirstTrouble
          code="room-not-found"
          advice={joinText.code(spellCode(code))}
          onTryAgain={onLookAgain}
        />
      </Frame>
    );
  return (
    <Frame title={joinText.join(code)}>
      <form
        className={css.join}
        onSubmit={(event) => {
          event.preventDefault();
          if (clean && state === 'ready' && !isLocked) join();
        }}
      >
        <div>
          <p className={css.label}>{hosted ? joinText.yourRoom : joinText.joinRoom}</p>
          <h1 className={css.code}>{spellCode(code)}</h1>
          <p
            className={`${css.news} ${css[looked.tone]}`}
            role={isLocked ? 'alert' : undefined}
            aria-live="polite"
          >
            {news?.kind === 'no-room' ? joinText.serverNoSuch : looked.text}
          </p>
        </div>
        {hostToken !== undefined ? (
          <p className={css.host}>
            <strong>{joinText.linkMakesDevice}</strong> {joinText.oneHostsNow}
          </p>
        ) : hosted ? (
          <p className={css.host}>
            <strong>{joinText.youRoomsHost}</strong>
            {joinText.keepsHostsRights(
              hosted.isHandedOver ? joinText.hostingHandedBrowser : joinText.browserOpened,
            )}
          </p>
        ) : null}
        {removal ? (
          <div className={css.removed} role="alert">
            <p>
              <strong>{removal === 'refused' ? joinText.browserRefused : joinText.browserRemovedFrom}</strong>{' '}
              {joinText.onlyHostLets}
            </p>
          </div>
        ) : null}
        {isLocked ? (
          <Button kind="primary" className={css.press} onClick={() => navigate('/')}>
            {joinText.useAnotherLink}
          </Button>
        ) : (
          <>
            {isHidden ? (
              <div className={css.named}>
                <p className={css.host} role="status">
                  <strong>{joinText.twoWordsOnly}</strong> {joinText.typedStays}
                </p>
                <TextField
                  label={joinText.yourNameRoom}
                  value={twoWords}
                  hint={joinText.numberFollows}
                  readOnly
                />
              </div>
            ) : (
              <TextField
                label={joinText.yourNameRoom}
                value={name}
                maxLength={maxNameLength}
                problem={clean ? undefined : joinText.nameLeastOne}
                onChange={(event) => setName(event.target.value)}
              />
            )}
            <div className={css.device}>
              <DeviceBadge report={report} />
            </div>
            {isCpu ? null : (
              <SelectField
                label={joinText.compute}
                value={wish}
                options={engineOptions()}
                onChange={setWish}
              />
            )}
            <Button
              type="submit"
              kind={removal ? 'plain' : 'primary'}
              className={css.press}
              disabled={!clean || state === 'joining'}
            >
              {state === 'joining'
                ? joinText.joining
                : removal
                  ? joinText.askLetIn
                  : hosted
                    ? joinText.goHost
                    : isCpu
                      ? joinText.joinCpuReplica
                      : joinText.join2}
            </Button>
            <p className={css.note}>{joinText.deviceWillCompute}</p>
            <p className={css.note}>
              {joinText.or}{' '}
              <Link href={watchPath('watch', code, roomKey ?? hosted?.key)}>{joinText.onlyWatch}</Link>
              {joinText.deviceThenComputes}
            </p>
            {notes}
          </>
        )}
      </form>
    </Frame>
  );
}

/** The room shows two-word names only (H12). */
function hidesNames(news: RoomNews | undefined): boolean {
  return news?.kind === 'room' && news.hidesNames === true;
}
