// What only a page says, of what it waited for, of what it could not do and of its connection to the room server: codes with the values of their sentences.

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
  // The connection to the room server.
  'server-out-of-reach': undefined;
  'server-ended-it': undefined;
  'page-ended-it': undefined;
  'server-silent': undefined;
  'server-lost': undefined;
}
