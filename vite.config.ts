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
    // The texts of the first screens in few files: each file costs some hundred bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'text', test: /app\/text\/(language|numbers|frame|home|join|trouble)\.ts$/ },
            { name: 'text-setup', test: /app\/text\/(start|setup|form)\.ts$/ },
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
