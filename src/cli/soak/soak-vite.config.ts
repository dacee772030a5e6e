// The soak's replica as one file for Node: a process then starts in 0.2 s of a core instead of 1.2 s.
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'src/cli/soak/soak-replica.ts',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { external: [/^node-datachannel/, 'webgpu'] },
  },
  ssr: { noExternal: true, target: 'node' },
});
