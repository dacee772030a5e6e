// Ports of the room servers that the tests use.

/** Ports of two servers differ by this: between them is room for the servers that tests start. */
export const portStep = 10;

/** The room server of worker `index`, which playwright.config.ts starts. */
export function serverPort(index: number): number {
  return Number(process.env.LOCKSTEP_E2E_PORT) + portStep * index;
}
