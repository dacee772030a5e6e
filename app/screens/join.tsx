// Join: the code and a nickname are filled in, the device is looked at meanwhile, and one press enters the ring.
import { useState } from 'react';
import { rememberedName, rememberName } from '../bridge/device-memory';
import { engineRoom } from '../bridge/engine-room';
import { enterRoom } from '../bridge/enter-room';
import { cleanName, maxNameLength } from '../bridge/nickname';
import { spellCode } from '../bridge/room-link';
import { deviceTrouble } from '../bridge/trouble';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { DeviceBadge } from './device-badge';
import { Frame } from './frame';
import { Trouble } from './trouble';
import { useDevice } from './use-device';
import css from './join.module.css';

export function JoinForm({
  code,
  roomKey,
  startsOnCpu,
}: {
  code: string;
  roomKey: string | undefined;
  startsOnCpu: boolean;
}) {
  const report = useDevice();
  const [name, setName] = useState(rememberedName);
  const [state, setState] = useState<'ready' | 'joining' | 'engine-missing'>('ready');
  const trouble = typeof report === 'string' ? undefined : deviceTrouble(report);
  const isCpu = startsOnCpu || (trouble !== undefined && trouble !== 'software-adapter');
  const clean = cleanName(name);

  const join = async (): Promise<void> => {
    setState('joining');
    try {
      const engine = await engineRoom();
      rememberName(clean);
      enterRoom(engine, code, roomKey, { name: clean, useCpu: isCpu });
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
  return (
    <Frame title={`Join ${code}`}>
      <form
        className={css.join}
        onSubmit={(event) => {
          event.preventDefault();
          if (clean && state === 'ready') void join();
        }}
      >
        <div>
          <p className={css.label}>Join room</p>
          <h1 className={css.code}>{spellCode(code)}</h1>
        </div>
        <TextField
          label="Your name in the room"
          value={name}
          maxLength={maxNameLength}
          problem={clean ? undefined : 'A name of at least one character, please.'}
          onChange={(event) => setName(event.target.value)}
        />
        <DeviceBadge report={report} />
        <Button type="submit" kind="primary" className={css.press} disabled={!clean || state === 'joining'}>
          {state === 'joining' ? 'Joining …' : isCpu ? 'Join as a CPU replica' : 'Join'}
        </Button>
        <p className={css.note}>
          This device will compute for the room while the tab is open. Members can see its network address.
        </p>
      </form>
    </Frame>
  );
}
