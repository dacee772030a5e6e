// Join: the code and a nickname are filled in, the device and the room are checked meanwhile, and one press enters the
// ring. A person who cannot join learns it here, before the press.
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { DeviceReport, EngineWish, RoomNews } from '../../src/replica/protocol';
import {
  cleanName,
  hostedRoom,
  maxNameLength,
  rememberedName,
  rememberName,
  secretOfRemoved,
  useEngineWish,
  wasRefused,
  type HostedRoom,
} from '../bridge/session/device-memory';
import { loadEntrance } from '../bridge/session/engine-room';
import { withWords } from '../bridge/session/page-language';
import { spellCode } from '../../src/base/room-code';
import { roomPath, watchPath } from '../../src/replica/room-link';
import { roomNewsWords } from '../bridge/words/room-news-words';
import { engineOptions } from '../bridge/words/engine-options';
import { needsCpu } from '../bridge/words/device-trouble';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { Form } from '../ui/form';
import { lazyPart } from '../ui/lazy-part';
import { TaggedSentence } from '../ui/tagged-sentence';
import { toHex } from '../../src/base/bytes';
import { DeviceBadge } from './device-badge';
import { FirstTrouble } from './first-trouble';
import { Frame } from './frame';
import { useDevice } from './use-device';
import { usePreparedReplica } from './use-prepared-replica';
import { useRingAhead } from './use-ring-ahead';
import { useTwoWords } from './use-two-words';
import { useRoomNews } from './use-room-news';
import ui from '../ui/shape.module.css';
import css from './join.module.css';

const JoinNotes = lazyPart(async () => (await withWords(import('./join-notes'))).default, { isQuiet: true });

interface JoinProps {
  code: string;
  roomKey: string | undefined;
  /** Code and mark are the address of one room (R30); undefined: only the code is known. */
  mark: string | undefined;
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
  const { code, roomKey, mark, hostToken } = props;
  const [, navigate] = useLocation();
  const report = useDevice();
  const [attempt, setAttempt] = useState(0);
  const [hosted] = useState(() => hostedRoom(code, mark));
  const news = useRoomNews(code, mark ?? hosted?.mark, attempt);
  usePreparedReplica(hosted);
  useRingAhead(report !== 'probing' && news !== undefined);
  const [removal] = useState<BeforeJoin['removal']>(() =>
    hosted || secretOfRemoved(code) === undefined ? undefined : wasRefused(code) ? 'refused' : 'removed',
  );
  const [firstName] = useState(rememberedName);
  // Drawn before the press: the member's id follows from it, and from that the two words. A removed browser comes back
  // with its old one (H11).
  const [memberSecret] = useState(
    () => (hosted ? undefined : secretOfRemoved(code)) ?? toHex(crypto.getRandomValues(new Uint8Array(16))),
  );
  const twoWords = useTwoWords(hidesNames(news) ? memberSecret : undefined);
  return (
    <JoinView
      {...props}
      before={{ report, news, hosted, removal }}
      firstName={firstName}
      twoWords={twoWords}
      notes={<JoinNotes code={code} hosted={hosted} />}
      onLookAgain={() => setAttempt(attempt + 1)}
      onJoin={async (name, engine) => {
        const [entrance, { enterRoom }] = await Promise.all([
          loadEntrance(),
          import('../bridge/session/enter-room'),
        ]);
        if (!hidesNames(news)) rememberName(name);
        const room = { code, key: roomKey, mark: mark ?? hosted?.mark ?? markOf(news) };
        await enterRoom(entrance, room, { name, engine, hostToken, memberSecret });
        // The address leads to this very room from now on, also when it is loaded again. The host's secret is used: in the
        // address it could be passed on by mistake.
        if (hostToken !== undefined || room.mark !== mark)
          navigate(roomPath(code, roomKey, room.mark), { replace: true });
      }}
    />
  );
}

export function JoinView({
  code,
  roomKey,
  mark,
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
  /** The device’s name where the room shows no others; empty until it is known. */
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
      <Frame title={t`Not loaded`}>
        <FirstTrouble code="engine-missing" onTryAgain={() => setState('ready')} />
      </Frame>
    );
  // The room’s host restores it on a server that lost it (R10).
  if (news?.kind === 'no-room' && !hosted)
    return (
      <Frame title={t`No such room`}>
        <FirstTrouble
          code="room-not-found"
          advice={t`The code was ${{ code: spellCode(code) }}.`}
          onTryAgain={onLookAgain}
        />
      </Frame>
    );
  if (news?.kind === 'no-server')
    return (
      <Frame title={t`No such room`}>
        <FirstTrouble code="no-room-server" onTryAgain={onLookAgain} />
      </Frame>
    );
  return (
    <Frame title={t`Join ${code}`}>
      <Form
        className={`${ui.card} ${css.join}`}
        onSubmit={() => clean && state === 'ready' && !isLocked && join()}
      >
        <div>
          <p className={ui.faint}>{hosted ? t`Your room` : t`Join room`}</p>
          <h1 className={css.code}>{spellCode(code)}</h1>
          <p
            className={`${css.news} ${looked.tone === 'plain' ? ui.soft : ui[looked.tone]}`}
            role={isLocked ? 'alert' : undefined}
            aria-live="polite"
          >
            {news?.kind === 'no-room'
              ? t`The server has no such room any more. Going in opens it again.`
              : looked.text}
          </p>
        </div>
        {hostToken !== undefined ? (
          <p className={css.host}>
            <strong>{t`This link makes this device the room’s host.`}</strong>{' '}
            {t`The one that hosts now becomes an ordinary member.`}
          </p>
        ) : hosted ? (
          <p className={css.host}>
            <strong>{t`You are this room’s host.`}</strong>{' '}
            {hosted.isHandedOver
              ? t`Hosting was handed to this browser. It keeps the host’s rights.`
              : t`This browser opened it. It keeps the host’s rights.`}
          </p>
        ) : null}
        {removal ? (
          <div className={css.removed} role="alert">
            <p>
              <strong>
                {removal === 'refused'
                  ? t`The host refused this browser at the door.`
                  : t`This browser was removed from the room’s ring.`}
              </strong>{' '}
              {t`Only the host can let it in. Ask the host first.`}
            </p>
          </div>
        ) : null}
        {isLocked ? (
          <Button kind="primary" className={css.press} onClick={() => navigate('/')}>
            {t`Use another link`}
          </Button>
        ) : (
          <>
            {isHidden ? (
              <div className={css.named}>
                <p className={css.host} role="status">
                  <strong>{t`This room shows two-word names only.`}</strong>{' '}
                  {t`A name that you typed stays on this device.`}
                </p>
                <TextField
                  label={t`Your name in the room`}
                  value={twoWords}
                  hint={t`Drawn for you. A number follows where somebody has it already.`}
                  readOnly
                />
              </div>
            ) : (
              <TextField
                label={t`Your name in the room`}
                value={name}
                maxLength={maxNameLength}
                problem={clean ? undefined : t`A name of at least one character, please.`}
                onChange={(event) => setName(event.target.value)}
              />
            )}
            <Button
              type="submit"
              kind={removal ? 'plain' : 'primary'}
              className={css.press}
              disabled={!clean || state === 'joining'}
            >
              {state === 'joining'
                ? t`Joining …`
                : removal
                  ? t`Ask to be let in`
                  : hosted
                    ? t`Go in as the host`
                    : isCpu
                      ? t`Join with the CPU`
                      : t`Join`}
            </Button>
            {/* The answer of the probe may come while a person presses Join: it moves only what stands below. */}
            <DeviceBadge report={report} />
            {isCpu ? null : (
              <SelectField label={t`Compute on`} value={wish} options={engineOptions()} onChange={setWish} />
            )}
            <p
              className={ui.quiet}
            >{t`This device will compute for the room while the tab is open. Members can see its network address.`}</p>
            <p className={ui.quiet}>
              <TaggedSentence
                text={t`Or <0>only watch</0>: this device then computes nothing.`}
                parts={[
                  (words) => (
                    <Link href={watchPath('watch', code, roomKey ?? hosted?.key, mark ?? hosted?.mark)}>
                      {words}
                    </Link>
                  ),
                ]}
              />
            </p>
            {notes}
          </>
        )}
      </Form>
    </Frame>
  );
}

/** A person who typed the code joins the room of which the page has told (R30c). */
function markOf(news: RoomNews | undefined): string | undefined {
  return news?.kind === 'room' ? news.mark : undefined;
}

/** The room shows two-word names only (H12). */
function hidesNames(news: RoomNews | undefined): boolean {
  return news?.kind === 'room' && news.hidesNames === true;
}
