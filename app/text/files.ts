// The text of: why files and saved runs cannot be used. The English stands where readers of files have it too.
import { fileSayings } from '../../src/base/file-sayings';
import { savedSayings } from '../../src/base/saved-sayings';
import { area } from './language';

export const filesText = area('files', { ...fileSayings, ...savedSayings });
