// All built-in checks by identifier, sorted.
import type { CheckId, CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { aporiaValidateProject } from '../services/partners/aporia-validate-project.ts'
import { azureContentSafety } from '../services/partners/azure-content-safety.ts'
import { azurePii } from '../services/partners/azure-pii.ts'
import { azureShieldPrompt } from '../services/partners/azure-shield-prompt.ts'
import { bedrockGuard } from '../services/partners/bedrock-guard.ts'
import { lakeraGuard } from '../services/partners/lakera-guard.ts'
import { mistralModerateContent } from '../services/partners/mistral-moderate-content.ts'
import { pangeaPii } from '../services/partners/pangea-pii.ts'
import { pangeaTextGuard } from '../services/partners/pangea-text-guard.ts'
import { patronusEvaluate } from '../services/partners/patronus-evaluate.ts'
import { prismaAirsIntercept } from '../services/partners/prisma-airs-intercept.ts'
import { promptfooGuard, promptfooHarm, promptfooPii } from '../services/partners/promptfoo.ts'
import { vendorModerateContent } from '../services/partners/vendor-moderate-content.ts'
import { zscalerAiGuard } from '../services/partners/zscaler-ai-guard.ts'
import { addPrefix } from './add-prefix.ts'
import { allLowercase } from './all-lowercase.ts'
import { allUppercase } from './all-uppercase.ts'
import { allowedRequestTypes } from './allowed-request-types.ts'
import { characterCount } from './character-count.ts'
import { contains } from './contains.ts'
import { containsCode } from './contains-code.ts'
import { endsWith } from './ends-with.ts'
import { http } from './http.ts'
import { inlineImage } from './inline-image.ts'
import { invisibleCharacters } from './invisible-characters.ts'
import { jsonKeys } from './json-keys.ts'
import { jsonSchema } from './json-schema.ts'
import { jwt } from './jwt.ts'
import { language } from './language.ts'
import { llmJudge } from './llm-judge.ts'
import { log } from './log.ts'
import { modelRules } from './model-rules.ts'
import { modelWhitelist } from './model-whitelist.ts'
import { notNull } from './not-null.ts'
import { pii } from './pii.ts'
import { policy } from './policy.ts'
import { promptInjection } from './prompt-injection.ts'
import { regexMatch } from './regex-match.ts'
import { regexReplace } from './regex-replace.ts'
import { requestParametersCheck } from './request-parameters-check.ts'
import { requiredMetadataKeyPairs } from './required-metadata-key-pairs.ts'
import { requiredMetadataKeys } from './required-metadata-keys.ts'
import { secrets } from './secrets.ts'
import { sentenceCount } from './sentence-count.ts'
import { startsWith } from './starts-with.ts'
import { validUrls } from './valid-urls.ts'
import { webhook } from './webhook.ts'
import { wordCount } from './word-count.ts'

/** Each is typed by the parameters of its schema. */
const checksById: { readonly [Id in CheckId]: Check<CheckParameters[Id]> } = {
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
export const builtInChecks = checksById as unknown as Readonly<Record<string, Check>>
