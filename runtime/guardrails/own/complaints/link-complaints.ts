// The schema of a custom check's parameters → a validator that reports every error with its path, like the generated
// validators of built-in checks.
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import type { Validator } from '../../../../schemas/generated/validators.js'
import { PARAMETER_MARKS } from '../../../../schemas/lint-schema.ts'
import { isObject } from '../../../providers/wire/json.ts'
import { complaintsOf, type Linking, type Walk } from './keyword.ts'
import { memberKeywords } from './on-members.ts'
import { valueKeywords } from './on-values.ts'

const DEEPEST = 32

const KEYWORDS = { ...valueKeywords, ...memberKeywords }

/** Keywords that do not validate. */
const ANNOTATIONS = new Set(['title', 'description', 'default', ...PARAMETER_MARKS])

export interface LinkedParameters {
  readonly validate: Validator
  /** Errors of the schema, as `path: sentence`; with any, the validator must not be used. */
  readonly mistakes: readonly string[]
}

export function linkComplaints(root: Json): LinkedParameters {
  const mistakes: string[] = []
  const link = (schema: Json | undefined, at: string, depth: number): Walk => {
    const linking: Linking = {
      below: (inner, path) => link(inner, `${at}/${path}`, depth + 1),
      mistake: sentence => void mistakes.push(`${at || '/'}: ${sentence}`),
    }
    if (isObject(schema) && depth <= DEEPEST) return linkObject(schema, linking, at)
    linking.mistake(isObject(schema) ? 'The schema is nested too deeply.' : 'A schema must be an object.')
    return () => {}
  }
  const walk = link(root, '', 0)
  const validate: Validator = value => {
    const complaints = complaintsOf(walk, value as Json, '')
    validate.errors = complaints.length === 0 ? null : complaints
    return complaints.length === 0
  }
  return { validate, mistakes }
}

function linkObject(schema: JsonObject, linking: Linking, at: string): Walk {
  const walks = Object.entries(schema).flatMap(([name, wanted]) => {
    if (ANNOTATIONS.has(name)) return []
    const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined
    if (keyword === undefined) linking.mistake(`"${name}" is not a supported keyword.`)
    return keyword?.(wanted, linking, schema) ?? []
  })
  const all: Walk = (value, place, tell) => {
    for (const walk of walks) walk(value, place, tell)
  }
  if (Object.hasOwn(schema, 'default')) {
    const [broken] = complaintsOf(all, schema['default'] ?? null, '')
    if (broken !== undefined) linking.mistake(`The default violates "${broken.keyword}".`)
  }
  // The runtime receives secrets separately from the parameters, and only at the top level.
  if (schema['x-secret'] === true && !/^\/properties\/[^/]+$/.test(at))
    linking.mistake('Only a top-level parameter may be a secret.')
  return all
}
