// Batches of Anthropic's clients: each item names its model as /messages does, with the slug of a stored provider or by an alias. A batch is
// processed by one provider. https://platform.claude.com/docs/en/api/creating-message-batches
import { asObject, asText, isList, isObject, type Json } from '../../schemas/values/json.ts'
import { createBody } from '../values/body/body.ts'
import { encodeJson, spliceFields } from '../values/body/splice.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { findAlias, overrideForbidden } from './call-defaults.ts'
import type { GatewayRequest } from './gateway-request.ts'
import { type ModelName, parseModelName } from './model-name.ts'
import { namesNoTarget } from './named-target.ts'

/** Selects the provider that the items name, and replaces their models with those that it knows. */
export function nameBatch(
  request: GatewayRequest,
  slugOf: (name: string, workspace: string) => string | undefined,
  maxValues: number | undefined,
): Failure | undefined {
  const { body, caller, requestOptions } = request
  const fields = body.remainder === undefined && body.bytes.length > 0 ? body.fields() : undefined
  const items = fields === undefined || isFailure(fields) ? undefined : body.field('requests')
  if (fields === undefined || isFailure(fields) || !isList(items)) return undefined
  const isUnnamed = namesNoTarget(requestOptions)
  const nameOf = (written: string): ModelName => {
    const alias =
      isUnnamed && caller.onlyConfig === undefined ? findAlias(caller.aliases, written) : undefined
    if (alias !== undefined) return { slug: alias.slug, model: alias.model }
    return parseModelName(written, slugOf, caller.workspace)
  }
  const named = items.map(item => {
    const written = asText(asObject(asObject(item)['params'] ?? null)['model'])
    return written === undefined ? undefined : { written, ...nameOf(written) }
  })
  const place = named.findIndex(each => each?.slug !== undefined)
  const slug = named[place]?.slug
  const other = named.findIndex(each => each?.slug !== undefined && each.slug !== slug)
  if (other >= 0)
    return failure(
      'invalid_request',
      `${pathOf(other)} is of the provider "@${named[other]?.slug}", and ${pathOf(place)} of "@${slug}". A batch is processed by one provider: create one for each.`,
      { param: pathOf(other) },
    )
  if (slug !== undefined && caller.onlyConfig !== undefined)
    return overrideForbidden(caller.id, pathOf(place), pathOf(place))
  if (named.some(each => each !== undefined && each.model !== each.written)) {
    const renamed = items.map((item, index) => withModelOf(item, named[index]?.model))
    const bytes = spliceFields(body.bytes, fields, [{ name: 'requests', value: encodeJson(renamed) }])
    request.body = createBody(bytes, undefined, maxValues)
  }
  const models = new Set(named.flatMap(each => each?.model ?? []))
  const [model] = models
  if (models.size === 1) {
    request.model = model
    request.requested = model
  }
  if (slug !== undefined && isUnnamed) {
    const options = { ...requestOptions.options, provider: `@${slug}` }
    request.requestOptions = { ...requestOptions, options }
  }
  return undefined
}

const pathOf = (index: number): string => `requests[${index}].params.model`

const withModelOf = (item: Json, model: string | undefined): Json =>
  model === undefined || !isObject(item)
    ? item
    : { ...item, params: { ...asObject(item['params'] ?? null), model } }
