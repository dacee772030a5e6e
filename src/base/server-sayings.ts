// What becomes of the connection to the room server, in words. A table of its own: the Join screen has it long before it needs
// the other sayings.
import { sayFrom } from './say-from';

export const serverSayings = {
  'server-out-of-reach': () => 'it cannot be reached from here' as string,
  'server-ended-it': () => 'it ended the connection' as string,
  'page-ended-it': () => 'this page ended the connection' as string,
  'server-silent': () => 'it is no longer heard' as string,
  'server-lost': () => 'the connection to it was lost' as string,
};

export const sayOfServer = sayFrom(serverSayings);
