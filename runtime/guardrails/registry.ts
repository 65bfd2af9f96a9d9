// All built-in checks by identifier, sorted.
import type { CheckId, CheckParameters } from '../../schemas/generated/checks.ts'
import type { Check } from './check.ts'
import { addPrefix } from './checks/add-prefix.ts'
import { allLowercase } from './checks/all-lowercase.ts'
import { allUppercase } from './checks/all-uppercase.ts'
import { allowedRequestTypes } from './checks/allowed-request-types.ts'
import { characterCount } from './checks/character-count.ts'
import { contains } from './checks/contains.ts'
import { containsCode } from './checks/contains-code.ts'
import { endsWith } from './checks/ends-with.ts'
import { http } from './checks/http.ts'
import { inlineImage } from './checks/inline-image.ts'
import { invisibleCharacters } from './checks/invisible-characters.ts'
import { jsonKeys } from './checks/json-keys.ts'
import { jsonSchema } from './checks/json-schema.ts'
import { jwt } from './checks/jwt.ts'
import { language } from './checks/language.ts'
import { llmJudge } from './checks/llm-judge.ts'
import { log } from './checks/log.ts'
import { modelRules } from './checks/model-rules.ts'
import { modelWhitelist } from './checks/model-whitelist.ts'
import { notNull } from './checks/not-null.ts'
import { pii } from './checks/pii.ts'
import { policy } from './checks/policy.ts'
import { promptInjection } from './checks/prompt-injection.ts'
import { regexMatch } from './checks/regex-match.ts'
import { regexReplace } from './checks/regex-replace.ts'
import { requestParametersCheck } from './checks/request-parameters-check.ts'
import { requiredMetadataKeyPairs } from './checks/required-metadata-key-pairs.ts'
import { requiredMetadataKeys } from './checks/required-metadata-keys.ts'
import { secrets } from './checks/secrets.ts'
import { sentenceCount } from './checks/sentence-count.ts'
import { startsWith } from './checks/starts-with.ts'
import { validUrls } from './checks/valid-urls.ts'
import { webhook } from './checks/webhook.ts'
import { wordCount } from './checks/word-count.ts'
import { aporiaValidateProject } from './partners/aporia-validate-project.ts'
import { azureContentSafety } from './partners/azure-content-safety.ts'
import { azurePii } from './partners/azure-pii.ts'
import { azureShieldPrompt } from './partners/azure-shield-prompt.ts'
import { bedrockGuard } from './partners/bedrock-guard.ts'
import { lakeraGuard } from './partners/lakera-guard.ts'
import { mistralModerateContent } from './partners/mistral-moderate-content.ts'
import { pangeaPii } from './partners/pangea-pii.ts'
import { pangeaTextGuard } from './partners/pangea-text-guard.ts'
import { patronusEvaluate } from './partners/patronus-evaluate.ts'
import { prismaAirsIntercept } from './partners/prisma-airs-intercept.ts'
import { promptfooGuard, promptfooHarm, promptfooPii } from './partners/promptfoo.ts'
import { vendorModerateContent } from './partners/vendor-moderate-content.ts'
import { zscalerAiGuard } from './partners/zscaler-ai-guard.ts'

/** Each is typed by the parameters of its schema. */
const typed: { readonly [Id in CheckId]: Check<CheckParameters[Id]> } = {
  'aporia.validateProject': aporiaValidateProject,
  'azure.contentSafety': azureContentSafety,
  'azure.pii': azurePii,
  'azure.shieldPrompt': azureShieldPrompt,
  'bedrock.guard': bedrockGuard,
  'default.addPrefix': addPrefix,
  'default.allLowercase': allLowercase,
  'default.allUppercase': allUppercase,
  'default.allowedRequestTypes': allowedRequestTypes,
  'default.characterCount': characterCount,
  'default.contains': contains,
  'default.containsCode': containsCode,
  'default.endsWith': endsWith,
  'default.http': http,
  'default.inlineImage': inlineImage,
  'default.invisibleCharacters': invisibleCharacters,
  'default.jsonKeys': jsonKeys,
  'default.jsonSchema': jsonSchema,
  'default.jwt': jwt,
  'default.language': language,
  'default.llmJudge': llmJudge,
  'default.log': log,
  'default.modelRules': modelRules,
  'default.modelWhitelist': modelWhitelist,
  'default.notNull': notNull,
  'default.pii': pii,
  'default.policy': policy,
  'default.promptInjection': promptInjection,
  'default.regexMatch': regexMatch,
  'default.regexReplace': regexReplace,
  'default.requestParametersCheck': requestParametersCheck,
  'default.requiredMetadataKeyPairs': requiredMetadataKeyPairs,
  'default.requiredMetadataKeys': requiredMetadataKeys,
  'default.secrets': secrets,
  'default.sentenceCount': sentenceCount,
  'default.startsWith': startsWith,
  'default.validUrls': validUrls,
  'default.webhook': webhook,
  'default.wordCount': wordCount,
  'lakera.guard': lakeraGuard,
  'mistral.moderateContent': mistralModerateContent,
  'pangea.pii': pangeaPii,
  'pangea.textGuard': pangeaTextGuard,
  'panw-prisma-airs.intercept': prismaAirsIntercept,
  'patronus.evaluate': patronusEvaluate,
  'promptfoo.guard': promptfooGuard,
  'promptfoo.harm': promptfooHarm,
  'promptfoo.pii': promptfooPii,
  'vendor.moderateContent': vendorModerateContent,
  'zscaler.aiGuard': zscalerAiGuard,
}

/** Parameters of a plan have been validated by the check's schema, from which its type is generated. */
export const checks = typed as unknown as Readonly<Record<string, Check>>
