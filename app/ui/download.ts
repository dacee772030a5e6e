// Downloads a text or a file.
export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked after the browser has had time to start reading it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
