// A process that holds a file of examples until it is ended.
import { temporaryShelf } from '../temporary-shelf';

const shelf = temporaryShelf();
shelf.append(new Uint8Array(10));
await shelf.finish();
console.log('held');
setInterval(() => undefined, 60_000);
