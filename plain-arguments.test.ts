// The lint rule `lockstep/plain-arguments` by nodes as the parser gives them.
import { expect, test } from 'vitest';
import { plainArgumentsRule } from './plain-arguments.js';

type Node = Readonly<Record<string, unknown>>;

/** What the rule reports of a node. */
function reported(kind: keyof ReturnType<typeof plainArgumentsRule.create>, node: Node): readonly string[] {
  const ids: string[] = [];
  const rule = plainArgumentsRule.create({
    report: ({ messageId }: { messageId: string }) => void ids.push(messageId),
  });
  rule[kind]({ type: kind, ...node } as never);
  return ids;
}

const spread = (argument: Node): Node => ({ type: 'SpreadElement', argument });
const array: Node = { type: 'ArrayExpression' };
const object: Node = { type: 'ObjectExpression' };
const name: Node = { type: 'Identifier' };

test('a function has five positional arguments at most', () => {
  expect(reported('FunctionDeclaration', { params: Array(5).fill(name) })).toEqual([]);
  expect(reported('FunctionDeclaration', { params: Array(6).fill(name) })).toEqual(['many']);
  expect(reported('ArrowFunctionExpression', { params: Array(6).fill(name) })).toEqual(['many']);
});

test('no group is spread into an object or a call, also as a constant; what has a name may be', () => {
  expect(reported('ObjectExpression', { properties: [spread(object)] })).toEqual(['spread']);
  expect(reported('ObjectExpression', { properties: [spread(name)] })).toEqual([]);
  const asConst: Node = { type: 'TSAsExpression', expression: array };
  expect(reported('CallExpression', { arguments: [spread(array), spread(asConst)] })).toEqual([
    'spread',
    'spread',
  ]);
  expect(reported('NewExpression', { arguments: [spread(name), array] })).toEqual([]);
});
