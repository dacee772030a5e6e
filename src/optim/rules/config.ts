// The exact update that a ring runs. The learning rate is not here: it travels per step, as bits (E3).

export type OptimizerConfig =
  | { readonly kind: 'sgd' }
  | { readonly kind: 'momentum'; readonly momentum: number; readonly nesterov: boolean }
  | ({ readonly kind: 'adamw' } & AdamSettings)
  | {
      readonly kind: 'lars';
      readonly momentum: number;
      /** Added to the gradient, inside the trust ratio; 0 means none. */
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
  /** Decoupled; 0 means none. */
  readonly weightDecay: number;
}
