// Suggestions for misspelled parameters of requests. Stricter than for names of the schema, since a provider may have
// parameters of its own: only what is almost certainly a misspelling.
import { parameters } from '../../schemas/generated/parameters.ts'
import { editDistance, suggest } from '../../schemas/values/suggest.ts'

/** Shorter names have near neighbours that are parameters of some provider. */
const MIN_LENGTH = 5
const MAX_EDITS = 2

const foldCase = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase()

const byFoldedName: ReadonlyMap<string, string> = new Map(
  Object.keys(parameters).map(name => [foldCase(name), name]),
)

/** The parameters that a name misspells; empty for a known parameter, and for one that only a provider may know. */
export function nearParameters(name: string): readonly string[] {
  if (Object.hasOwn(parameters, name)) return []
  const sameLetters = byFoldedName.get(foldCase(name))
  if (sameLetters !== undefined) return [sameLetters]
  if (name.length < MIN_LENGTH) return []
  return suggest(name, Object.keys(parameters)).filter(
    near => editDistance(name, near, MAX_EDITS) <= MAX_EDITS,
  )
}
