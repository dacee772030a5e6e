import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appRuntime } from './scripts/app-runtime-plugin.mjs';
import { compressAssets } from './scripts/compress-assets.mjs';
import { importAgain } from './scripts/import-again-plugin.mjs';
import { staticHost } from './scripts/static-host.mjs';
import { words } from './scripts/words/words-plugin.mjs';
import { isolationHeaders } from './src/server/isolation-headers.mjs';

export default defineConfig({
  // Relative addresses: the same build works at the root of a name and below any path (src/base/page-base.ts).
  base: './',
  plugins: [words(), appRuntime(), react(), importAgain(), compressAssets(), staticHost()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: process.env.LOCKSTEP_SOURCE_MAPS === '1',
    // What the first screens load comes in few files: each file costs some hundred bytes, and packs by itself.
    rolldownOptions: {
      // A part that shall come late comes at once where a file that comes at once imports it too.
      onwarn(warning, warn) {
        if (warning.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(warning.message);
        warn(warning);
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'] },
            // Other screens need its picture of the sum, too.
            { name: 'home', test: /app\/screens\/home\.tsx$/ },
            {
              name: 'page',
              test: /src\/replica\/page\/page\.ts$|src\/(base\/(bytes|inert-text)|net\/room\/pass-claim)\.ts$/,
            },
            { name: 'simple-peer', test: /node_modules\/simple-peer\// },
            // Home asks whether this device keeps a run, and needs no more of it.
            { name: 'saved-runs', test: /src\/replica\/(page\/has-kept-runs|files\/saved-runs)\.ts$/ },
            // Lessons and the picture of a sum need these, and nothing else of a ring's. Home needs the first two.
            {
              name: 'canvas',
              test: /app\/(ui\/(text-width|use-size|use-theme|use-media)|bridge\/session\/on-screen)\.tsx?$/,
            },
            {
              name: 'topology',
              test: /src\/collectives\/(collective-plan|topology)\.ts$|src\/base\/assert\.ts$/,
            },
            {
              name: 'figures',
              test: /ui\/(bars|facts|steps-slider|table-view)\.tsx$|lessons\/core\/lesson(-memory)?\.ts$/,
            },
            { name: 'problem-line', test: /problem-line\.tsx$/ },
            // Join and a ring's screens share these; whoever reads Join has no ring yet.
            { name: 'join-notes', test: /screens\/join-notes\.tsx$|session\/(use-answer|tab-pass)\.ts$/ },
            // A ring's screens and the start screen share these, and nothing else.
            { name: 'run-data', test: /run\/data-shape\.ts$|\/use-(run-file-drop|presets)\.ts$/ },
            { name: 'run-form', test: /form\/(run-form|share-link)\.ts$/ },
            { name: 'start', test: /app\/screens\/(start|start-room|try-alone|resume-run)\.tsx$/ },
            // What other screens share with a ring's, and then the rest of a ring's.
            { name: 'sample', test: /draw-sample\.ts$/ },
            { name: 'qr-code', test: /ui\/qr-code\.tsx$/ },
            {
              name: 'settings',
              test: /run\/(sync|live-settings|league)\.ts$|\/(topology|recipe|network-settings|removal)\.ts$/,
            },
            { name: 'base', test: /src\/base\/(deadline|hash|random-bytes)\.ts$/ },
            { name: 'replica', test: /src\/(replica\/worker\/replica-worker|net\/wires\/port-wire)\.ts$/ },
            { name: 'sayings', test: /\/(saying|engine)-words\.ts$|\/trouble\.tsx$/ },
            { name: 'charts', test: /ui\/(line-chart|panel|toggle)\.tsx$|curves\.ts$/ },
            {
              name: 'words',
              test: /\/(mark|sum|change|run|network)-words\.ts$|\/(wake-lock|middle-mean|split-summary)\.ts$/,
            },
            // The picture of a sum is on screens that need nothing else of a ring's; its drawing alone is the lighter part.
            { name: 'sum', test: /app\/panels\/sum\/(?!sum-(figure|figures|numbers)\.)[^/]+\.tsx?$/ },
            { name: 'sum-figure', test: /app\/panels\/sum\/sum-(figure|figures|numbers)\.tsx?$/ },
            // The parts of every lesson, of which the list and a room's questions need some. Each by itself they are half as
            // large again.
            {
              name: 'lesson-list',
              test: /app\/(words\/lessons|lessons\/(titles|view\/(card|lesson-picture)))\.tsx?$/,
            },
            { name: 'question-parts', test: /app\/lessons\/(core\/|view\/ask\.)[^/]*$/ },
            { name: 'lesson', test: /app\/lessons\/view\/lesson-page\.tsx$/ },
            // A lesson's run comes once its question is answered.
            {
              name: 'lesson-run',
              test: /app\/lessons\/(view\/(run-shown|run-lines)|run\/run-lesson)\.tsx?$/,
            },
            { name: 'ring', test: /app\/screens\/ring\.tsx$/ },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  // `npm run dev`: pages by Vite, rooms by the room server.
  server: {
    headers: isolationHeaders,
    proxy: {
      '/socket.io': { target: process.env.ROOM_SERVER ?? 'http://localhost:8080', ws: true },
      '/config.json': process.env.ROOM_SERVER ?? 'http://localhost:8080',
    },
  },
});
