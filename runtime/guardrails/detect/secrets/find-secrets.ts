// Finds keys, tokens and passwords: by documented formats, by the name they are assigned to, and by entropy.
import { findSpelled } from '../text/spelled-text.ts'
import { type FindMatches, type TextMatch, withoutOverlaps } from '../text/text-match.ts'
import { assignedSecrets } from './assignments.ts'
import { authorizations, passwordsInUrls, passwordsOfCommands, secretUrls } from './credentials-in-use.ts'
import { isRandom } from './entropy.ts'
import { linkKnownFormats, webTokens } from './known-formats.ts'
import { manifestSecrets } from './manifests.ts'
import { namedSecrets, spokenSecrets } from './named-secrets.ts'
import { isPlaceholder } from './placeholders.ts'
import { privateKeys } from './private-keys.ts'
import { unnamedValues } from './unnamed-values.ts'

const HIGH_ENTROPY = 'HIGH_ENTROPY'

/** Runs of key characters; prose has none this long. */
const RUNS = /[\w.+/=:~-]{16,}/g

/** Shorter ones are random only as the value of an assignment. */
const MIN_RANDOM = 24

/** Parts of a run that may be random. */
const PARTS = /[A-Za-z0-9][\w+/-]{23,}={0,2}/g

interface SecretOptions {
  readonly entropy: boolean
  readonly entropyThreshold: number
}

export function linkSecretFinder(options: SecretOptions): FindMatches {
  const knownFormats = linkKnownFormats()
  const find: FindMatches = text =>
    withoutOverlaps([
      ...privateKeys(text),
      ...knownFormats(text),
      ...webTokens(text),
      ...secretUrls(text),
      ...passwordsInUrls(text),
      ...authorizations(text),
      ...passwordsOfCommands(text),
      ...manifestSecrets(text),
      ...assignedSecrets(text),
      ...namedSecrets(text),
      ...spokenSecrets(text),
      ...(options.entropy ? highEntropyRuns(text, options.entropyThreshold) : []),
    ])
  return findSpelled(find, kind => kind !== HIGH_ENTROPY)
}

function* highEntropyRuns(text: string, threshold: number): Iterable<TextMatch> {
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (run.length >= MIN_RANDOM) yield* highEntropy(text, run, index, threshold)
    for (const { value, start } of unnamedValues(text, run, index))
      if (!HARMLESS.test(value) && !isPlaceholder(value) && !isAfterHarmless(text, start))
        yield { kind: HIGH_ENTROPY, start, end: start + value.length }
  }
}

const isAfterHarmless = (text: string, start: number): boolean =>
  HARMLESS_BEFORE.test(text.slice(Math.max(0, start - 320), start))

/** Checksums, encoded files and URLs are long and random, but not secrets. */
const HARMLESS_BEFORE =
  /(?:sha\d{1,3}[-:=]|;base64,[^\s"'()<>]{0,300}|https?:\/\/[^\s"']{0,300}|(?:commit|digest|integrity|etag|checksum|hash)["']?[:= ]{1,3}["']?)$/i

/** Checksums, and identifiers that are frequent in this traffic: completions, runs, calls, and others with a kind and a version. */
const HARMLESS =
  /^(?:sha\d{1,3}|chatcmpl|file|batch)-|^(?:req|resp|msg|call|toolu|run|thread|asst|step)_|^[a-z]{2,12}_01/

function* highEntropy(text: string, run: string, offset: number, threshold: number): Iterable<TextMatch> {
  for (const { 0: part, index } of run.matchAll(PARTS)) {
    const start = offset + index
    const end = start + part.length
    if (
      !isRandom(part, threshold) ||
      HARMLESS.test(part) ||
      isPath(part) ||
      isInEncodedBlock(text, start, end)
    )
      continue
    if (!isAfterHarmless(text, start)) yield { kind: HIGH_ENTROPY, start, end }
  }
}

/** A path has only short segments. */
const isPath = (part: string): boolean => part.split('/').every(piece => piece.length < 20)

const LINE = /^[\w+/=-]{40,}$/

/** One line of an encoded file: the line before or after it looks alike. */
function isInEncodedBlock(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start).split('\n')
  const after = text.slice(end, end + 300).split('\n')
  return isAlone(before, after) && [before.at(-2), after[1]].some(line => LINE.test(line?.trim() ?? ''))
}

const isAlone = (before: readonly string[], after: readonly string[]): boolean =>
  [before.at(-1), after[0]].every(line => line?.trim() === '')
