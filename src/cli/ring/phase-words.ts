// A replica's phase as an English sentence.
import type { Phase } from '../../replica/protocol';
import { inEnglish } from '../english/in-english';

export function phaseWords(phase: Phase): string {
  switch (phase.kind) {
    case 'starting':
      return `starting: ${inEnglish(phase.doing)}`;
    case 'needs-file':
      if (phase.own)
        return `each member brings its own examples: give yours by --file${phase.problem ? ` (${inEnglish(phase.problem)})` : ''}`;
      return `the room trains on “${phase.name}”: give it by --file${phase.what === 'idx' && !phase.recipe ? ' IMAGES --file LABELS' : ''}, or take it from its members by --receive${phase.problem ? ` (${inEnglish(phase.problem)})` : ''}`;
    case 'connecting':
      return `connecting${phase.waitingFor.length > 0 ? `: ${phase.waitingFor.join(', ')}` : ''}`;
    case 'catching-up':
      return `catching up: ${inEnglish(phase.why)}, ${phase.receivedBytes} of ${phase.totalBytes} bytes, ${phase.behindSteps} steps behind`;
    case 'regrouping':
      return `regrouping${phase.lost.length > 0 ? `: lost ${phase.lost.join(', ')}` : ''}`;
    case 'no-quorum':
      return `no quorum: ${phase.why}`;
    case 'finished':
    case 'diverged':
      return `${phase.kind}: ${inEnglish(phase.why)}`;
    case 'failed':
      return `failed: ${phase.error.code}: ${inEnglish(phase.error.says)}`;
    case 'lobby':
    case 'training':
    case 'paused':
    case 'left':
      return phase.kind;
    default:
      return phase satisfies never;
  }
}
