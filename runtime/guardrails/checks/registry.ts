// Loaders of all built-in checks by identifier, sorted: a process loads those that its bundle names before it serves, and others only
// where callers may name them.
import type { CheckId, CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'

/** Each is typed by the parameters of its schema. */
const loaders: { readonly [Id in CheckId]: () => Promise<Check<CheckParameters[Id]>> } = {
  'aporia.validateProject': async () =>
    (await import('../services/partners/aporia-validate-project.ts')).aporiaValidateProject,
  'azure.contentSafety': async () =>
    (await import('../services/partners/azure-content-safety.ts')).azureContentSafety,
  'azure.pii': async () => (await import('../services/partners/azure-pii.ts')).azurePii,
  'azure.shieldPrompt': async () =>
    (await import('../services/partners/azure-shield-prompt.ts')).azureShieldPrompt,
  'bedrock.guard': async () => (await import('../services/partners/bedrock-guard.ts')).bedrockGuard,
  'default.addPrefix': async () => (await import('./add-prefix.ts')).addPrefix,
  'default.allLowercase': async () => (await import('./all-lowercase.ts')).allLowercase,
  'default.allUppercase': async () => (await import('./all-uppercase.ts')).allUppercase,
  'default.allowedRequestTypes': async () => (await import('./allowed-request-types.ts')).allowedRequestTypes,
  'default.characterCount': async () => (await import('./character-count.ts')).characterCount,
  'default.contains': async () => (await import('./contains.ts')).contains,
  'default.containsCode': async () => (await import('./contains-code.ts')).containsCode,
  'default.endsWith': async () => (await import('./ends-with.ts')).endsWith,
  'default.http': async () => (await import('./http.ts')).http,
  'default.inlineImage': async () => (await import('./inline-image.ts')).inlineImage,
  'default.invisibleCharacters': async () => (await import('./invisible-characters.ts')).invisibleCharacters,
  'default.jsonKeys': async () => (await import('./json-keys.ts')).jsonKeys,
  'default.jsonSchema': async () => (await import('./json-schema.ts')).jsonSchema,
  'default.jwt': async () => (await import('./jwt.ts')).jwt,
  'default.language': async () => (await import('./language.ts')).language,
  'default.llmJudge': async () => (await import('./llm-judge.ts')).llmJudge,
  'default.log': async () => (await import('./log.ts')).log,
  'default.maliciousUrls': async () => (await import('./malicious-urls.ts')).maliciousUrls,
  'default.modelRules': async () => (await import('./model-rules.ts')).modelRules,
  'default.modelWhitelist': async () => (await import('./model-whitelist.ts')).modelWhitelist,
  'default.notNull': async () => (await import('./not-null.ts')).notNull,
  'default.pii': async () => (await import('./pii.ts')).pii,
  'default.policy': async () => (await import('./policy.ts')).policy,
  'default.promptInjection': async () => (await import('./prompt-injection.ts')).promptInjection,
  'default.regexMatch': async () => (await import('./regex-match.ts')).regexMatch,
  'default.regexReplace': async () => (await import('./regex-replace.ts')).regexReplace,
  'default.requestParametersCheck': async () =>
    (await import('./request-parameters-check.ts')).requestParametersCheck,
  'default.requiredMetadataKeyPairs': async () =>
    (await import('./required-metadata-key-pairs.ts')).requiredMetadataKeyPairs,
  'default.requiredMetadataKeys': async () =>
    (await import('./required-metadata-keys.ts')).requiredMetadataKeys,
  'default.secrets': async () => (await import('./secrets.ts')).secrets,
  'default.sentenceCount': async () => (await import('./sentence-count.ts')).sentenceCount,
  'default.startsWith': async () => (await import('./starts-with.ts')).startsWith,
  'default.tokenCount': async () => (await import('./token-count.ts')).tokenCount,
  'default.validUrls': async () => (await import('./valid-urls.ts')).validUrls,
  'default.webhook': async () => (await import('./webhook.ts')).webhook,
  'default.wordCount': async () => (await import('./word-count.ts')).wordCount,
  'google.modelArmor': async () =>
    (await import('../services/partners/google-model-armor.ts')).googleModelArmor,
  'lakera.guard': async () => (await import('../services/partners/lakera-guard.ts')).lakeraGuard,
  'mistral.moderateContent': async () =>
    (await import('../services/partners/mistral-moderate-content.ts')).mistralModerateContent,
  'pangea.pii': async () => (await import('../services/partners/pangea-pii.ts')).pangeaPii,
  'pangea.textGuard': async () => (await import('../services/partners/pangea-text-guard.ts')).pangeaTextGuard,
  'panw-prisma-airs.intercept': async () =>
    (await import('../services/partners/prisma-airs-intercept.ts')).prismaAirsIntercept,
  'patronus.evaluate': async () =>
    (await import('../services/partners/patronus-evaluate.ts')).patronusEvaluate,
  'presidio.analyze': async () => (await import('../services/partners/presidio-analyze.ts')).presidioAnalyze,
  'promptfoo.guard': async () => (await import('../services/partners/promptfoo.ts')).promptfooGuard,
  'promptfoo.harm': async () => (await import('../services/partners/promptfoo.ts')).promptfooHarm,
  'promptfoo.pii': async () => (await import('../services/partners/promptfoo.ts')).promptfooPii,
  'vendor.moderateContent': async () =>
    (await import('../services/partners/vendor-moderate-content.ts')).vendorModerateContent,
  'zscaler.aiGuard': async () => (await import('../services/partners/zscaler-ai-guard.ts')).zscalerAiGuard,
}

/** Parameters of a plan have been validated by the check's schema, from which its type is generated. */
const untyped = loaders as unknown as Readonly<Record<string, () => Promise<Check>>>

/** The checks with these identifiers; without what is not built in. */
export async function loadChecks(ids: Iterable<string>): Promise<ReadonlyMap<string, Check>> {
  const found = [...new Set(ids)].flatMap(id => {
    const load = Object.hasOwn(untyped, id) ? untyped[id] : undefined
    return load === undefined ? [] : [load().then(check => [id, check] as const)]
  })
  return new Map(await Promise.all(found))
}

export const loadAllChecks = (): Promise<ReadonlyMap<string, Check>> => loadChecks(Object.keys(loaders))
