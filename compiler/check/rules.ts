// The config rules, in the order of evaluation. Each line names the section it implements: of the interface (I) or
// of the semantics (S).
import type { Rule } from './rule.ts'
import { asyncGuardrailDeniesNothing } from './rules/async-guardrail-denies-nothing.ts'
import { breakerCanOpen } from './rules/breaker-can-open.ts'
import { cacheCanHit } from './rules/cache-can-hit.ts'
import { cachedReplyMayStand } from './rules/cached-reply-may-stand.ts'
import { checkAddressCanBeCalled } from './rules/check-address-can-be-called.ts'
import { checkAsksAStoredProvider } from './rules/check-asks-a-stored-provider.ts'
import { checkHeadersHoldNoSecret } from './rules/check-headers-hold-no-secret.ts'
import { checkIsKnown } from './rules/check-is-known.ts'
import { checkMayStandThere } from './rules/check-may-stand-there.ts'
import { checkParametersFit } from './rules/check-parameters-fit.ts'
import { conditionCanBeReached } from './rules/condition-can-be-reached.ts'
import { conditionNamesATarget } from './rules/condition-names-a-target.ts'
import { conditionalIsComplete } from './rules/conditional-is-complete.ts'
import { credentialStaysAtItsOrigins } from './rules/credential-stays-at-its-origins.ts'
import { credentialsAreComplete } from './rules/credentials-are-complete.ts'
import { customHostCanBeCalled } from './rules/custom-host-can-be-called.ts'
import { denialHoldsStreams } from './rules/denial-holds-streams.ts'
import { deploymentsAreDistinct } from './rules/deployments-are-distinct.ts'
import { guardrailHasChecks } from './rules/guardrail-has-checks.ts'
import { guardrailIsKnown } from './rules/guardrail-is-known.ts'
import { guardrailLetsSomethingPass } from './rules/guardrail-lets-something-pass.ts'
import { guardrailReadsItsSettings } from './rules/guardrail-reads-its-settings.ts'
import { guardrailsAreDistinct } from './rules/guardrails-are-distinct.ts'
import { headerMayBeForwarded } from './rules/header-may-be-forwarded.ts'
import { headerValueCanBeSent } from './rules/header-value-can-be-sent.ts'
import { holdsAPropertyGroup } from './rules/holds-a-property-group.ts'
import { inheritanceStaysSmall } from './rules/inheritance-stays-small.ts'
import { missingKeyIsThoughtOf } from './rules/missing-key-is-thought-of.ts'
import { namesAKnownProvider } from './rules/names-a-known-provider.ts'
import { namesAKnownSlug } from './rules/names-a-known-slug.ts'
import { operandFitsItsOperator } from './rules/operand-fits-its-operator.ts'
import { overrideKeepsTheShape } from './rules/override-keeps-the-shape.ts'
import { patternIsSound } from './rules/pattern-is-sound.ts'
import { providerComesFromOnePlace } from './rules/provider-comes-from-one-place.ts'
import { providerHasAnAddress } from './rules/provider-has-an-address.ts'
import { providerReadsTheSetting } from './rules/provider-reads-the-setting.ts'
import { providerTakesTheOverride } from './rules/provider-takes-the-override.ts'
import { queryReadsAKnownField } from './rules/query-reads-a-known-field.ts'
import { queryUsesKnownOperators } from './rules/query-uses-known-operators.ts'
import { referencesStandInSecrets } from './rules/references-stand-in-secrets.ts'
import { retryTriesAgain } from './rules/retry-tries-again.ts'
import { schemaCanBeUsed } from './rules/schema-can-be-used.ts'
import { secretsAreReferences } from './rules/secrets-are-references.ts'
import { semanticCacheHasEmbeddings } from './rules/semantic-cache-has-embeddings.ts'
import { settingIsSupported } from './rules/setting-is-supported.ts'
import { settingReachesATarget } from './rules/setting-reaches-a-target.ts'
import { settingsStandUnderTheirNames } from './rules/settings-stand-under-their-names.ts'
import { someWeightIsPositive } from './rules/some-weight-is-positive.ts'
import { statusCodesAreFailures } from './rules/status-codes-are-failures.ts'
import { strategyHasTargets } from './rules/strategy-has-targets.ts'
import { strategyReadsItsFields } from './rules/strategy-reads-its-fields.ts'
import { strategyReplacesProvider } from './rules/strategy-replaces-provider.ts'
import { targetIsNamedByACondition } from './rules/target-is-named-by-a-condition.ts'
import { targetNamesAreUnique } from './rules/target-names-are-unique.ts'
import { targetNamesItsProvider } from './rules/target-names-its-provider.ts'
import { weightAndNameBelongToTargets } from './rules/weight-and-name-belong-to-targets.ts'
import { weightsOutliveTheCache } from './rules/weights-outlive-the-cache.ts'
import { windowsSuitTheChecks } from './rules/windows-suit-the-checks.ts'

/** Rules for everything that names a provider: configs, targets and the stored providers of a manifest. */
export const providerRules: readonly Rule[] = [
  namesAKnownProvider, // S 1: provider identifiers and aliases
  credentialsAreComplete, // I Config object: provider with api_key, custom_host or cloud parameters
  secretsAreReferences, // S 1 and architecture 2: secrets are references
  referencesStandInSecrets, // architecture 2: references are resolved in secrets only
  customHostCanBeCalled, // I Authentication 4, S 12: custom hosts
  providerHasAnAddress, // S 12: the final URL, however it is built
  providerReadsTheSetting, // S 1: a setting that does nothing is never silent
  headerValueCanBeSent, // S 1: anthropic_beta and others sent as headers
  deploymentsAreDistinct, // I Config object: deployments
]

/** Rules for hooks and guardrails, in configs and in manifests. */
export const guardRules: readonly Rule[] = [
  checkIsKnown, // S 1 and S 10: unknown checks, the default prefix
  checkParametersFit, // S 1: wrong parameters of checks
  checkAsksAStoredProvider, // S 1: slugs
  checkAddressCanBeCalled, // S 12: custom hosts and outbound requests
  checkHeadersHoldNoSecret, // architecture 2: secrets are references
  checkMayStandThere, // S 10: guardrails on requests and on replies
  guardrailIsKnown, // S 10: a string is the id of a guardrail of the manifest
  guardrailHasChecks, // S 1: what is accepted and does nothing is never silent
  asyncGuardrailDeniesNothing, // S 10: async with deny
  guardrailLetsSomethingPass, // S 10: deny on failure and on success
  windowsSuitTheChecks, // S 10: output guards on streams
  denialHoldsStreams, // S 10: a denying guard buffers the stream, and the compiler reports the cost
  guardrailReadsItsSettings, // S 1: a setting that does nothing is never silent
  guardrailsAreDistinct, // S 2: manifest-wide guardrails are always added
  patternIsSound, // S 6 and S 10: $regex, and patterns of checks
  schemaCanBeUsed, // S 10: parameters of checks
]

/** Rules for configs and their targets. */
export const rules: readonly Rule[] = [
  holdsAPropertyGroup, // I Config object: property groups
  targetNamesItsProvider, // S 1: every leaf names a provider, or is passthrough
  ...providerRules,
  namesAKnownSlug, // S 1: slugs
  credentialStaysAtItsOrigins, // S 11: a stored credential goes only to its origins
  providerComesFromOnePlace, // I Passthrough target, S 1
  strategyHasTargets, // I Strategy; S 1: single with several targets, empty targets
  strategyReplacesProvider, // S 1: credentials are never inherited
  settingReachesATarget, // S 2: the target's own value wins
  strategyReadsItsFields, // I Strategy: which mode reads which field
  weightAndNameBelongToTargets, // I Config object: weight in loadbalance mode
  conditionalIsComplete, // I Strategy: conditions and default
  conditionNamesATarget, // S 1: unknown then and default
  targetNamesAreUnique, // S 1: duplicate target names
  targetIsNamedByACondition, // S 1: a target that no condition names
  queryReadsAKnownField, // S 6: contexts
  queryUsesKnownOperators, // S 6: operators
  operandFitsItsOperator, // S 6: no coercion for equality, numbers for ordering
  missingKeyIsThoughtOf, // S 6: a missing key makes any operator false
  conditionCanBeReached, // S 6: an empty query matches all, first match wins
  someWeightIsPositive, // S 5: weight 0 stops traffic
  statusCodesAreFailures, // S 3 and S 4: lists of status codes
  settingsStandUnderTheirNames, // S 1: aliases
  retryTriesAgain, // S 3: attempts
  headerMayBeForwarded, // I forward_headers, S 12: forwarding
  overrideKeepsTheShape, // I override_params
  providerTakesTheOverride, // S 1: a setting that does nothing is never silent
  inheritanceStaysSmall, // architecture 7: inline configs are compiled on the first request
  ...guardRules,
  breakerCanOpen, // S 7: the default codes, the threshold
  semanticCacheHasEmbeddings, // S 9: requires an embeddings provider
  cachedReplyMayStand, // S 9: cached replies are returned again
  weightsOutliveTheCache, // S 5 and S 9: hits are not forwarded
  cacheCanHit, // S 9: cacheable routes, chat and completions
  settingIsSupported, // what this version rejects
]
