// The manifest rules, in the order of evaluation. The rules for stored providers are shared with configs
// (rules.ts).

import { agentsCanBeCalled } from './manifest-rules/agents-can-be-called.ts'
import { alertsCanBeDelivered } from './manifest-rules/alerts-can-be-delivered.ts'
import { aliasesLeadToModels } from './manifest-rules/aliases-lead-to-models.ts'
import {
  apiKeysAreDistinct,
  authenticationHasKeys,
  corsNamesItsOrigins,
  exposedGatewayHasKeys,
  keysMayUseTheirDefaults,
  keysNameAgents,
  pinnedKeysHaveAConfig,
} from './manifest-rules/api-keys.ts'
import { consoleCanBeOpened, listenersHavePorts } from './manifest-rules/console-can-be-opened.ts'
import { customChecksHaveModules } from './manifest-rules/custom-checks-have-modules.ts'
import { defaultsCanServe } from './manifest-rules/defaults-can-serve.ts'
import { flowRulesCanApply, flowRulesCountModels } from './manifest-rules/flow-rules.ts'
import { hostsAreWellFormed } from './manifest-rules/hosts-are-well-formed.ts'
import { limitsCanHold } from './manifest-rules/limits-can-hold.ts'
import { manifestSettingIsSupported } from './manifest-rules/manifest-setting-is-supported.ts'
import { mcpNamesWhatExists } from './manifest-rules/mcp-names-what-exists.ts'
import { mcpServersCanBeCalled } from './manifest-rules/mcp-servers-can-be-called.ts'
import { mcpSignInIsComplete } from './manifest-rules/mcp-sign-in-is-complete.ts'
import { operatorSecretsAreReferences } from './manifest-rules/operator-secrets-are-references.ts'
import { outboundCanBeUsed } from './manifest-rules/outbound-can-be-used.ts'
import {
  limitProfilesAreUsed,
  policiesAreDistinct,
  policiesNameWhatExists,
} from './manifest-rules/policies.ts'
import { poolsCanServe } from './manifest-rules/pools-can-serve.ts'
import { pricesCanApply } from './manifest-rules/prices-can-apply.ts'
import { rulesNameWarnings } from './manifest-rules/rules-name-warnings.ts'
import { secretManagersCanBeReached } from './manifest-rules/secret-managers-can-be-reached.ts'
import { secretReferencesAreComplete } from './manifest-rules/secret-references-are-complete.ts'
import { semanticCacheCanMatch } from './manifest-rules/semantic-cache-can-match.ts'
import { serviceUrlsAreWellFormed } from './manifest-rules/service-urls-are-well-formed.ts'
import { signInTrustsItsIssuer } from './manifest-rules/sign-in-trusts-its-issuer.ts'
import { externalSlugsAreDistinct, storedProviderIsKnown } from './manifest-rules/stored-providers.ts'
import { telemetryCanWork } from './manifest-rules/telemetry-can-work.ts'
import type { ManifestRule } from './nodes/rule-context.ts'

export const manifestRules: readonly ManifestRule[] = [
  externalSlugsAreDistinct, // S 1: slugs of the store
  storedProviderIsKnown, // S 1: provider identifiers
  poolsCanServe, // D26: pools
  operatorSecretsAreReferences, // S 18: the operator's own secrets come from variables and files
  secretReferencesAreComplete, // I release 1.12.0: secret references
  secretManagersCanBeReached, // I release 1.12.0, S 12: how a manager is authenticated to, and where it is
  hostsAreWellFormed, // S 12: trusted hosts are exempt from the SSRF guard, metadata addresses never are
  authenticationHasKeys, // S 11: who authenticates is explicit
  exposedGatewayHasKeys, // S 11: without a key the gateway listens on loopback only
  listenersHavePorts, // S 11: listeners of calls, saved resources, metrics and the console
  consoleCanBeOpened, // S 25: the console
  corsNamesItsOrigins, // S 11: pages of other origins
  apiKeysAreDistinct, // S 11: keys are bound to a workspace and scopes
  keysMayUseTheirDefaults, // S 18: secrets are allowed for workspaces
  pinnedKeysHaveAConfig, // S 11: keys that are kept to their default config
  defaultsCanServe, // S 11: defaults of calls that name nothing
  aliasesLeadToModels, // S 11: aliases of models
  serviceUrlsAreWellFormed, // S 7 and S 9: where state is stored
  outboundCanBeUsed, // S 12: proxies and authorities
  semanticCacheCanMatch, // S 9: embeddings come from a provider named in the manifest
  customChecksHaveModules, // S 10: custom checks
  mcpServersCanBeCalled, // S 22: MCP servers
  mcpNamesWhatExists, // S 22: MCP servers
  signInTrustsItsIssuer, // D22: whose addresses count
  mcpSignInIsComplete, // S 22: tokens of clients, and OAuth towards servers
  agentsCanBeCalled, // S 23: agents
  keysNameAgents, // S 23: agents
  flowRulesCanApply, // S 1: what is accepted and does nothing is never silent
  flowRulesCountModels, // S 22 and S 23: what flows of calls of models leave out
  policiesAreDistinct, // S 20: identifiers are derived from names
  policiesNameWhatExists, // S 20: conditions
  limitProfilesAreUsed, // S 20: profiles of keys
  limitsCanHold, // S 20: limits of rates and usage
  alertsCanBeDelivered, // S 12
  telemetryCanWork, // S 21: sinks of the log
  pricesCanApply, // S 20 and D25: prices of models and lists of them
  rulesNameWarnings, // architecture 5: severities may be lowered for warnings, never for errors
  manifestSettingIsSupported, // what this version rejects
]
