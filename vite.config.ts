import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './scripts/compress-assets.mjs';
import { isolationHeaders } from './src/server/isolation-headers.mjs';

export default defineConfig({
  plugins: [react(), compressAssets()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: true,
    // What the first screens load comes in few files: each file costs some hundred bytes, and packs by itself.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'] },
            { name: 'page', test: /src\/replica\/page\/page\.ts$/ },
            { name: 'simple-peer', test: /node_modules\/simple-peer\// },
            { name: 'start', test: /app\/screens\/(start-room|resume-run)\.tsx$/ },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  // `npm run dev`: pages by Vite, rooms by the room server.
  server: {
    headers: isolationHeaders,
    proxy: { '/socket.io': { target: process.env.ROOM_SERVER ?? 'http://localhost:8080', ws: true } },
  },
});
