// Configs of the nearest peer: JSON objects with a strategy and targets, each a file.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { addConfigCases } from '../config-cases.ts'
import type { ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { asIdentifier, type ProjectDraft, uniqueName } from '../project-draft.ts'
import { convertNode } from './convert-node.ts'
import { withUsualNames } from './names.ts'
import { createPeerProviders } from './providers.ts'

export const portkeyFormat: ImportFormat = {
  name: 'portkey',
  title: 'Portkey',
  describes: 'configs, each a file',
  recognizes: (value: Json) =>
    isObject(value) &&
    (isList(value['targets']) ||
      isList(value['options']) ||
      ['virtual_key', 'virtualKey', 'strategy', 'override_params', 'overrideParams'].some(
        name => value[name] !== undefined,
      ) ||
      (typeof value['provider'] === 'string' && value['providers'] === undefined) ||
      ((value['retry'] !== undefined || value['cache'] !== undefined) && value['providers'] === undefined)),
  convert,
}

function convert(contexts: readonly ImportContext[], draft: ProjectDraft): void {
  draft.manifest['spelling'] = 'peer'
  draft.manifest['header_prefix'] = 'x-portkey-'
  const providers = createPeerProviders(draft)
  for (const context of contexts) {
    const name =
      context.parsed.source.name
        .split(/[\\/]/)
        .at(-1)
        ?.replace(/\.\w+$/, '') ?? ''
    const id = uniqueName(asIdentifier(name), taken => draft.configs.has(taken))
    const value = withUsualNames(context.parsed.value)
    const config = isObject(value) ? convertNode(context, value, '', providers) : undefined
    for (const lines of context.comments.values()) draft.head.push(...lines)
    if (config === undefined) continue
    draft.configs.set(id, config)
    addConfigCases(draft, id, config)
  }
  const [only] = draft.configs.keys()
  if (draft.configs.size === 1 && only !== undefined) draft.manifest['defaults'] = { config: only }
}
