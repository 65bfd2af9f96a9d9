// Portkey configs: JSON objects with a strategy and targets, each a file.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { addConfigCases } from '../config-cases.ts'
import type { ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { asIdentifier, type ProjectDraft, uniqueName } from '../project-draft.ts'
import { each, objectOf, reportUnread } from '../source-shape.ts'
import { convertNode } from './convert-node.ts'
import { withUsualNames, writtenPointer } from './names.ts'
import { createPeerProviders } from './providers.ts'

export const portkeyFormat: ImportFormat = {
  name: 'portkey',
  title: 'Portkey',
  describes: 'configs, each a file',
  recognizes: (value: Json) => isConfig(value) || (isObject(value) && isConfig(value['config'])),
  convert,
}

const withWrittenPlaces = (context: ImportContext): ImportContext => ({
  ...context,
  report: (code, at, message, part) =>
    context.report(code, writtenPointer(context.parsed.value, at), message, part),
})

/** What the API of the source returns for a config. */
const LISTED = objectOf({
  config: 'read',
  ...each(
    ['id', 'name', 'slug', 'status', 'object', 'type', 'format', 'version_id', 'is_default', 'isDefault'],
    'unused',
  ),
  ...each(
    ['workspace_id', 'organisation_id', 'owner_id', 'updated_by', 'created_at', 'last_updated_at'],
    'unused',
  ),
})

function isConfig(value: Json | undefined): value is JsonObject {
  return (
    isObject(value) &&
    (isList(value['targets']) ||
      isList(value['options']) ||
      ['virtual_key', 'virtualKey', 'strategy', 'override_params', 'overrideParams'].some(
        name => value[name] !== undefined,
      ) ||
      (typeof value['provider'] === 'string' && value['providers'] === undefined) ||
      ((value['retry'] !== undefined || value['cache'] !== undefined) && value['providers'] === undefined))
  )
}

function convert(contexts: readonly ImportContext[], draft: ProjectDraft): void {
  draft.manifest['spelling'] = 'peer'
  draft.manifest['header_prefix'] = 'x-portkey-'
  const providers = createPeerProviders(draft)
  for (const source of contexts) {
    const context = withWrittenPlaces(source)
    const name =
      context.parsed.source.name
        .split(/[\\/]/)
        .at(-1)
        ?.replace(/\.\w+$/, '') ?? ''
    const id = uniqueName(asIdentifier(name), taken => draft.configs.has(taken))
    const root = context.parsed.value
    // As the API of the source lists it.
    const isListed = !isConfig(root) && isObject(root) && isObject(root['config'])
    if (isListed) reportUnread(context, LISTED)
    const value = withUsualNames(isListed ? (root['config'] ?? null) : root)
    const config = isObject(value)
      ? convertNode(context, value, isListed ? '/config' : '', providers)
      : undefined
    for (const lines of context.comments.values()) draft.head.push(...lines)
    if (config === undefined) continue
    // Requests name the provider of a config that sets nothing.
    const isEmpty = Object.keys(config).length === 0
    draft.configs.set(id, isEmpty ? { passthrough: true } : config)
    addConfigCases(draft, id, config)
  }
  const [only] = draft.configs.keys()
  if (draft.configs.size === 1 && only !== undefined) draft.manifest['defaults'] = { config: only }
}
