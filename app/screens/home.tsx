// Home: join with a code, start a room, or try it alone in this page.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { exampleCode } from '../../src/base/room-code';
import { codeWords } from '../bridge/words/code-words';
import { hostedRoom } from '../bridge/session/device-memory';
import { useAnswer } from '../bridge/session/use-answer';
import { publicAddress } from '../bridge/session/use-public-address';
import { readRoomInput, roomPath, spellCode, type RoomInput } from '../../src/replica/room-link';
import type { DeviceReport, RoomNews } from '../../src/replica/protocol';
import { roomNewsWords } from '../bridge/words/room-news-words';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Form } from '../ui/form';
import { DeviceBadge } from './device-badge';
import { Frame } from './frame';
import { TryAlone } from './try-alone';
import { useDevice } from './use-device';
import { usePreparedReplica } from './use-prepared-replica';
import { useRoomNews } from './use-room-news';
import ui from '../ui/shape.module.css';
import css from './home.module.css';

/** All settings of a run: those who join a room never see them. */
const StartRoom = lazy(() => import('./start-room'));
/** Most visitors have no saved run: what shows them loads after the rest. */
const ResumeRun = lazy(() => import('./resume-run'));
const LiveRing = lazy(() => import('./live-ring'));
/** The page is at rest by then: a person who joins at once has loaded nothing of the picture. */
const restMs = 4000;

export function HomeScreen() {
  const report = useDevice();
  usePreparedReplica();
  const isAtRest = useIsAtRest();
  return (
    <HomeView
      report={report}
      picture={
        isAtRest ? (
          <Suspense fallback={null}>
            <LiveRing />
          </Suspense>
        ) : null
      }
    />
  );
}

interface Props {
  report: DeviceReport | 'probing' | 'unknown';
  /** The live ring behind the words. */
  picture?: ReactNode;
  /** A code that is typed already, and what is known of its room. */
  given?: GivenCode;
}

export function HomeView({ report, picture, given }: Props) {
  return (
    <Frame title={t`Lockstep`}>
      <div className={css.hero}>
        <div className={css.picture} aria-hidden="true" />
        {picture}
        <h1>{t`Train one neural network across the tabs in this room.`}</h1>
        <p>{t`Open a link and your browser becomes a replica: it computes on its own share of each batch, and every tab ends each step with the same weights, bit for bit.`}</p>
      </div>
      <div className={css.ways}>
        <div className={ui.stack}>
          <JoinWithCode given={given} />
          <TryAlone report={report} />
          <section className={`${ui.card} ${css.way}`} aria-labelledby="lessons">
            <h2 id="lessons">
              <Link href="/lessons">{t`Lessons`}</Link>
            </h2>
            <p>{t`Eight lessons, each of 20 or 45 minutes, with a page for the teacher: predict, run, explain.`}</p>
          </section>
          <Suspense fallback={null}>
            <ResumeRun />
          </Suspense>
          <section className={`${ui.card} ${css.way}`} aria-label={t`This device`}>
            <DeviceBadge report={report} />
          </section>
        </div>
        <section className={`${ui.card} ${css.way}`} aria-labelledby="start">
          <h2 id="start">{t`Start a room`}</h2>
          <Suspense
            fallback={
              <p className={css.waiting} role="status">
                {t`Loading what can be trained …`}
              </p>
            }
          >
            <StartRoom />
          </Suspense>
        </section>
      </div>
    </Frame>
  );
}

function useIsAtRest(): boolean {
  const [isAtRest, setIsAtRest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsAtRest(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  return isAtRest;
}

interface GivenCode {
  readonly text: string;
  readonly news: RoomNews | undefined;
}

function JoinWithCode({ given }: { given: GivenCode | undefined }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState(given?.text ?? '');
  const [isPressed, setIsPressed] = useState(false);
  const input = readRoomInput(text);
  const room = input.kind === 'room' ? input : undefined;
  const hosted = room && hostedRoom(room.code);
  const isGiven = given !== undefined && text === given.text;
  const elsewhere = useElsewhere(hosted ? undefined : room?.origin);
  const found = useRoomNews(isGiven || elsewhere !== undefined ? undefined : room?.code);
  const news = isGiven ? given.news : found;
  const looked = room && roomNewsWords(news, (room.key ?? hosted?.key) !== undefined);
  // The room’s host restores it on a server that lost it.
  const isNoRoom = news?.kind === 'no-room' && !hosted;
  const problem = isNoRoom ? looked?.text : inputProblem(input, text, isPressed);
  const hint =
    elsewhere !== undefined
      ? t`This link leads to another server, ${{ host: new URL(elsewhere).host }}. Join opens it there.`
      : room
        ? looked?.text
        : inputHint(input, text);
  return (
    <section className={`${ui.card} ${css.way}`} aria-labelledby="join">
      <h2 id="join">{t`Join a room`}</h2>
      <Form
        className={css.join}
        onSubmit={() => {
          setIsPressed(true);
          if (room && elsewhere !== undefined) location.assign(elsewhere + roomPath(room.code, room.key));
          else if (room && !isNoRoom) navigate(roomPath(room.code, room.key));
        }}
      >
        <TextField
          label={t`Code or link`}
          value={text}
          placeholder={spellCode(exampleCode)}
          problem={problem}
          hint={hint}
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setIsPressed(false);
          }}
        />
        <Button type="submit" kind="primary">
          {t`Join`}
        </Button>
      </Form>
    </section>
  );
}

/** The origin of a link, where it is another server's: neither this page's nor the one under which others reach this
 *  server. */
function useElsewhere(origin: string | undefined): string | undefined {
  const foreign = origin === location.origin ? undefined : origin;
  const own = useAnswer(
    async () => {
      const address = foreign === undefined ? undefined : await publicAddress();
      return address && new URL(address).origin;
    },
    foreign,
    undefined,
  );
  return foreign === own ? undefined : foreign;
}

/** A text that cannot become a code is explained while it is typed; an incomplete code, when Join is pressed. */
function inputProblem(input: RoomInput, text: string, isPressed: boolean): string | undefined {
  if (input.kind === 'room') return undefined;
  if (input.kind === 'no room in it') return isPressed ? t`This link has no room in it.` : undefined;
  const isWrong = input.reading.kind !== 'short';
  return isWrong || (isPressed && text !== '') ? codeWords(input.reading) : undefined;
}

function inputHint(input: RoomInput, text: string): string {
  if (text.trim() === '') return t`It is on the host’s screen.`;
  if (input.kind === 'no room in it')
    return t`A room’s link ends like ${{ roomPath: roomPath(exampleCode, undefined) }}.`;
  return input.kind === 'no code' ? codeWords(input.reading) : '';
}
