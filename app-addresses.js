// The lint rule `lockstep/app-addresses`. The app may be below a path (https://school.example/lockstep/), so no page leads to
// the root of a name by itself. `Link` and the `navigate` of `useLocation` have paths in the app, and know what it is below.
// The rest begins with `basePath()` or `pageBase()` of src/base/page-base.ts.

/** 'a' of `'a' + b`, of `a${b}` and of 'a'; undefined when it begins with something else. */
function beginning(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'TemplateLiteral':
      return node.quasis[0].value.raw || undefined;
    case 'BinaryExpression':
      return beginning(node.left);
    case 'JSXExpressionContainer':
      return beginning(node.expression);
    default:
      return undefined;
  }
}

const isRooted = (node) => beginning(node)?.startsWith('/') ?? false;

/** Functions that make a path in the app. */
const pathMakers = /^(room|watch)Path$/;
const isPathInApp = (node) => isRooted(node) || pathMakers.test(node?.callee?.name ?? '');
const isLocation = (node) => node?.name === 'location' || node?.property?.name === 'location';

export const appAddressesRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      rooted:
        'this leads to the root of the name, and the app may be below a path: begin with basePath() or pageBase()',
      origin: 'the app may be below a path of its origin: take pageBase()',
      pathname: 'the path of the page may begin with what the app is below: take pathInApp()',
    },
  },
  create(context) {
    /** The local name of a `navigate` that knows of no base. */
    let bare;
    const report = (node, messageId) => context.report({ node, messageId });
    return {
      ImportDeclaration({ source, specifiers }) {
        if (source.value !== 'wouter/use-browser-location') return;
        bare = specifiers.find(({ imported }) => imported?.name === 'navigate')?.local.name;
      },
      JSXOpeningElement({ name, attributes }) {
        if (name.name !== 'a') return;
        for (const attribute of attributes)
          if (attribute.name?.name === 'href' && isRooted(attribute.value)) report(attribute, 'rooted');
      },
      CallExpression(node) {
        const [first] = node.arguments;
        const { callee } = node;
        const leads =
          (callee.name === 'fetch' && isRooted(first)) ||
          (callee.name === bare && bare !== undefined && isPathInApp(first)) ||
          (isLocation(callee.object) &&
            /^(assign|replace)$/.test(callee.property.name) &&
            isPathInApp(first));
        if (leads) report(node, 'rooted');
      },
      MemberExpression(node) {
        if (node.property.name === 'origin' && isLocation(node.object)) report(node, 'origin');
      },
      BinaryExpression(node) {
        const isPathname = node.left.property?.name === 'pathname' && isLocation(node.left.object);
        if (isPathname && isRooted(node.right)) report(node, 'pathname');
      },
    };
  },
};
