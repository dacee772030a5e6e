// A person may have told the browser to save data: then nothing is fetched that nobody asked for.
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
