// Conditions of policies that never hold, since nothing has the name that they ask for: one sentence, whether the policy is of the
// manifest or was made by API.
import { requestTypes } from '../../schemas/generated/facts.ts'
import { joinNames, quoteName } from '../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../schemas/values/suggest.ts'
import { parseModelSlug } from './model-slug.ts'

export const UNMATCHED_CONDITION = 'condition-names-nothing'

/** The values that a key of a condition may have; undefined where any may occur. */
export type KnownValues = Readonly<Record<string, readonly string[] | undefined>>

export interface UnmatchedCondition {
  readonly message: string
  readonly notes: readonly { readonly message: string }[]
  /** Names that were perhaps meant. */
  readonly suggestions: readonly string[]
}

const ANY = '*'
const PASSED_THROUGH = 'proxy'
const MAX_LISTED = 20

export const ENDPOINT_TYPES: readonly string[] = [
  ...Object.keys(requestTypes),
  ...Object.values(requestTypes).flatMap(path => [path, `/${path}`]),
  PASSED_THROUGH,
]

/** `nouns` name what is missing: `No provider`. */
export function unmatchedCondition(
  { key, text, excludes }: { readonly key: string; readonly text: string; readonly excludes: boolean },
  known: KnownValues,
  nouns: Readonly<Record<string, string>>,
): UnmatchedCondition | undefined {
  if (key === 'model') return unmatchedModel(text, excludes, known)
  const values = Object.hasOwn(known, key) ? known[key] : undefined
  if (text === ANY || values === undefined || values.includes(text)) return undefined
  const suggestions = suggest(text, values)
  return {
    message: `${nouns[key] ?? 'Nothing'} is named ${quoteName(text)}, so this condition ${excludes ? 'excludes nothing by it' : 'never holds'}.${didYouMean(suggestions)}`,
    notes:
      suggestions.length > 0 || values.length === 0 || values.length > MAX_LISTED
        ? []
        : [{ message: `Known here: ${joinNames(values.toSorted(), 'and')}.` }],
    suggestions,
  }
}

/** The slug of a provider is not part of the name of a model. */
function unmatchedModel(text: string, excludes: boolean, known: KnownValues): UnmatchedCondition | undefined {
  const { slug, model } = parseModelSlug(text) ?? {}
  if (slug === undefined || model === undefined || known['provider']?.includes(`@${slug}`) !== true)
    return undefined
  return {
    message: `A model is named without the slug of its provider, so this condition ${excludes ? 'excludes nothing by it' : 'never holds'}. Write ${quoteName(model)}; a condition on provider selects ${quoteName(`@${slug}`)}.`,
    notes: [],
    suggestions: [model],
  }
}
