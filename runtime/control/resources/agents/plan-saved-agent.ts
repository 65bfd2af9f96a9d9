// A saved agent as the manifest would have it: the same rules hold for it, and it is lowered alike.
import { collectDiagnostics } from '../../../../compiler/diagnostics/diagnostic.ts'
import { agentOrigins, lowerAgent } from '../../../../compiler/lower/agents.ts'
import { readJson } from '../../../../compiler/read/json.ts'
import { validateManifest } from '../../../../compiler/validate/validate-manifest.ts'
import type { AgentServer, PlanAgent } from '../../../../schemas/generated/types.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { type SavedAgentIntegration, SIGNING_KEY } from './model.ts'

/** Placeholders of sealed secrets. */
const HEADER = '${env:HEADER}'
const SEALED_KEY = `\${env:${SIGNING_KEY}}`

const signingKeyOf = ({
  signing,
  signingReference,
}: Pick<SavedAgentIntegration, 'signing' | 'signingReference'>): string | undefined =>
  signingReference === undefined
    ? Object.hasOwn(signing, SIGNING_KEY)
      ? SEALED_KEY
      : undefined
    : `\${secret:${signingReference}}`

function toManifestForm(saved: SavedAgentIntegration): AgentServer {
  const signing_key = signingKeyOf(saved)
  const { card, ...settings } = saved.settings
  return {
    ...settings,
    headers: Object.fromEntries(Object.keys(saved.headers).map(name => [name, HEADER])),
    card: { ...card, ...(signing_key !== undefined && { signing_key }) },
  }
}

/** Private hosts are those that are open to callers. */
export function validateSavedAgent(
  saved: SavedAgentIntegration,
  { gateway, catalog }: Pick<ControlSources, 'gateway' | 'catalog'>,
): Failure | undefined {
  const manifest = {
    ...(gateway.publicUrl !== undefined && { public_url: gateway.publicUrl }),
    trusted_hosts: gateway.callerHosts ?? [],
    agents: { agent: toManifestForm(saved) },
  }
  const { report, diagnostics } = collectDiagnostics()
  const parsed = readJson({ name: saved.slug, text: JSON.stringify(manifest) }, report)
  if (parsed !== undefined) validateManifest(parsed, catalog, report)
  const [first] = diagnostics.filter(({ severity }) => severity === 'error')
  if (first === undefined) return undefined
  // `/agents/agent/interfaces/0/url`
  const [, , , param] = first.location.pointer?.split('/') ?? []
  return failure(first.code === 'blocked-host' ? 'blocked_host' : 'invalid_request', first.message, {
    ...(param !== undefined && { param }),
  })
}

/** Secrets of headers are `literal` by the names of their headers, that of cards `env`, or `secret` by its reference. */
export function planSavedAgent(saved: SavedAgentIntegration): PlanAgent {
  const plan = lowerAgent(toManifestForm(saved))
  const origins = originsOf(saved)
  return {
    ...plan,
    headers: Object.keys(saved.headers).map(name => ({
      name: name.toLowerCase(),
      before: '',
      secret: { source: 'literal', name, origins },
    })),
  }
}

/** Where its headers are sent. */
export const originsOf = ({ settings }: Pick<SavedAgentIntegration, 'settings'>): readonly string[] =>
  agentOrigins(settings.card_url, settings.interfaces)
