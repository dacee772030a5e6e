// Collects the nodes and the constants of an ONNX graph. Every node has one output, which names the node's value.
import type { Attribute, OnnxNode, OnnxTensor } from './onnx-file';

export interface GraphBuilder {
  readonly nodes: readonly OnnxNode[];
  readonly tensors: readonly OnnxTensor[];
  /** Adds a node; returns the name of its output. */
  node(
    op: string,
    inputs: readonly string[],
    attributes?: Readonly<Record<string, Attribute>>,
    output?: string,
  ): string;
  /** Adds a tensor unless one of this name is there; returns its name. */
  tensor(name: string, shape: readonly number[], values: () => Float32Array<ArrayBuffer>): string;
  /** A list of integers, as shapes and axes are given. */
  integers(values: readonly number[]): string;
  integer(value: number): string;
  float(value: number): string;
}

export function graphBuilder(): GraphBuilder {
  const nodes: OnnxNode[] = [];
  const tensors = new Map<string, OnnxTensor>();
  const constant = (tensor: OnnxTensor): string => {
    tensors.set(tensor.name, tensor);
    return tensor.name;
  };
  return {
    nodes,
    get tensors() {
      return [...tensors.values()];
    },
    node(op, inputs, attributes = {}, output = `${op} ${nodes.length}`) {
      nodes.push({ op, inputs, output, attributes });
      return output;
    },
    tensor(name, shape, values) {
      return tensors.has(name) ? name : constant({ name, shape, values: values() });
    },
    integers: (values) =>
      constant({
        name: `integers ${values.join(' ')}`,
        shape: [values.length],
        values: BigInt64Array.from(values, BigInt),
      }),
    integer: (value) =>
      constant({ name: `integer ${value}`, shape: [], values: BigInt64Array.of(BigInt(value)) }),
    float: (value) => constant({ name: `float ${value}`, shape: [], values: Float32Array.of(value) }),
  };
}
