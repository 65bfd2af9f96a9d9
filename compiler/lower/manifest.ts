// A valid manifest becomes the facts of a gateway: every default written out, credentials bound to their origins,
// hashes bare. What it says of the project's folders is for whoever reads files and stands in no bundle.
import { manifestDefaults } from '../../schemas/generated/facts.ts'
import type {
  ApiKey,
  Gateway,
  Manifest,
  OwnBinding,
  PlanApiKey,
  StoredProvider,
} from '../../schemas/generated/types.ts'
import type { Catalog } from '../catalog.ts'
import { ownBinding } from './binding.ts'
import { originOfHost } from './origin.ts'

type Scope = NonNullable<ApiKey['scopes']>[number]

/** The type makes the list complete: a scope that the schema gains does not compile until it stands here. */
const SCOPES: { readonly [scope in Scope]: true } = { inference: true, models: true }

const WORKSPACE = 'default'

/** The gateway of a manifest that `check` found valid; the empty manifest gives the gateway of a lone config. */
export function lowerManifest(manifest: Manifest, catalog: Catalog): Gateway {
  const {
    name = manifestDefaults.name,
    listen,
    header_prefix = manifestDefaults.header_prefix,
    providers = {},
    api_keys = [],
    trusted_hosts = [],
    unsupported = manifestDefaults.unsupported,
    limits,
    telemetry,
    // Read by the composition root, which knows folders and severities.
    configs: _configs,
    prompts: _prompts,
    tests: _tests,
    rules: _rules,
    // One state and no store in this version: `check` refuses what cannot be served.
    store: _store,
    state: _state,
    ...none
  } = manifest
  none satisfies Record<string, never>
  return {
    name,
    listen: { ...manifestDefaults.listen, ...listen },
    headerPrefix: header_prefix.toLowerCase(),
    providers: Object.fromEntries(
      Object.entries(providers).map(([slug, stored]) => [slug, lowerStored(stored, catalog)] as const),
    ),
    apiKeys: api_keys.map(lowerKey),
    trustedHosts: [...trusted_hosts],
    unsupported,
    limits: { ...manifestDefaults.limits, ...limits },
    log: telemetry?.log ?? manifestDefaults.telemetry.log,
  }
}

function lowerStored(
  { provider, allowed_hosts = [], ...properties }: StoredProvider,
  catalog: Catalog,
): OwnBinding {
  const origins = allowed_hosts.flatMap(host => originOfHost(host) ?? [])
  return ownBinding(provider, properties, catalog, 'project', [...new Set(origins)].sort())
}

const lowerKey = ({ id, hash, workspace = WORKSPACE, scopes }: ApiKey): PlanApiKey => ({
  id,
  hash: hash.replace(/^sha256:/, ''),
  workspace,
  scopes: scopes === undefined ? Object.keys(SCOPES) : [...scopes],
})
