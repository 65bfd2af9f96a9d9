// What the name of a model says: the path it is called at, and who made it, which decides what Converse leaves open and
// what a body for `invoke` holds. A model goes by its own name, by that of an inference profile with a region in front,
// or by a whole ARN. Some ARNs do not tell what is behind them: then the config says it (`cloud1_base_model`).
import type { AdapterContext } from '../adapter.ts'
import { asText } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'

type Named = Pick<AdapterContext, 'model' | 'settings'>

/**
 * The path of an action on a model, under its own name or another. Colons and slashes of the name are encoded, so that it
 * stays one segment.
 */
export function modelPath(
  { model, settings }: Named,
  action: string,
  report: Report,
  name: string = model,
): string {
  if (/^\.{0,2}$/.test(model)) report('model is not the name of a model.', 'model')
  const place = /^arn:[a-z0-9-]*:[a-z0-9-]*:([a-z0-9-]{1,32}):/.exec(model)?.[1]
  const region = asText(settings['cloud1_region'])
  if (place !== undefined && region !== undefined && place !== region)
    report(`model is an ARN of the region ${place}, and cloud1_region is ${region}.`, 'model')
  return `/model/${encodeURIComponent(name.toWellFormed())}/${action}`
}

const makers = [
  'amazon',
  'anthropic',
  'cohere',
  'openai',
  'meta',
  'mistral',
  'ai21',
  'stability',
  'deepseek',
] as const

export type Maker = (typeof makers)[number]

/** The name behind a region and the resource of an ARN: `anthropic.claude-…`. */
const ownName = (model: string): string => model.slice(model.lastIndexOf('/') + 1)

const isArn = (model: string): boolean => model.startsWith('arn:')

/**
 * The name that tells the maker: the model's own, or the config's word for an ARN that has none (a profile of the user's,
 * bought throughput, an import).
 */
export function tellingName({ model, settings }: Named): string {
  if (!isArn(model) || makerOf(model) !== undefined) return model
  return asText(settings['cloud1_base_model']) ?? model
}

/** Undefined for makers whose models need nothing of their own, and for ARNs that do not tell. */
export function makerOf(model: string): Maker | undefined {
  const parts = ownName(model).split('.').slice(0, 2)
  return makers.find(maker => parts.includes(maker))
}

/** Which of the first cloud's own models it is: `nova-2-lite-v1:0`. */
export const amazonModel = (model: string): string =>
  makerOf(model) === 'amazon' ? ownName(model).replace(/^.*?amazon\./, '') : ''

/** The model itself, without the region of an inference profile: some actions take no profile. */
export const withoutProfile = (named: Named): string =>
  ownName(tellingName(named)).replace(/^(global|us|us-gov|eu|apac|au|jp|ca|sa|me|af|in)\./, '')
