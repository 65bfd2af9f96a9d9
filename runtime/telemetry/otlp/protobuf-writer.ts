// Writes the fields of protobuf messages into bytes.

const encoder = new TextEncoder()
const FIRST_SIZE = 4096
const ASCII_END = 0x80
const MAX_VARINT = 0x7fff_ffff

/** Writes forward. A length has one byte; what is longer moves once it is known. */
export class ProtobufWriter {
  #buffer = new Uint8Array(FIRST_SIZE)
  #view = new DataView(this.#buffer.buffer)
  #at = 0

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#at)
  }

  /** A field with content of a length that is not known yet: returns where it begins. */
  begin(tag: number): number {
    this.varint(tag)
    this.#reserve(1)
    this.#at += 1
    return this.#at
  }

  end(start: number): void {
    const length = this.#at - start
    if (length < ASCII_END) {
      this.#buffer[start - 1] = length
      return
    }
    const more = Math.floor(Math.log2(length) / 7)
    this.#reserve(more)
    this.#buffer.copyWithin(start + more, start, this.#at)
    this.#at = start - 1
    this.varint(length)
    this.#at += length
  }

  varint(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest >= ASCII_END) {
      this.#buffer[this.#at++] = (rest & 0x7f) | ASCII_END
      rest >>>= 7
    }
    this.#buffer[this.#at++] = rest
  }

  /** An integer of 64 bits, of which most are small. */
  integer(digits: string): void {
    const small = Number(digits)
    if (small >= 0 && small <= MAX_VARINT) return this.varint(small)
    this.#reserve(10)
    let rest = BigInt.asUintN(64, BigInt(digits))
    while (rest > 0x7fn) {
      this.#buffer[this.#at++] = Number(rest & 0x7fn) | ASCII_END
      rest >>= 7n
    }
    this.#buffer[this.#at++] = Number(rest)
  }

  fixed32(value: number): void {
    this.#reserve(4)
    this.#view.setUint32(this.#at, value, true)
    this.#at += 4
  }

  fixed64(value: bigint): void {
    this.#reserve(8)
    this.#view.setBigInt64(this.#at, value, true)
    this.#at += 8
  }

  double(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.#at, value, true)
    this.#at += 8
  }

  text(value: string): void {
    if (value.length < ASCII_END && this.#ascii(value)) return
    const bytes = encoder.encode(value)
    this.varint(bytes.length)
    this.raw(bytes)
  }

  hex(digits: string): void {
    this.varint(digits.length / 2)
    this.#reserve(digits.length / 2)
    for (let at = 0; at < digits.length; at += 2)
      this.#buffer[this.#at++] = (nibble(digits.charCodeAt(at)) << 4) | nibble(digits.charCodeAt(at + 1))
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#buffer.set(bytes, this.#at)
    this.#at += bytes.length
  }

  /** A short string with its length; false if it is not ASCII, and nothing was written. */
  #ascii(value: string): boolean {
    this.#reserve(value.length + 1)
    const first = this.#at + 1
    for (let at = 0; at < value.length; at += 1) {
      const code = value.charCodeAt(at)
      if (code >= ASCII_END) return false
      this.#buffer[first + at] = code
    }
    this.#buffer[this.#at] = value.length
    this.#at = first + value.length
    return true
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.#at + bytes))
    larger.set(this.#buffer)
    this.#buffer = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** `a` is 97. */
const nibble = (code: number): number => (code > 57 ? code - 87 : code - 48)
