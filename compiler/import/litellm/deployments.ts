// Items of model_list as targets: the stored provider, the model that is sent, parameters, and the facts that routing reads.

import { asObject, isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { placeholderName, readSetting, variableOf } from '../foreign-references.ts'
import { commentsBelow, numberIn } from '../import-context.ts'
import type { ProjectDraft } from '../project-draft.ts'
import type { ProviderSlots } from '../provider-slots.ts'
import { bindingOf } from './bindings.ts'
import { ADVICE, addPrice, FACTS, OF_REQUESTS, READ, WITHOUT_EFFECT } from './deployment-properties.ts'
import { type NamedGuardrails, namedGuards } from './guardrails.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { type NamedModel, splitModelName } from './provider-prefixes.ts'
import { type Placed, placedAt, type Sections } from './sections.ts'

export interface Deployment {
  /** The name that requests write; several deployments share one. */
  readonly group: string
  readonly slug: string
  /** The provider of the catalog. */
  readonly provider: string
  /** The model that is sent, with `*` for what a pattern of the group matched; undefined for that of the request. */
  readonly model: string | undefined
  readonly overrides: JsonObject
  readonly share: Readonly<Partial<Record<'weight' | 'rpm' | 'tpm', number>>>
  readonly order: number
  readonly retries: number | undefined
  /** Milliseconds. */
  readonly timeout: number | undefined
  /** Milliseconds until the first chunk of a stream. */
  readonly streamTimeout: number | undefined
  /** Calls at a time. */
  readonly concurrent: number | undefined
  readonly id: string | undefined
  readonly comments: readonly string[]
  readonly item: Placed
  /** Whether it is one of the names that a pattern was written out to, after the first. */
  readonly isExpanded?: boolean
  /** Guardrails of its target. */
  readonly guards: JsonObject
  /** Whether the provider serves chats, which tests send. */
  readonly servesChats: boolean
}

export interface DeploymentHost {
  readonly draft: ProjectDraft
  readonly slots: ProviderSlots
  readonly guardrails: NamedGuardrails
}

export const readDeployments = (sections: Sections, host: DeploymentHost): readonly Deployment[] =>
  sections.models.flatMap(item =>
    expandEveryProvider(item).flatMap((each, index) => {
      const deployment = readDeployment(each, sections, host)
      if (deployment === undefined) return []
      return [index === 0 ? deployment : { ...deployment, comments: [], isExpanded: true }]
    }),
  )

function readDeployment(
  item: Placed,
  sections: Sections,
  { draft, slots, guardrails }: DeploymentHost,
): Deployment | undefined {
  const { context, at } = item
  const fields = asObject(item.value)
  const written = fields['model_name']
  if (typeof written !== 'string' && typeof written !== 'number') {
    context.report(
      'import-not-expressible',
      at,
      'The item has no model_name, so no request can reach it. It was left out.',
    )
    return undefined
  }
  const group = readSetting(context, written, childPointer(at, 'model_name'), placeholderName, sections) ?? ''
  const parameters = readParameters(item, group, sections)
  const named = parameters && nameOf(parameters, group)
  if (parameters === undefined || named === undefined) return undefined
  const settings = bindingOf(parameters, named, group)
  if (settings === undefined) return undefined
  const facts = asObject(fields['model_info'])
  const provider = String(settings['provider'])
  reportOthers(parameters, fields, item)
  const model = sentModel(parameters, named, group)
  addPrice(draft, provider, model, { ...asObject(parameters.own.value), ...facts })
  const spec = context.provider(provider)
  const guards = placedAt(parameters.own, 'guardrails')
  return {
    group,
    provider,
    slug: slots.slugOf(settings, spec?.id === 'openai-compatible' ? slotName(settings, group) : provider),
    model,
    overrides: overridesOf(parameters),
    share: shareOf({ ...fields, ...parameters.own.value }),
    order: numberIn(parameters.own.value['order']) ?? 0,
    retries: numberIn(parameters.own.value['num_retries']) ?? numberIn(parameters.own.value['max_retries']),
    timeout: millisecondsIn(parameters.own.value['timeout']),
    streamTimeout: millisecondsIn(parameters.own.value['stream_timeout']),
    concurrent: numberIn(parameters.own.value['max_parallel_requests']),
    id: typeof facts['id'] === 'string' ? facts['id'] : undefined,
    comments: commentsBelow(context, at),
    item,
    guards: guards === undefined ? {} : namedGuards(guards, guardrails),
    servesChats: Object.hasOwn(spec?.routes ?? {}, 'chat/completions'),
  }
}

/** A server of the user's own is called by its host, or by the model that it serves. */
function slotName(settings: JsonObject, group: string): string {
  const host = settings['custom_host']
  const name = typeof host === 'string' && URL.canParse(host) ? new URL(host).hostname : group
  return /^[\d.:[\]]+$/.test(name)
    ? group
    : name.replace(/^(?:api|www)\./, '').replace(/\.(?:com|ai|io|net|org|example\.com)$/, '')
}

function nameOf(parameters: Parameters, group: string) {
  const { model, placed } = parameters
  const text = String(model.value)
  const variable = variableOf(text)
  const known =
    variable === undefined ? text : (model.context.environment[variable] ?? parameters.variables[variable])
  const provider = placed('custom_llm_provider')?.value
  const hint = typeof provider === 'string' ? provider : undefined
  if (typeof known !== 'string') {
    const used = (variable ?? group).toLowerCase().replaceAll('_', '-')
    model.context.report(
      'import-needs-value',
      model.at,
      `The model is in the variable ${variable}, which is not known here. "${used}" was written instead: replace it, or set ${variable} and import again.`,
    )
    return { prefix: 'openai', spec: { provider: 'openai', variable: 'OPENAI_API_KEY' }, model: used }
  }
  const named = splitModelName(known, hint)
  if (named !== undefined) return named
  if (parameters.has('api_base')) return { prefix: 'openai', spec: { provider: 'openai' }, model: known }
  model.context.report(
    'import-not-expressible',
    model.at,
    `"${known}" names no provider, and none is known for it. The deployment of "${group}" was left out; write openai/${known} or another provider before it.`,
  )
  return undefined
}

function overridesOf({ own }: Parameters): JsonObject {
  const overrides: Record<string, Json | undefined> = {}
  for (const [name, value] of Object.entries(own.value))
    if (OF_REQUESTS.test(name) && value !== null) overrides[name] = knownValue(own, value, name)
  for (const [name, value] of Object.entries(asObject(own.value['extra_body'])))
    if (value !== null) overrides[name] = knownValue(own, value, `extra_body/${name}`)
  for (const name of Object.keys(overrides)) if (overrides[name] === undefined) delete overrides[name]
  const names = Object.keys(overrides)
  if (names.length > 0)
    own.context.report(
      'import-approximated',
      childPointer(own.at, names.find(name => Object.hasOwn(own.value, name)) ?? 'extra_body'),
      `${names.map(name => `"${name}"`).join(', ')} ${names.length === 1 ? 'replaces that' : 'replace those'} of requests here (override_params); in the source a request takes precedence.`,
    )
  return overrides as JsonObject
}

/** A parameter that the source reads from the environment: what it has there, as JSON where it is, or nothing. */
function knownValue({ context, at }: Parameters['own'], value: Json, name: string): Json | undefined {
  const variable =
    typeof value === 'string' && value.startsWith('os.environ/') ? variableOf(value) : undefined
  if (variable === undefined) return value
  const known = context.environment[variable]
  if (known !== undefined && known !== '') {
    try {
      return JSON.parse(known) as Json
    } catch {
      return known
    }
  }
  context.report(
    'import-needs-value',
    `${at}/${name}`,
    `The value of ${variable} is not known here, and parameters cannot be references, so it was left out: set it in override_params, or set ${variable} and import again.`,
  )
  return undefined
}

function shareOf(fields: JsonObject): Deployment['share'] {
  const share: Partial<Record<'weight' | 'rpm' | 'tpm', number>> = {}
  for (const name of ['weight', 'rpm', 'tpm'] as const) {
    const value = numberIn(fields[name])
    if (value !== undefined) share[name] = value
  }
  return share
}

export function millisecondsIn(value: Json | undefined): number | undefined {
  const seconds = numberIn(value)
  return seconds === undefined || seconds <= 0
    ? undefined
    : Math.min(3_600_000, Math.max(1, Math.round(seconds * 1000)))
}

const OF_ITEMS = new Set(['model_name', 'litellm_params', 'model_info', 'rpm', 'tpm', 'weight'])

/** Everything that is not read. */
function reportOthers({ own }: Parameters, fields: JsonObject, { context, at }: Placed): void {
  const report = (pointer: string, name: string, value: Json): void => {
    const advice = ADVICE[name]
    if (
      value === null ||
      (isList(value) && value.length === 0) ||
      (isObject(value) && Object.keys(value).length === 0)
    )
      return
    if (advice !== undefined)
      context.report('import-not-expressible', pointer, `"${name}" was left out. ${advice}`, 'key')
    else
      context.report('import-unknown-property', pointer, `"${name}" is not known, and was left out.`, 'key')
  }
  for (const [name, value] of Object.entries(own.value))
    if (
      !READ.has(name) &&
      !WITHOUT_EFFECT.has(name) &&
      !OF_REQUESTS.test(name) &&
      !/^(?:supports_|input_cost|output_cost|cache_)/.test(name)
    )
      report(childPointer(own.at, name), name, value)
  for (const [name, value] of Object.entries(fields))
    if (!OF_ITEMS.has(name)) report(childPointer(at, name), name, value)
  reportFacts(asObject(fields['model_info']), context, childPointer(at, 'model_info'))
}

/** Facts about a model: those that are read, and others that only clients of the source read. */
function reportFacts(facts: JsonObject, context: Placed['context'], at: string): void {
  if (facts['access_groups'] !== undefined)
    context.report(
      'import-not-expressible',
      childPointer(at, 'access_groups'),
      '"access_groups" was left out. The check default.modelRules decides by metadata which models a request may name.',
      'key',
    )
  const names = Object.keys(facts).filter(name => name !== 'access_groups' && !FACTS.test(name))
  if (names.length > 0)
    context.report(
      'import-unknown-property',
      at,
      `Clients of the source may read ${names.map(name => `"${name}"`).join(', ')} here; no list of models of the gateway has such facts. They were left out.`,
      'key',
    )
}

// The deployment of every provider, `*` to `*`, as deployments of the best-known ones.

/** Names of models that a deployment of every provider serves, by the words that select the provider in the source. */
const EVERY_PROVIDER: readonly (readonly [name: string, model: string])[] = [
  ...['gpt-*', 'chatgpt-*', 'o1*', 'o3*', 'o4*', 'text-embedding-*'].map(
    name => [name, `openai/${name}`] as const,
  ),
  ['claude-*', 'anthropic/claude-*'],
  ...['openai/*', 'anthropic/*', 'gemini/*'].map(name => [name, name] as const),
]

/** An item whose model is `*` as items of the best-known providers; any other item as it is. */
function expandEveryProvider(item: Placed): readonly Placed[] {
  const fields = asObject(item.value)
  const parameters = asObject(fields['litellm_params'])
  if (parameters['model'] !== '*' || fields['model_name'] !== '*') return [item]
  item.context.report(
    'import-approximated',
    item.at,
    'The source calls the provider that a request names before its model. Routes for names of OpenAI, Anthropic and Google AI were written; add providers for others, which clients call as @slug/model.',
  )
  return EVERY_PROVIDER.map(([name, model]) => ({
    ...item,
    value: { ...fields, model_name: name, litellm_params: { ...parameters, model } },
  }))
}

// The model that a deployment of LiteLLM sends, without the words that select an API of its provider.

/** Words between a provider and its model. */
const MODES: Readonly<Record<string, RegExp>> = byForeignName({
  bedrock: /^(?:(?:converse|converse_like|invoke|llama|nova|deepseek_r1|openai|[a-z]{2}(?:-[a-z]+)+-\d)\/)+/,
  azure: /^(?:(?:responses|o_series|gpt5_series|o1_series)\/)+/,
  openai: /^(?:responses|chat|completion)\//,
})

/** Undefined for the model of the request: a pattern that names what it matches. */
function sentModel(
  { model }: Parameters,
  { prefix, spec, model: name }: NamedModel,
  group: string,
): string | undefined {
  const provider = spec?.provider ?? prefix
  const mode = MODES[provider]?.exec(name)?.[0]
  if (mode?.startsWith('responses/') || prefix.startsWith('text-completion'))
    model.context.report(
      'import-approximated',
      model.at,
      `The source calls another API of the provider for this model. Here a request is sent to the API that it was written for.`,
    )
  const sent = name.slice(mode?.length ?? 0)
  if (provider === 'fireworks' && !sent.includes('/') && !sent.includes('*'))
    return `accounts/fireworks/models/${sent}`
  return group.includes('*') && sent === group ? undefined : sent
}
