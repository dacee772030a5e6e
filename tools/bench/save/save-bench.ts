// `npm run bench -- save`: whether a run is written without stalling it. The built page and its room server run as for
// users; every room is in a fresh profile.
import { storyVocabulary } from '../../../src/data/story-characters';
import { modelOf } from '../../../src/replica/model-choice';
import { presets } from '../../../src/replica/presets';
import type { RunConfig } from '../../../src/replica/protocol';
import { launchBrowser } from '../../../src/cli/browser/launch-browser';
import { startRoomServer } from '../../../src/cli/node/room-server';
import { endOnSignal } from '../../../src/cli/node/end-on-signal';
import { runCommand } from '../../../src/cli/options/command-line';
import { endless } from '../ui/ui-visit';
import { parseSaveOptions, saveHeads, saveHelp, type SaveOptions } from './save-options';
import { saveLines, saveText, type SaveFigures } from './save-report';
import { savingRoom } from './save-visit';

const context = 64;

async function main(options: SaveOptions): Promise<number> {
  endOnSignal();
  const server = await startRoomServer();
  if (!server.ok) return complain(server.error.message);
  const browser = await launchBrowser('chromium', { headful: options.headful, hardware: false });
  try {
    if (!browser.ok) return complain(browser.error.message);
    const rooms: SaveFigures[] = [];
    const { measureS, autosave, layers, channels } = options;
    for (let run = 0; run < options.runs; run++)
      rooms.push(
        await savingRoom(browser.value, server.value.url, configOf(options), {
          ...{ measureMs: 1000 * measureS, autosave },
        }),
      );
    for (const line of saveLines(`GPT ${layers} × ${channels}`, rooms))
      console.log(options.json ? JSON.stringify(line) : saveText(line));
    return 0;
  } catch (error) {
    return complain((error as Error).message);
  } finally {
    if (browser.ok) await browser.value.close();
    await server.value.close();
  }
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

function complain(text: string): number {
  console.error(text);
  return 1;
}

process.exitCode = await runCommand(
  'npm run bench -- save',
  saveHelp,
  parseSaveOptions(process.argv.slice(2)),
  main,
);
