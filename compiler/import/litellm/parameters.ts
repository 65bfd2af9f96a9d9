// The parameters of a deployment, with those of the credential that it names.

import { isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { byForeignName } from '../foreign-names.ts'
import { objectAt, type Placed, placedAt, type Sections } from './sections.ts'

export interface Parameters {
  readonly model: Placed
  /** Of the deployment itself. */
  readonly own: Placed<JsonObject>
  readonly placed: (name: string) => Placed | undefined
  readonly has: (name: string) => boolean
  readonly variables: JsonObject
  /** Whether a provider is code of the source. */
  readonly isCustomHandler: (prefix: string) => boolean
}

/** Other spellings of settings. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = byForeignName({
  api_base: ['base_url'],
  vertex_project: ['vertex_ai_project'],
  vertex_location: ['vertex_ai_location'],
  vertex_credentials: ['vertex_ai_credentials'],
  aws_region_name: ['region_name'],
})

/** Undefined after a report: an item without parameters or a model. */
export function readParameters(item: Placed, group: string, sections: Sections): Parameters | undefined {
  const { context, at } = item
  const [own] = isObject(item.value) ? objectAt({ ...item, value: item.value }, 'litellm_params') : []
  const model = own && placedAt(own, 'model')
  if (own === undefined || model === undefined || typeof model.value !== 'string') {
    context.report(
      'import-not-expressible',
      at,
      `"${group}" has no litellm_params.model, so the source does not serve it either. It was left out.`,
    )
    return undefined
  }
  const name = placedAt(own, 'litellm_credential_name')
  const credential = typeof name?.value === 'string' ? sections.credentials.get(name.value) : undefined
  if (name !== undefined && credential === undefined)
    context.report(
      'import-broken-reference',
      name.at,
      `No item of credential_list has the name "${String(name.value)}".`,
    )
  const placed = (wanted: string): Placed | undefined =>
    [wanted, ...(SPELLINGS[wanted] ?? [])]
      .flatMap(each => [placedAt(own, each), credential && placedAt(credential, each)])
      .find(each => each !== undefined && each.value !== '')
  const handlers = sections.router.flatMap(section => customHandlers(section))
  return {
    model,
    own,
    placed,
    has: wanted => placed(wanted) !== undefined,
    variables: sections.variables,
    isCustomHandler: prefix => handlers.includes(prefix),
  }
}

function customHandlers({ value }: Placed<JsonObject>): readonly string[] {
  const map = value['custom_provider_map']
  return Array.isArray(map)
    ? map.flatMap(item => (isObject(item) && typeof item['provider'] === 'string' ? [item['provider']] : []))
    : []
}
