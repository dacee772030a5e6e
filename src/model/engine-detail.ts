// What stops an engine, as a part of a sentence: in English its own words, in another language those of its kind.
import { say, type Detail, type Saying } from '../base/sayings';
import { EngineError, type EngineErrorCode } from './engine';

export function engineDetail({ code, message }: Pick<EngineError, 'code' | 'message'>): Detail {
  return { text: message, says: sayingOf(code) };
}

/** An error that is no engine's has only its own words. */
export function detailOfError(error: unknown): Detail {
  if (error instanceof EngineError) return engineDetail(error);
  return { text: error instanceof Error ? error.message : String(error) };
}

function sayingOf(code: EngineErrorCode): Saying {
  switch (code) {
    case 'no-webgpu':
      return say('no-webgpu-here')[1];
    case 'no-adapter':
      return say('no-adapter-here')[1];
    default:
      return say(`engine-${code}`)[1];
  }
}
