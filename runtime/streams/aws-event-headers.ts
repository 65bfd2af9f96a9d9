// The headers of an AWS event stream frame: name, type and value in sequence. Only strings are used; values of other
// types are skipped.

const STRING_TYPE = 7

/** Sizes of fixed-length values in bytes, by type: true, false, byte, short, integer, long, timestamp, UUID. */
const sizes: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [8, 8],
  [9, 16],
])
/** Types with a two-byte length before the value: bytes and string. */
const lengthSize: ReadonlySet<number> = new Set([6, STRING_TYPE])

const decoder = new TextDecoder('utf-8')

/** The string headers by name; undefined when the bytes are not valid headers. */
export function readAwsEventHeaders(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const texts = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const nameEnd = at + 1 + view.getUint8(at)
    if (nameEnd === at + 1 || nameEnd >= bytes.length) return undefined
    const type = view.getUint8(nameEnd)
    let start = nameEnd + 1
    let size = sizes.get(type)
    if (lengthSize.has(type)) {
      if (start + 2 > bytes.length) return undefined
      size = view.getUint16(start)
      start += 2
    }
    if (size === undefined || start + size > bytes.length) return undefined
    if (type === STRING_TYPE)
      texts.set(
        decoder.decode(bytes.subarray(at + 1, nameEnd)),
        decoder.decode(bytes.subarray(start, start + size)),
      )
    at = start + size
  }
  return texts
}
