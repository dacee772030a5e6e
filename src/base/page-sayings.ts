// Codes of the sentences that only a page says, with their values: waits that ended, failures of the page, and its connection
// to the room server.

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
