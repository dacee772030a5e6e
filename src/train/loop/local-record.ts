// What this replica says in the next header (H1), by its participation.
import type { HeaderRecord } from '../header/header-record';
import type { LoopParts } from './loop-parts';

const noDigest = '0'.repeat(16);

export function localRecord(
  { replica, local, commands, deps }: Pick<LoopParts, 'replica' | 'local' | 'commands' | 'deps'>,
  edge: Pick<
    HeaderRecord,
    'edgeMs' | 'flightsMs' | 'machineMates' | 'requestsReorder' | 'lacksLink' | 'hasStalled'
  >,
  own?: HeaderRecord['own'],
): HeaderRecord {
  return {
    ...spokenFor(replica),
    accused: local.accused,
    termsPerSecond: local.termsPerSecond,
    firstCommand: commands.fingerprint,
    last: local.last,
    validation: local.validation,
    candidates: deps.candidates(),
    own,
    givesData: deps.givesData(),
    line: local.line,
    ...edge,
  };
}

type SpokenFor = Pick<
  HeaderRecord,
  'status' | 'version' | 'digest' | 'contribution' | 'withheld' | 'progress' | 'requestsPause'
>;

function spokenFor({ participation, device }: LoopParts['replica']): SpokenFor {
  const nothing: SpokenFor = {
    status: 'empty',
    version: 0,
    digest: noDigest,
    contribution: 0,
    withheld: 'none',
    progress: 0,
    requestsPause: false,
  };
  switch (participation.kind) {
    case 'outside':
    case 'empty':
      return nothing;
    case 'catching-up': {
      const { digest, progress, requestsPause, log } = participation.catchUp;
      const { version } = log.state;
      return { ...nothing, status: 'catching-up', version, digest, progress, requestsPause };
    }
    case 'current': {
      const { state, digest } = participation.stored.held;
      const contribution = device.contribution(state);
      const withheld = device.gradient?.withheld ?? 'none';
      return { ...nothing, status: 'current', version: state.version, digest, contribution, withheld };
    }
    default:
      return participation satisfies never;
  }
}
