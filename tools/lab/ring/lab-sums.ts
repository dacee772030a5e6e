// How a run of the lab sends its vector: as one sum, or by PowerSGD as two, whose plan stands here. Pure.
import type { Codec } from '../../../src/codecs/codec';
import { planPowerSgd, type PowerSgdPlan } from '../../../src/codecs/power-sgd/plan';
import { codecOf } from '../../../src/codecs/registry';
import {
  codecNamed,
  compressionNamed,
  isFactored,
  needsWholeTensors,
  type CodecKind,
} from '../../../src/codecs/setting';
import { elementsOf, type LabSetup } from './lab-setup';

/** Elements that go through one collective. */
export interface LabSum {
  readonly elements: number;
  readonly codec: Codec;
}

/** The vector as one matrix, as near to square as its length allows; what is left over is a tensor of its own. Undefined:
 *  the run takes no factors. All members need the first sum, so only an all-reduce does. */
export function factorPlanOf(setup: LabSetup): PowerSgdPlan | undefined {
  const compression = compressionNamed(setup.codec);
  if (!isFactored(compression) || setup.collective !== 'all-reduce') return undefined;
  const elements = elementsOf(setup);
  const rows = Math.floor(Math.sqrt(elements));
  const columns = rows > 0 ? Math.floor(elements / rows) : 0;
  const start = rows * columns;
  const tensors = [
    { start: 0, shape: [rows, columns] },
    { start, shape: [elements - start] },
  ];
  return planPowerSgd(tensors, compression.rank);
}

/** The codec of every sum's elements: f32 with PowerSGD. */
export function sentAs({ codec }: LabSetup): CodecKind {
  return needsWholeTensors(codec) ? 'f32' : codec;
}

/** Whether the result is that of a codec which drops something. */
export function isLossy(setup: LabSetup): boolean {
  return sentAs(setup) !== 'f32' || factorPlanOf(setup) !== undefined;
}

/** One after the other. */
export function sumsOf(setup: LabSetup): readonly LabSum[] {
  const plan = factorPlanOf(setup);
  const lengths = plan ? [plan.leftLength + plan.restLength, plan.rightLength] : [elementsOf(setup)];
  const codec = codecOf(codecNamed(sentAs(setup)));
  return lengths.map((elements) => ({ elements, codec }));
}
