// The import table of ARCHITECTURE.md as data, and the lint rule that enforces it. Imports point down: never up, never
// sideways between the tensor stack and the byte stack. A folder stands for all below it that has no line of its own.
// Files in a folder named `testing`, tests (*.test.ts, *.spec.ts) and benchmarks (*.bench.ts) are no product: they may
// import anything, and nothing of the product may import test support. Neither may it import tools/ (benches, soak, seeds,
// labs), which may import everything. import-table.test.ts looks for cycles.
import path from 'node:path';

const lines = {
  shaders: '',
  'src/base': '',

  // Tensors.
  'src/gpu': 'src/base',
  'src/simd': 'src/base',
  'src/ops': 'src/gpu src/base shaders',
  'src/model': 'src/ops src/base',
  'src/model/plan': 'src/model src/ops src/base',
  'src/model/decode': 'src/model/plan src/model src/ops src/base',
  'src/model/cpu': 'src/model/plan src/model src/ops src/base',
  'src/model/simd': 'src/model/cpu src/model/plan src/model src/ops src/simd src/base',
  'src/model/check': 'src/model/cpu src/model/plan src/model src/ops src/base',
  'src/model/webgpu': 'src/model/plan src/model src/ops src/gpu src/base',
  'src/optim/rules': '',
  'src/optim/state': 'src/optim/rules src/base',
  'src/optim/update': 'src/optim/state src/optim/rules src/base',
  'src/optim/schedule': 'src/base',
  'src/data': 'src/base',
  'src/data/sound': 'src/base',
  'src/data/import': 'src/data src/data/sound src/base',
  'src/data/catalogue': 'src/data/import src/data src/base',

  // Gradients as bytes, and back: no network, no GPU.
  'src/codecs': 'src/base',

  // Bytes.
  'src/net/emulation': 'src/base',
  'src/net/link': 'src/net/emulation src/base',
  'src/net/frame': 'src/net/link src/base',
  'src/net/wires': 'src/net/link src/net/emulation src/base',
  'src/net/room': 'src/base',
  'src/net/tabs': 'src/net/wires src/net/relay src/base',
  'src/net/relay': 'src/net/link src/net/room src/base',
  'src/net/signalling': 'src/net/room src/base',
  'src/membership': 'src/net/frame src/base',
  'src/collectives': 'src/codecs src/net/frame src/membership src/base',
  'src/calculator': 'src/collectives src/base',

  // What the host decides about the room beside the run.
  'src/room': 'src/net/room src/membership src/base',

  // Training: the only place where tensors and bytes meet.
  'src/train/run':
    'src/codecs src/collectives src/net/emulation src/net/room src/data src/model/plan src/model src/ops src/optim/rules src/optim/schedule src/optim/state src/membership src/base',
  'src/train/peers': '@run src/net/frame src/net/link src/net/room src/room src/membership src/base',
  'src/train/metrics':
    '@run @peers src/codecs src/collectives src/net/link/bulk-queue src/data src/membership src/base',
  'src/train/context': '@run src/net/room src/data src/model/check src/model src/membership src/base',
  'src/train/header': '@metrics @peers @run src/collectives src/membership src/base',
  'src/train/commands': '@run @header @peers src/net/room src/net/emulation src/membership src/base',
  'src/train/decide':
    '@run @header @commands src/codecs src/collectives src/optim/schedule src/membership src/base',
  'src/train/reduce':
    '@run @header @metrics src/codecs src/collectives src/net/link src/data src/model src/optim/update src/optim/state src/optim/rules src/membership src/base',
  'src/train/state':
    '@run @reduce @context src/codecs src/data src/model/plan src/model src/optim/update src/optim/state src/optim/rules src/membership src/base',
  'src/train/checkpoint': '@run @state src/data src/model/plan src/model src/ops src/optim/state src/base',
  'src/train/commit':
    'src/codecs src/collectives @header @run @decide @metrics src/data src/membership src/base',
  'src/train/catch-up':
    '@run @state @commit @decide @header @metrics src/net/frame src/model/plan src/model src/optim/state src/membership src/base',
  'src/train/share': '@peers src/net/frame src/net/room src/data src/membership src/base',
  'src/train/participation':
    '@run @context @reduce @state @commit @catch-up src/net/frame src/optim/state src/membership src/base',
  'src/train/loop':
    '@run @peers @metrics @context @header @commands @decide @reduce @state @commit @catch-up @participation src/net/emulation src/net/link src/collectives src/net/frame src/model src/optim/state src/membership src/base',
  'src/train/member':
    '@run @peers @metrics @context @commands @decide @catch-up @participation @loop @share src/collectives src/net/frame src/net/link src/net/room src/net/emulation src/model src/room src/membership src/base',

  // What a page may say to its replica, the replica's Worker, and the page's half.
  'src/replica':
    'src/gpu/adapter-report src/net/signalling src/net/emulation src/room src/collectives/topology @commands @context @header @metrics @run src/data/import/imported src/data src/model/check src/model/plan src/model src/optim/rules src/base',
  'src/replica/files':
    'src/replica/adapter-choice src/replica/weights src/train/checkpoint @run src/data/catalogue src/data/import src/data src/model/plan src/model src/base',
  'src/replica/check': 'src/net/link src/net/wires src/net/room src/net/relay src/net/signalling src/base',
  'src/replica/player':
    'src/replica src/replica/files/bases src/replica/watch @checkpoint @run src/data src/data/sound src/data/import/camera-picture src/model/decode src/model/plan src/model/simd src/model/cpu src/model src/simd src/base',
  'src/replica/worker':
    'src/replica src/replica/files src/replica/watch src/codecs src/net/link src/net/tabs src/net/wires src/net/emulation src/net/room src/net/relay src/room @member @share @participation @state @checkpoint @reduce @header @decide @context @metrics/curve/loss-curve @metrics/line-times @run src/data src/model/check src/model/webgpu src/model/simd src/model/cpu src/model src/optim/update src/simd src/membership src/base',
  'src/replica/watch':
    'src/replica src/collectives/topology src/net/emulation src/net/room/room-key src/net/room/room-messages src/net/room/sealed-text src/room @run src/base',
  'src/replica/room':
    'src/replica src/replica/worker src/replica/watch @peers src/net/tabs src/net/wires src/net/room src/net/relay src/net/signalling src/base',
  'src/replica/page':
    'src/replica src/replica/room src/replica/worker src/replica/watch src/replica/player src/replica/check src/replica/files src/room @run src/data/catalogue src/data/import src/data src/net/room src/net/signalling src/gpu src/base',

  // Node: the room server and the commands.
  'src/server': 'src/server/processes src/net/room src/base',
  'src/server/processes': 'src/base',
  'src/cli/english': 'src/base',
  'src/cli/options': 'src/cli/english src/base',
  'src/cli/browser': 'src/base',
  'src/cli/node': 'src/net/tabs src/net/wires src/net/relay src/net/room src/model/simd src/gpu src/base',
  'src/cli/ring':
    'src/codecs src/collectives src/cli/english src/cli/options src/cli/browser src/cli/node src/replica src/replica/files/find-base src/net/emulation src/train/checkpoint @run src/data/import src/data src/model/check src/model src/base',
  'src/cli/replica':
    'src/net/tabs src/cli/english src/cli/options src/cli/node src/cli/ring src/replica src/replica/room src/replica/worker src/data/own-data src/model/waiting-engine src/model/check src/net/room src/base',

  // React. Choices and sizes of a run are the forms' too; the engine stays behind src/replica/page.
  'app/words': 'src/base',
  'app/bridge/words':
    'app/words src/replica src/replica/page src/replica/watch src/codecs/setting src/calculator src/collectives/collective-plan src/collectives/cost src/collectives/topology src/net/emulation/profile-words @metrics/of-codec @metrics/of-sync @metrics/what-if @run/data-shape @run/sync @run/modes/streaming @run/modes/sync-mode @run/apportion src/data/amounts src/data/import/imported src/data/origin src/data/own-data src/data/recipe src/data/uneven-classes src/data/window-count src/base',
  'app/bridge/form':
    'app/bridge/words src/replica @run/data-shape src/calculator src/collectives/cost src/collectives/topology src/net/emulation src/data/augment src/data/uneven-classes src/data/window-count src/base',
  'app/bridge/series': 'app/bridge/words src/replica @metrics/of-sync src/base',
  'app/bridge/session':
    'app/words/language app/words/languages app/bridge/words app/bridge/series src/replica src/replica/page src/net/room/member-secret src/base',
  'app/ui': 'app/words/language app/bridge/words/format app/bridge/session app/bridge/series src/base',
  'app/panels/charts':
    'app/bridge/words app/bridge/series app/bridge/session app/ui src/replica @run/sync src/base',
  'app/panels/ring':
    'app/panels/sum app/bridge/words app/bridge/series app/bridge/session app/ui src/replica src/codecs @metrics/of-codec @metrics/of-sync @metrics/what-if @run/sync src/calculator src/collectives/cost src/collectives/neighbours src/collectives/topology src/base',
  'app/panels/sum':
    'app/bridge/words app/bridge/session app/ui src/replica src/collectives/collective-plan src/collectives/topology src/membership/links-needed src/base',
  'app/panels/timeline': 'app/bridge/words app/bridge/series app/bridge/session app/ui src/replica src/base',
  'app/panels/senses': 'app/ui src/data/import/camera-picture src/data/sound src/base',
  'app/take-away':
    'app/panels/senses app/ui src/data src/data/sound src/model/plan src/replica src/replica/player src/base',
  'app/panels/host':
    'app/panels/senses app/bridge/words app/bridge/form app/bridge/session app/ui src/replica src/replica/page/has-kept-runs src/codecs/setting src/collectives/neighbours src/collectives/topology @run/data-shape @run/sync src/net/emulation src/data/amounts src/data/own-data src/data/recipe src/data/import/camera-picture src/data/import/taken-example src/base',
  'app/panels/playground':
    'app/words/language app/take-away app/panels/senses app/panels/sample/amount-picture app/panels/sample/draw-sample app/panels/host/base-field app/panels/host/use-run-file-drop app/bridge/words app/bridge/session app/ui src/data/append-examples src/replica src/replica/page src/replica/watch/copy-limits @run/data-shape src/base',
  'app/panels/league':
    'app/panels/host/control app/panels/host/number-form app/bridge/words app/bridge/session app/ui src/room/league src/replica src/replica/watch src/base',
  'app/panels/question':
    'app/words/language app/panels/host/control app/panels/league app/panels/sum app/lessons app/bridge/words app/bridge/session app/ui src/replica src/replica/watch src/base',
  'app/panels/watch':
    'app/panels/sum app/panels/ring/split-bar app/panels/sample/model-picture app/bridge/words app/bridge/session app/bridge/series app/ui src/replica src/replica/watch src/base',
  'app/panels/sample': 'app/bridge/words app/bridge/session app/ui src/replica src/base',
  'app/panels/activity': 'app/bridge/words app/bridge/session app/ui src/replica src/base',
  'app/sheets': 'src/base',
  'app/lessons/virtual-ring':
    'src/collectives src/membership src/net/emulation src/net/frame @metrics/step-split @reduce/buckets src/base',
  'app/lessons':
    'app/words/language app/lessons/virtual-ring app/panels/sum app/bridge/words app/bridge/series app/bridge/session app/ui src/replica src/calculator src/codecs/setting src/net/emulation src/base',
  'app/screens':
    'app/words/language app/words/languages app/panels/activity app/panels/charts app/panels/host app/panels/league app/panels/playground app/panels/question app/panels/ring app/panels/sample app/panels/sum app/panels/timeline app/panels/watch app/bridge/words app/bridge/form app/bridge/series app/bridge/session app/ui app/lessons app/sheets src/replica src/replica/watch src/replica/page src/calculator src/codecs/setting src/collectives/collective-plan src/collectives/cost src/collectives/topology src/net/emulation src/net/room/member-secret src/base',
  app: 'app/lessons app/sheets app/screens app/bridge/session app/ui src/base',
};

/** folder → what it may import of ours: folders, or single files of them. `@x` above is src/train/x. */
export const importTable = Object.fromEntries(
  Object.entries(lines).map(([folder, line]) => [
    folder,
    line
      .split(' ')
      .filter(Boolean)
      .map((name) => name.replace('@', 'src/train/')),
  ]),
);

const root = import.meta.dirname;

/** The line of the table that a file falls under; undefined outside the table's folders. */
export function folderOf(file) {
  const folders = Object.keys(importTable).filter((folder) => file.startsWith(`${folder}/`));
  return folders.sort((a, b) => b.length - a.length)[0];
}

const isTestSupport = (file) => file.includes('/testing/');
const isTool = (file) => file.startsWith('tools/');
export const isTest = (file) => isTestSupport(file) || /\.(test|spec|bench)\.tsx?$/.test(file);

/** Why `from` may not import `to`, both as paths in the repository; undefined when it may. */
export function whyForbidden(from, to) {
  if (isTest(from) || from.startsWith('e2e/') || isTool(from)) return undefined;
  if (isTool(to) && folderOf(from) !== undefined) return `${to} is a tool, and ${from} is of the product`;
  const [fromFolder, toFolder] = [folderOf(from), folderOf(to)];
  const allowed = importTable[fromFolder] ?? [];
  if (isTestSupport(to)) {
    const isListed = allowed.some((name) => to.startsWith(`${name}/`) && isTestSupport(`${name}/`));
    return isListed ? undefined : `${to} is test support, and ${from} is no test`;
  }
  if (fromFolder === undefined || toFolder === undefined || toFolder === fromFolder) return undefined;
  const isAllowed = allowed.includes(toFolder) || allowed.includes(to.replace(/\.(tsx?|wgsl|js|mjs)$/, ''));
  return isAllowed ? undefined : `${fromFolder} may not import ${toFolder} (import-table.js)`;
}

export const importTableRule = {
  meta: { type: 'problem', schema: [], messages: { forbidden: '{{why}}' } },
  create(context) {
    const from = path.relative(root, context.filename).split(path.sep).join('/');
    const check = (node, source) => {
      if (!source || typeof source.value !== 'string' || !source.value.startsWith('.')) return;
      const target = path.resolve(path.dirname(context.filename), source.value.split('?')[0]);
      const why = whyForbidden(from, path.relative(root, target).split(path.sep).join('/'));
      if (why) context.report({ node, messageId: 'forbidden', data: { why } });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      'NewExpression[callee.name="URL"]': (node) => check(node, node.arguments[0]),
    };
  },
};
