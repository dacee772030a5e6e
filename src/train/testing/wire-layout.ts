// What members send each other, as a list of names that people can read: the fields of every JSON message, and the bytes
// of every binary field. It shows no limits of values, and no content of segments, which codecs make.

/** The parts of a valibot schema that name what is inside. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly options?: readonly unknown[];
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly value?: unknown;
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => Schema;
}

/** A line for each object. One that stands in two messages is listed once. */
export function jsonLayout(roots: Readonly<Record<string, object>>): string[] {
  const lines: string[] = [];
  const seen = new Map<unknown, string>();
  for (const [name, schema] of Object.entries(roots)) typeOf(schema as Schema, name);
  return lines;

  function typeOf(schema: Schema, name: string): string {
    const { type, options = [], wrapped, item, items = [] } = schema;
    const key = schema.entries ?? schema.options ?? schema;
    const known = seen.get(key);
    if (known !== undefined) return `as ${known}`;
    switch (type) {
      case 'strict_object':
      case 'object':
        seen.set(key, name);
        return objectOf(schema, name);
      case 'variant':
        seen.set(key, name);
        for (const option of options as readonly Schema[])
          typeOf(option, `${name}.${String(option.entries?.kind.literal)}`);
        return 'variant';
      case 'union':
        return options.map((option, at) => typeOf(option as Schema, `${name}.${at + 1}`)).join(' or ');
      case 'array':
        return `${typeOf(item!, name)}[]`;
      case 'tuple':
      case 'strict_tuple':
        return `[${items.map((one) => typeOf(one, name)).join(', ')}]`;
      case 'record':
        return `record of ${typeOf(schema.value as Schema, name)}`;
      case 'nullable':
        return `${typeOf(wrapped!, name)} or null`;
      case 'optional':
      case 'exact_optional':
        return typeOf(wrapped!, name);
      case 'lazy':
        return typeOf(schema.getter!(undefined), name);
      case 'picklist':
        return options.map((option) => JSON.stringify(option)).join('|');
      case 'literal':
        return JSON.stringify(schema.literal);
      case 'string':
      case 'number':
      case 'boolean':
      case 'unknown':
      case 'custom':
        return type;
      default:
        throw new Error(`${name}: the list does not know schemas of type ${type} yet`);
    }
  }

  function objectOf({ entries = {} }: Schema, name: string): string {
    const at = lines.push('') - 1;
    const fields = Object.entries(entries).map(([key, field]) => {
      const mark = field.type.endsWith('optional') ? '?' : '';
      return `${key}${mark}: ${typeOf(field, `${name}.${key}`)}`;
    });
    lines[at] = `${name} { ${fields.join(', ')} }`;
    return 'object';
  }
}

/** Which bytes each field takes. `one` and `other` differ in every field. */
export function binaryLayout<Message extends object>(
  name: string,
  encode: (message: Message) => Uint8Array,
  one: Message,
  other: Message,
): string[] {
  const before = encode(one);
  return leavesOf(other).map(([path, value]) => {
    const after = encode(changed(one, path, value));
    const at = [...after.keys()].filter((byte) => after[byte] !== before[byte]);
    return `${name}.${path.join('.')} in bytes ${at[0]} to ${at.at(-1)} of ${after.length}`;
  });
}

function leavesOf(value: object): [path: readonly string[], leaf: unknown][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? leavesOf(inner).map(([path, leaf]): [readonly string[], unknown] => [[key, ...path], leaf])
      : [[[key], inner]],
  );
}

function changed<Message extends object>(message: Message, path: readonly string[], leaf: unknown): Message {
  const copy = structuredClone(message);
  let inner = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) inner = inner[key] as Record<string, unknown>;
  inner[path.at(-1)!] = leaf;
  return copy;
}
