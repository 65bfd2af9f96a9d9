// Finds keys, tokens and passwords: by documented formats, by the name they are assigned to, and by entropy.
import { apart, type Find, type Span } from '../redaction/span.ts'
import { assignedSecrets, authorizations, passwordsInAddresses } from './assignments.ts'
import { isExample } from './placeholders.ts'
import { privateKeys } from './private-keys.ts'
import { isRandom } from './randomness.ts'
import { shapes, webToken } from './shapes.ts'

/** Runs of key characters; prose has none this long. */
const RUNS = /[\w.+/=:~-]{16,}/g

/** Parts of a run that may be random. */
const PARTS = /[A-Za-z0-9][\w+/-]{23,}={0,2}/g

interface Wish {
  readonly entropy: boolean
  readonly entropyThreshold: number
}

export const linkSecrets =
  (wish: Wish): Find =>
  text => {
    const runs = [...text.matchAll(RUNS)]
    return apart([
      ...privateKeys(text),
      ...runs.flatMap(run => [...shaped(run[0], run.index), ...webTokens(run[0], run.index)]),
      ...passwordsInAddresses(text),
      ...authorizations(text),
      ...assignedSecrets(text),
      ...(wish.entropy
        ? runs.flatMap(run => [...random(text, run[0], run.index, wish.entropyThreshold)])
        : []),
    ])
  }

function* shaped(run: string, offset: number): Iterable<Span> {
  for (const [kind, pattern] of shapes)
    for (const { 0: key, index } of run.matchAll(pattern))
      if (!/[A-Za-z0-9]/.test(run[index - 1] ?? '') && !isExample(key))
        yield { kind, start: offset + index, end: offset + index + key.length }
}

function* webTokens(run: string, offset: number): Iterable<Span> {
  const rest = new RegExp(webToken.rest)
  for (const { 0: head, index } of run.matchAll(webToken.head)) {
    rest.lastIndex = index + head.length
    const start = offset + index
    if (rest.test(run)) yield { kind: 'JWT', start, end: offset + rest.lastIndex }
  }
}

/** Checksums, encoded files and URLs are long and random, but not secrets. */
const HARMLESS_BEFORE =
  /(?:sha\d{1,3}[-:=]|;base64,|https?:\/\/[^\s"']{0,300}|(?:commit|digest|integrity|etag|checksum|hash)["']?[:= ]{1,3}["']?)$/i

/** Checksums, and identifiers that are frequent in this traffic: completions, runs, calls. */
const HARMLESS = /^(?:sha\d{1,3}|chatcmpl|file|batch)-|^(?:req|resp|msg|call|toolu|run|thread|asst|step)_/

function* random(text: string, run: string, offset: number, threshold: number): Iterable<Span> {
  for (const { 0: part, index } of run.matchAll(PARTS)) {
    const start = offset + index
    const end = start + part.length
    if (!isRandom(part, threshold) || HARMLESS.test(part) || isPath(part) || isInBlock(text, start, end))
      continue
    if (!HARMLESS_BEFORE.test(text.slice(Math.max(0, start - 320), start)))
      yield { kind: 'HIGH_ENTROPY', start, end }
  }
}

/** A path has only short segments. */
const isPath = (part: string): boolean => part.split('/').every(piece => piece.length < 20)

const LINE = /^[\w+/=-]{40,}$/

/** One line of an encoded file: the line before or after it looks alike. */
function isInBlock(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start).split('\n')
  const after = text.slice(end, end + 300).split('\n')
  return isAlone(before, after) && [before.at(-2), after[1]].some(line => LINE.test(line?.trim() ?? ''))
}

const isAlone = (before: readonly string[], after: readonly string[]): boolean =>
  [before.at(-1), after[0]].every(line => line?.trim() === '')
