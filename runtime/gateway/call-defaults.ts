// Calls that name no config and no provider: aliases of models, and the default config or provider (semantics, section
// 11). Only reached where the caller has one of them.
import { type Body, createBody, createFormBody } from '../values/body/body.ts'
import { encodeJson, spliceFields } from '../values/body/splice.ts'
import { spliceForm } from '../values/body/splice-form.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Caller } from './authenticate.ts'
import type { ConfigResolver, ResolvedConfig } from './resolve-config.ts'

/** The parts of a call that its model decides. */
export interface ModelRoute {
  readonly slug: string | undefined
  readonly model: string | undefined
  readonly body: Body
  readonly config: ResolvedConfig
}

/** A model that begins with @ names a provider, even one that is unknown. */
const namesProvider = ({ slug, model }: ModelRoute): boolean =>
  slug !== undefined || /^@[^/]+\//.test(model ?? '')

/** `given` names no config and no provider by headers. An alias with a slug comes before the defaults. */
export function applyDefaults(
  given: ModelRoute,
  { id, defaults, aliases, onlyConfig }: Caller,
  resolveDefaults: ConfigResolver['resolveDefaults'],
  maxValues?: number,
): ModelRoute | Failure {
  if (namesProvider(given))
    return onlyConfig === undefined ? given : overrideForbidden(id, 'The model', 'model')
  const alias = aliases?.get(given.model ?? '')
  if (alias?.slug !== undefined && onlyConfig === undefined)
    return { ...given, slug: alias.slug, model: alias.model }
  const body = alias === undefined ? given.body : withModel(given.body, alias.model, { maxValues })
  if (isFailure(body)) return body
  const config = defaults === undefined ? given.config : resolveDefaults(defaults)
  if (isFailure(config)) return config
  return { slug: undefined, model: alias?.model ?? given.model, body, config }
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
