// What a provider and one of its models take of chats: sample chats are converted as they would be sent.
import type { ChatFit, FeatureFit, RequestFit } from '../../compiler/facts/catalog.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { type JsonObject, writeJson } from '../../schemas/values/json.ts'
import type { ProviderBody } from '../values/adapter.ts'
import { type Failure, isFailure } from '../values/failures.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { EFFORTS } from '../wire/efforts.ts'
import { modelFamily } from '../wire/model-family.ts'
import { droppedIn, factsAt, isConverted, probeRequest } from './probe-request.ts'
import { PLAIN_CHAT, SAMPLE_CHATS, type SampleChat, SIGNATURE, SIGNED_HISTORIES } from './sample-chats.ts'

const CHAT = 'chat/completions'

/** Undefined where the provider serves no chats, the overrides name no model, or it is one of embeddings. */
export function chatFit(spec: ProviderSpec, overrides: JsonObject): ChatFit | undefined {
  const { model } = overrides
  if (typeof model !== 'string' || spec.routes[CHAT] === undefined) return undefined
  const facts = factsAt(spec, model)
  if (facts?.embeddings !== undefined) return undefined
  const convertAll: Convert = chat => probeRequest(spec, CHAT, chat, model, facts)
  const convert: Convert = chat => convertAll({ ...chat, ...overrides })
  // As if the client had sent them, so that they can be left out one by one.
  const forced = fitOf({ ...PLAIN_CHAT, ...overrides }, convertAll)
  let features: readonly FeatureFit[] | undefined
  let signatures: ChatFit['signatures'] | undefined
  return {
    family: spec.adaptsModels === true ? 'adapted' : modelFamily(model) === undefined ? 'none' : 'known',
    overrides: forced,
    // Some thirty conversions, which not everyone needs.
    get features() {
      features ??= featuresAt(convert, overrides, forced)
      return features
    },
    get signatures() {
      signatures ??= signaturesAt(spec, convert, facts)
      return signatures
    },
  }
}

function featuresAt(convert: Convert, overrides: JsonObject, forced: RequestFit): readonly FeatureFit[] {
  const known = new Map<string, ReadonlySet<string>>()
  return SAMPLE_CHATS.filter(sample => !isSetBy(overrides, sample)).map((sample): FeatureFit => {
    const fit = fitOf(sample.chat, convert)
    const named = [...fit.leftOut, ...fit.changed]
    const key = keyOf(sample)
    known.set(key, new Set(fit.refused === undefined ? named : [...named, REFUSED]))
    const said = new Set([
      ...forced.leftOut,
      ...forced.changed,
      ...(forced.refused === undefined ? [] : [REFUSED]),
      ...(sample.combines ?? []).flatMap(each => [...(known.get(each) ?? [])]),
    ])
    const { refused, ...rest } = fit
    return {
      feature: sample.feature,
      ...(sample.value === undefined ? {} : { value: sample.value }),
      ...rest,
      leftOut: fit.leftOut.filter(name => !said.has(name)),
      changed: fit.changed.filter(name => !said.has(name)),
      ...(refused === undefined || said.has(REFUSED) ? {} : { refused }),
    }
  })
}

/** Represents a refusal among the names of what a feature lacks. */
const REFUSED = ''

const keyOf = ({ feature, value }: SampleChat): string =>
  value === undefined ? feature : `${feature} ${value}`

type Convert = (chat: JsonObject) => ProviderBody | Failure

/** What a sample needs to be valid beside its feature. */
const SURROUNDINGS = ['messages', 'stream', 'max_tokens']

const isSetBy = (overrides: JsonObject, { chat }: SampleChat): boolean =>
  Object.keys(chat).some(name => name in overrides && !SURROUNDINGS.includes(name))

function fitOf(request: JsonObject, convert: Convert): RequestFit {
  const converted = convert(request)
  if (isFailure(converted)) return { leftOut: [], changed: [], refused: converted.message }
  const isSame = (other: JsonObject): boolean => {
    const body = convert(other)
    return !isFailure(body) && writeJson(body.body) === writeJson(converted.body)
  }
  const { messages: _, ...settings } = request
  const leftOut = converted.dropped.filter(name => {
    if (!(name in settings)) return false
    const { [name]: _removed, ...without } = request
    return isSame(without)
  })
  const changed = converted.dropped.filter(name => !leftOut.includes(name))
  const becomes = changed.includes('reasoning_effort')
    ? EFFORTS.find(effort => {
        const other = { ...request, reasoning_effort: effort }
        return !droppedIn(convert(other)).includes('reasoning_effort') && isSame(other)
      })
    : undefined
  return { leftOut, changed, ...(becomes === undefined ? {} : { becomes }) }
}

function signaturesAt(
  spec: ProviderSpec,
  convert: Convert,
  facts: FamilyFacts | undefined,
): ChatFit['signatures'] {
  const sent = Object.entries(SIGNED_HISTORIES).flatMap(([signer, chat]) => {
    const converted = convert(chat)
    return !isFailure(converted) && writeJson(converted.body).includes(SIGNATURE) ? [signer] : []
  })
  const thinks = facts?.thinking !== undefined && facts.thinking.form !== 'none'
  return { sent, written: thinks && isConverted(spec, CHAT) ? sent : [] }
}
