// Whether this device keeps any saved run. Small, so that a page can ask before it loads what reads them.
import { savedRunFiles, savedRunsFolder } from '../files/saved-runs';

export async function hasKeptRuns(): Promise<boolean> {
  const folder = await savedRunsFolder();
  return folder !== undefined && (await savedRunFiles(folder)).length > 0;
}
