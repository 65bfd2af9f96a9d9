// Removes a `100 Continue` that comes before a reply, which undici takes for a broken reply. RFC 9110, section 15.2: a client
// accepts informational replies that it did not ask for. Other informational statuses reach undici, which skips them.

const START = Buffer.from('HTTP/1.1 100')
const CONTINUE = /^HTTP\/1\.1 100[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/
/** A line that ends in another way than CRLF: the parser of undici decides. */
const MALFORMED = /[^\r]\n|\r[^\n]/
const NOTHING = Buffer.alloc(0)

/** Takes what was read; returns the beginning of the reply as soon as there is one. */
export type ReadStart = (bytes: Buffer) => Buffer | undefined

/** `limit`: bytes that the head of a reply may have. */
export function createStartReader(limit: number): ReadStart {
  let held: Buffer = NOTHING
  return bytes => {
    held = withoutContinue(held.length === 0 ? bytes : Buffer.concat([held, bytes]), limit)
    if (mayBeContinue(held, limit)) return undefined
    const begun = held
    held = NOTHING
    return begun
  }
}

function startsLikeContinue(bytes: Buffer): boolean {
  const known = Math.min(bytes.length, START.length)
  return bytes.compare(START, 0, known, 0, known) === 0
}

function withoutContinue(bytes: Buffer, limit: number): Buffer {
  let rest = bytes
  while (startsLikeContinue(rest)) {
    const [found] = CONTINUE.exec(rest.toString('latin1', 0, limit)) ?? []
    if (found === undefined) return rest
    rest = rest.subarray(found.length)
  }
  return rest
}

/** Whether the bytes are the beginning of a `100 Continue`, of which the end has not been read. */
const mayBeContinue = (bytes: Buffer, limit: number): boolean =>
  bytes.length < limit && startsLikeContinue(bytes) && !MALFORMED.test(bytes.toString('latin1'))
