// Finds the fields of a multipart/form-data body (RFC 7578): names and offsets, nothing is copied. Files in between may
// be large and must be forwarded unchanged, so nothing here decodes or rebuilds a part.

/** One part: the span from its boundary line to the next one, and within it the span of its value. */
export interface FormPart {
  readonly name: string
  /** True for a file: its value is never decoded as text. */
  readonly file: boolean
  /** The file name sent by the client, unchanged. */
  readonly fileName: string | undefined
  readonly start: number
  readonly valueStart: number
  readonly valueEnd: number
  /** The start of the next boundary line. */
  readonly end: number
}

export interface Form {
  readonly boundary: string
  readonly parts: readonly FormPart[]
}

const CR = 0x0d
const LF = 0x0a
const DASH = 0x2d
/** More parts than any client sends: the headers of each are parsed. */
const MAX_PARTS = 1000
const MAX_HEAD = 8192
/** What looks like a boundary within parts: each is compared by itself. */
const MAX_LOOKALIKES = 10_000

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8')

/** The boundary in a content type; undefined for any other type. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  const match = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70})(?![^\s;]))/i.exec(contentType)
  return match?.[1] ?? match?.[2]
}

/**
 * The parts of the form, or a message why it is invalid. `beginning`: the bytes are only the start of the body, so
 * only complete parts are returned.
 */
export function scanForm(bytes: Uint8Array, boundary: string, beginning = false): Form | string {
  const line = encoder.encode(`\r\n--${boundary}`)
  const delimiter = line.subarray(2)
  const parts: FormPart[] = []
  const search = { bytes, line, lookalikes: 0 }
  let at = startsAt(bytes, delimiter, 0) ? 0 : findBoundary(search, 0)
  for (;;) {
    if (at < 0) return 'the closing boundary is missing'
    const after = at + delimiter.length
    if (bytes[after] === DASH && bytes[after + 1] === DASH) return { boundary, parts }
    const head = skipLine(bytes, after)
    const next = head < 0 ? -1 : findBoundary(search, head - 2)
    if (search.lookalikes > MAX_LOOKALIKES) return 'its parts contain the boundary too often'
    if (next < 0) return beginning ? { boundary, parts } : 'the closing boundary is missing'
    const part = readPart(bytes, at, head, next)
    if (typeof part === 'string') return part
    parts.push(part)
    if (parts.length > MAX_PARTS) return `it has more than ${MAX_PARTS} parts`
    at = next
  }
}

function readPart(bytes: Uint8Array, start: number, head: number, next: number): FormPart | string {
  const blank = endOfHead(bytes, head, next)
  if (blank < 0) return 'a part has no empty line after its headers'
  const text = decoder.decode(bytes.subarray(head, blank))
  const [disposition = '', ...remainder] = text.match(DISPOSITION) ?? []
  const parameters = readParameters(disposition)
  const name = parameters?.get('name')
  if (name === undefined) return 'a part has no name'
  // Providers differ in which of two names they use.
  if (remainder.length > 0 || parameters?.has('name*') === true) return 'a part has more than one name'
  const fileName = parameters?.get('filename')
  const file = fileName !== undefined || parameters?.has('filename*') === true
  return { name, file, fileName, start, valueStart: blank, valueEnd: Math.max(blank, next - 2), end: next }
}

/** The header with a part's name, each occurrence; white space before the colon is tolerated. */
const DISPOSITION = /^content-disposition[ \t]*:.*$/gim
const PARAMETER = /\s*;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y

/**
 * The parameters in order, as browsers and clients write them: quotes and line ends in values are percent-encoded.
 * Undefined for duplicate or malformed parameters.
 */
function readParameters(disposition: string): ReadonlyMap<string, string> | undefined {
  const start = /^[^:]*:[ \t]*form-data/i.exec(disposition)?.[0].length
  if (start === undefined) return undefined
  const parameters = new Map<string, string>()
  let at = start
  PARAMETER.lastIndex = at
  for (let match = PARAMETER.exec(disposition); match !== null; match = PARAMETER.exec(disposition)) {
    const name = (match[1] ?? '').toLowerCase()
    const value = match[2] ?? match[3] ?? ''
    if (parameters.has(name)) return undefined
    parameters.set(name, value.replace(/\\(.)/g, '$1').replace(/%22/g, '"'))
    at = PARAMETER.lastIndex
  }
  return /^[\s;]*$/.test(disposition.slice(at)) ? parameters : undefined
}

interface BoundarySearch {
  readonly bytes: Uint8Array
  /** A line end and the delimiter: a delimiter counts only after a line end. */
  readonly line: Uint8Array
  /** How often it was found with something else after it. */
  lookalikes: number
}

/** The start of the next line that begins with the delimiter, or -1. */
function findBoundary(search: BoundarySearch, from: number): number {
  const { bytes, line } = search
  const next = (start: number): number => Buffer.prototype.indexOf.call(bytes, line, start)
  for (let at = next(Math.max(0, from)); at >= 0; at = next(at + 1)) {
    if (endOfDelimiter(bytes, at + line.length)) return at + 2
    search.lookalikes += 1
    if (search.lookalikes > MAX_LOOKALIKES) return -1
  }
  return -1
}

/** A delimiter is followed by a line end, by white space, or by the two dashes of the closing delimiter. */
const endOfDelimiter = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === CR ||
  bytes[at] === 0x20 ||
  bytes[at] === 0x09 ||
  (bytes[at] === DASH && bytes[at + 1] === DASH)

function startsAt(bytes: Uint8Array, delimiter: Uint8Array, at: number): boolean {
  for (let index = 0; index < delimiter.length; index += 1)
    if (bytes[at + index] !== delimiter[index]) return false
  return true
}

/** The start of the next line: white space may follow a boundary. */
function skipLine(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(CR, from)
  return end < 0 || bytes[end + 1] !== LF ? -1 : end + 2
}

/** The offset after the empty line that ends the headers of a part, or -1. */
function endOfHead(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] === CR && bytes[from + 1] === LF) return from + 2
  const limit = Math.min(to, from + MAX_HEAD)
  for (let at = bytes.indexOf(CR, from); at >= 0 && at + 3 < limit; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] === LF && bytes[at + 2] === CR && bytes[at + 3] === LF) return at + 4
  }
  return -1
}
