// Every check by identifier, in their order.
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
import { invisibleCharacters } from './checks/invisible-characters.ts'
import { jsonKeys } from './checks/json-keys.ts'
import { jsonSchema } from './checks/json-schema.ts'
import { modelRules } from './checks/model-rules.ts'
import { modelWhitelist } from './checks/model-whitelist.ts'
import { notNull } from './checks/not-null.ts'
import { regexMatch } from './checks/regex-match.ts'
import { regexReplace } from './checks/regex-replace.ts'
import { requestParametersCheck } from './checks/request-parameters-check.ts'
import { requiredMetadataKeyPairs } from './checks/required-metadata-key-pairs.ts'
import { requiredMetadataKeys } from './checks/required-metadata-keys.ts'
import { sentenceCount } from './checks/sentence-count.ts'
import { startsWith } from './checks/starts-with.ts'
import { validUrls } from './checks/valid-urls.ts'
import { wordCount } from './checks/word-count.ts'

/** Each is typed by the parameters of its own schema. */
const typed: { readonly [Id in CheckId]: Check<CheckParameters[Id]> } = {
  'default.addPrefix': addPrefix,
  'default.allLowercase': allLowercase,
  'default.allUppercase': allUppercase,
  'default.allowedRequestTypes': allowedRequestTypes,
  'default.characterCount': characterCount,
  'default.contains': contains,
  'default.containsCode': containsCode,
  'default.endsWith': endsWith,
  'default.invisibleCharacters': invisibleCharacters,
  'default.jsonKeys': jsonKeys,
  'default.jsonSchema': jsonSchema,
  'default.modelRules': modelRules,
  'default.modelWhitelist': modelWhitelist,
  'default.notNull': notNull,
  'default.regexMatch': regexMatch,
  'default.regexReplace': regexReplace,
  'default.requestParametersCheck': requestParametersCheck,
  'default.requiredMetadataKeyPairs': requiredMetadataKeyPairs,
  'default.requiredMetadataKeys': requiredMetadataKeys,
  'default.sentenceCount': sentenceCount,
  'default.startsWith': startsWith,
  'default.validUrls': validUrls,
  'default.wordCount': wordCount,
}

/** A plan's parameters have passed the schema of their check, which is what each is typed by. */
export const checks = typed as unknown as Readonly<Record<string, Check>>
