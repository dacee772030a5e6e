import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2023', sourcemap: true },
  worker: { format: 'es' },
  // `npm run dev`: pages by Vite, rooms by the room server.
  server: {
    proxy: { '/socket.io': { target: process.env.ROOM_SERVER ?? 'http://localhost:8080', ws: true } },
  },
});
