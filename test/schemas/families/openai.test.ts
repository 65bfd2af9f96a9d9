// What the families of OpenAI accept in chats, compared with the catalogue of a widely used SDK.
import { openaiModelCatalog } from '@ai-sdk/openai/internal'
import { modelFacts } from '../../../runtime/wire/model-family.ts'
import { compareClaims, type Difference } from './compare-claims.ts'

interface Claims {
  readonly reasons: boolean
  /** The efforts that may be sent. */
  readonly efforts: readonly string[]
  /** When temperature and top_p are accepted. */
  readonly sampling: 'always' | 'unless-reasoning' | 'never'
  readonly tools: boolean
  readonly toolsWhileReasoning: boolean
}

type Catalogued = (typeof openaiModelCatalog)[keyof typeof openaiModelCatalog]
type Known = { readonly [C in keyof Claims]: Claims[C] | undefined }

function catalogued({ capabilities }: Catalogued): Known | undefined {
  const { language } = capabilities
  if (language === undefined) return undefined
  const { reasoning, sampling, tools, endpoints } = language
  const { temperature } = sampling
  return {
    reasons: typeof reasoning.support === 'boolean' ? reasoning.support : undefined,
    // Without a list the SDK lets every effort pass.
    efforts: reasoning.support === false ? [] : reasoning.efforts && [...reasoning.efforts].sort(),
    sampling: typeof temperature === 'object' ? 'unless-reasoning' : temperature ? 'always' : 'never',
    tools: typeof tools.usage === 'boolean' ? tools.usage : undefined,
    toolsWhileReasoning: tools.usage === false ? undefined : endpoints?.chat?.functionToolsWithReasoning,
  }
}

function ours(model: string): Claims | undefined {
  const facts = modelFacts(model, 'openai')
  if (facts === undefined || facts.thinking === undefined) return undefined
  const { form, efforts = {} } = facts.thinking
  const refuses = facts.refuses.includes('temperature')
  return {
    reasons: form !== 'none',
    efforts: [...new Set(Object.values(efforts))].sort(),
    sampling: refuses
      ? 'never'
      : facts.refusesWhileThinking.includes('temperature')
        ? 'unless-reasoning'
        : 'always',
    tools: !facts.lacks.includes('tools'),
    toolsWhileReasoning: !facts.lacks.includes('tools-while-thinking'),
  }
}

const differences: readonly Difference<Claims>[] = [
  {
    claim: 'toolsWhileReasoning',
    models: /^gpt-(5\.[2-5]|6)(?!.*-(pro|chat))/,
    reason:
      'The catalogue has it for 5.6 only; the vendor refuses both from 5.2 on (github.com/openai/openai-openapi/issues/541, github.com/livekit/agents/pull/5088, github.com/anomalyco/opencode/pull/40265).',
  },
  { claim: 'efforts', models: /^gpt-5\.6/, reason: 'The effort max belongs to the responses endpoint.' },
  {
    claim: 'sampling',
    models: /^gpt-5\.[1-4]-(chat|codex|pro)/,
    reason:
      'The catalogue goes by the version alone: these have no effort none, at which sampling is accepted.',
  },
]

for (const [model, entry] of Object.entries(openaiModelCatalog)) {
  const theirs = catalogued(entry)
  const own = ours(model)
  if (theirs !== undefined && own !== undefined) compareClaims(model, theirs, own, differences)
}
