// Which exact update the ring runs. The learning rate is not here: it travels per step, as bits (E3).

export type OptimizerConfig =
  | { readonly kind: 'sgd' }
  | { readonly kind: 'momentum'; readonly momentum: number; readonly nesterov: boolean }
  | {
      readonly kind: 'adamw';
      readonly beta1: number;
      readonly beta2: number;
      readonly epsilon: number;
      /** Decoupled; 0 turns it off. */
      readonly weightDecay: number;
    };
