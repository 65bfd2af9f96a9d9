// What a model accepts: the facts of its family (schemas/families/), with what differs at the provider that hosts it.
import { families, hosts, schemaLanguages } from '../../schemas/generated/families.ts'
import type { FamilyLack, ModelFamily, SchemaLanguage } from '../../schemas/generated/types.ts'
import { bareModelName } from '../../schemas/values/model-name.ts'
import type { FamilyFacts } from '../values/family-facts.ts'

interface NamePattern {
  readonly name: string
  readonly isPrefix: boolean
}

interface Entry extends NamePattern {
  readonly family: ModelFamily
}

const patternOf = (model: string): NamePattern =>
  model.endsWith('*') ? { name: model.slice(0, -1), isPrefix: true } : { name: model, isPrefix: false }

const fitsName = ({ name: pattern, isPrefix }: NamePattern, name: string): boolean =>
  isPrefix ? name.startsWith(pattern) : name === pattern

/** By their first character, the longest names first, so that the first match is the most specific. */
const entries: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  families
    .flatMap(family => family.models.map((model): Entry => ({ ...patternOf(model), family })))
    .sort((one, other) => other.name.length - one.name.length),
  ({ name }) => name.charAt(0),
)

const familyWith = (name: string): ModelFamily | undefined =>
  entries.get(name.charAt(0))?.find(each => fitsName(each, name))?.family

/** The identifier of the family of a model; undefined for a name that belongs to none. */
export const modelFamily = (model: string): string | undefined => familyWith(bareModelName(model))?.id

const languages: ReadonlyMap<string, SchemaLanguage> = new Map(schemaLanguages.map(each => [each.id, each]))

/**
 * The facts of a model at a provider; undefined for a name that belongs to no family, such as that of a deployment, where
 * nothing holds for all models of the provider either.
 */
export function modelFacts(model: string, provider: string | undefined): FamilyFacts | undefined {
  const name = bareModelName(model)
  const family = familyWith(name)
  const host = provider === undefined ? undefined : hosts[provider]
  if (family === undefined && host === undefined) return undefined
  const there = provider === undefined ? undefined : family?.hosts?.[provider]
  const thinking = there?.thinking ?? family?.thinking
  const embeddings = there?.embeddings ?? family?.embeddings
  const replay = there?.replay ?? family?.replay
  const template = there?.template ?? family?.template ?? host?.template
  const language = languages.get(
    there?.schemaLanguage ?? family?.schemaLanguage ?? host?.schemaLanguage ?? '',
  )
  const isTextOnly = family?.textOnly?.some(each => fitsName(patternOf(each), name)) === true
  const facts = {
    refuses: there?.refuses ?? family?.refuses ?? [],
    refusesWhileThinking: there?.refusesWhileThinking ?? family?.refusesWhileThinking ?? [],
    renames: there?.renames ?? family?.renames ?? {},
    lacks: there?.lacks ?? [...new Set([...(family?.lacks ?? []), ...(host?.lacks ?? [])])],
    ...(thinking === undefined ? {} : { thinking }),
    ...(embeddings === undefined ? {} : { embeddings }),
    ...(language === undefined ? {} : { language }),
    ...(replay === undefined ? {} : { replay }),
    ...(family?.cachePoints === undefined ? {} : { cachePoints: family.cachePoints }),
    ...(isTextOnly ? { textOnly: true as const } : {}),
    ...(template === undefined ? {} : { template }),
  }
  return { ...facts, concerns: parametersOf(facts) }
}

/** The parameters of a chat that each lack is about. */
const PARAMETERS_OF_LACKS: Readonly<Record<FamilyLack, readonly string[]>> = {
  schema: ['response_format', 'tools'],
  'strict-schema': ['response_format'],
  'json-mode': ['response_format'],
  'schema-with-tools': ['response_format'],
  prefill: [],
  'forced-tool': ['tool_choice'],
  tools: ['tools', 'tool_choice', 'parallel_tool_calls'],
  'tools-while-thinking': ['tools'],
  'thinking-unstreamed': ['messages'],
  'user-after-tool': ['messages'],
  'repeated-roles': ['messages'],
}

const parametersOf = ({
  thinking,
  refuses,
  refusesWhileThinking,
  renames,
  lacks,
  language,
  replay,
}: Omit<FamilyFacts, 'concerns'>): ReadonlySet<string> =>
  new Set([
    ...(thinking === undefined ? [] : ['reasoning_effort', 'thinking', thinking.parameter ?? 'thinking']),
    ...(replay === undefined ? [] : ['messages']),
    ...(language === undefined ? [] : ['response_format', 'tools']),
    ...refuses,
    ...refusesWhileThinking,
    ...Object.keys(renames),
    ...lacks.flatMap(lack => PARAMETERS_OF_LACKS[lack]),
  ])
