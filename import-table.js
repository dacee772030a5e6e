// The import table of ARCHITECTURE.md as data, and the lint rule that enforces it.
// Imports point down: never up, never sideways between the tensor stack and the byte stack.
import path from 'node:path';

const stacks = 'base gpu shaders ops model optim codec data net membership collectives'.split(' ');
const everything = [...stacks, 'train', 'replica'];

/** folder → what it may import of ours; `folder/file` narrows the permission to one file. */
export const importTable = {
  shaders: [],
  base: [],
  gpu: ['base'],
  ops: ['gpu', 'base', 'shaders'],
  model: ['ops', 'gpu', 'base'],
  optim: ['base'],
  codec: ['ops', 'optim', 'base'],
  data: ['base'],
  net: ['base'],
  membership: ['net', 'base'],
  collectives: ['net', 'membership/view', 'membership/links-needed', 'base'],
  train: stacks,
  replica: [...stacks, 'train'],
  server: ['net/room-messages', 'base'],
  cli: [...everything, 'app/lab/bench/report', 'app/lab/f16/report', 'app/bridge/room-link'],
  // Choices and sizes of a run, small and pure, are the forms' too; the engine stays behind replica/page.
  app: [
    ...['replica/protocol', 'replica/page', 'replica/model-choice', 'replica/optimizer-choice'],
    ...['train/moons-run', 'train/apportion', 'data/text-windows', 'collectives/cost', 'base'],
  ],
  lab: everything,
  e2e: ['replica/protocol', 'train/moons-run', 'base'],
};

const root = import.meta.dirname;

/** 'src/net/link.ts' → {folder: 'net', file: 'net/link'}; undefined outside the table's folders. */
function place(absolute) {
  const parts = path
    .relative(root, absolute)
    .replace(/\.(tsx?|wgsl|js|mjs)$/, '')
    .split(path.sep);
  if (parts[0] === 'src' && parts.length > 2) return { folder: parts[1], file: parts.slice(1).join('/') };
  if (parts[0] === 'app') {
    const folder = parts[1] === 'lab' ? 'lab' : 'app';
    return { folder, file: parts.join('/') };
  }
  if (parts[0] === 'shaders' || parts[0] === 'e2e') return { folder: parts[0], file: parts.join('/') };
  return undefined;
}

export const importTableRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { forbidden: '{{from}} may not import {{to}} (import-table.js)' },
  },
  create(context) {
    const from = place(context.filename);
    if (!from) return {};
    const check = (node, source) => {
      if (!source || typeof source.value !== 'string' || !source.value.startsWith('.')) return;
      const to = place(path.resolve(path.dirname(context.filename), source.value.split('?')[0]));
      if (!to || to.folder === from.folder) return;
      const allowed = importTable[from.folder] ?? [];
      if (allowed.includes(to.folder) || allowed.includes(to.file)) return;
      if (from.folder === 'app' && to.folder === 'lab' && source.parent?.type === 'ImportExpression') return;
      context.report({ node, messageId: 'forbidden', data: { from: from.folder, to: to.file } });
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
