// What stops an engine: in English its own words, in another language those of its kind.
import { saidOf } from '../base/said-error';
import { inFull, say, type Saying } from '../base/sayings';
import { EngineError, type EngineErrorCode } from './engine';

export function engineDetail({ code, message }: Pick<EngineError, 'code' | 'message'>): Saying {
  return inFull(sayingOf(code), message);
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
