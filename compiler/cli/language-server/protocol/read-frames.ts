// Bodies of messages in a stream of bytes: each follows a header with its length and an empty line. After a header without a usable
// length, or a wrong one, reading goes on with the next header that has one.

/** Bytes of a body: a source at the limit of the readers, as JSON. */
export const MAX_BODY = 64 * 1024 * 1024

/** The maximum bytes of a header; of a longer one so many of the last bytes are retained, because the next header may begin in them. */
const MAX_HEADER = 4096
const KEPT = 256

const END = '\r\n\r\n'
const LENGTH = /content-length:[ \t]*(\d{1,15})[ \t]*(?=\r\n|$)/gi
const NOTHING = Buffer.alloc(0)

/** `onFault` gets one sentence for all bytes up to the next body. The returned function takes the next bytes. */
export function readFrames(
  onBody: (body: Buffer) => void,
  onFault: (sentence: string) => void,
): (chunk: Buffer) => void {
  let header: Buffer = NOTHING
  let isLost = false
  let body: { readonly parts: Buffer[]; missing: number } | undefined
  const lose = (sentence: string): void => {
    if (!isLost) onFault(sentence)
    isLost = true
  }
  /** Reads a header; what is behind it. */
  const readHeader = (chunk: Buffer): Buffer => {
    const bytes = header.length === 0 ? chunk : Buffer.concat([header, chunk])
    const end = bytes.subarray(0, MAX_HEADER + END.length).indexOf(END)
    if (end === -1) {
      const isTooLong = bytes.length >= MAX_HEADER + END.length
      if (isTooLong) lose(`A header is longer than ${MAX_HEADER} bytes.`)
      header = isTooLong ? NOTHING : bytes
      return isTooLong ? bytes.subarray(MAX_HEADER - KEPT) : NOTHING
    }
    header = NOTHING
    const [, digits] = [...bytes.toString('latin1', 0, end).matchAll(LENGTH)].at(-1) ?? []
    const length = digits === undefined ? undefined : Number(digits)
    if (length === undefined) lose('A header has no valid Content-Length.')
    else if (length > MAX_BODY) lose(`A message is longer than ${MAX_BODY} bytes.`)
    else body = { parts: [], missing: length }
    return bytes.subarray(end + END.length)
  }
  return chunk => {
    let bytes = chunk
    while (bytes.length > 0 || body?.missing === 0) {
      if (body === undefined) {
        bytes = readHeader(bytes)
        continue
      }
      const part = bytes.subarray(0, body.missing)
      body.parts.push(part)
      body.missing -= part.length
      bytes = bytes.subarray(part.length)
      if (body.missing > 0) continue
      const whole = Buffer.concat(body.parts)
      body = undefined
      isLost = false
      onBody(whole)
    }
  }
}
