// A token's name where it stands alone.

const names = new Map([
  [' ', 'space'],
  ['\n', 'line break'],
  ['\t', 'tab'],
  ['\r', 'carriage return'],
]);

export function nameOf(token: string): string {
  return names.get(token) ?? token;
}
