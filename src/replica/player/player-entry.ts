// The entry of the playground's Worker.
import { Player } from './player';
import type { ToPlayer } from './player-messages';

const player = new Player((message) => postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToPlayer>) => player.receive(data);
