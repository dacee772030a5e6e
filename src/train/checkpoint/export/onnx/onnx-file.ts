// The messages of an ONNX file, as far as a network of ours needs them: numbers of fields by onnx.proto of ONNX 1.15
// (IR version 9, operator set 20). https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { bytesOf } from '../../../../base/bytes';

const irVersion = 9;
/** LayerNormalization came with 17, Gelu with 20. */
const operatorSet = 20;

const elementTypes = { f32: 1, i64: 7 } as const;

export interface OnnxTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>;
}

export type Attribute = number | string | readonly number[] | { readonly float: number };

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** A number is an integer; a list holds integers. */
  readonly attributes: Readonly<Record<string, Attribute>>;
}

export interface OnnxValue {
  readonly name: string;
  readonly holds: keyof typeof elementTypes;
  /** A string names a size that the caller chooses. */
  readonly shape: readonly (number | string)[];
}

export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  readonly tensors: readonly OnnxTensor[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

/** The bytes of a ModelProto. `facts` become its metadata. */
export function onnxFile(graph: OnnxGraph, facts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  integer(writer, 1, irVersion);
  text(writer, 2, 'Lockstep');
  message(writer, 7, () => writeGraph(writer, graph));
  message(writer, 8, () => {
    text(writer, 1, '');
    integer(writer, 2, operatorSet);
  });
  for (const [key, value] of Object.entries(facts))
    message(writer, 14, () => {
      text(writer, 1, key);
      text(writer, 2, value);
    });
  return writer.finish();
}

function writeGraph(writer: BinaryWriter, { name, nodes, tensors, inputs, outputs }: OnnxGraph): void {
  for (const node of nodes) message(writer, 1, () => writeNode(writer, node));
  text(writer, 2, name);
  for (const tensor of tensors) message(writer, 5, () => writeTensor(writer, tensor));
  for (const input of inputs) message(writer, 11, () => writeValue(writer, input));
  for (const output of outputs) message(writer, 12, () => writeValue(writer, output));
}

function writeNode(writer: BinaryWriter, { op, inputs, output, attributes }: OnnxNode): void {
  for (const input of inputs) text(writer, 1, input);
  text(writer, 2, output);
  text(writer, 4, op);
  for (const [name, value] of Object.entries(attributes))
    message(writer, 5, () => writeAttribute(writer, name, value));
}

function writeAttribute(writer: BinaryWriter, name: string, value: Attribute): void {
  text(writer, 1, name);
  if (typeof value === 'number') {
    integer(writer, 3, value);
    integer(writer, 20, 2);
  } else if (typeof value === 'string') {
    text(writer, 4, value);
    integer(writer, 20, 3);
  } else if ('float' in value) {
    writer.tag(2, WireType.Bit32).float(value.float);
    integer(writer, 20, 1);
  } else {
    for (const one of value) integer(writer, 8, one);
    integer(writer, 20, 7);
  }
}

function writeTensor(writer: BinaryWriter, { name, shape, values }: OnnxTensor): void {
  for (const size of shape) integer(writer, 1, size);
  integer(writer, 2, values instanceof Float32Array ? elementTypes.f32 : elementTypes.i64);
  text(writer, 8, name);
  // Little-endian, as every machine that runs us is.
  writer.tag(9, WireType.LengthDelimited).bytes(bytesOf(values));
}

function writeValue(writer: BinaryWriter, { name, holds, shape }: OnnxValue): void {
  text(writer, 1, name);
  // TypeProto, TypeProto.Tensor, TensorShapeProto, one Dimension per axis.
  message(writer, 2, () =>
    message(writer, 1, () => {
      integer(writer, 1, elementTypes[holds]);
      message(writer, 2, () => {
        for (const size of shape)
          message(writer, 1, () =>
            typeof size === 'number' ? integer(writer, 1, size) : text(writer, 2, size),
          );
      });
    }),
  );
}

function integer(writer: BinaryWriter, field: number, value: number): void {
  writer.tag(field, WireType.Varint).int64(value);
}

function text(writer: BinaryWriter, field: number, value: string): void {
  writer.tag(field, WireType.LengthDelimited).string(value);
}

function message(writer: BinaryWriter, field: number, write: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write();
  writer.join();
}
