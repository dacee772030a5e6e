// The result of the half-precision checks' page, for the script that opened it.

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
    /** The script that opened the page sets this function. */
    f16Report(report: F16Report): Promise<void>;
    /** Runs every check; never rejects. */
    runF16Checks(): Promise<void>;
  }
}
