// Addresses of servers as the program writes them: with the path that the app is below, and without a slash at their end.

/** 'https://school.example/lockstep/' → 'https://school.example/lockstep'. */
export const serverAddress = ({ origin, pathname }: URL): string =>
  origin + pathname.replace(/(?<!\/)\/+$/, '');

/** 'https://school.example/lockstep' → '/lockstep'; '' at the root of a name. */
export const subPathOf = (address: string): string => new URL(address).pathname.replace(/\/$/, '');
