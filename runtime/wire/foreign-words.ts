// Parameters of other dialects in a chat of the OpenAI schema: a fallback sends the same chat to providers of several.
// Those with a meaning in the schema are converted, the others are left out and reported; parameters of no known
// dialect pass.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asCount, asObject, isList, isObject } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { effortOfBudget } from './efforts.ts'

/** The parameters that are understood for each dialect and are not in the schema. */
const WORDS = {
  anthropic: `anthropic_beta anthropic_version cache_control container context_management inference_geo mcp_servers
    output_config speed stop_sequences thinking top_k`,
  google: `cached_content generation_config generationConfig safety_settings safetySettings system_instruction
    systemInstruction thinking_config`,
  bedrock: `additional_model_request_fields additionalModelRequestFields additionalModelResponseFieldPaths
    guardrail_config guardrailConfig inferenceConfig outputConfig performance_config performanceConfig
    request_metadata requestMetadata`,
}

export const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  Object.values(WORDS).flatMap(words => words.split(/\s+/)),
)

/** `*` accepts everything: only its user knows the server. */
export const acceptsWord = (name: string, accepted: readonly string[] = []): boolean =>
  accepted.includes(name) || accepted.includes('*')

/** The parameters of other dialects that a provider accepts and its model does not reject: they are converted. */
export const acceptedWords = (
  accepted: readonly string[] | undefined,
  facts: FamilyFacts | undefined,
): readonly string[] | undefined =>
  facts === undefined || facts.refuses.length === 0
    ? accepted
    : accepted?.filter(name => !facts.refuses.includes(name))

export interface WordEdits {
  /** Fields to write; undefined removes one. */
  readonly fields: Readonly<Record<string, Json | undefined>>
  readonly dropped: readonly string[]
  /** The parameters that fields were converted from. */
  readonly origins: Readonly<Record<string, string>>
}

/**
 * The changes after which a chat has only foreign parameters that the provider accepts; undefined: none.
 * `knowsNone`: the effort none has a meaning, since the thinking of the model is known.
 */
export function foreignWordEdits(
  names: readonly string[],
  read: (name: string) => Json | undefined,
  accepted: readonly string[] | undefined,
  knowsNone = false,
): WordEdits | undefined {
  const foreign = names.filter(name => FOREIGN_WORDS.has(name) && !acceptsWord(name, accepted))
  if (foreign.length === 0) return undefined
  const fields: Record<string, Json | undefined> = {}
  const dropped: string[] = []
  const origins: Record<string, string> = {}
  for (const name of foreign) {
    fields[name] = undefined
    const value = read(name) ?? null
    if (value === null) continue
    const converted = MEANINGS[name]?.(value, knowsNone)
    if (converted === undefined) dropped.push(name)
    else if ((read(converted.name) ?? null) === null) {
      fields[converted.name] = converted.value
      origins[converted.name] = name
    }
  }
  return { fields, dropped, origins }
}

type Meaning = (
  value: Json,
  knowsNone: boolean,
) => { readonly name: string; readonly value: Json } | undefined

const MEANINGS: Readonly<Record<string, Meaning>> = {
  stop_sequences: value => ({ name: 'stop', value }),
  thinking: (value, knowsNone) => {
    const { type, budget_tokens: budget } = asObject(value)
    if (type === 'disabled' && knowsNone) return { name: 'reasoning_effort', value: 'none' }
    const tokens = type === 'enabled' ? asCount(budget) : undefined
    return tokens === undefined ? undefined : { name: 'reasoning_effort', value: effortOfBudget(tokens) }
  },
}

/** The values of a list, their parts and functions without cache markers. */
export const withoutCacheMarks = (values: Json | undefined): Json | undefined =>
  isList(values) ? values.map(value => (isObject(value) ? withoutMark(value) : value)) : values

function withoutMark({ cache_control: _, ...value }: JsonObject): JsonObject {
  const { content, function: declared } = value
  return {
    ...value,
    ...(isList(content) ? { content: withoutCacheMarks(content) ?? null } : {}),
    ...(isObject(declared) ? { function: withoutMark(declared) } : {}),
  }
}
