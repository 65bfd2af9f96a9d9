// Model names: the request path, and the maker, which determines the additional fields of Converse and the body of
// `invoke`. A model is identified by its own name, by an inference profile with a region prefix, or by an ARN. Some
// ARNs do not contain the model: then the config names it (`cloud1_base_model`).

import { asText } from '../../../schemas/values/json.ts'
import { withoutArea } from '../../../schemas/values/model-name.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { modelFacts } from '../../wire/model-family.ts'

type ModelContext = Pick<AdapterContext, 'model' | 'settings'>

/**
 * The path of an action on a model, under its own name or another. The name is percent-encoded, so that it stays
 * one segment.
 */
export function modelPath(
  { model, settings }: ModelContext,
  action: string,
  report: ReportConversionError,
  name: string = model,
): string {
  if (/^\.{0,2}$/.test(model)) report('model is not a valid model name.', 'model')
  const arnRegion = /^arn:[a-z0-9-]*:[a-z0-9-]*:([a-z0-9-]{1,32}):/.exec(model)?.[1]
  const region = asText(settings['cloud1_region'])
  if (arnRegion !== undefined && region !== undefined && arnRegion !== region)
    report(`model is an ARN of the region ${arnRegion}, but cloud1_region is ${region}.`, 'model')
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

/** The name after a region and the resource type of an ARN: `anthropic.claude-…`. */
const bareModelName = (model: string): string => model.slice(model.lastIndexOf('/') + 1)

const isArn = (model: string): boolean => model.startsWith('arn:')

/**
 * The name that identifies the maker: the model's own, or the configured one for an ARN that does not contain it
 * (application inference profile, provisioned throughput, imported model).
 */
export function foundationModel({ model, settings }: ModelContext): string {
  if (!isArn(model) || makerOf(model) !== undefined) return model
  return asText(settings['cloud1_base_model']) ?? model
}

/** What the model accepts, whose name may be hidden by an ARN. */
export function factsOfModel(context: AdapterContext): FamilyFacts | undefined {
  const model = foundationModel(context)
  return model === context.model && context.facts !== undefined ? context.facts : modelFacts(model, 'bedrock')
}

/** Undefined for makers without special handling, and for opaque ARNs. */
export function makerOf(model: string): Maker | undefined {
  const parts = bareModelName(model).split('.').slice(0, 2)
  return makers.find(maker => parts.includes(maker))
}

/** Amazon's own models without the maker: `nova-2-lite-v1:0`. */
export const amazonModel = (model: string): string =>
  makerOf(model) === 'amazon' ? bareModelName(model).replace(/^.*?amazon\./, '') : ''

/** The model itself, without the region prefix of an inference profile: some actions reject profiles. */
export const withoutProfile = (context: ModelContext): string =>
  withoutArea(bareModelName(foundationModel(context)))
