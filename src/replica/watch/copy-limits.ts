// The largest model that goes to a device that only watches (R19d).

/** Every preset has fewer. At a piece a second it comes within a minute. */
export const mostCopiedParameters = 131_072;
