// Home: join with a code, start a room, or try it alone in this page.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { parseRoomInput, roomPath } from '../bridge/room-link';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { DeviceBadge } from './device-badge';
import { Frame } from './frame';
import { StartRoom } from './start-room';
import { TryAlone } from './try-alone';
import { useDevice } from './use-device';
import css from './home.module.css';

export function HomeScreen() {
  const report = useDevice();
  return (
    <Frame title="Lockstep">
      <div className={css.hero}>
        <h1>Train one neural network across the tabs in this room.</h1>
        <p>
          Open a link and your browser becomes a replica: it computes on its own share of each batch, and
          every tab ends each step with the same weights, bit for bit.
        </p>
      </div>
      <div className={css.ways}>
        <div className={css.column}>
          <JoinWithCode />
          <TryAlone report={report} />
          <section className={css.way} aria-label="This device">
            <DeviceBadge report={report} />
          </section>
        </div>
        <section className={css.way} aria-labelledby="start">
          <h2 id="start">Start a room</h2>
          <StartRoom />
        </section>
      </div>
    </Frame>
  );
}

function JoinWithCode() {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <section className={css.way} aria-labelledby="join">
      <h2 id="join">Join a room</h2>
      <form
        className={css.join}
        onSubmit={(event) => {
          event.preventDefault();
          const room = parseRoomInput(text);
          if (room) navigate(roomPath(room.code, room.key));
          else setProblem('A code is 4 to 12 letters and digits, as on the host’s screen.');
        }}
      >
        <TextField
          label="Code or link"
          value={text}
          placeholder="K7Q M2P"
          problem={problem}
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" kind="primary" style={{ alignSelf: problem ? 'center' : 'end' }}>
          Join
        </Button>
      </form>
    </section>
  );
}
