// An integration as a provider that calls can use: validated and lowered by the compiler like a stored provider of the manifest.
// It names no identity of the gateway's machine, and its hosts are those of a caller.

import { compile } from '../../../../compiler/compile.ts'
import { toJsonDiagnostic } from '../../../../compiler/diagnostics/json.ts'
import { propertyOfPeerWord } from '../../../../compiler/facts/canonical-names.ts'
import type { Catalog } from '../../../../compiler/facts/catalog.ts'
import type { SecretReferenceFacts } from '../../../../compiler/facts/environment.ts'
import type { SecretMapping } from '../../../../schemas/generated/control-types.ts'
import { configFacts } from '../../../../schemas/generated/facts.ts'
import type { Gateway, StaticBinding } from '../../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import { secretNames } from '../../core/sealing/secret-fields.ts'
import type { SavedIntegration } from './model.ts'

export interface IntegrationCompiler {
  readonly gateway: Gateway
  readonly catalog: Catalog
  /** The secret references of the manifest and of the store, by slug. */
  readonly references: Readonly<Record<string, SecretReferenceFacts>>
}

/** A property of a config that holds a credential. */
export const isSecretProperty = (name: string): boolean => configFacts[name]?.secret === true

const NAMED_ELSEWHERE = new Set(['provider', 'virtual_key'])

/** The properties of a body by their canonical names: those of configs, or Portkey's. */
export function readProperties(configurations: JsonObject): JsonObject | Failure {
  const properties: Record<string, Json> = {}
  for (const [written, value] of Object.entries(configurations)) {
    const name = Object.hasOwn(configFacts, written) ? written : (propertyOfPeerWord(written) ?? written)
    const fact = Object.hasOwn(configFacts, name) ? configFacts[name] : undefined
    const invalid = (reason: string): Failure =>
      failure('invalid_request', `configurations.${written} ${reason}`, { param: 'configurations' })
    if (fact?.binding !== true || NAMED_ELSEWHERE.has(name)) return invalid('is not a setting of a provider.')
    if (fact.machine === true)
      return invalid("names an identity of the gateway's machine, which only the manifest may do.")
    if (JSON.stringify(value).includes('${'))
      return invalid('contains a reference. Send the secret itself, or use secret_mappings.')
    properties[name] = value
  }
  return properties
}

/** The property that a mapping fills. */
export const targetOf = ({ target_field }: SecretMapping): string => {
  const written = target_field.replace(/^configurations\./, '')
  if (target_field === 'key') return 'api_key'
  return Object.hasOwn(configFacts, written) ? written : (propertyOfPeerWord(written) ?? written)
}

/** The name under which calls look the value of a mapping up: that of the reference, or of its other property. */
export const mappedName = ({ secret_reference_id, secret_key }: SecretMapping): string =>
  typeof secret_key === 'string' ? `${secret_reference_id}/${secret_key}` : secret_reference_id

/** The binding: secrets are `env` by the name of their property, or `secret` by the name of a mapping. */
export function compileIntegration(
  {
    slug,
    aiProvider,
    properties,
    mappings,
  }: Pick<SavedIntegration, 'slug' | 'aiProvider' | 'properties' | 'mappings'>,
  { gateway, catalog, references }: IntegrationCompiler,
): StaticBinding | Failure {
  const mapped = new Map(mappings.map(mapping => [targetOf(mapping), mapping] as const))
  const unmappable = [...mapped.keys()].find(name => !isSecretProperty(name))
  if (unmappable !== undefined)
    return failure('invalid_request', `${quoted(unmappable)} is not a secret of a provider.`, {
      param: 'secret_mappings',
    })
  const config = {
    ...properties,
    provider: aiProvider,
    ...Object.fromEntries(secretNames(properties).map(name => [name, `\${env:${name}}`])),
    ...Object.fromEntries(
      Array.from(mapped, ([name, { secret_reference_id }]) => [name, `\${secret:${secret_reference_id}}`]),
    ),
  }
  const text = JSON.stringify(config, undefined, 2)
  const { plan, diagnostics } = compile({ name: slug, text }, catalog, {
    origin: 'project',
    providers: {},
    trustedHosts: gateway.callerHosts ?? [],
    headerPrefix: gateway.headerPrefix,
    secretReferences: references,
  })
  const binding = plan?.nodes.find(node => node.kind === 'call')?.binding
  if (binding?.from === 'own') return withMappedNames(binding, mapped)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return failure(
    'invalid_request',
    `The integration ${quoted(slug)} is invalid: ${errors[0]?.message ?? `${quoted(aiProvider)} is not a provider.`}`,
    { diagnostics: errors.map(each => JSON.parse(JSON.stringify(toJsonDiagnostic(each))) as unknown) },
  )
}

const withMappedNames = (
  binding: StaticBinding,
  mapped: ReadonlyMap<string, SecretMapping>,
): StaticBinding => ({
  ...binding,
  credentials: Object.fromEntries(
    Object.entries(binding.credentials).map(([name, secret]) => {
      const mapping = secret.source === 'secret' ? mapped.get(name) : undefined
      return [name, mapping === undefined ? secret : { ...secret, name: mappedName(mapping) }]
    }),
  ),
})
