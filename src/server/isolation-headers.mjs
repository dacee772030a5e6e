// What makes a page cross-origin isolated, so that its Workers can share memory. Every response has these headers: a
// Worker's script without them does not load in an isolated page. The room server and Vite's servers send them.

export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
