// Why a part of the check failed, in English and as a code.
import type { Saying } from '../../base/sayings';

export class SaidError extends Error {
  override name = 'SaidError';
  constructor(
    message: string,
    readonly says?: Saying,
  ) {
    super(message);
  }
}
