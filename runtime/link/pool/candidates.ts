// Which members of a pool can serve a call, as far as that is known before it: each has the endpoint, the model, its context window and the
// capabilities that the request needs, and a provider that can be used. If none has, none is excluded: the client gets the error of the first.
import { models, pricedLike } from '../../../schemas/generated/models.ts'
import type { PlanPoolMember } from '../../../schemas/generated/types.ts'
import { undated } from '../../../schemas/values/model-name.ts'
import type { Endpoint } from '../../values/adapter.ts'
import type { Call } from '../../values/call.ts'
import { isFailure } from '../../values/failures.ts'
import { modelFacts } from '../../wire/model-family.ts'
import { endpointSupport } from '../call/endpoint-support.ts'
import type { FindTarget } from '../target/static-binding.ts'

export interface PoolCandidate {
  readonly plan: PlanPoolMember
  /** Whether it has a model: one that is listed for other members only is not its own. */
  readonly lacks: (model: string) => boolean
  /** The model as it is sent. */
  readonly nameOf: (model: string) => string
  readonly targetOf: FindTarget
  /** Its provider was saved by API: it may be deleted, expire, or have models switched off at any time. */
  readonly mayVanish: boolean
}

/** What the members are known to have for an endpoint and a model. */
interface Known {
  /** That it cannot serve them, by member; undefined if each can. */
  readonly lacking: readonly boolean[] | undefined
  /** The context windows in tokens, by member; undefined if none is known. */
  readonly windows: readonly number[] | undefined
  readonly withoutImages: readonly boolean[] | undefined
  readonly withoutTools: readonly boolean[] | undefined
}

/** Pairs of an endpoint and a model that are remembered: clients name models, and most do so again and again. */
const MAX_REMEMBERED = 500
/** The longest of them: a client may send a name of any length. */
const LONGEST_REMEMBERED = 300

/** Finds the members that cannot serve a call; undefined if each can, or none. */
export function linkCandidates(
  members: readonly PoolCandidate[],
): (call: Call, model: string | undefined, tokensOf: () => number) => readonly boolean[] | undefined {
  const remembered = new Map<string, Known>()
  const knownOf = (call: Call, model: string | undefined): Known => {
    const key = `${call.endpoint ?? ''} ${model ?? ''}`
    const found = remembered.get(key)
    if (found !== undefined) return found
    const known = learn(members, call, model)
    if (key.length > LONGEST_REMEMBERED) return known
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(key, known)
    return known
  }
  if (members.length < 2) return () => undefined
  const mayVanish = members.some(each => each.mayVanish)
  return (call, model, tokensOf) => {
    const { lacking, windows, withoutImages, withoutTools } = knownOf(call, model)
    let excluded = lacking
    if (withoutImages !== undefined && hasImages(call)) excluded = both(excluded, withoutImages)
    if (withoutTools !== undefined && hasTools(call)) excluded = both(excluded, withoutTools)
    if (mayVanish) {
      const gone = members.map(each => each.mayVanish && isFailure(each.targetOf(call)))
      if (gone.some(Boolean)) excluded = both(excluded, gone)
    }
    if (windows === undefined) return excluded
    const tokens = tokensOf()
    return windows.some(window => window < tokens)
      ? both(
          excluded,
          windows.map(window => window < tokens),
        )
      : excluded
  }
}

/** The members that lack one thing or another, unless that is all of them. */
function both(
  excluded: readonly boolean[] | undefined,
  lacking: readonly boolean[],
): readonly boolean[] | undefined {
  const joined =
    excluded === undefined ? lacking : lacking.map((each, index) => each || excluded[index] === true)
  return joined.every(Boolean) ? excluded : joined
}

function learn(members: readonly PoolCandidate[], call: Call, model: string | undefined): Known {
  const targets = members.map(({ targetOf }) => targetOf(call))
  const specs = targets.map(target => (isFailure(target) ? undefined : target.spec.id))
  const names = members.map(({ nameOf }) => (model === undefined ? undefined : nameOf(model)))
  const lacking = members.map(({ lacks }, index) => {
    if (model !== undefined && lacks(model)) return true
    const target = targets[index]
    const { endpoint } = call
    // Why there is no target, the member itself reports.
    if (endpoint === undefined || target === undefined || isFailure(target)) return false
    const isCounted: boolean = endpoint === COUNT && target.spec.routes['chat/completions'] !== undefined
    return !isCounted && endpointSupport(target, endpoint, names[index] ?? '') === undefined
  })
  const facts = names.map((name, index) => (name === undefined ? undefined : modelFacts(name, specs[index])))
  const windows = members.map(
    ({ plan }, index) => plan.context ?? windowOf(specs[index], names[index]) ?? Number.POSITIVE_INFINITY,
  )
  return {
    lacking: someOf(lacking),
    windows: windows.some(Number.isFinite) ? windows : undefined,
    withoutImages: someOf(facts.map(each => each?.textOnly === true)),
    withoutTools: someOf(facts.map(each => each?.lacks.includes('tools') === true)),
  }
}

const COUNT: Endpoint = 'messages/count_tokens'

/** Undefined where it is so of none of them, or of all. */
const someOf = (flags: readonly boolean[]): readonly boolean[] | undefined =>
  flags.some(Boolean) && !flags.every(Boolean) ? flags : undefined

/** The context window of a model, by the list of its host or of those whose models it has. */
function windowOf(provider: string | undefined, model: string | undefined): number | undefined {
  if (provider === undefined || model === undefined) return undefined
  const name = undated(model)
  for (const host of [provider, ...(pricedLike[provider] ?? [])]) {
    const listed = models[host]?.find(
      ({ id, also = [] }) => id === model || also.includes(model) || undated(id) === name,
    )
    if (listed?.context !== undefined) return listed.context
  }
  return undefined
}

const mentions = ({ body }: Call, part: Uint8Array): boolean =>
  Buffer.prototype.indexOf.call(body.bytes, part) >= 0

const encoder = new TextEncoder()
/** Keys and types of images in messages, in all dialects; within strings their quotation marks would be escaped. */
const IMAGES = ['"image_url"', '"input_image"', '"image"', '"inlineData"', '"inline_data"'].map(each =>
  encoder.encode(each),
)
const hasImages = (call: Call): boolean => IMAGES.some(part => mentions(call, part))

const TOOLS: readonly string[] = ['tools', 'functions', 'toolConfig']
/** Whether a request has tools. */
function hasTools({ body }: Call): boolean {
  const fields = body.fields()
  return (
    !isFailure(fields) &&
    fields.names.some((name, index) => {
      // Longer than an empty list.
      const length = (fields.spans[2 * index + 1] ?? 0) - (fields.spans[2 * index] ?? 0)
      return TOOLS.includes(name) && length > 2
    })
  )
}
