// Comments and empty lines between events, sent as keep-alives: they do not reset the idle timeout (semantics, section 8).

const LF = 0x0a
const CR = 0x0d
const COLON = 0x3a

/** True when the bytes, which begin with a line, hold only comments and empty lines. Most are decided by one byte. */
export function isOnlyComments(bytes: Uint8Array): boolean {
  let isLineStart = true
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    const isEnd = byte === LF || byte === CR
    if (isLineStart && !isEnd && byte !== COLON) return false
    isLineStart = isEnd
  }
  return true
}
