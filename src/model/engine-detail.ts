// What stops an engine: its saying, else in English its own words and in another language those of its kind.
import { saidOf } from '../base/said-error';
import { inFull, say, type Saying } from '../base/sayings';
import { EngineError, type EngineErrorCode } from './engine';

export function engineDetail({
  code,
  message,
  says,
}: Pick<EngineError, 'code' | 'message' | 'says'>): Saying {
  return says ?? inFull(sayingOf(code), message);
}

export function detailOfError(error: unknown): Saying {
  if (error instanceof EngineError) return engineDetail(error);
  return saidOf(error);
}

function sayingOf(code: EngineErrorCode): Saying {
  switch (code) {
    case 'no-webgpu':
      return say('no-webgpu-here');
    case 'no-adapter':
      return say('no-adapter-here');
    default:
      return say(`engine-${code}`);
  }
}
