// What the flight recorder notes of a ring member, from the member's own events: membership, decisions, attempts, catching
// up, links and notices. Members are noted by id, and the first line of the record names them. Payloads are never noted.
import { logged } from '../../base/sayings';
import type { FlightFields, FlightRecorder } from '../../base/flight-recorder';
import type { MembershipEffect, MembershipInput } from '../../membership/membership-state';
import type { PlainMessage } from '../../membership/messages';
import type { RingMember } from './ring-member';
import type { Decision } from '../decide/decision';

/** Progress of a long fetch is noted this often. */
const progressEveryMs = 250;

export function recordFlight(member: RingMember, recorder: FlightRecorder): void {
  const { hub, membership: members, trainer } = member;
  hub.on('opened', ({ peer }) => recorder.note('link opened', { peer, link: hub.link(peer)?.kind }));
  hub.on('closed', ({ peer, reason: { code, message } }) =>
    recorder.note('link closed', { peer, code, message }),
  );
  members.on('stepped', ({ input, effects }) => noteMembership(recorder, input, effects));
  members.on('outside', ({ why }) => recorder.note('outside', { why: logged(why) }));
  member.on('notice', ({ level, says }) => recorder.note('notice', { level, text: logged(says) }));
  member.on('step', ({ step, generation, worldSize, effectiveBatch, digest, allReduceMs }) =>
    recorder.routine('commit', { step, generation, worldSize, effectiveBatch, digest, allReduceMs }),
  );
  trainer.on('dropped', ({ frame: { from, key }, why }) =>
    recorder.routine('frame dropped', {
      from,
      why,
      generation: key.generation,
      step: key.step,
      bucket: key.bucket,
    }),
  );
  trainer.on('decision', ({ round, decision }) => {
    const { state } = trainer;
    const fields = { decision: decision.kind, round, step: state?.step, version: state?.version };
    if (decision.kind === 'step') recorder.routine('decision', fields);
    else recorder.note('decision', { ...fields, reason: decision.reason, ...more(decision) });
  });
  let progressMs = -Infinity;
  trainer.on('change', () => {
    const { catchUp } = trainer;
    if (!catchUp || recorder.nowMs() - progressMs < progressEveryMs) return;
    progressMs = recorder.nowMs();
    const { why, receivedBytes, totalBytes, behindSteps, donors } = catchUp;
    recorder.note('catching up', { why: logged(why), receivedBytes, totalBytes, behindSteps, donors });
  });
  trainer.on('caught-up', ({ why }) => recorder.note('caught up', { why }));
  let phase = '';
  member.on('change', () => {
    const { kind } = member.phase;
    if (kind !== phase) recorder.note('phase', { phase: kind });
    phase = kind;
  });
}

function more(decision: Exclude<Decision, { kind: 'step' }>): FlightFields {
  switch (decision.kind) {
    case 'catch-up':
      return { sources: decision.sources, targets: decision.targets };
    case 'wait':
      return { catchingUp: decision.catchingUp };
    case 'change-view':
      return { add: decision.add, remove: decision.remove };
    case 'transition':
      return { becomes: decision.state.status, next: decision.state.version };
    default:
      return {};
  }
}

/** Statuses come twice a second from everybody: they are routine as long as nothing follows from them. */
function noteMembership(
  recorder: FlightRecorder,
  input: MembershipInput,
  effects: readonly MembershipEffect[],
): void {
  const followed = effects.map(effectWords);
  const isStatus = input.kind === 'message' && plain(input.message).kind === 'status';
  const isQuiet = effects.every(
    (effect) => effect.kind === 'send' && plain(effect.message).kind === 'status',
  );
  if (input.kind === 'tick' && effects.length === 0) return;
  const fields = { ...inputFields(input), followed };
  if (isQuiet && (isStatus || input.kind === 'tick')) recorder.routine('membership', fields);
  else recorder.note('membership', fields);
}

function inputFields(input: MembershipInput): FlightFields {
  if (input.kind !== 'message') {
    const { kind, ...rest } = input;
    return { input: kind, ...rest };
  }
  const { from } = input;
  const relayed = input.message.kind === 'relay' ? { author: input.message.from } : {};
  return { input: messageWords(plain(input.message)), from, ...relayed };
}

function effectWords(effect: MembershipEffect): string {
  switch (effect.kind) {
    case 'send':
      return `send ${messageWords(plain(effect.message))} to ${effect.to}`;
    case 'install':
    case 'removed':
      return `${effect.kind} ${effect.view.lineage}/${effect.view.generation} [${effect.view.members.join(' ')}]`;
    case 'contact':
      return `contact ${effect.peer} in ${effect.lineage}/${effect.generation}`;
    case 'offence':
      return `offence of ${effect.peer}`;
    case 'phase':
      return `phase ${effect.phase.kind}${'reason' in effect.phase ? `: ${effect.phase.reason}` : ''}`;
    default:
      return effect satisfies never;
  }
}

function plain(message: Extract<MembershipInput, { kind: 'message' }>['message']): PlainMessage {
  return message.kind === 'relay' ? message.message : message;
}

function messageWords(message: PlainMessage): string {
  const ballot = 'ballot' in message ? ` ${message.ballot}` : '';
  const generation =
    'view' in message ? message.view.generation : 'generation' in message ? message.generation : undefined;
  return `${message.kind}${ballot}${generation === undefined ? '' : ` of generation ${generation}`}`;
}
