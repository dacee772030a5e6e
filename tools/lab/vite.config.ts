// The labs as a build, for the end-to-end tests: the product's files with the labs' document and chunks beside them.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { appRuntime } from '../../scripts/app-runtime-plugin.mjs';
import { words } from '../../scripts/words/words-plugin.mjs';
import { labDocument } from './lab-pages.mjs';

export default defineConfig({
  plugins: [words(), appRuntime(), react()],
  build: {
    outDir: 'dist-lab',
    // build-lab.mjs copies the product there.
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: labDocument,
      // All that screens show is one file: to fetch a part of each by itself, 250 of them, takes a test longer than to read all.
      output: {
        codeSplitting: {
          groups: [{ name: 'screens', test: /\/app\/(?!words\/)|\/lab\/(screens|fixtures)\// }],
        },
      },
    },
  },
  worker: { format: 'es' },
});
