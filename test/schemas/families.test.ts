// What model families accept, compared with an independent catalogue: that of a widely used SDK. Every difference is
// listed with its reason, and a difference that no longer exists has to leave the list.
import { anthropicModelCatalog } from '@ai-sdk/anthropic/internal'
import { describe, expect, test } from 'vitest'
import { modelFacts } from '../../runtime/wire/model-family.ts'

/** What both sides say of a model; undefined: the catalogue says nothing. */
interface Claims {
  readonly adaptive: boolean
  readonly budget: boolean
  readonly canDisable: boolean
  readonly betweenTools: boolean
  readonly efforts: readonly string[] | undefined
  /** Whether a tool can be made the one that must be called. */
  readonly forcesTools: boolean
  /** Whether a reply can be made to conform to a schema. */
  readonly schemas: boolean
  /** Whether sampling parameters are accepted at least while the model does not think. */
  readonly sampling: boolean
}

type Catalogued = (typeof anthropicModelCatalog)[keyof typeof anthropicModelCatalog]

function catalogued({ capabilities }: Catalogued): Claims {
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
const differences: readonly {
  readonly claim: keyof Claims
  readonly models: RegExp
  readonly reason: string
}[] = [
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

describe.each(Object.entries(anthropicModelCatalog))('%s', (model, entry) => {
  const theirs = catalogued(entry)
  const own = ours(model)
  test.each(Object.keys(own) as (keyof Claims)[])('%s', claim => {
    if (theirs[claim] === undefined) return
    const listed = differences.some(each => each.claim === claim && each.models.test(model))
    if (listed)
      expect(own[claim], 'the difference is gone: remove it from the list').not.toEqual(theirs[claim])
    else expect(own[claim]).toEqual(theirs[claim])
  })
})
