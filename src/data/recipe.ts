// How a member makes the room's examples from its own copy of the files. It travels with the run, so that nobody has to
// choose what the host chose.
export type Recipe =
  /** A table: CSV, or JSON Lines with fields. */
  | { readonly kind: 'table'; readonly target: string }
  /** The text of one field of JSON Lines. */
  | { readonly kind: 'field'; readonly field: string }
  /** Images in folders by class. */
  | { readonly kind: 'images'; readonly side: number; readonly channels: 1 | 3 };
