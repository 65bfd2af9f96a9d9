// Why a value is found as a secret, or a long one is not.
import type { TextMatch } from '../text/text-match.ts'
import { ASSIGNED_REASON, linkSecretFinder, secretSources } from './find-secrets.ts'
import { isPlaceholder } from './placeholders.ts'
import { isHarmless, linkPublicValues } from './public-values.ts'
import { nameStrength } from './secret-names.ts'

export interface ExplainedSecret {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** Undefined where it is not found. */
  readonly kind?: string
  readonly reasons: readonly string[]
}

type Options = Parameters<typeof linkSecretFinder>[0]

/** What could be a key: a run of its characters with a digit, and the name before it. */
const RUNS =
  /(?:([A-Za-z_][\w.-]{0,60})["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?)?(?<![\w+/.-])((?=[^\s"'`]{0,60}\d)[\w+/-]{12,512}={0,2})/g

/** A name, and the signs between it and its value. */
const NAME_BEFORE = /([A-Za-z_][\w.-]{1,60})["'`]?[ \t]{0,4}(?::=|=>|[=:,]|-)[ \t]{0,4}["'`]?$/

export function explainSecrets(text: string, options: Options): readonly ExplainedSecret[] {
  const sources = secretSources(options).map(([reason, find]) => [reason, [...find(text)]] as const)
  const found = linkSecretFinder(options)(text).map(match => {
    const reason = sources.find(([, matches]) => matches.some(each => isSame(each, match)))?.[0]
    const name =
      reason !== ASSIGNED_REASON
        ? undefined
        : NAME_BEFORE.exec(text.slice(Math.max(0, match.start - 96), match.start))?.[1]
    return {
      ...match,
      reasons: [reason, name === undefined ? undefined : `after "${name}"`].flatMap(each => each ?? []),
    }
  })
  const isPublic = linkPublicValues(text)
  const missed = [...text.matchAll(RUNS)].flatMap(({ 0: whole, 1: name, 2: value = '', index }) => {
    const end = index + whole.length
    const start = end - value.length
    if (found.some(match => start < match.end && match.start < end)) return []
    return [{ start, end, reasons: [obstacleOf(text, name, value, start, isPublic(start, end))] }]
  })
  return [...found, ...missed].sort((a, b) => a.start - b.start)
}

const isSame = (a: TextMatch, b: TextMatch): boolean => a.start === b.start && a.end === b.end

function obstacleOf(
  text: string,
  name: string | undefined,
  value: string,
  start: number,
  isPublic: boolean,
): string {
  if (isPlaceholder(value)) return 'it is a placeholder or an example'
  if (isPublic || isHarmless(text, value, start))
    return 'it is public: a checksum, an identifier, a public key'
  if (name === undefined) return 'no name before it denotes a secret, and it has no known format'
  return nameStrength(name) === undefined
    ? `the name "${name}" denotes no secret`
    : `the name "${name}" may denote a secret, but the value has no form of a key`
}
