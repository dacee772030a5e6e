// Hands text to the user as a file.
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked after the browser has had time to start reading it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
