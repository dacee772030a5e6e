// `npm run bench -- save`: whether a run is written without stalling it. The built page and its room server run as for
// users; every room is in a fresh profile.
import { storyVocabulary } from '../../../src/data/story-characters';
import { modelOf } from '../../../src/replica/model-choice';
import { presets } from '../../../src/replica/presets';
import type { RunConfig } from '../../../src/replica/protocol';
import { endOnSignal } from '../../harness/end-on-signal';
import { runCommand } from '../../../src/cli/options/command-line';
import { measured, serveBuiltPage, withRealPage } from '../../harness/real-page';
import { endless } from '../ui/ui-visit';
import { parseSaveOptions, saveHeads, saveHelp, type SaveOptions } from './save-options';
import { saveLines, saveText, type SaveFigures } from './save-report';
import { savingRoom } from './save-visit';

const context = 64;

async function main(options: SaveOptions): Promise<number> {
  endOnSignal();
  const { measureS, autosave, layers, channels, headful, runs, json } = options;
  return measured(() =>
    withRealPage(serveBuiltPage, 'chromium', { headful, hardware: false }, async (browser, url) => {
      const rooms: SaveFigures[] = [];
      for (let run = 0; run < runs; run++)
        rooms.push(
          await savingRoom(browser, url, configOf(options), { measureMs: 1000 * measureS, autosave }),
        );
      for (const line of saveLines(`GPT ${layers} × ${channels}`, rooms))
        console.log(json ? JSON.stringify(line) : saveText(line));
      return 0;
    }),
  );
}

function configOf({ layers, channels }: SaveOptions): RunConfig {
  const { config } = presets.find(({ id }) => id === 'stories')!;
  const size = { layers, channels, heads: saveHeads, context, dropout: 0, tied: false };
  return {
    ...config,
    model: modelOf({ family: 'gpt', ...size }, { inputShape: [context], classes: storyVocabulary }),
    data: { kind: 'stories', examples: 8000, context },
    steps: endless,
  };
}

process.exitCode = await runCommand(
  'npm run bench -- save',
  saveHelp,
  parseSaveOptions(process.argv.slice(2)),
  main,
);
