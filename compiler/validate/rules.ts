// The config rules, in the order of evaluation. Each line names the section it implements: of the interface (I) or
// of the semantics (S).
import type { Rule } from './nodes/rule-context.ts'
import { breakerCanOpen } from './rules/breaker-can-open.ts'
import {
  cacheCanHit,
  cachedReplyIsSafe,
  cacheSkewsWeights,
  semanticCacheHasEmbeddings,
} from './rules/caches.ts'
import { checkHasAnEffect } from './rules/check-has-an-effect.ts'
import { checkHeadersContainNoSecret } from './rules/check-headers-contain-no-secret.ts'
import { checkIsKnown } from './rules/check-is-known.ts'
import { checkNamesAreKnown } from './rules/check-names-are-known.ts'
import { checkParameterIsUsed, checkParametersAreValid, jsonSchemaIsValid } from './rules/check-parameters.ts'
import { checkProviderIsStored } from './rules/check-provider-is-stored.ts'
import { checkSupportsHook } from './rules/check-supports-hook.ts'
import { checkUrlCanBeCalled } from './rules/check-url-can-be-called.ts'
import { conditionMatchesMore } from './rules/condition-matches-more.ts'
import {
  conditionalIsComplete,
  conditionCanMatch,
  conditionIsReachable,
  conditionNamesATarget,
  targetIsNamedByACondition,
} from './rules/conditions.ts'
import { credentialMatchesOrigin } from './rules/credential-matches-origin.ts'
import { credentialsAreComplete } from './rules/credentials-are-complete.ts'
import { customHostCanBeCalled } from './rules/custom-host-can-be-called.ts'
import { deploymentsAreDistinct } from './rules/deployments-are-distinct.ts'
import { fallbackHasAnotherTarget } from './rules/fallback-has-another-target.ts'
import { fallbacksCoverFailures } from './rules/fallbacks-cover-failures.ts'
import { modelHasNotEnded, modelIsServed, overrideFitsTheModel } from './rules/forced-models.ts'
import {
  asyncGuardrailDeniesNothing,
  besideGuardrailRewritesNothing,
  guardrailCanPass,
  guardrailHasAConsequence,
  guardrailHasChecks,
} from './rules/guardrail-effects.ts'
import { guardrailIsKnown } from './rules/guardrail-is-known.ts'
import { guardrailSettingsAreUsed } from './rules/guardrail-settings-are-used.ts'
import {
  denialBuffersStreams,
  streamEndEnforcesNothing,
  streamWindowsAreSupported,
} from './rules/guardrail-streams.ts'
import { guardrailsAreDistinct } from './rules/guardrails-are-distinct.ts'
import { hasAPropertyGroup } from './rules/has-a-property-group.ts'
import { headerMayBeForwarded, headerValueCanBeSent } from './rules/headers.ts'
import { inheritanceIsBounded, inheritedSettingIsUsed } from './rules/inheritance.ts'
import { metadataKeysAreSpelledAlike } from './rules/metadata-keys-are-spelled-alike.ts'
import { modelIsOfTheKind, nextTargetHasALongerContext } from './rules/models-fit-their-calls.ts'
import { operandMatchesOperator } from './rules/operand-matches-operator.ts'
import { overrideNamesNoOtherProvider } from './rules/override-names-no-other-provider.ts'
import { overrideIsPlausible, overridePreservesType } from './rules/overrides.ts'
import { patternCanMatch, patternHasNoDelimiters, patternIsValid } from './rules/patterns.ts'
import { promptIsKnown } from './rules/prompt-is-known.ts'
import { providerHasABaseUrl } from './rules/provider-has-a-base-url.ts'
import { providerIsKnown } from './rules/provider-is-known.ts'
import { providerIsUnambiguous } from './rules/provider-is-unambiguous.ts'
import { providerSupportsTheOverride } from './rules/provider-supports-the-override.ts'
import { providerUsesTheSetting } from './rules/provider-uses-the-setting.ts'
import {
  negationHandlesMissingKey,
  queryNamesAKnownParameter,
  queryUsesKnownOperators,
} from './rules/queries.ts'
import { queryReadsAKnownField } from './rules/query-reads-a-known-field.ts'
import { queryValueCanOccur } from './rules/query-value-can-occur.ts'
import { referencesAreInSecrets } from './rules/references-are-in-secrets.ts'
import { referenceNamesItsProvider } from './rules/references-name-their-provider.ts'
import { profileIsOfTheRegion, regionIsOfItsCloud } from './rules/regions.ts'
import { replyModelIsAtRoot } from './rules/reply-model-is-at-root.ts'
import { retriedStatusFallsBack } from './rules/retried-status-falls-back.ts'
import { retryAttemptsIsPositive } from './rules/retry-attempts-is-positive.ts'
import { secretReferencesAreAllowed } from './rules/secret-references-are-allowed.ts'
import { secretsAreReferences } from './rules/secrets-are-references.ts'
import {
  propertiesUseCanonicalNames,
  settingIsSupported,
  settingsUseCanonicalNames,
} from './rules/settings.ts'
import { slugIsKnown } from './rules/slug-is-known.ts'
import { statusCodesAreFailures } from './rules/status-codes-are-failures.ts'
import {
  someWeightIsPositive,
  strategyFieldsMatchMode,
  strategyHasTargets,
  strategyReplacesProvider,
} from './rules/strategy.ts'
import {
  targetNamesAreUnique,
  targetNamesItsProvider,
  weightAndNameBelongToTargets,
} from './rules/targets.ts'
import { timeHasItsUnit } from './rules/time-has-its-unit.ts'

/** Rules for everything that names a provider: configs, targets and the stored providers of a manifest. */
export const providerRules: readonly Rule[] = [
  providerIsKnown, // S 1: provider identifiers and aliases
  credentialsAreComplete, // I Config object: provider with api_key, custom_host or cloud parameters
  secretsAreReferences, // S 1 and architecture 2: secrets are references
  secretReferencesAreAllowed, // S 11 and S 18: who may use a secret, and where it goes, is its owner's decision
  referencesAreInSecrets, // architecture 2: references are resolved in secrets only
  customHostCanBeCalled, // I Authentication 4, S 12: custom hosts
  providerHasABaseUrl, // S 12: the final URL, however it is built
  providerUsesTheSetting, // S 1: a setting that does nothing is never silent
  headerValueCanBeSent, // S 1: anthropic_beta and others sent as headers
  propertiesUseCanonicalNames, // S 1: aliases
  deploymentsAreDistinct, // I Config object: deployments
  regionIsOfItsCloud, // S 1: a mistake is never silent
  referenceNamesItsProvider, // S 1: a mistake is never silent
]

/** Rules for hooks and guardrails, in configs and in manifests. */
export const guardRules: readonly Rule[] = [
  checkIsKnown, // S 1 and S 10: unknown checks, the default prefix
  checkParametersAreValid, // S 1: wrong parameters of checks
  checkNamesAreKnown, // S 1: a setting that does nothing is never silent
  checkHasAnEffect, // S 1: a setting that does nothing is never silent
  checkParameterIsUsed, // S 1: a setting that does nothing is never silent
  checkProviderIsStored, // S 1: slugs
  checkUrlCanBeCalled, // S 12: custom hosts and outbound requests
  checkHeadersContainNoSecret, // architecture 2: secrets are references
  checkSupportsHook, // S 10: guardrails on requests and on replies
  guardrailIsKnown, // S 10: a string is the id of a guardrail of the manifest
  guardrailHasChecks, // S 1: what is accepted and does nothing is never silent
  asyncGuardrailDeniesNothing, // S 10: async with deny or a rewrite
  besideGuardrailRewritesNothing, // S 10: when: beside with a rewrite
  streamEndEnforcesNothing, // S 10: stream: end with deny or a rewrite
  guardrailCanPass, // S 10: deny on failure and on success
  streamWindowsAreSupported, // S 10: output guards on streams
  denialBuffersStreams, // S 10: where windows do not suit a guard, the compiler reports the cost
  guardrailSettingsAreUsed, // S 1: a setting that does nothing is never silent
  guardrailsAreDistinct, // S 2: manifest-wide guardrails are always added
  guardrailHasAConsequence, // S 10: 246
  patternCanMatch, // S 1: what is accepted and does nothing is never silent
  patternIsValid, // S 6 and S 10: $regex, and patterns of checks
  jsonSchemaIsValid, // S 10: parameters of checks
]

/** Rules for queries, of configs and of a manifest's rules about flows. */
export const queryRules: readonly Rule[] = [
  queryReadsAKnownField, // S 6: contexts
  queryUsesKnownOperators, // S 6: operators
  operandMatchesOperator, // S 6: no coercion for equality, numbers for ordering
  negationHandlesMissingKey, // S 6: a missing key makes any operator false
  patternHasNoDelimiters, // S 6: $regex has no flags
  queryNamesAKnownParameter, // S 1: misspelled parameters
  queryValueCanOccur, // S 6: equality converts no types
  metadataKeysAreSpelledAlike, // S 1: a mistake is never silent
]

/** Rules for configs and their targets. */
export const rules: readonly Rule[] = [
  hasAPropertyGroup, // I Config object: property groups
  targetNamesItsProvider, // S 1: every leaf names a provider, or is passthrough
  ...providerRules,
  slugIsKnown, // S 1: slugs
  credentialMatchesOrigin, // S 11: a stored credential goes only to its origins
  overrideNamesNoOtherProvider, // S 1: an override of the model as @slug/model
  providerIsUnambiguous, // I Passthrough target, S 1
  strategyHasTargets, // I Strategy; S 1: single with several targets, empty targets
  strategyReplacesProvider, // S 1: credentials are never inherited
  inheritedSettingIsUsed, // S 2: the target's own value wins
  strategyFieldsMatchMode, // I Strategy: which mode reads which field
  weightAndNameBelongToTargets, // I Config object: weight in loadbalance mode
  conditionalIsComplete, // I Strategy: conditions and default
  conditionNamesATarget, // S 1: unknown then and default
  targetNamesAreUnique, // S 1: duplicate target names
  targetIsNamedByACondition, // S 1: a target that no condition names
  ...queryRules,
  conditionCanMatch, // S 1: what is accepted and does nothing is never silent
  conditionIsReachable, // S 6: an empty query matches all, first match wins
  conditionMatchesMore, // S 6: first match wins
  someWeightIsPositive, // S 5: weight 0 stops traffic
  statusCodesAreFailures, // S 3 and S 4: lists of status codes
  fallbackHasAnotherTarget, // S 4: the next target
  fallbacksCoverFailures, // S 4: a list without 408, 502 and 503
  retriedStatusFallsBack, // S 3 and S 4: retries run on one target before the strategy moves on
  settingsUseCanonicalNames, // S 1: aliases
  retryAttemptsIsPositive, // S 3: attempts
  headerMayBeForwarded, // I forward_headers, S 12: forwarding
  overridePreservesType, // I override_params
  overrideIsPlausible, // I Limits, S 1: a setting that does nothing is never silent
  modelIsServed, // S 1: a mistake is never silent
  modelIsOfTheKind, // S 1: a mistake is never silent
  nextTargetHasALongerContext, // S 4: the next target
  profileIsOfTheRegion, // S 1: a mistake is never silent
  modelHasNotEnded, // S 31, D24: models live and end
  overrideFitsTheModel, // I Limits
  timeHasItsUnit, // I Limits: milliseconds and seconds
  providerSupportsTheOverride, // S 1: a setting that does nothing is never silent
  inheritanceIsBounded, // architecture 7: inline configs are compiled on the first request
  ...guardRules,
  breakerCanOpen, // S 7: the default codes, the threshold
  semanticCacheHasEmbeddings, // S 9: requires an embeddings provider
  cachedReplyIsSafe, // S 9: cached replies are returned again
  cacheSkewsWeights, // S 5 and S 9: hits are not forwarded
  cacheCanHit, // S 9: cacheable routes, chat and completions
  promptIsKnown, // S 19: prompts in configs
  replyModelIsAtRoot, // S 17: the model that a reply names
  settingIsSupported, // what this version rejects
]
