// What the page of the half-precision checks says to whoever runs it.

export type F16Report =
  | { readonly kind: 'adapter'; readonly name: string; readonly browser: string }
  | {
      readonly kind: 'check';
      readonly name: string;
      readonly lines: readonly string[];
      /** Why it failed; null when it passed. */
      readonly problem: string | null;
      readonly ms: number;
    }
  | { readonly kind: 'end'; readonly error: string | null };

declare global {
  interface Window {
    /** Given by whoever opened the page. */
    f16Report(report: F16Report): Promise<void>;
    /** Runs every check; never rejects. */
    runF16Checks(): Promise<void>;
  }
}
