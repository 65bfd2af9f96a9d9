// What the families of Gemini accept, compared with the catalogue of a widely used SDK.
import { getGoogleLanguageModelEntry } from '@ai-sdk/google/internal'
import { modelFacts } from '../../../runtime/wire/model-family.ts'
import { compareClaims, type Difference } from './compare-claims.ts'

interface Claims {
  /** Whether the amount of thinking is a level rather than a budget. */
  readonly level: boolean
  readonly efforts: readonly string[]
  readonly minimum: number
  readonly maximum: number
  readonly schemaWithTools: boolean
  /** Whether the Gemini API, not only Vertex AI, accepts penalties. */
  readonly penalties: boolean
}

const MODELS = `gemini-2.0-flash gemini-2.5-flash gemini-2.5-flash-lite gemini-2.5-pro gemini-3-flash-preview
  gemini-3-pro-preview gemini-3.1-flash-lite-preview gemini-3.1-pro-preview gemini-3.5-flash gemini-3.5-flash-lite
  gemini-3.6-flash gemini-3.7-flash gemini-3.8-flash gemini-4-argon gemini-4-carbon gemini-4-hydrogen`.split(
  /\s+/,
)

function catalogued(model: string): { readonly [C in keyof Claims]: Claims[C] | undefined } {
  const { capabilities, requestConfig } = getGoogleLanguageModelEntry(model)
  const { reasoning, sampling, structuredOutput } = capabilities.language
  const level = requestConfig.language.thinkingFormat === 'level'
  return {
    level,
    efforts: reasoning.efforts && [...reasoning.efforts].sort(),
    minimum: level ? undefined : reasoning.minBudget,
    maximum: level ? undefined : reasoning.maxBudget,
    schemaWithTools: structuredOutput.withFunctionTools,
    penalties: sampling.penalties === true,
  }
}

function ours(model: string): Claims {
  const facts = modelFacts(model, 'google')
  if (facts === undefined) throw new Error(`${model} is of no family.`)
  const { form, efforts = {}, range } = facts.thinking ?? { form: 'none' as const }
  return {
    level: form === 'effort',
    efforts: [...new Set(Object.values(efforts))].sort(),
    minimum: range?.minimum ?? 0,
    maximum: range?.maximum ?? 0,
    schemaWithTools: !facts.lacks.includes('schema-with-tools'),
    penalties: !facts.refuses.includes('presence_penalty'),
  }
}

const differences: readonly Difference<Claims>[] = [
  {
    claim: 'maximum',
    models: /^gemini-2\.0/,
    reason: 'Gemini 2.0 does not think; the catalogue has a budget for it.',
  },
  {
    claim: 'minimum',
    models: /^gemini-2\.5-flash-lite$/,
    reason:
      'The vendor documents budgets from 512 on, beside 0; the catalogue has one range for all Flash models.',
  },
  {
    claim: 'efforts',
    models: /^gemini-3-pro-preview$/,
    reason: 'The vendor documents low and high for the first Pro of the third generation.',
  },
  {
    claim: 'efforts',
    models: /^gemini-4-(argon|carbon)$/,
    reason: 'The catalogue assumes minimal where no rule says otherwise; low is accepted by every model.',
  },
]

for (const model of MODELS) compareClaims(model, catalogued(model), ours(model), differences)
