// Charges the engine for its work: each turn of a loop of its WebAssembly costs one of a global, and so does each KiB of memory that is
// copied or filled at once; below zero it traps. The engine itself counts only calls and turns of the config's own loops, so that a native
// function on a large value would run unseen. Counted, not timed: a config ends at the same place on every machine.
// The binary format: https://webassembly.github.io/spec/core/binary/index.html

/** The export that has what is left. */
export const FUEL = 'fuel'
/** What the names of exports of the engine's own variables begin with: with its memory, all that a run can change. */
export const VARIABLE = 'variable '
/** The most that it may have, and has at first. */
export const FULL = 0x7fff_ffff

const [IMPORTS, FUNCTIONS, GLOBALS, EXPORTS, CODE] = [2, 3, 6, 7, 10] as const
const [TYPES, FUNCTION_TYPE, IMPORTED_FUNCTION, IMPORTED_GLOBAL] = [1, 0x60, 0, 3] as const
const [I32, MUTABLE, GLOBAL] = [0x7f, 1, 3] as const
const op = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  branchTable: 0x0e,
  call: 0x10,
  callIndirect: 0x11,
  selectTyped: 0x1c,
  localGet: 0x20,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  f32Const: 0x43,
  f64Const: 0x44,
  i32LessSigned: 0x48,
  i32Subtract: 0x6b,
  i32ShiftUnsigned: 0x76,
  prefixed: 0xfc,
} as const
const EMPTY_BLOCK = 0x40
/** Behind the prefix. */
const [MEMORY_COPY, MEMORY_FILL] = [10, 11] as const
/** 64 bytes that are copied or filled cost as much as a turn. */
const BYTES_SHIFT = 6
/** How many immediates an instruction has, all of them integers in LEB128; others have none. */
const IMMEDIATES = new Map<number, number>([
  ...[0x0c, 0x0d, op.call, 0x20, 0x21, 0x22, 0x23, 0x24, 0x3f, 0x40, 0x41, 0x42].map(
    code => [code, 1] as const,
  ),
  [op.callIndirect, 2],
  // Loads and stores: alignment and offset.
  ...Array.from({ length: 0x3e - 0x28 + 1 }, (_, index) => [0x28 + index, 2] as const),
])
const PREFIXED_IMMEDIATES = new Map<number, number>([
  [8, 2],
  [9, 1],
  [MEMORY_COPY, 2],
  [MEMORY_FILL, 1],
])

/** What is added to the engine: the global, and the functions that copy and fill memory. */
interface Meter {
  readonly fuel: number
  readonly copy: number
  readonly fill: number
}

/** The engine with a meter. Throws for instructions that it does not know, which another build of the engine may have. */
export function meterLoops(binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const meter = { fuel: 0, copy: 0, fill: 0 }
  let [imported, type] = [0, 0]
  let variables: readonly number[] = []
  const read = new BinaryReader(binary)
  const out = new BinaryWriter(binary.length * 2)
  out.write(read.bytes(8))
  while (!read.isAtEnd) {
    const id = read.byte()
    const content = read.bytes(read.integer())
    const section = new BinaryReader(content)
    if (id === TYPES) type = typeOf(section)
    if (id === IMPORTS) imported = importedFunctions(section)
    if (id === FUNCTIONS) {
      meter.copy = imported + section.integer()
      meter.fill = meter.copy + 1
    }
    if (id === GLOBALS) {
      meter.fuel = section.integer()
      variables = Array.from({ length: meter.fuel }, (_, index) => index).filter(() => isVariable(section))
    }
    out.section(id, writer => {
      const list = new BinaryReader(content)
      if (id === FUNCTIONS) addItems(writer, list, [leb(type), leb(type)])
      else if (id === GLOBALS) addItems(writer, list, [[I32, MUTABLE, op.i32Const, ...leb(FULL), op.end]])
      else if (id === EXPORTS)
        addItems(writer, list, [
          exported(FUEL, meter.fuel),
          ...variables.map(index => exported(VARIABLE + index, index)),
        ])
      else if (id === CODE) meterCode(writer, list, meter)
      else writer.write(content)
    })
  }
  return out.result()
}

/** The type of functions of three integers without a result, as both that move memory are. */
function typeOf(section: BinaryReader): number {
  const count = section.integer()
  for (let index = 0; index < count; index += 1) {
    if (section.byte() !== FUNCTION_TYPE) throw new Error('The engine has a type that is not a function.')
    const [parameters, results] = [section.bytes(section.integer()), section.bytes(section.integer())]
    if (parameters.length === 3 && parameters.every(each => each === I32) && results.length === 0)
      return index
  }
  throw new Error('The engine has no function that moves memory.')
}

function importedFunctions(section: BinaryReader): number {
  let functions = 0
  for (let left = section.integer(); left > 0; left -= 1) {
    section.bytes(section.integer())
    section.bytes(section.integer())
    const kind = section.byte()
    if (kind === IMPORTED_GLOBAL) throw new Error('The engine imports a global.')
    if (kind === IMPORTED_FUNCTION) {
      functions += 1
      section.skip(1)
    } else section.skip(section.byte() === 0 ? 1 : 2)
  }
  return functions
}

/** Reads a global: whether it can change. */
function isVariable(section: BinaryReader): boolean {
  section.byte()
  const isMutable = section.byte() === MUTABLE
  const code = section.byte()
  if (code === op.f32Const) section.bytes(4)
  else if (code === op.f64Const) section.bytes(8)
  else section.skip(IMMEDIATES.get(code) ?? unknown(code))
  if (section.byte() !== op.end) throw new Error('The engine has a global that is computed.')
  return isMutable
}

const exported = (label: string, index: number): number[] => [...name(label), GLOBAL, ...leb(index)]

/** A list with more items. */
function addItems(writer: BinaryWriter, list: BinaryReader, items: readonly (readonly number[])[]): void {
  writer.write(leb(list.integer() + items.length))
  writer.write(list.rest())
  for (const item of items) writer.write(item)
}

function meterCode(writer: BinaryWriter, list: BinaryReader, meter: Meter): void {
  const count = list.integer()
  writer.write(leb(count + 2))
  const turn = charge(meter, [op.i32Const, 1])
  for (let index = 0; index < count; index += 1) {
    const body = new BinaryReader(list.bytes(list.integer()))
    writer.block(inner => {
      const groups = body.integer()
      for (let group = 0; group < groups; group += 1) {
        body.skip(1)
        body.byte()
      }
      inner.write(body.between(0))
      meterBody(inner, body, turn, meter)
    })
  }
  for (const moved of [
    [op.prefixed, MEMORY_COPY, 0, 0],
    [op.prefixed, MEMORY_FILL, 0],
  ]) {
    const cost = [op.localGet, 2, op.i32Const, BYTES_SHIFT, op.i32ShiftUnsigned]
    const operands = [op.localGet, 0, op.localGet, 1, op.localGet, 2]
    writer.block(inner => inner.write([0, ...charge(meter, cost), ...operands, ...moved, op.end]))
  }
}

/** Takes what `cost` leaves on the stack, and traps if there is not so much. */
function charge({ fuel }: Meter, cost: readonly number[]): readonly number[] {
  const get = [op.globalGet, ...leb(fuel)]
  return [
    ...[...get, ...cost, op.i32Subtract, op.globalSet, ...leb(fuel)],
    ...[...get, op.i32Const, 0, op.i32LessSigned, op.if, EMPTY_BLOCK, op.unreachable, op.end],
  ]
}

function meterBody(writer: BinaryWriter, body: BinaryReader, turn: readonly number[], meter: Meter): void {
  while (!body.isAtEnd) {
    const start = body.position
    const code = body.byte()
    if (code === op.prefixed) {
      const kind = body.integer()
      body.skip(PREFIXED_IMMEDIATES.get(kind) ?? (kind <= 7 ? 0 : unknown(kind)))
      if (kind === MEMORY_COPY || kind === MEMORY_FILL) {
        writer.write([op.call, ...leb(kind === MEMORY_COPY ? meter.copy : meter.fill)])
        continue
      }
    } else if (code === op.block || code === op.loop || code === op.if) body.skip(1)
    else if (code === op.branchTable) body.skip(body.integer() + 1)
    else if (code === op.selectTyped) body.bytes(body.integer())
    else if (code === op.f32Const) body.bytes(4)
    else if (code === op.f64Const) body.bytes(8)
    else if (code > 0xc4 || (code > op.callIndirect && code < 0x1a)) unknown(code)
    else body.skip(IMMEDIATES.get(code) ?? 0)
    writer.write(body.between(start))
    if (code === op.loop) writer.write(turn)
  }
}

function unknown(code: number): never {
  throw new Error(`The engine has an instruction that cannot be metered: ${code}.`)
}

class BinaryReader {
  readonly #bytes: Uint8Array
  position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.position >= this.#bytes.length
  }

  byte(): number {
    const byte = this.#bytes[this.position]
    if (byte === undefined) throw new Error('The engine is cut off.')
    this.position += 1
    return byte
  }

  bytes(length: number): Uint8Array {
    const start = this.position
    this.position += length
    return this.#bytes.subarray(start, this.position)
  }

  rest(): Uint8Array {
    return this.bytes(this.#bytes.length - this.position)
  }

  between(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.position)
  }

  /** Unsigned, in LEB128. */
  integer(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }

  /** So many integers, whatever they are. */
  skip(count: number): void {
    for (let index = 0; index < count; index += 1) while (this.byte() >= 0x80);
  }
}

/** Bytes in memory that grows. */
class BinaryWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity)
  }

  write(bytes: ArrayLike<number>): void {
    if (this.#length + bytes.length > this.#bytes.length) {
      const larger = new Uint8Array((this.#length + bytes.length) * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  section(id: number, write: (inner: BinaryWriter) => void): void {
    this.write([id])
    this.block(write)
  }

  /** What is written, after its length. */
  block(write: (inner: BinaryWriter) => void): void {
    const inner = new BinaryWriter(1024)
    write(inner)
    this.write(leb(inner.#length))
    this.write(inner.#bytes.subarray(0, inner.#length))
  }

  result(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }
}

function leb(value: number): number[] {
  const out: number[] = []
  let left = value
  while (left >= 0x80) {
    out.push((left % 0x80) + 0x80)
    left = Math.floor(left / 0x80)
  }
  return [...out, left]
}

const name = (text: string): number[] => [...leb(text.length), ...new TextEncoder().encode(text)]
