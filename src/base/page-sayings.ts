// What only a page says, of what it waited for and of what it could not do: codes with the values of their sentences.

export interface PageSayings {
  'part-not-loaded': undefined;
  'no-moons': undefined;
  /** `phase`: its kind, without hyphens. */
  'no-step-came': { phase: string };
  'first-replica-missing': undefined;
  'lesson-not-loaded': undefined;
  'nothing-measured': undefined;
  'no-flight-record': undefined;
  'no-checkpoint': undefined;
  'no-parameters': undefined;
}
