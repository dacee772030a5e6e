// The lint rule `lockstep/plain-arguments`. What a function is given can be read where it is called: five positional
// arguments at most, then an object or a better cut; and no group that is spread only to keep lines short, like
// `...{ a, b }` in an object or `...[a, b]` in a call.

const most = 5;

/** `[a, b] as const` → `[a, b]`. */
const bare = (node) => (node.type === 'TSAsExpression' ? bare(node.expression) : node);

export const plainArgumentsRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      many: `{{count}} positional arguments, and ${most} are the most: give an object, or cut the function otherwise`,
      spread: 'a group is spread into {{where}}: write its parts themselves',
    },
  },
  create(context) {
    const count = (node) => {
      if (node.params.length > most)
        context.report({ node, messageId: 'many', data: { count: String(node.params.length) } });
    };
    const grouped = (nodes, type, where) => {
      for (const node of nodes)
        if (node.type === 'SpreadElement' && bare(node.argument).type === type)
          context.report({ node, messageId: 'spread', data: { where } });
    };
    const call = (node) => grouped(node.arguments, 'ArrayExpression', 'a call');
    return {
      FunctionDeclaration: count,
      FunctionExpression: count,
      ArrowFunctionExpression: count,
      ObjectExpression: (node) => grouped(node.properties, 'ObjectExpression', 'an object'),
      CallExpression: call,
      NewExpression: call,
    };
  },
};
