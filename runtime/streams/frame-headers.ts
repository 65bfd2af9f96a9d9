// The headers of a binary frame: name, type, value, one after the other. Only texts say anything to us; values of the
// other types are measured and passed over.

const TEXT = 7

/** How many bytes a value has, by its type: yes, no, three integers, a long one, a time, an identifier. */
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
/** Types whose values tell their own length in two bytes before them: bytes and text. */
const measured: ReadonlySet<number> = new Set([6, TEXT])

const decoder = new TextDecoder('utf-8')

/** The texts by their names; undefined when the bytes are no headers. */
export function readHeaders(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const texts = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const nameEnd = at + 1 + view.getUint8(at)
    if (nameEnd === at + 1 || nameEnd >= bytes.length) return undefined
    const type = view.getUint8(nameEnd)
    let start = nameEnd + 1
    let size = sizes.get(type)
    if (measured.has(type)) {
      if (start + 2 > bytes.length) return undefined
      size = view.getUint16(start)
      start += 2
    }
    if (size === undefined || start + size > bytes.length) return undefined
    if (type === TEXT)
      texts.set(
        decoder.decode(bytes.subarray(at + 1, nameEnd)),
        decoder.decode(bytes.subarray(start, start + size)),
      )
    at = start + size
  }
  return texts
}
