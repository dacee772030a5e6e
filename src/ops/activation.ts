// The pointwise activations' kernels, one thread per element.
import file from '../../shaders/activation.wgsl?raw';
import { grid, type Lowered, type Target } from './lowering';
import type { ActivationBackwardCall, ActivationForwardCall } from './op-call';

const threads = 64;
const activationNumber = { relu: 1, tanh: 2, gelu: 3 };

export function lowerActivation(
  call: ActivationForwardCall | ActivationBackwardCall,
  target: Target,
): Lowered {
  const entryPoint = call.op === 'activation-forward' ? 'activation_forward' : 'activation_backward';
  return {
    calls: [
      {
        kernel: {
          label: `${entryPoint} ${call.activation} ${call.length}`,
          files: [file],
          entryPoint,
          consts: { THREADS: threads, ACTIVATION: activationNumber[call.activation] },
          overrides: { LENGTH: call.length },
          access: ['read', 'write'],
        },
        operands: call.op === 'activation-forward' ? [call.x, call.y] : [call.saved, call.gradient],
        workgroups: grid(Math.ceil(call.length / threads), target),
      },
    ],
    scratch: 0,
  };
}
