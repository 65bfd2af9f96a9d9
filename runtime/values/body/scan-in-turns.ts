// The scan of a large body in turns: the fields of 16 MiB of small values take 80 ms to find, in which no other request
// would be served.

import { isUtf8 } from '../is-utf8.ts'
import { runInTurns, type Turns } from '../turns.ts'
import {
  afterSpace,
  CLOSE_BRACE,
  COLON,
  COMMA,
  checkJson,
  type JsonCheck,
  type JsonFields,
  keyName,
  MAX_FIELDS,
  OPEN_BRACE,
  OPEN_BRACKET,
  PAUSED,
  QUOTE,
  type ScanPosition,
  skipLiteral,
  skipNested,
  skipString,
} from './scan-json-fields.ts'

/** No fields where the body is not an object; `isJson`: whether all of it is JSON in UTF-8. */
export interface ScannedFields {
  readonly fields: JsonFields | undefined
  readonly isJson: boolean
}

/** Bytes that are scanned in one turn. */
export const SCAN_STEP = 1024 * 1024

/** The fields that `scanFields` finds; a `step` ends where a string does, which is searched natively. */
export function* scanInTurns(bytes: Uint8Array, step: number = SCAN_STEP): Turns<JsonFields | undefined> {
  const scan = beginScan(bytes)
  for (;;) {
    const state = continueScan(scan, bytes, scan.at + step)
    if (state !== 'paused') return state === 'found' ? scan : undefined
    yield
  }
}

/** Whether the bytes, in which fields were found, are JSON in UTF-8. */
export function* checkInTurns(bytes: Uint8Array, step: number = SCAN_STEP): Turns<boolean> {
  if (!isUtf8(bytes)) return false
  const check: JsonCheck = { at: 0, expected: 'value', open: [], quote: -1, slash: -1 }
  for (;;) {
    const isJson = checkJson(bytes, check.at + step, check)
    if (isJson !== undefined) return isJson
    yield
  }
}

export async function scanLarge(
  bytes: Uint8Array,
  nextTurn: (action: () => void) => void,
): Promise<ScannedFields> {
  const turn = (): Promise<void> => new Promise<void>(nextTurn)
  const fields = await runInTurns(scanInTurns(bytes), turn)
  return { fields, isJson: fields !== undefined && (await runInTurns(checkInTurns(bytes), turn)) }
}

/** A scan that can be continued; when it has ended, it is the fields that it found. The depth is zero between fields. */
interface FieldScan extends ScanPosition {
  readonly names: string[]
  readonly spans: number[]
  close: number
}

const beginScan = (bytes: Uint8Array): FieldScan => {
  const at = afterSpace(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)
  return { names: [], spans: [], close: 0, at, depth: 0 }
}

/** Scans to the end, or on to the first place beyond `until` where it can pause. */
function continueScan(scan: FieldScan, bytes: Uint8Array, until: number): 'found' | 'invalid' | 'paused' {
  const { names, spans } = scan
  if (names.length === 0) {
    if (bytes[scan.at] !== OPEN_BRACE) return 'invalid'
    scan.at = afterSpace(bytes, scan.at + 1)
    if (bytes[scan.at] === CLOSE_BRACE) return finish(scan, bytes, scan.at)
  }
  for (;;) {
    if (scan.depth === 0) {
      const keyEnd = bytes[scan.at] === QUOTE ? skipString(bytes, scan.at) : -1
      if (keyEnd < 0) return 'invalid'
      const name = keyName(bytes, scan.at + 1, keyEnd - 1)
      const colon = afterSpace(bytes, keyEnd)
      if (bytes[colon] !== COLON || names.push(name) > MAX_FIELDS) return 'invalid'
      scan.at = afterSpace(bytes, colon + 1)
      spans.push(scan.at)
    }
    const end = skipValue(scan, bytes, until)
    if (end === PAUSED) return 'paused'
    if (end < 0) return 'invalid'
    scan.depth = 0
    spans.push(end)
    const next = afterSpace(bytes, end)
    if (bytes[next] === CLOSE_BRACE) return finish(scan, bytes, next)
    if (bytes[next] !== COMMA) return 'invalid'
    scan.at = afterSpace(bytes, next + 1)
    if (scan.at >= until) return 'paused'
  }
}

function skipValue(scan: FieldScan, bytes: Uint8Array, until: number): number {
  const byte = bytes[scan.at]
  if (scan.depth > 0 || byte === OPEN_BRACE || byte === OPEN_BRACKET)
    return skipNested(bytes, scan.at, Math.min(Math.max(until, scan.at + 1), bytes.length), scan)
  return byte === QUOTE ? skipString(bytes, scan.at) : skipLiteral(bytes, scan.at)
}

function finish(scan: FieldScan, bytes: Uint8Array, close: number): 'found' | 'invalid' {
  scan.close = close
  return afterSpace(bytes, close + 1) === bytes.length ? 'found' : 'invalid'
}
