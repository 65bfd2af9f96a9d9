// What the families of Claude accept, compared with an independent catalogue: that of a widely used SDK.
import { anthropicModelCatalog } from '@ai-sdk/anthropic/internal'
import { modelFacts } from '../../../runtime/wire/model-family.ts'
import { compareClaims, type Difference } from './compare-claims.ts'

/** What both sides say of a model. */
interface Claims {
  readonly adaptive: boolean
  readonly budget: boolean
  readonly canDisable: boolean
  readonly betweenTools: boolean
  readonly efforts: readonly string[]
  /** Whether a tool can be made the one that must be called. */
  readonly forcesTools: boolean
  /** Whether a reply can be made to conform to a schema. */
  readonly schemas: boolean
  /** Whether sampling parameters are accepted at least while the model does not think. */
  readonly sampling: boolean
}

type Catalogued = (typeof anthropicModelCatalog)[keyof typeof anthropicModelCatalog]

function catalogued({ capabilities }: Catalogued): { readonly [C in keyof Claims]: Claims[C] | undefined } {
  const { reasoning, sampling, tools, structuredOutput } = capabilities.language
  return {
    adaptive: reasoning.adaptive,
    budget: reasoning.budget,
    canDisable: reasoning.canDisable,
    betweenTools: reasoning.betweenTools,
    forcesTools: tools.forcedChoice,
    schemas: structuredOutput.native,
    efforts: reasoning.efforts && [...reasoning.efforts].sort(),
    sampling: Boolean(sampling.temperature),
  }
}

function ours(model: string): Claims {
  const facts = modelFacts(model, 'anthropic')
  if (facts === undefined) throw new Error(`${model} is of no family.`)
  const { form, takesBudget, off, efforts } = facts.thinking ?? { form: 'none' as const }
  return {
    adaptive: form === 'adaptive',
    budget: form === 'budget' || takesBudget === true,
    canDisable: form === 'budget' || off === 'omitted' || off === 'disabled',
    betweenTools: off === 'between_tools',
    forcesTools: !facts.lacks.includes('forced-tool'),
    schemas: !facts.lacks.includes('schema'),
    efforts: [...new Set(Object.values(efforts ?? {}))].sort(),
    sampling: !facts.refuses.includes('temperature'),
  }
}

/** Where the catalogue is not followed, by claim and model. */
const differences: readonly Difference<Claims>[] = [
  {
    claim: 'budget',
    models: /^claude-(opus-4-[78]|opus-5|sonnet-5)$/,
    reason: 'The vendor answers 400 to a budget from Opus 4.7 on.',
  },
  {
    claim: 'sampling',
    models: /^claude-(opus-4-[78]|(opus|sonnet|haiku|fable)-5)/,
    reason:
      'The vendor answers 400 to sampling parameters from Opus 4.7 on, whether the model thinks or not.',
  },
]

for (const [model, entry] of Object.entries(anthropicModelCatalog))
  compareClaims(model, catalogued(entry), ours(model), differences)
