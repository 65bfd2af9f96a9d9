// Conditions of policies on the model: they hold for the name that the client sent and for the one that a target sends, however
// these are spelled.
import type { PolicyCondition } from '../../schemas/generated/types.ts'

/** The conditions of one policy. `sent` are normalized names, `client` too. */
export interface ModelConditions {
  /** They hold whatever a target sends. */
  readonly holdForClient: (client: string | undefined) => boolean
  /** They cannot hold, whatever a target sends. */
  readonly exclude: (client: string | undefined) => boolean
  readonly hold: (client: string | undefined, sent: readonly string[]) => boolean
}

const ANY = '*'
const PLAIN = /^[!-@[-~]+$/
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const OUTER_SPACE = /^\p{White_Space}+|\p{White_Space}+$/gu

/**
 * A name in the form in which names are compared: NFKC, in lower case, without space around it and without characters that are not
 * displayed. Nothing else is removed: other versions and regions of a model have other names.
 */
export function normalizeModel(name: string): string {
  if (PLAIN.test(name)) return name
  const folded = name.replace(IGNORABLE, '').normalize('NFKC').toLowerCase().normalize('NFKC')
  return folded.replace(IGNORABLE, '').normalize('NFKC').replace(OUTER_SPACE, '')
}

/** Undefined if there are none. */
export function linkModelConditions(conditions: readonly PolicyCondition[]): ModelConditions | undefined {
  if (conditions.length === 0) return undefined
  const tests = conditions.map(({ values, excludes = false }) => {
    const listed = new Set(values.map(normalizeModel))
    const isAny = values.includes(ANY)
    return { excludes, has: (name: string | undefined) => name !== undefined && (isAny || listed.has(name)) }
  })
  return {
    holdForClient: client => tests.every(({ excludes, has }) => !excludes && has(client)),
    exclude: client => tests.some(({ excludes, has }) => excludes && has(client)),
    hold: (client, sent) => tests.every(({ excludes, has }) => (has(client) || sent.some(has)) !== excludes),
  }
}
