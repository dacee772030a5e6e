// The models of `npm run bench -- ddp`: the same shapes, rows and optimizer for both systems. Pure.

export interface DdpCase {
  readonly name: string;
  /** What `npm run ring` is told. */
  readonly ring: readonly string[];
  /** A step may take so many times as long as PyTorch's. */
  readonly goal: number;
}

export const ddpCases = {
  mlp: {
    name: 'MLP 784-512-512-10, 128 rows each',
    ring: ['--data', 'digits', '--model', 'mlp:512,512', '--batch', '128'],
    goal: 3,
  },
  cnn: {
    name: 'CNN 16/32 + 128, 64 rows each',
    ring: ['--data', 'digits', '--model', 'cnn:16,32/128', '--batch', '64'],
    goal: 1.5,
  },
  gpt: {
    name: 'GPT 4 × 128, context 128, 8 rows each',
    ring: ['--data', 'text', '--model', 'gpt:layers=4,channels=128,heads=4,context=128', '--batch', '8'],
    goal: 2,
  },
} as const satisfies Record<string, DdpCase>;

export type DdpCaseId = keyof typeof ddpCases;
