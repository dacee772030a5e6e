// A text by its name, which says so where only its beginning is used: a run, and everybody in it, knows no more of it.
import { t } from '@lingui/core/macro';
import { formatBytes } from './format';

/** 'plays', 'plays (its first 67.1 MB of 1.00 GB)'. `cutFrom`: bytes of the whole; 0: nobody counted them. */
export function textName({
  name,
  bytes,
  cutFrom,
}: {
  readonly name: string;
  readonly bytes?: number | undefined;
  readonly cutFrom?: number | undefined;
}): string {
  if (cutFrom === undefined) return name;
  const used = formatBytes(bytes);
  return cutFrom > 0
    ? t`${name} (only its first ${used} of ${{ all: formatBytes(cutFrom) }})`
    : t`${name} (only its first ${used})`;
}
