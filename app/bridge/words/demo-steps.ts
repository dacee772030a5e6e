/** A demo continues for as long as one watches: some hours at a hundred steps a second. No sentence names it as an aim. */
export const demoSteps = 1_000_000;
