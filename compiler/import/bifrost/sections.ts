// Sections of Bifrost's config.json besides its providers.
import { asList, asObject, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { readSecret, variableName, variableOf } from '../foreign-references.ts'
import type { ImportContext } from '../import-context.ts'
import { asIdentifier, type ProjectDraft } from '../project-draft.ts'

/** An empty string for sections without an effect on requests. */
const ADVICE: Readonly<Record<string, string>> = {
  $schema: '',
  version: '',
  source_of_truth: '',
  auth_config: 'Keys of clients are api_keys of the manifest.',
  config_store: '',
  logs_store: '',
  log_store: '',
  framework: '',
  providers: '',
  mcp: '',
  client: '',
  encryption_key: 'Secrets of a store are encrypted with encryption_key of the manifest.',
  vector_store:
    'A semantic cache is cache: { mode: semantic } of a config with cache.embeddings of the manifest.',
  governance:
    'Create keys of clients with "portolan key NAME"; their models, budgets and rates are in api_keys and policies of the manifest.',
  guardrails_config: 'Guardrails are in guardrails of the manifest.',
  plugins: 'telemetry of the manifest has logs, OTLP and metrics; a semantic cache is cache of a config.',
  local_cache: 'The cache of replies is cache of a config.',
  websocket: 'Realtime sessions need no settings.',
}

export function reportSections(context: ImportContext, root: JsonObject, draft: ProjectDraft): void {
  for (const [name, value] of Object.entries(root)) {
    const at = childPointer('', name)
    const advice = ADVICE[name]
    if (advice === undefined)
      context.report('import-unknown-property', at, `"${name}" is not known, and was left out.`, 'key')
    else if (advice !== '' && !(Array.isArray(value) && value.length === 0))
      context.report('import-not-expressible', at, `"${name}" was left out. ${advice}`, 'key')
  }
  for (const [index, value] of asList(asObject(root['mcp'])['client_configs']).entries()) {
    const at = `/mcp/client_configs/${index}`
    const client = asObject(value)
    const name = typeof client['name'] === 'string' ? client['name'] : `server-${index + 1}`
    const url = client['connection_string']
    if (client['connection_type'] !== 'http' || typeof url !== 'string' || variableOf(url) !== undefined) {
      context.report(
        'import-not-expressible',
        at,
        `The MCP server "${name}" was left out: only servers of the streamable HTTP transport with an address in the file can be called.`,
      )
      continue
    }
    const headers: Record<string, string> = {}
    for (const [header, own] of Object.entries(asObject(client['headers']))) {
      const secret = readSecret(context, own, `${at}/headers/${header}`, variableName(name, header))
      if (secret !== undefined) headers[header] = secret
    }
    const servers = asObject(asObject(draft.manifest['mcp'])['servers'])
    const server = { url, ...(Object.keys(headers).length > 0 && isObject(headers) && { headers }) }
    draft.manifest['mcp'] = { servers: { ...servers, [asIdentifier(name)]: server } }
  }
}
