// npm starts a script through a shell, and passes a signal to that shell only: the shell dies, and the script would stay
// and hold its port. Whoever calls this ends with it, by the signal that it would have got.
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';

const lookEveryMs = 200;

export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return; // started by hand: it may outlive its shell
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
}
