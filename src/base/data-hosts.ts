// The only foreign hosts that a page may fetch from, and only when a person asks for a public dataset. The room server's
// content security policy names them. Hugging Face sends its files from hosts under hf.co.
export const dataHosts = [
  'https://raw.githubusercontent.com',
  'https://huggingface.co',
  'https://*.hf.co',
] as const;
