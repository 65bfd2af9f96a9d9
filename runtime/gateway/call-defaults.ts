// Calls that name no config and no provider: aliases of models, and the default config or provider (semantics, section
// 11). Only reached where the caller has one of them.
import { findDated } from '../../compiler/facts/known-models.ts'
import type { AliasedModel } from '../../schemas/generated/types.ts'
import { type Body, createBody, createFormBody } from '../values/body/body.ts'
import { encodeJson, spliceFields } from '../values/body/splice.ts'
import { spliceForm } from '../values/body/splice-form.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Caller } from './authenticate.ts'
import type { GatewayRequest, RequestStep } from './gateway-request.ts'
import { namesNoTarget } from './named-target.ts'
import type { ConfigResolver } from './resolve-config.ts'

/** A model that begins with @ names a provider, even one that is unknown. */
const namesProvider = ({ slug, model }: GatewayRequest): boolean =>
  slug !== undefined || /^@[^/]+\//.test(model ?? '')

/** The alias of a name; dated names are of the plain name that they have without the date. */
export const findAlias = (aliases: Caller['aliases'], name: string): AliasedModel | undefined =>
  aliases && (aliases.get(name) ?? findDated(aliases, name))

/** An alias with a slug comes before the defaults. */
export const linkDefaults =
  (resolveDefaults: ConfigResolver['resolveDefaults'], maxValues: number | undefined): RequestStep =>
  request => {
    const { id, defaults, aliases, onlyConfig } = request.caller
    if ((defaults === undefined && aliases === undefined) || !namesNoTarget(request.requestOptions))
      return undefined
    if (namesProvider(request))
      return onlyConfig === undefined ? undefined : overrideForbidden(id, 'The model', 'model')
    const alias = findAlias(aliases, request.model ?? '')
    if (alias !== undefined) request.record.isAliased = true
    if (alias?.slug !== undefined && onlyConfig === undefined) {
      request.slug = alias.slug
      request.model = alias.model
      return undefined
    }
    const body = alias === undefined ? request.body : withModel(request.body, alias.model, { maxValues })
    if (isFailure(body)) return body
    const config =
      defaults === undefined ? request.config : resolveDefaults(defaults, request.caller.workspace)
    if (config !== undefined && isFailure(config)) return config
    request.slug = undefined
    request.model = alias?.model ?? request.model
    request.body = body
    request.config = config
    return undefined
  }

/** Why a call of a key that has one config is refused. */
export const overrideForbidden = (id: string, what: string, param: string): Failure =>
  failure(
    'forbidden',
    `${what} names another config or a provider, which the key "${id}" may not, since its allow_config_override is false.`,
    { param },
  )

/**
 * The body with another model. A body without one, as of an upgrade, is unchanged unless `add` is set. `maxValues` limits
 * what is parsed of it, as of the body that the client sent.
 */
export function withModel(
  body: Body,
  model: string,
  { maxValues, add = false }: { readonly maxValues: number | undefined; readonly add?: boolean },
): Body | Failure {
  const { form, bytes, remainder } = body
  if (body.field('model') === model) return body
  if (remainder !== undefined)
    return failure(
      'body_too_large',
      'The model is an alias or in the path, but the body is larger than limits.body_bytes, so its model cannot be replaced.',
      { param: 'model' },
    )
  if (form !== undefined)
    return createFormBody(spliceForm(bytes, form, new Map([['model', model]])), form.boundary)
  const fields = body.fields()
  return isFailure(fields) || (!add && !fields.names.includes('model'))
    ? body
    : createBody(
        spliceFields(bytes, fields, [{ name: 'model', value: encodeJson(model) }]),
        undefined,
        maxValues,
      )
}
