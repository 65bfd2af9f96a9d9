// Why a value is found as personal data, or is not: the label, separators, check digit or surroundings that decide.
import { finders, linkPiiFinder, type PiiCategory } from './find-pii.ts'
import { keywordOf, type LinkedPattern, type Obstacle, obstacleOf } from './pattern-finder.ts'

export interface ExplainedValue {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** Undefined where it is not found. */
  readonly kind?: string
  /** What made it found, or ruled it out, with the categories that it concerns. */
  readonly reasons: readonly string[]
}

interface Candidate {
  readonly category: PiiCategory
  readonly detection: LinkedPattern
  readonly start: number
  readonly end: number
  readonly obstacle: Obstacle | undefined
}

/** No number of a category has fewer digits. */
const MIN_DIGITS = 4
/** A category may be tried at each character of a long word. */
const MAX_CANDIDATES = 64

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** Ranges that have the form of a category, found or not. */
function candidatesIn(text: string, categories: readonly PiiCategory[]): readonly Candidate[] {
  return categories.flatMap(category =>
    (finders[category].patterns ?? []).flatMap(detection =>
      [...text.matchAll(detection.pattern)].slice(0, MAX_CANDIDATES).map(({ 0: match, index }) => ({
        category,
        detection,
        start: index,
        end: index + match.length,
        obstacle: obstacleOf(detection, text, index, match),
      })),
    ),
  )
}

/** Whether the last digit is the one that the others ask for. */
function hasCheckDigit({ valid }: LinkedPattern, value: string): boolean {
  if (valid === undefined || !/\d$/.test(value) || !valid(value)) return false
  const others = Array.from('0123456789', digit => value.slice(0, -1) + digit).filter(
    other => other !== value,
  )
  return others.filter(valid).length <= 1
}

/** Whether another last digit would make it valid. */
const isMistyped = ({ valid }: LinkedPattern, value: string): boolean =>
  valid !== undefined && Array.from('0123456789', digit => value.slice(0, -1) + digit).some(valid)

export function explainPii(text: string, categories: readonly PiiCategory[]): readonly ExplainedValue[] {
  const find = linkPiiFinder(categories)
  const candidates = candidatesIn(text, categories)
  const found = find(text).map(({ kind, start, end }) => ({
    kind,
    start,
    end,
    reasons: reasonsFor(text, { kind, start, end }, candidates, find),
  }))
  const missed = candidates.filter(
    ({ start, end }) =>
      digitsIn(text.slice(start, end)) >= MIN_DIGITS &&
      !found.some(match => start < match.end && match.start < end),
  )
  return [...found, ...missedValues(text, missed)].sort((a, b) => a.start - b.start)
}

type Found = { readonly kind: string; readonly start: number; readonly end: number }

function reasonsFor(
  text: string,
  { kind, start, end }: Found,
  candidates: readonly Candidate[],
  find: (text: string) => readonly { readonly kind: string; readonly start: number }[],
): readonly string[] {
  const value = text.slice(start, end)
  const detection = candidates.find(
    candidate => candidate.category === kind && candidate.start === start && candidate.obstacle === undefined,
  )?.detection
  if (detection === undefined)
    return [
      finders[kind as PiiCategory].patterns === undefined
        ? 'its form'
        : 'the key, header or label that names it',
    ]
  const isFoundIn = (other: string): boolean => find(other).some(match => match.kind === kind)
  const label = keywordOf(detection, text, start, end)
  const bare = value.replace(/(?<=\w)[ ./:-](?=\w)/g, '')
  return [
    ...(label === undefined ? [] : [`the label "${label}"`]),
    ...(label === undefined && detection.keywords !== undefined ? ['it is the whole text'] : []),
    ...(hasCheckDigit(detection, value) ? ['its check digit'] : []),
    ...(bare !== value && !isFoundIn(text.slice(0, start) + bare + text.slice(end))
      ? ['its separators']
      : []),
    ...(detection.keywords === undefined && !hasCheckDigit(detection, value) ? ['its form'] : []),
  ]
}

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  form: 'the check digit does not match',
  label: 'no label before it, which it needs',
  context: 'what is around it (a version, an amount, another field)',
  row: 'it is in a row of values',
}

/** One value for the candidates that overlap, with what rules out each category. */
function missedValues(text: string, missed: readonly Candidate[]): readonly ExplainedValue[] {
  const sorted = [...missed].sort((a, b) => a.start - b.start || b.end - a.end)
  const groups: Candidate[][] = []
  for (const candidate of sorted) {
    const group = groups.at(-1)
    const isNear = group?.some(({ start, end }) => candidate.start < end && start < candidate.end) === true
    if (group !== undefined && isNear) group.push(candidate)
    else groups.push([candidate])
  }
  return groups.flatMap(group => {
    const concerned = group.filter(
      ({ detection, start, end, obstacle }) =>
        obstacle !== undefined && (obstacle !== 'form' || isMistyped(detection, text.slice(start, end))),
    )
    if (concerned.length === 0) return []
    const [start, end] = [Math.min(...concerned.map(c => c.start)), Math.max(...concerned.map(c => c.end))]
    const reasons = Object.entries(OBSTACLES).flatMap(([obstacle, sentence]) => {
      const kinds = new Set(concerned.filter(c => c.obstacle === obstacle).map(({ category }) => category))
      return kinds.size === 0 ? [] : [`${sentence}: ${[...kinds].join(', ')}`]
    })
    return [{ start, end, reasons }]
  })
}
