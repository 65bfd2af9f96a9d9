// Every secret of a bundle with its location, to verify that none is a literal.
import type {
  Binding,
  Bundle,
  GuardUse,
  PlanNode,
  PlanSinkHeader,
  Secret,
} from '../../schemas/generated/types.ts'
import { parseSecretReference } from '../facts/secret.ts'
import { isSecretString, namedStrings, parseSecret } from './secret-json.ts'

export interface BundleSecret {
  /** As text: `plan "chat", node 3, api_key`. */
  readonly location: string
  readonly secret: Secret
}

const bindingSecrets = (location: string, binding: Binding): readonly BundleSecret[] =>
  binding.from === 'own'
    ? Object.entries(binding.credentials).flatMap(([name, secret]) =>
        secretParts(secret, name).map(([at, part]) => ({ location: `${location}, ${at}`, secret: part })),
      )
    : []

type NamedSecret = readonly [name: string, secret: Secret]

/** A secret itself; for an object the references in it, and the strings that should be references. */
function secretParts(secret: Secret, name: string): readonly NamedSecret[] {
  if (secret.source === 'machine') return []
  if (secret.source !== 'json') return [[name, secret]]
  return Array.from(namedStrings(parseSecret(secret.name), name)).flatMap(
    ({ name: inner, text }): readonly NamedSecret[] => {
      const reference = parseSecretReference(text)
      const at = inner === name ? name : `${name}.${inner}`
      if (reference !== undefined)
        return [[at, { source: reference.source, name: reference.name, origins: secret.origins }]]
      return isSecretString(inner, text) ? [[at, { ...secret, source: 'literal', name: text }]] : []
    },
  )
}

const guardSecrets = (location: string, { id, checks }: GuardUse): readonly BundleSecret[] =>
  checks.flatMap(check =>
    Object.entries(check.credentials).map(([name, secret]) => ({
      location: `${location}, guardrail "${id}", ${check.id}, ${name}`,
      secret,
    })),
  )

const serviceSecrets = (location: string, secret: Secret | undefined): readonly BundleSecret[] =>
  secret === undefined ? [] : [{ location, secret }]

/** What a sink of the log is called with. */
const sinkSecrets = (
  name: string,
  sink: { readonly secret?: Secret; readonly headers: readonly PlanSinkHeader[] } | undefined,
): readonly BundleSecret[] =>
  sink === undefined
    ? []
    : [
        ...serviceSecrets(`telemetry.${name}`, sink.secret),
        ...sink.headers.flatMap(({ name: header, secret }) =>
          serviceSecrets(`telemetry.${name}.headers.${header}`, secret),
        ),
      ]

/** The secrets of the stored providers, of every call and guard of every plan, of secret managers, and of the services of state. */
export function bundleSecrets({
  gateway,
  plans,
}: Pick<Bundle, 'gateway' | 'plans'>): readonly BundleSecret[] {
  const storedSecrets = Object.entries(gateway.providers).flatMap(([slug, binding]) =>
    bindingSecrets(`provider "${slug}"`, binding),
  )
  const nodeSecrets = Object.entries(plans).flatMap(([id, plan]) =>
    plan.nodes.flatMap((node, index) => planNodeSecrets(`plan "${id}", node ${index}`, node)),
  )
  const guardrailSecrets = Object.entries(gateway.guardrails).flatMap(([, guard]) =>
    guardSecrets('gateway', guard),
  )
  const authSecrets = Object.entries(gateway.secretReferences ?? {}).flatMap(([slug, { credentials }]) =>
    Object.entries(credentials).map(([name, secret]) => ({
      location: `secret reference "${slug}", ${name}`,
      secret,
    })),
  )
  const mcpSecrets = Object.entries(gateway.mcp?.servers ?? {}).flatMap(([slug, { headers, auth }]) => [
    ...headers.flatMap(({ name, secret }) => serviceSecrets(`MCP server "${slug}", ${name}`, secret)),
    ...serviceSecrets(`MCP server "${slug}", client_secret`, auth?.secret),
  ])
  const agentSecrets = Object.entries(gateway.agents ?? {}).flatMap(([slug, { headers, signingKey }]) => [
    ...headers.flatMap(({ name, secret }) => serviceSecrets(`agent "${slug}", ${name}`, secret)),
    ...serviceSecrets(`agent "${slug}", signing_key`, signingKey),
  ])
  const outboundSecrets = [
    ...serviceSecrets('outbound.proxy', gateway.outbound?.proxy?.secret),
    ...Object.entries(gateway.providers).flatMap(([slug, { outbound }]) =>
      serviceSecrets(`provider "${slug}", outbound.proxy`, outbound?.proxy?.secret),
    ),
  ]
  const services = [
    ...serviceSecrets('encryption_key', gateway.encryptionKey),
    ...serviceSecrets('state', gateway.state.secret),
    ...serviceSecrets('store', gateway.store?.secret),
    ...serviceSecrets('alerts.webhook', gateway.alerts?.secret),
    ...serviceSecrets('cache.semantic.vectors', gateway.semantic?.vectors.secret),
    ...serviceSecrets('telemetry.metrics.token', gateway.metricsListen?.token),
    ...sinkSecrets('log_http', gateway.telemetry?.http),
    ...sinkSecrets('otlp', gateway.telemetry?.otlp),
  ]
  return [
    ...storedSecrets,
    ...nodeSecrets,
    ...guardrailSecrets,
    ...authSecrets,
    ...mcpSecrets,
    ...agentSecrets,
    ...outboundSecrets,
    ...services,
  ]
}

function planNodeSecrets(location: string, node: PlanNode): readonly BundleSecret[] {
  if (node.kind === 'call') return bindingSecrets(location, node.binding)
  return node.kind === 'guard'
    ? [...node.before, ...node.after].flatMap(guard => guardSecrets(location, guard))
    : []
}
