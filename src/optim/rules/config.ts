// Which exact update the ring runs. The learning rate is not here: it travels per step, as bits (E3).

export type OptimizerConfig =
  | { readonly kind: 'sgd' }
  | { readonly kind: 'momentum'; readonly momentum: number; readonly nesterov: boolean }
  | ({ readonly kind: 'adamw' } & AdamSettings)
  | {
      readonly kind: 'lars';
      readonly momentum: number;
      /** Added to the gradient, inside the trust ratio; 0 turns it off. */
      readonly weightDecay: number;
      /** η of the paper, 0.001 there. */
      readonly trustCoefficient: number;
      readonly epsilon: number;
    }
  | ({ readonly kind: 'lamb' } & AdamSettings);

interface AdamSettings {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Decoupled; 0 turns it off. */
  readonly weightDecay: number;
}

/** Can blocks be finished as their gradients arrive, before the whole sum is there? Clipping and trust ratios need
 *  norms of what has not arrived yet; LAMB computes its directions as blocks arrive, and finishes in one more pass. */
export function finishesEarly(config: OptimizerConfig, isClipped: boolean): boolean {
  return !isClipped && config.kind !== 'lars' && config.kind !== 'lamb';
}
