// Optimizers by the names that forms and the command line offer, with settings that usually train well.
import type { OptimizerConfig } from '../optim/rules/config';

export const optimizerNames = ['adamw', 'lamb', 'sgd', 'momentum', 'nesterov', 'lars'] as const;
export type OptimizerName = (typeof optimizerNames)[number];

/** `weightDecay` applies where the optimizer has one; 0.01 when absent. */
export function optimizerOf(name: OptimizerName, weightDecay = 0.01): OptimizerConfig {
  switch (name) {
    case 'sgd':
      return { kind: 'sgd' };
    case 'momentum':
    case 'nesterov':
      return { kind: 'momentum', momentum: 0.9, nesterov: name === 'nesterov' };
    case 'adamw':
      return { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay };
    case 'lamb':
      return { kind: 'lamb', beta1: 0.9, beta2: 0.999, epsilon: 1e-6, weightDecay };
    case 'lars':
      return { kind: 'lars', momentum: 0.9, weightDecay, trustCoefficient: 0.001, epsilon: 1e-9 };
    default:
      return name satisfies never;
  }
}

export function optimizerName(config: OptimizerConfig): OptimizerName {
  return config.kind === 'momentum' && config.nesterov ? 'nesterov' : config.kind;
}

/** Learning rates to start from. */
export const usualRates: Readonly<Record<OptimizerName, number>> = {
  sgd: 0.1,
  momentum: 0.02,
  nesterov: 0.02,
  adamw: 0.005,
  lamb: 0.01,
  lars: 5,
};
