// What becomes of the connection to the room server: codes with the values of their sentences.

export interface ServerSayings {
  'server-out-of-reach': undefined;
  'server-ended-it': undefined;
  'page-ended-it': undefined;
  'server-silent': undefined;
  'server-lost': undefined;
}
