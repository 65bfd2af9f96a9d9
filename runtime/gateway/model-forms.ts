// The list of models and a single model in the form of each vendor's clients, with its paging. Each form is what the vendor's SDK types and its
// reference describes; facts that are unknown are left out, or null if the type has it.
import { families } from '../../schemas/generated/families.ts'
import { lives } from '../../schemas/generated/lives.ts'
import type { ModelFacts } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { createLifeSearch, dayOf, lifePhase, type ModelLife } from '../../schemas/values/model-life.ts'
import { bareModelName } from '../../schemas/values/model-name.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { modelFacts, modelFamily } from '../wire/model-family.ts'

/** A model that callers can name. An alias that the defaults serve has no provider. */
export interface NamedModelEntry {
  readonly id: string
  readonly spec: ProviderSpec | undefined
  readonly facts: ModelFacts
}

/** When a list is read, in milliseconds since the epoch, and the query with which. */
interface ListRequest {
  readonly query: URLSearchParams
  readonly now: number
}

interface ModelForm {
  readonly model: (model: NamedModelEntry, now: number) => object
  readonly list: (models: readonly NamedModelEntry[], request: ListRequest) => object | Failure
}

const findLife = createLifeSearch(lives)

const lifeOf = ({ spec, facts }: NamedModelEntry): ModelLife | undefined =>
  spec && findLife(spec.pricedAs ?? spec.id, facts.id)

const familyOf = ({ spec, facts }: NamedModelEntry): FamilyFacts | undefined =>
  spec && modelFacts(facts.id, spec.id)

const outputLimits = new Map(families.map(({ id, limits }) => [id, limits?.max_tokens]))

const outputLimitOf = ({ facts }: NamedModelEntry): number | undefined =>
  outputLimits.get(modelFamily(facts.id) ?? '')

const can = ({ spec }: NamedModelEntry, capability: string): boolean =>
  spec?.capabilities?.some(each => each === capability) === true

const takesImages = (model: NamedModelEntry): boolean =>
  can(model, 'images') && familyOf(model)?.textOnly !== true

const midnight = (day: string): string => `${day}T00:00:00Z`

/** The first second of a day, and 0 where it is not known. */
const secondsOf = (day: string | undefined): number =>
  day === undefined ? 0 : Date.parse(midnight(day)) / 1000

/** `claude-sonnet-5-5` as Claude Sonnet 5.5; names of other families as they are. */
function titleOf({ id, facts }: NamedModelEntry): string {
  const name = facts.id === '' ? id : facts.id
  if (!/^(?:claude|gemini|gemma)-/.test(name)) return name
  const words = name.replaceAll(/(?<=-\d+)-(?=\d{1,2}(?:-|$))/g, '.').split('-')
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** An integer of a query, within bounds. */
function countIn(
  query: URLSearchParams,
  name: string,
  {
    least = 1,
    most,
    otherwise,
  }: { readonly least?: number; readonly most: number; readonly otherwise: number },
): number | Failure {
  const text = query.get(name)
  if (text === null || text === '') return otherwise
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return count >= least && count <= most
    ? count
    : failure('invalid_request', `${quoted(name)} must be an integer from ${least} to ${most}.`, {
        param: name,
      })
}

/** The place after that of a model; 0 without a name. */
function placeAfter(models: readonly NamedModelEntry[], id: string | null, param: string): number | Failure {
  if (id === null || id === '') return 0
  const place = models.findIndex(model => model.id === id)
  return place < 0
    ? failure('invalid_request', `${quoted(param)} is not a model of this list.`, { param })
    : place + 1
}

// ------------------------------------------------------------------------------------------ OpenAI

/** Lists have no pages (openai@7.55.0, resources/models). Fields that the vendor lacks are allowed by its SDKs. */
const openai: ModelForm = {
  model: model => {
    const { id, spec, facts } = model
    const { context, input, output, cached } = facts
    const life = lifeOf(model)
    return {
      id,
      object: 'model',
      created: secondsOf(life?.released),
      owned_by: spec?.id ?? 'gateway',
      shutdown_date: life?.ends,
      context_window: context,
      prices:
        input === undefined && output === undefined ? undefined : { input, output, cached_input: cached },
      capabilities: spec?.capabilities,
    }
  },
  list: (models, { now }) => ({ object: 'list', data: models.map(model => openai.model(model, now)) }),
}

// --------------------------------------------------------------------------------------- Anthropic

const PHASES = { living: 'active', ending: 'deprecated', ended: 'retired' } as const
const EPOCH = '1970-01-01T00:00:00Z'
const LINE = /^claude-(?:[\d-]+-)?(haiku|sonnet|opus|fable|mythos)\b/

const lifecycleOf = (life: ModelLife | undefined, now: number): 'active' | 'deprecated' | 'retired' => {
  const phase = life === undefined ? 'active' : PHASES[lifePhase(life, dayOf(now))]
  return phase === 'active' && life?.deprecated !== undefined ? 'deprecated' : phase
}

const supported = (is: boolean) => ({ supported: is })

function capabilitiesOf(model: NamedModelEntry): object {
  const family = familyOf(model)
  const thinking = family?.thinking
  const isNative = model.spec?.dialect === 'anthropic'
  const efforts = new Set(Object.values(thinking?.efforts ?? {}))
  const off = thinking?.off
  return {
    batch: supported(model.spec?.id === 'anthropic'),
    citations: supported(isNative),
    code_execution: supported(isNative && can(model, 'web-search')),
    context_management: {
      supported: isNative,
      clear_thinking_20251015: null,
      clear_tool_uses_20250919: null,
      compact_20260112: null,
    },
    effort: {
      supported: efforts.size > 0,
      low: supported(efforts.has('low')),
      medium: supported(efforts.has('medium')),
      high: supported(efforts.has('high')),
      max: supported(efforts.has('max')),
      xhigh: supported(efforts.has('xhigh')),
    },
    image_input: supported(takesImages(model)),
    pdf_input: supported(can(model, 'files')),
    server_tools: {
      supported: isNative && can(model, 'web-search'),
      code_execution: supported(isNative && can(model, 'web-search')),
      web_search: supported(isNative && can(model, 'web-search')),
    },
    structured_outputs: supported(can(model, 'json-schema') && family?.lacks.includes('schema') !== true),
    thinking: {
      supported: thinking !== undefined && thinking.form !== 'none',
      types: {
        adaptive: supported(thinking?.form === 'adaptive'),
        between_tools: supported(off === 'between_tools'),
        disabled: supported(off === undefined || off === 'disabled' || off === 'omitted'),
        enabled: supported(thinking?.form === 'budget' || thinking?.takesBudget === true),
      },
    },
  }
}

/** `@anthropic-ai/sdk` 1.12.0, resources/models and core/pagination: ModelInfo, and pages of 20 by default, 1,000 at most. */
const anthropic: ModelForm = {
  model: (model, now) => {
    const life = lifeOf(model)
    const lifecycle = lifecycleOf(life, now)
    const [, line = null] = LINE.exec(bareModelName(model.facts.id)) ?? []
    return {
      type: 'model',
      id: model.id,
      display_name: titleOf(model),
      created_at: life?.released === undefined ? EPOCH : midnight(life.released),
      lifecycle,
      deprecated_at:
        lifecycle === 'active' || life?.deprecated === undefined ? null : midnight(life.deprecated),
      retires_at: lifecycle === 'active' || life?.ends === undefined ? null : midnight(life.ends),
      line,
      max_input_tokens: model.facts.context ?? null,
      max_tokens: outputLimitOf(model) ?? null,
      capabilities: model.spec === undefined ? null : capabilitiesOf(model),
    }
  },
  list: (all, { query, now }) => {
    const limit = countIn(query, 'limit', { most: 1000, otherwise: 20 })
    if (isFailure(limit)) return limit
    const listed = [...query.getAll('lifecycle'), ...query.getAll('lifecycle[]')].flatMap(text =>
      text.split(','),
    )
    const wanted = new Set(listed.length === 0 ? ['active', 'deprecated'] : listed)
    const models = all.filter(model => wanted.has(lifecycleOf(lifeOf(model), now)))
    const isBackward = query.get('before_id') !== null
    const name = isBackward ? 'before_id' : 'after_id'
    const after = placeAfter(models, query.get(name), name)
    if (isFailure(after)) return after
    const start = isBackward ? Math.max(0, after - 1 - limit) : after
    const end = isBackward ? Math.max(0, after - 1) : after + limit
    const page = models.slice(start, end)
    return {
      data: page.map(model => anthropic.model(model, now)),
      has_more: isBackward ? start > 0 : end < models.length,
      first_id: page[0]?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
    }
  },
}

// ------------------------------------------------------------------------------------------ Gemini

/** https://ai.google.dev/api/models: pages of 50 by default, and of 1,000 also where more are wanted. */
const gemini: ModelForm = {
  model: model => {
    const family = familyOf(model)
    const isEmbedding = family?.embeddings !== undefined
    return {
      name: `models/${model.id}`,
      baseModelId: model.facts.id === '' ? model.id : model.facts.id,
      displayName: titleOf(model),
      inputTokenLimit: model.facts.context,
      outputTokenLimit: outputLimitOf(model),
      supportedGenerationMethods: isEmbedding ? ['embedContent'] : ['generateContent', 'countTokens'],
      thinking: family?.thinking !== undefined && family.thinking.form !== 'none' ? true : undefined,
    }
  },
  list: (models, { query, now }) => {
    const size = countIn(query, 'pageSize', { least: 0, most: 999_999_999, otherwise: 50 })
    const after = placeAfter(models, query.get('pageToken'), 'pageToken')
    if (isFailure(size)) return size
    if (isFailure(after)) return after
    const end = after + Math.min(size === 0 ? 50 : size, 1000)
    const page = models.slice(after, end)
    return {
      models: page.map(model => gemini.model(model, now)),
      nextPageToken: end < models.length ? page.at(-1)?.id : undefined,
    }
  },
}

// ------------------------------------------------------------------------------- Mistral and Cohere

/** https://docs.mistral.ai/api/endpoint/models: a list without pages. */
const mistral: ModelForm = {
  model: model => {
    const { id, facts, spec } = model
    const life = lifeOf(model)
    const isEmbedding = familyOf(model)?.embeddings !== undefined
    return {
      id,
      object: 'model',
      created: secondsOf(life?.released),
      owned_by: spec?.id ?? 'gateway',
      name: facts.id === '' ? id : facts.id,
      max_context_length: facts.context,
      aliases: facts.also ?? [],
      deprecation: life?.ends === undefined ? undefined : midnight(life.ends),
      capabilities: {
        completion_chat: !isEmbedding,
        function_calling: !isEmbedding && can(model, 'tools'),
        completion_fim: false,
        fine_tuning: false,
        vision: !isEmbedding && takesImages(model),
        classification: false,
      },
      type: 'base',
    }
  },
  list: (models, { now }) => ({ object: 'list', data: models.map(model => mistral.model(model, now)) }),
}

/** https://docs.cohere.com/reference/list-models: pages of 20 by default, 1,000 at most. */
const cohere: ModelForm = {
  model: model => {
    const isEmbedding = familyOf(model)?.embeddings !== undefined
    return {
      name: model.id,
      endpoints: [isEmbedding ? 'embed' : 'chat'],
      finetuned: false,
      is_deprecated: lifeOf(model)?.deprecated !== undefined,
      context_length: model.facts.context,
    }
  },
  list: (all, { query, now }) => {
    const size = countIn(query, 'page_size', { most: 1000, otherwise: 20 })
    if (isFailure(size)) return size
    const endpoint = query.get('endpoint')
    const models = all.filter(
      model => endpoint === null || (endpoint === 'embed') === (familyOf(model)?.embeddings !== undefined),
    )
    const after = placeAfter(models, query.get('page_token'), 'page_token')
    if (isFailure(after)) return after
    const page = models.slice(after, after + size)
    return {
      models: page.map(model => cohere.model(model, now)),
      next_page_token: after + size < models.length ? page.at(-1)?.id : undefined,
    }
  },
}

/** By the dialect of a client; entrances of vendors choose theirs. */
export const modelForms = { openai, anthropic, gemini, mistral, cohere } as const

export type ModelFormName = keyof typeof modelForms
