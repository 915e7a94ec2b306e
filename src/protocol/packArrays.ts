/**
 * Puts all typed arrays of a message into one buffer. VS Code sends each buffer of a message as an argument of its own and counts the
 * arguments in one byte (seen in 1.139: from 256 buffers on the message arrives mixed up, without an error), and a document with fifty lanes
 * has more arrays than that. Arrays that share a buffer are sent as one.
 */
const ALIGNMENT = 8;

type TypedArray = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A copy of plain data (objects, lists, texts, numbers, typed arrays) whose typed arrays are views of one buffer, each on a multiple of 8 bytes. */
export function packArrays<T>(value: T): T {
  let size = 0;
  walk(value, (array) => {
    size += padded(array.byteLength);
    return array;
  });
  const buffer = new ArrayBuffer(size);
  let at = 0;
  return walk(value, (array) => {
    const packed = viewAt(array, buffer, at);
    at += padded(array.byteLength);
    return packed;
  }) as T;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function viewAt(array: TypedArray, buffer: ArrayBuffer, at: number): TypedArray {
  const view = emptyView(array, buffer, at);
  view.set(array);
  return view;
}

function emptyView(array: TypedArray, buffer: ArrayBuffer, at: number): TypedArray {
  if (array instanceof Float64Array) return new Float64Array(buffer, at, array.length);
  if (array instanceof Int32Array) return new Int32Array(buffer, at, array.length);
  if (array instanceof Uint32Array) return new Uint32Array(buffer, at, array.length);
  if (array instanceof Uint16Array) return new Uint16Array(buffer, at, array.length);
  return new Uint8Array(buffer, at, array.length);
}

function isTypedArray(value: object): value is TypedArray {
  return (
    value instanceof Float64Array ||
    value instanceof Int32Array ||
    value instanceof Uint32Array ||
    value instanceof Uint16Array ||
    value instanceof Uint8Array
  );
}

/** A copy with every typed array replaced; the order of the visits is always the same. */
function walk(value: unknown, replace: (array: TypedArray) => TypedArray): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isTypedArray(value)) return replace(value);
  if (Array.isArray(value)) return value.map((element) => walk(element, replace));
  return Object.fromEntries(Object.entries(value).map(([name, element]) => [name, walk(element, replace)]));
}
