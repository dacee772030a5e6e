// The Worker that leads a team of simd-team.ts.
import { assert } from '../../../src/base/assert';
import { leadTeam } from '../../../src/model/simd/team';
import type { LeaderJob } from './simd-team';

let runAll: (() => void) | undefined;

onmessage = ({ data: job }: MessageEvent<LeaderJob>) => {
  switch (job.kind) {
    case 'lead': {
      const { share } = job;
      const run = leadTeam(
        share,
        () => assert(false, 'every step has a kernel'),
        () => false,
      );
      runAll = () => run(0, share.steps.length);
      break;
    }
    case 'run':
      assert(runAll, 'the first job is to lead');
      for (let repeat = 0; repeat < job.repeats; repeat++) runAll();
      break;
    default:
      job satisfies never;
  }
  postMessage('done');
};
