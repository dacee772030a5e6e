// A view's lineage (8 hex digits) as the u32 in a frame header, and back.

export function lineageNumber(lineage: string): number {
  return parseInt(lineage, 16);
}

export function lineageText(lineage: number): string {
  return lineage.toString(16).padStart(8, '0');
}
