// The presets. Empty until they are needed and loaded, and when the engine cannot be fetched.
import { engineRoom, type Preset } from './engine-room';
import { useAnswer } from './use-answer';

const none: readonly Preset[] = [];

export function usePresets(isNeeded: boolean): readonly Preset[] {
  return useAnswer(async () => (isNeeded ? (await engineRoom()).presets : none), isNeeded, none);
}
