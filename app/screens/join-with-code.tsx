// Joins a room by its code or link, which is explained while it is typed.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { pageBase } from '../../src/base/page-base';
import { exampleCode, spellCode } from '../../src/base/room-code';
import type { RoomNews } from '../../src/replica/protocol';
import { readRoomInput, roomPath, roomUrl, type RoomInput } from '../../src/replica/room-link';
import { hostedRoom } from '../bridge/session/device-memory';
import { useAnswer } from '../bridge/session/use-answer';
import { publicAddress } from '../bridge/session/use-public-address';
import { codeWords } from '../bridge/words/code-words';
import { roomNewsWords } from '../bridge/words/room-news-words';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Form } from '../ui/form';
import { useRoomNews } from './use-room-news';
import css from './home.module.css';

/** A code that is typed already, and what is known of its room. */
export interface GivenCode {
  readonly text: string;
  readonly news: RoomNews | undefined;
}

export function JoinWithCode({ given }: { given: GivenCode | undefined }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState(given?.text ?? '');
  const [isPressed, setIsPressed] = useState(false);
  const input = readRoomInput(text);
  const room = input.kind === 'room' ? input : undefined;
  const hosted = room && hostedRoom(room.code, room.mark);
  const isGiven = given !== undefined && text === given.text;
  const elsewhere = useElsewhere(hosted ? undefined : room?.server);
  const found = useRoomNews(
    isGiven || elsewhere !== undefined ? undefined : room?.code,
    room?.mark ?? hosted?.mark,
  );
  const news = isGiven ? given.news : found;
  const looked = room && roomNewsWords(news, (room.key ?? hosted?.key) !== undefined);
  // The room’s host restores it on a server that lost it.
  const isNoRoom = news?.kind === 'no-room' && !hosted;
  const problem =
    isNoRoom || news?.kind === 'no-server' ? looked?.text : inputProblem(input, text, isPressed);
  const hint =
    elsewhere !== undefined
      ? t`This link leads to another server, ${{ host: elsewhere.replace(/^https?:\/\//, '') }}. Join opens it there.`
      : room
        ? looked?.text
        : inputHint(input, text);
  return (
    <Form
      className={css.join}
      onSubmit={() => {
        setIsPressed(true);
        if (room && elsewhere !== undefined)
          location.assign(roomUrl(elsewhere, room.code, room.key, room.mark));
        else if (room && !isNoRoom) navigate(roomPath(room.code, room.key, room.mark));
      }}
    >
      <TextField
        label={t`Join with a code or link`}
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
      <Button type="submit">{t`Join`}</Button>
    </Form>
  );
}

/** The server of a link, where it is another one: neither this page's nor the address under which others reach it. */
function useElsewhere(server: string | undefined): string | undefined {
  const foreign = server === pageBase() ? undefined : server;
  const own = useAnswer(
    async () => (foreign === undefined ? undefined : publicAddress()),
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
