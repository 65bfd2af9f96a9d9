// Generated from schemas/checks/ by schemas/generate.ts. Do not edit.

/** The static facts of a check. */
export interface CheckDeclaration {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** Where it may run: on requests, on replies. */
  readonly hooks: readonly ('request' | 'reply')[]
  /** Whether it reads content, and so takes `scope`. */
  readonly readsTexts: boolean
  /** Whether it may rewrite its input; such a check runs sequentially, never in parallel with others. */
  readonly rewrites: boolean
  /** The parameter that makes it rewrite; false if only its service decides; absent if it always may. */
  readonly rewritesWhen?: string | false
  /** Whether it can check a reply in windows of sentences. */
  readonly streaming: boolean
  /** The parameters with which windows mean the same as the whole, as alternatives; absent if any do. */
  readonly streamingWhen?: readonly Readonly<Record<string, unknown>>[]
  /** The parameters with which it rewrites a stream in windows, as alternatives; absent if it needs the whole. */
  readonly rewritesInWindows?: readonly Readonly<Record<string, unknown>>[]
  /** The URL of the service that it calls, with `{parameter}` placeholders; absent when it calls none. */
  readonly address?: string
  /** The parameter that limits its time, in milliseconds; absent when it calls no service. */
  readonly timeLimit?: string
  /** The parameters that hold credentials for that service. */
  readonly secrets: readonly string[]
  /** The parameters that name a stored provider. */
  readonly slugs: readonly string[]
  /** The schema of all its parameters, the shared ones included, in the dialect of schemas/README.md. */
  readonly parameters: ParametersSchema
}

/** A schema of the dialect, as data. */
export interface ParametersSchema {
  readonly [keyword: string]: unknown
}

/**
 * The policies of an Aporia project allow the text unchanged.
 */
export interface AporiaValidateProject {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint: string
  /**
   * The project whose policies apply.
   */
  readonly projectID: string
}

/**
 * Azure AI Content Safety finds no unwanted content and no blocklist match.
 */
export interface AzureContentSafety {
  /**
   * Name of the Azure resource, the first label of its host.
   */
  readonly resourceName: string
  /**
   * Base URL to use instead of the resource's.
   */
  readonly customHost: string
  /**
   * API version.
   */
  readonly apiVersion: string
  /**
   * The categories to analyze; defaults to all.
   *
   * @minItems 1
   */
  readonly categories?: readonly ('Hate' | 'SelfHarm' | 'Sexual' | 'Violence')[]
  /**
   * The minimum severity that fails: the service returns 0, 2, 4 or 6.
   */
  readonly severity: number
  /**
   * Blocklists of the resource; a matched entry fails.
   *
   * @minItems 1
   */
  readonly blocklistNames?: readonly string[]
}

/**
 * Azure AI Language finds no personal information, or its redactions are applied.
 */
export interface AzurePii {
  /**
   * Name of the Azure resource, the first label of its host.
   */
  readonly resourceName: string
  /**
   * Base URL to use instead of the resource's.
   */
  readonly customHost: string
  /**
   * API version.
   */
  readonly apiVersion: string
  /**
   * Version of the detection model.
   */
  readonly modelVersion: string
  /**
   * Whether all personal information counts, or only health information.
   */
  readonly domain: 'none' | 'phi'
  /**
   * The categories to detect; defaults to the service's selection.
   *
   * @minItems 1
   */
  readonly piiCategories?: readonly string[]
  /**
   * Language code of the text, such as "en"; defaults to the service's default.
   */
  readonly language?: string
  /**
   * Replaces the text with the one redacted by the service; what it removed does not fail.
   */
  readonly redact: boolean
}

/**
 * Prompt Shields of Azure AI Content Safety finds no attack on the model.
 */
export interface AzureShieldPrompt {
  /**
   * Name of the Azure resource, the first label of its host.
   */
  readonly resourceName: string
  /**
   * Base URL to use instead of the resource's.
   */
  readonly customHost: string
  /**
   * API version.
   */
  readonly apiVersion: string
  /**
   * Also analyzes the text as a document, for embedded attacks.
   */
  readonly documents: boolean
}

/**
 * An Amazon Bedrock guardrail does not intervene.
 */
export interface BedrockGuard {
  /**
   * Identifier or ARN of the guardrail.
   */
  readonly guardrailId: string
  /**
   * Version of the guardrail: a number as a string, or DRAFT.
   */
  readonly guardrailVersion: string
  /**
   * Region of the guardrail.
   */
  readonly awsRegion: string
  /**
   * Base URL to use instead of the region's.
   */
  readonly customHost: string
  /**
   * Replaces the text with the one masked by the guardrail; what it masked does not fail.
   */
  readonly redact: boolean
}

/**
 * A prefix is added to a message of the request; the check passes.
 */
export interface DefaultAddPrefix {
  /**
   * The text to add.
   */
  readonly prefix: string
  /**
   * The role of the message: the first system message, or the message of another role that "message" selects.
   */
  readonly applyToRole: 'user' | 'system' | 'assistant'
  /**
   * Message of the role user or assistant that gets the prefix; Portkey takes the first.
   */
  readonly message: 'first' | 'last'
  /**
   * Adds the prefix to the existing message; otherwise adds a separate message.
   */
  readonly addToExisting: boolean
  /**
   * Leaves the request unchanged when it has a message of that role.
   */
  readonly onlyIfEmpty: boolean
}

/**
 * The text has no uppercase letters.
 */
export interface DefaultAllLowercase {
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text has no lowercase letters.
 */
export interface DefaultAllUppercase {
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The endpoint is allowed and not blocked.
 */
export interface DefaultAllowedRequestTypes {
  /**
   * Allowed endpoints, such as chat/completions, or stream-chat/completions for only its streams; an empty list allows any.
   */
  readonly allowedTypes: readonly string[]
  /**
   * Blocked endpoints, even if they are also allowed. Those in the metadata as blocked_endpoints are blocked too; the result counts unknown names among them.
   */
  readonly blockedTypes: readonly string[]
}

/**
 * The number of characters is within bounds.
 */
export interface DefaultCharacterCount {
  /**
   * The minimum number of characters (code points).
   */
  readonly minCharacters?: number
  /**
   * The maximum number of characters (code points).
   */
  readonly maxCharacters?: number
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text contains any, all or none of the words.
 */
export interface DefaultContains {
  /**
   * Words or phrases, matched anywhere in the text, including inside other words.
   *
   * @maxItems 1000
   */
  readonly words: readonly string[]
  /**
   * Quantifier over the words in the text.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Matches upper and lower case exactly.
   */
  readonly caseSensitive: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text contains code of a language.
 */
export interface DefaultContainsCode {
  /**
   * The language.
   */
  readonly format:
    | 'SQL'
    | 'Python'
    | 'TypeScript'
    | 'JavaScript'
    | 'Java'
    | 'C#'
    | 'C++'
    | 'C'
    | 'PHP'
    | 'Ruby'
    | 'Swift'
    | 'Kotlin'
    | 'Go'
    | 'Rust'
    | 'Scala'
    | 'R'
    | 'Perl'
    | 'Bash'
    | 'PowerShell'
    | 'HTML'
    | 'CSS'
    | 'XML'
    | 'JSON'
    | 'YAML'
    | 'Dockerfile'
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text ends with a suffix.
 */
export interface DefaultEndsWith {
  /**
   * The required suffix, ignoring trailing whitespace.
   */
  readonly suffix: string
  /**
   * Also accepts the suffix before a final full stop. On by default with `spelling: peer`.
   */
  readonly beforeFullStop: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * A service accepts the text, by a configurable request and verdict.
 */
export interface DefaultHttp {
  /**
   * URL of the service.
   */
  readonly url: string
  /**
   * HTTP method; a GET is sent without a body.
   */
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET'
  /**
   * Additional request headers, by name; placeholders such as {{trace}} are filled in. They must not contain secrets.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * The JSON request body; placeholders such as {{text}} are filled in.
   */
  readonly body: {
    readonly [k: string]: unknown
  }
  /**
   * The header of the credential.
   */
  readonly secretHeader: string
  /**
   * The prefix of the credential in its header.
   */
  readonly secretPrefix: string
  /**
   * Values of the response that pass; by default every response passes.
   */
  readonly verdict?: {
    /**
     * Path of the values in the response, such as "results[*].score"; each of them must pass.
     */
    readonly path: string
    /**
     * The value that passes; true when no other condition is set.
     */
    readonly equals?: string | number | boolean
    /**
     * The number must be greater than this value.
     */
    readonly above?: number
    /**
     * The number must be less than this value.
     */
    readonly below?: number
  }
  /**
   * Path of the replacement strings in the response, such as "texts[*]".
   */
  readonly transformed?: string
}

/**
 * Images that the request references by URL are fetched and inlined.
 */
export interface DefaultInlineImage {
  /**
   * Providers for which images are inlined; an empty list means all.
   */
  readonly providers: readonly string[]
  /**
   * Maximum size of an image in bytes.
   */
  readonly maxSizeBytes: number
}

/**
 * The text contains no invisible characters that a model would read.
 */
export interface DefaultInvisibleCharacters {
  /**
   * Removes invisible characters instead of failing.
   */
  readonly redact: boolean
}

/**
 * A JSON object in the text has any, all or none of the keys.
 */
export interface DefaultJsonKeys {
  /**
   * Top-level keys of the object.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly keys: readonly string[]
  /**
   * Quantifier over the keys of the object.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * A JSON value in the text matches a JSON Schema.
 */
export interface DefaultJsonSchema {
  /**
   * The JSON Schema; references to other documents are not supported, and formats are asserted.
   */
  readonly schema: {
    readonly [k: string]: unknown
  }
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The request has a valid token of the issuer, with the required claims.
 */
export interface DefaultJwt {
  /**
   * The public keys of the issuer, as a JSON Web Key Set.
   */
  readonly jwks?: {
    /**
     * The keys.
     *
     * @minItems 1
     */
    readonly keys: {
      readonly [k: string]: unknown
    }[]
    readonly [k: string]: unknown
  }
  /**
   * URL of the issuer's JWKS, over https.
   */
  readonly jwksUri?: string
  /**
   * The request header with the token, with or without "Bearer" before it.
   */
  readonly headerKey: string
  /**
   * Cache time of fetched keys in seconds.
   */
  readonly cacheMaxAge: number
  /**
   * Clock tolerance in seconds.
   */
  readonly clockTolerance: number
  /**
   * Maximum age of the token, such as "15m" or "1d"; a token without an issue time fails.
   */
  readonly maxTokenAge: string
  /**
   * Accepted signature algorithms.
   *
   * @minItems 1
   */
  readonly algorithms: readonly (
    | 'RS256'
    | 'RS384'
    | 'RS512'
    | 'PS256'
    | 'PS384'
    | 'PS512'
    | 'ES256'
    | 'ES384'
    | 'ES512'
    | 'EdDSA'
    | 'Ed25519'
  )[]
  /**
   * Accepted issuers.
   *
   * @minItems 1
   */
  readonly issuer?: readonly string[]
  /**
   * Accepted audiences.
   *
   * @minItems 1
   */
  readonly audience?: readonly string[]
  /**
   * Required claims of the token.
   *
   * @minItems 1
   */
  readonly requiredClaims?: readonly string[]
  /**
   * Allowed values by claim.
   */
  readonly claimValues?: {
    readonly [k: string]: {
      /**
       * The values.
       *
       * @minItems 1
       */
      readonly values: readonly (string | number | boolean)[]
      /**
       * Whether the claim equals one of the values, or is a list or space-separated string that contains any or all of them.
       */
      readonly matchType: 'exact' | 'contains' | 'containsAll'
    }
  }
  /**
   * Names whose values must be equal in the token's header and payload.
   *
   * @minItems 1
   */
  readonly headerPayloadMatch?: readonly string[]
}

/**
 * The text is in one of the listed languages, or in that of the prompt.
 */
export interface DefaultLanguage {
  /**
   * Allowed languages, in ISO 639-1 (en), ISO 639-3 (eng), or the latter with a script (eng_Latn).
   *
   * @minItems 1
   */
  readonly language?: readonly (
    | 'am'
    | 'ar'
    | 'az'
    | 'be'
    | 'bg'
    | 'bn'
    | 'ca'
    | 'cs'
    | 'da'
    | 'de'
    | 'el'
    | 'en'
    | 'es'
    | 'et'
    | 'eu'
    | 'fa'
    | 'fi'
    | 'fr'
    | 'gu'
    | 'he'
    | 'hi'
    | 'hr'
    | 'hu'
    | 'hy'
    | 'is'
    | 'it'
    | 'ja'
    | 'ka'
    | 'kn'
    | 'ko'
    | 'ku'
    | 'lo'
    | 'lt'
    | 'lv'
    | 'ml'
    | 'mr'
    | 'ms'
    | 'nl'
    | 'no'
    | 'or'
    | 'pa'
    | 'pl'
    | 'pt'
    | 'ro'
    | 'ru'
    | 'sk'
    | 'sl'
    | 'sq'
    | 'sr'
    | 'sv'
    | 'ta'
    | 'te'
    | 'th'
    | 'tl'
    | 'tr'
    | 'uk'
    | 'ur'
    | 'vi'
    | 'yo'
    | 'zh'
    | 'amh'
    | 'ara'
    | 'aze'
    | 'bel'
    | 'bul'
    | 'ben'
    | 'cat'
    | 'ces'
    | 'dan'
    | 'deu'
    | 'ell'
    | 'eng'
    | 'spa'
    | 'est'
    | 'eus'
    | 'fas'
    | 'fin'
    | 'fra'
    | 'guj'
    | 'heb'
    | 'hin'
    | 'hrv'
    | 'hun'
    | 'hye'
    | 'isl'
    | 'ita'
    | 'jpn'
    | 'kat'
    | 'kan'
    | 'kor'
    | 'kur'
    | 'lao'
    | 'lit'
    | 'lav'
    | 'mal'
    | 'mar'
    | 'msa'
    | 'nld'
    | 'nor'
    | 'ori'
    | 'pan'
    | 'pol'
    | 'por'
    | 'ron'
    | 'rus'
    | 'slk'
    | 'slv'
    | 'sqi'
    | 'srp'
    | 'swe'
    | 'tam'
    | 'tel'
    | 'tha'
    | 'tgl'
    | 'tur'
    | 'ukr'
    | 'urd'
    | 'vie'
    | 'yor'
    | 'zho'
    | 'amh_Ethi'
    | 'arb_Arab'
    | 'azj_Latn'
    | 'bel_Cyrl'
    | 'bul_Cyrl'
    | 'ben_Beng'
    | 'cat_Latn'
    | 'ces_Latn'
    | 'dan_Latn'
    | 'deu_Latn'
    | 'ell_Grek'
    | 'eng_Latn'
    | 'spa_Latn'
    | 'est_Latn'
    | 'eus_Latn'
    | 'pes_Arab'
    | 'fin_Latn'
    | 'fra_Latn'
    | 'guj_Gujr'
    | 'heb_Hebr'
    | 'hin_Deva'
    | 'hrv_Latn'
    | 'hun_Latn'
    | 'hye_Armn'
    | 'isl_Latn'
    | 'ita_Latn'
    | 'jpn_Jpan'
    | 'kat_Geor'
    | 'kan_Knda'
    | 'kor_Hang'
    | 'ckb_Arab'
    | 'lao_Laoo'
    | 'lit_Latn'
    | 'lvs_Latn'
    | 'mal_Mlym'
    | 'mar_Deva'
    | 'zsm_Latn'
    | 'nld_Latn'
    | 'nob_Latn'
    | 'ory_Orya'
    | 'pan_Guru'
    | 'pol_Latn'
    | 'por_Latn'
    | 'ron_Latn'
    | 'rus_Cyrl'
    | 'slk_Latn'
    | 'slv_Latn'
    | 'als_Latn'
    | 'srp_Cyrl'
    | 'swe_Latn'
    | 'tam_Taml'
    | 'tel_Telu'
    | 'tha_Thai'
    | 'tgl_Latn'
    | 'tur_Latn'
    | 'ukr_Cyrl'
    | 'urd_Arab'
    | 'vie_Latn'
    | 'yor_Latn'
    | 'zho_Hans'
    | 'zho_Hant'
  )[]
  /**
   * Also allows the language of the user's last message. A reply passes if either language is undecided, or the message names that of the reply ("translate into French").
   */
  readonly sameAsPrompt: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * A model scores the text by a rubric.
 */
export interface DefaultLlmJudge {
  /**
   * The stored provider of the judge model.
   */
  readonly provider: string
  /**
   * The model that evaluates the text.
   */
  readonly model: string
  /**
   * The criteria for the text, in natural language.
   */
  readonly rubric?: string
  /**
   * A predefined rubric, which precedes rubric: prompt-injection scores attempts to take control of a model with 0. llama-guard, nemoguard, qwen3guard, granite-guardian and shieldgemma are for safety models, which get no rubric and reply in formats of their own.
   */
  readonly preset?:
    'prompt-injection' | 'llama-guard' | 'nemoguard' | 'qwen3guard' | 'granite-guardian' | 'shieldgemma'
  /**
   * The minimum score that passes: 0 if the text meets none of the rubric, 1 if it meets all of it.
   */
  readonly threshold: number
  /**
   * Examples with their scores.
   *
   * @maxItems 20
   */
  readonly examples?: {
    /**
     * An example text.
     */
    readonly text: string
    /**
     * Its score.
     */
    readonly score: number
  }[]
  /**
   * Shows the reason returned with the verdict, which may quote the evaluated text.
   */
  readonly showReason: boolean
}

/**
 * Requests and replies are sent to a log; the check always passes.
 */
export interface DefaultLog {
  /**
   * URL to which requests and replies are posted.
   */
  readonly logURL: string
  /**
   * Additional request headers, by name. They must not contain secrets.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * The header of the credential.
   */
  readonly secretHeader: string
  /**
   * The prefix of the credential in its header.
   */
  readonly secretPrefix: string
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * No link in the text hides where it leads or has a blocked host.
 */
export interface DefaultMaliciousUrls {
  /**
   * Forms of links that hide where they lead: a user name in the form of a host, an IP address in decimal, octal or hexadecimal, a host with letters of another script or one that resembles a protected host, a script or document in place of an address, a link whose text names another host, a public URL shortener.
   */
  readonly categories: readonly ('USERINFO' | 'NUMERIC_ADDRESS' | 'HOMOGRAPH' | 'SCRIPT' | 'LINK_TEXT' | 'SHORTENER')[]
  /**
   * Hosts that must not occur, in links or by name, with the hosts below them.
   */
  readonly blockedHosts?: readonly string[]
  /**
   * Top-level domains that no link may have, such as zip.
   */
  readonly blockedTlds?: readonly string[]
  /**
   * The only hosts that links may have, with the hosts below them. An empty list allows any.
   */
  readonly allowedHosts?: readonly string[]
  /**
   * Hosts whose imitations are homographs: example.com protects against examp1e.com and example.com.other.net.
   *
   * @maxItems 100
   */
  readonly protectedHosts?: readonly string[]
  /**
   * Replaces matches with numbered placeholders instead of failing.
   */
  readonly redact: boolean
}

/**
 * The model is allowed by the metadata of the request.
 */
export interface DefaultModelRules {
  /**
   * Allowed models by metadata; a list sets the defaults.
   */
  readonly rules: {
    /**
     * Models allowed when no metadata match; * matches any text.
     */
    readonly defaults?: readonly string[]
    /**
     * Models allowed instead, by metadata key and value.
     */
    readonly metadata?: {
      readonly [k: string]: {
        readonly [k: string]: readonly string[]
      }
    }
  }
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The model is on a list.
 */
export interface DefaultModelWhitelist {
  /**
   * Model names; * matches any text.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly models: readonly string[]
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text is not empty, blank, or one of the values that count as empty.
 */
export interface DefaultNotNull {
  /**
   * Additional values that count as empty, compared case-insensitively, such as null, none, {} or [].
   *
   * @maxItems 100
   */
  readonly nullValues: readonly string[]
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text contains no personal data of the categories, by pattern and check digits.
 */
export interface DefaultPii {
  /**
   * Categories of personal data to detect.
   *
   * @minItems 1
   */
  readonly categories: readonly (
    | 'EMAIL_ADDRESS'
    | 'PHONE_NUMBER'
    | 'IP_ADDRESS'
    | 'CREDIT_CARD'
    | 'IBAN'
    | 'SSN'
    | 'CA_SIN'
    | 'UK_NINO'
    | 'DE_TAX_ID'
    | 'FR_NIR'
    | 'ES_NIF'
    | 'ES_NIE'
    | 'IT_FISCAL_CODE'
    | 'NL_BSN'
    | 'PL_PESEL'
    | 'CH_AHV'
    | 'SE_PERSONNUMMER'
    | 'IN_AADHAAR'
    | 'BR_CPF'
    | 'IN_PAN'
    | 'UK_NHS'
    | 'PASSPORT'
    | 'DRIVING_LICENCE'
    | 'MAC_ADDRESS'
    | 'CRYPTO_ADDRESS'
    | 'FI_HETU'
    | 'KR_RRN'
    | 'SG_NRIC'
    | 'TH_ID'
    | 'TR_ID'
    | 'ZA_ID'
    | 'AU_TFN'
    | 'US_ITIN'
    | 'US_NPI'
    | 'US_ABA'
  )[]
  /**
   * Further details to detect, by regular expression.
   *
   * @maxItems 50
   */
  readonly patterns: {
    /**
     * The category of the matches, in results and placeholders.
     */
    readonly name: string
    /**
     * The regular expression, in RE2 syntax.
     */
    readonly rule: string
  }[]
  /**
   * Categories whose numbers need no label beside them: any of their form and check digits is one, also by chance. Of `IP_ADDRESS`, also 127.0.0.1, ::1 and the like.
   */
  readonly withoutLabel: readonly (
    | 'CREDIT_CARD'
    | 'SSN'
    | 'CA_SIN'
    | 'UK_NHS'
    | 'NL_BSN'
    | 'PL_PESEL'
    | 'SE_PERSONNUMMER'
    | 'IN_AADHAAR'
    | 'BR_CPF'
    | 'KR_RRN'
    | 'TH_ID'
    | 'TR_ID'
    | 'ZA_ID'
    | 'AU_TFN'
    | 'US_ITIN'
    | 'US_NPI'
    | 'US_ABA'
    | 'IP_ADDRESS'
  )[]
  /**
   * Values that are not detected: whole ones in any case, in which * matches any text, such as *@example.com.
   *
   * @maxItems 1000
   */
  readonly allow: readonly string[]
  /**
   * Number of personal details from which the check fails, or redacts them; fewer pass unchanged.
   */
  readonly threshold: number
  /**
   * Replaces matches with numbered placeholders instead of failing.
   */
  readonly redact: boolean
  /**
   * Puts what was replaced in a request back in place of its placeholders in the reply.
   */
  readonly restore: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * An external decision point allows the request or reply.
 */
export interface DefaultPolicy {
  /**
   * The identifier of the policy at the decision point.
   */
  readonly policyId: string
  /**
   * URL of the decision point.
   */
  readonly url: string
  /**
   * Shows the reason returned with the verdict, which may quote the evaluated text.
   */
  readonly showReason: boolean
}

/**
 * The text does not look like a prompt injection, by heuristics.
 */
export interface DefaultPromptInjection {
  /**
   * The minimum score that fails; a lower value detects more, with more false positives.
   */
  readonly threshold: number
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text matches a regular expression.
 */
export interface DefaultRegexMatch {
  /**
   * The regular expression in RE2 syntax, matched anywhere in the text.
   */
  readonly rule: string
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * Matches of a regular expression are replaced; the check passes.
 */
export interface DefaultRegexReplace {
  /**
   * The regular expression to replace, in RE2 syntax.
   */
  readonly rule: string
  /**
   * The literal replacement of each match.
   */
  readonly redactText: string
}

/**
 * The tools and parameters of the request are allowed.
 */
export interface DefaultRequestParametersCheck {
  /**
   * Rules for the tools of the request.
   */
  readonly tools?: {
    /**
     * Allowed tool types; an empty list allows any.
     */
    readonly allowedTypes?: readonly string[]
    /**
     * Blocked tool types.
     */
    readonly blockedTypes?: readonly string[]
    /**
     * Allowed tool names; an empty list allows any.
     */
    readonly allowedFunctionNames?: readonly string[]
    /**
     * Blocked tool names.
     */
    readonly blockedFunctionNames?: readonly string[]
  }
  /**
   * Rules for the top-level parameters of the request.
   */
  readonly params?: {
    /**
     * Allowed parameters; an empty list allows any.
     */
    readonly allowedKeys?: readonly string[]
    /**
     * Blocked parameters.
     */
    readonly blockedKeys?: readonly string[]
    /**
     * Rules for values, by parameter name.
     */
    readonly values?: {
      readonly [k: string]: {
        /**
         * Allowed values; an empty list allows any.
         */
        readonly allowedValues?: readonly (string | number | boolean)[]
        /**
         * Blocked values.
         */
        readonly blockedValues?: readonly (string | number | boolean)[]
        /**
         * The minimum value.
         */
        readonly minimum?: number
        /**
         * The maximum value.
         */
        readonly maximum?: number
      }
    }
  }
}

/**
 * The metadata has any, all or none of the pairs.
 */
export interface DefaultRequiredMetadataKeyPairs {
  /**
   * Metadata keys with their required values.
   */
  readonly metadataPairs: {
    readonly [k: string]: string | number | boolean
  }
  /**
   * Quantifier over the pairs of the metadata.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The metadata has any, all or none of the keys.
 */
export interface DefaultRequiredMetadataKeys {
  /**
   * Metadata keys.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly metadataKeys: readonly string[]
  /**
   * Quantifier over the keys of the metadata.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text contains no keys, tokens or passwords, by format or entropy.
 */
export interface DefaultSecrets {
  /**
   * Replaces matches with numbered placeholders instead of failing.
   */
  readonly redact: boolean
  /**
   * Puts what was replaced in a request back in place of its placeholders in the reply.
   */
  readonly restore: boolean
  /**
   * Also detects long random runs of letters and digits of unknown format.
   */
  readonly entropy: boolean
  /**
   * Minimum entropy of such a run, in bits per character.
   */
  readonly entropyThreshold: number
  /**
   * Values that are not detected: whole ones in any case, in which * matches any text, such as sk_test_*.
   *
   * @maxItems 1000
   */
  readonly allow: readonly string[]
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The number of sentences is within bounds.
 */
export interface DefaultSentenceCount {
  /**
   * The minimum number of sentences.
   */
  readonly minSentences?: number
  /**
   * The maximum number of sentences.
   */
  readonly maxSentences?: number
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The text starts with a prefix.
 */
export interface DefaultStartsWith {
  /**
   * The required prefix, ignoring leading whitespace.
   */
  readonly prefix: string
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The estimated number of tokens is within bounds.
 */
export interface DefaultTokenCount {
  /**
   * The minimum number of tokens of the content in scope, by the estimate of `POST /v1/messages/count_tokens`.
   */
  readonly minTokens?: number
  /**
   * The maximum number of tokens of that content.
   */
  readonly maxTokens?: number
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * Every URL in the text is well formed and, optionally, its host responds.
 */
export interface DefaultValidUrls {
  /**
   * Also sends a HEAD request to the root of each URL's host.
   */
  readonly onlyDNS: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * A webhook accepts the request or reply, and may replace it.
 */
export interface DefaultWebhook {
  /**
   * URL of the webhook.
   */
  readonly webhookURL: string
  /**
   * Additional request headers, by name. They must not contain secrets.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * The header of the credential.
   */
  readonly secretHeader: string
  /**
   * The prefix of the credential in its header.
   */
  readonly secretPrefix: string
  /**
   * Shows the reason returned with the verdict, which may quote the evaluated text.
   */
  readonly showReason: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * The number of words is within bounds.
 */
export interface DefaultWordCount {
  /**
   * The minimum number of words.
   */
  readonly minWords?: number
  /**
   * The maximum number of words.
   */
  readonly maxWords?: number
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not: boolean
}

/**
 * No filter of a Google Model Armor template matches the text.
 */
export interface GoogleModelArmor {
  /**
   * The project of the template.
   */
  readonly projectId: string
  /**
   * Location of the template: a region such as europe-west4, or eu or us.
   */
  readonly location: string
  /**
   * Identifier of the template.
   */
  readonly templateId: string
  /**
   * Base URL to use instead of the location's.
   */
  readonly customHost: string
  /**
   * Replaces the text with the one that the template de-identified; what it de-identified does not fail.
   */
  readonly redact: boolean
}

/**
 * Lakera Guard flags nothing, by the policy of a project.
 */
export interface LakeraGuard {
  /**
   * Base URL of the service, for example of a self-hosted deployment.
   */
  readonly apiEndpoint: string
  /**
   * The project whose policy applies; defaults to Lakera's default policy.
   */
  readonly projectID?: string
}

/**
 * Mistral moderation flags nothing.
 */
export interface MistralModerateContent {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint: string
  /**
   * The model that evaluates the text.
   */
  readonly model: string
  /**
   * The categories that fail; defaults to all.
   *
   * @minItems 1
   */
  readonly categories?: readonly (
    | 'sexual'
    | 'hate_and_discrimination'
    | 'violence_and_threats'
    | 'dangerous_and_criminal_content'
    | 'selfharm'
    | 'health'
    | 'financial'
    | 'law'
    | 'pii'
  )[]
  /**
   * The minimum category score that fails, instead of the service's own verdict.
   */
  readonly threshold?: number
}

/**
 * Pangea Redact finds nothing to redact, or its redactions are applied.
 */
export interface PangeaPii {
  /**
   * Domain of the project, with cloud and region.
   */
  readonly domain: string
  /**
   * Base URL to use instead of the domain's.
   */
  readonly apiEndpoint: string
  /**
   * The configuration of the service, for a token with several.
   */
  readonly configId?: string
  /**
   * Short names of the rules to apply, instead of those of the configuration.
   *
   * @minItems 1
   */
  readonly rules?: readonly string[]
  /**
   * Replaces the text with the one redacted by the service; what it removed does not fail.
   */
  readonly redact: boolean
}

/**
 * Pangea AI Guard does not block the text, by a recipe.
 */
export interface PangeaTextGuard {
  /**
   * Domain of the project, with cloud and region.
   */
  readonly domain: string
  /**
   * Base URL to use instead of the domain's.
   */
  readonly apiEndpoint: string
  /**
   * The recipe to apply; defaults to the service's default recipe.
   */
  readonly recipe?: string
  /**
   * Replaces the text with the one transformed by the recipe.
   */
  readonly redact: boolean
}

/**
 * The security profile of Prisma AIRS allows the text.
 */
export interface PanwPrismaAirsIntercept {
  /**
   * Base URL of the service, for example in another region.
   */
  readonly apiEndpoint: string
  /**
   * Name of the security profile; without it and "profileId" the one that the key is linked to.
   */
  readonly profileName?: string
  /**
   * Identifier of the security profile.
   */
  readonly profileId?: string
  /**
   * The application name, for reports of the service.
   */
  readonly appName?: string
  /**
   * The application's user, for reports of the service.
   */
  readonly appUser?: string
  /**
   * Replaces the text with the one masked by the profile, when the profile allows it.
   */
  readonly redact: boolean
}

/**
 * A Patronus evaluator passes the text.
 */
export interface PatronusEvaluate {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint: string
  /**
   * Identifier or alias of the evaluator, such as "lynx", "toxicity" or "judge".
   */
  readonly evaluator: string
  /**
   * The criteria of the evaluator, such as "patronus:hallucination"; defaults to the evaluator's own.
   */
  readonly criteria?: string
  /**
   * Evaluations that the service stores, with their text.
   */
  readonly capture: 'none' | 'fails-only' | 'all'
  /**
   * The project of stored evaluations.
   */
  readonly projectName?: string
}

/**
 * A Presidio analyzer finds no personal information, or its findings are replaced.
 */
export interface PresidioAnalyze {
  /**
   * Base URL of the analyzer, such as http://localhost:5002.
   */
  readonly customHost: string
  /**
   * Language code of the text, which the analyzer must support.
   */
  readonly language: string
  /**
   * The entities to find, such as PERSON and LOCATION; defaults to all of the analyzer.
   *
   * @minItems 1
   */
  readonly entities?: readonly string[]
  /**
   * The minimum score of a finding.
   */
  readonly scoreThreshold: number
  /**
   * Replaces what was found with placeholders such as {{PERSON_1}}; it then does not fail.
   */
  readonly redact: boolean
}

/**
 * Promptfoo finds no prompt injection and no jailbreak.
 */
export interface PromptfooGuard {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint: string
}

/**
 * Promptfoo finds no harmful content.
 */
export interface PromptfooHarm {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint: string
}

/**
 * Promptfoo finds no personal information.
 */
export interface PromptfooPii {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint: string
}

/**
 * The moderation of a stored provider flags nothing; it is called through the gateway, with the provider's credential.
 */
export interface VendorModerateContent {
  /**
   * The stored provider to call, as "@slug".
   */
  readonly provider: string
  /**
   * The model that evaluates the text.
   */
  readonly model: string
  /**
   * The categories that fail, by the provider's names; defaults to all.
   *
   * @minItems 1
   */
  readonly categories?: readonly string[]
  /**
   * The minimum category score that fails, instead of the provider's own verdict.
   */
  readonly threshold?: number
}

/**
 * A Zscaler AI Guard detection policy does not block the text.
 */
export interface ZscalerAiGuard {
  /**
   * The detection policy to apply; it is sent as written.
   */
  readonly policyId: string | number
  /**
   * The cloud of the tenant.
   */
  readonly cloud: string
  /**
   * Base URL to use instead of the cloud's.
   */
  readonly apiEndpoint: string
}

/** The parameters that each check is linked with: defaults applied, without credentials and without what the runtime handles. */
export interface CheckParameters {
  readonly 'aporia.validateProject': AporiaValidateProject
  readonly 'azure.contentSafety': AzureContentSafety
  readonly 'azure.pii': AzurePii
  readonly 'azure.shieldPrompt': AzureShieldPrompt
  readonly 'bedrock.guard': BedrockGuard
  readonly 'default.addPrefix': DefaultAddPrefix
  readonly 'default.allLowercase': DefaultAllLowercase
  readonly 'default.allUppercase': DefaultAllUppercase
  readonly 'default.allowedRequestTypes': DefaultAllowedRequestTypes
  readonly 'default.characterCount': DefaultCharacterCount
  readonly 'default.contains': DefaultContains
  readonly 'default.containsCode': DefaultContainsCode
  readonly 'default.endsWith': DefaultEndsWith
  readonly 'default.http': DefaultHttp
  readonly 'default.inlineImage': DefaultInlineImage
  readonly 'default.invisibleCharacters': DefaultInvisibleCharacters
  readonly 'default.jsonKeys': DefaultJsonKeys
  readonly 'default.jsonSchema': DefaultJsonSchema
  readonly 'default.jwt': DefaultJwt
  readonly 'default.language': DefaultLanguage
  readonly 'default.llmJudge': DefaultLlmJudge
  readonly 'default.log': DefaultLog
  readonly 'default.maliciousUrls': DefaultMaliciousUrls
  readonly 'default.modelRules': DefaultModelRules
  readonly 'default.modelWhitelist': DefaultModelWhitelist
  readonly 'default.notNull': DefaultNotNull
  readonly 'default.pii': DefaultPii
  readonly 'default.policy': DefaultPolicy
  readonly 'default.promptInjection': DefaultPromptInjection
  readonly 'default.regexMatch': DefaultRegexMatch
  readonly 'default.regexReplace': DefaultRegexReplace
  readonly 'default.requestParametersCheck': DefaultRequestParametersCheck
  readonly 'default.requiredMetadataKeyPairs': DefaultRequiredMetadataKeyPairs
  readonly 'default.requiredMetadataKeys': DefaultRequiredMetadataKeys
  readonly 'default.secrets': DefaultSecrets
  readonly 'default.sentenceCount': DefaultSentenceCount
  readonly 'default.startsWith': DefaultStartsWith
  readonly 'default.tokenCount': DefaultTokenCount
  readonly 'default.validUrls': DefaultValidUrls
  readonly 'default.webhook': DefaultWebhook
  readonly 'default.wordCount': DefaultWordCount
  readonly 'google.modelArmor': GoogleModelArmor
  readonly 'lakera.guard': LakeraGuard
  readonly 'mistral.moderateContent': MistralModerateContent
  readonly 'pangea.pii': PangeaPii
  readonly 'pangea.textGuard': PangeaTextGuard
  readonly 'panw-prisma-airs.intercept': PanwPrismaAirsIntercept
  readonly 'patronus.evaluate': PatronusEvaluate
  readonly 'presidio.analyze': PresidioAnalyze
  readonly 'promptfoo.guard': PromptfooGuard
  readonly 'promptfoo.harm': PromptfooHarm
  readonly 'promptfoo.pii': PromptfooPii
  readonly 'vendor.moderateContent': VendorModerateContent
  readonly 'zscaler.aiGuard': ZscalerAiGuard
}

export type CheckId = keyof CheckParameters

/** Every check, sorted by identifier. */
export const checkDeclarations: readonly (CheckDeclaration & { readonly id: CheckId })[] = [
  {
    "id": "aporia.validateProject",
    "title": "AporiaValidateProject",
    "description": "The policies of an Aporia project allow the text unchanged.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "address": "{apiEndpoint}/{projectID}/validate",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiKey": {
          "type": "string",
          "description": "An API key of Aporia.",
          "minLength": 1,
          "x-secret": true
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://gr-prd.aporia.com"
        },
        "projectID": {
          "type": "string",
          "description": "The project whose policies apply.",
          "minLength": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "apiKey",
        "projectID"
      ]
    }
  },
  {
    "id": "azure.contentSafety",
    "title": "AzureContentSafety",
    "description": "Azure AI Content Safety finds no unwanted content and no blocklist match.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "address": "{customHost}/contentsafety/text:analyze",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "resourceName": {
          "type": "string",
          "description": "Name of the Azure resource, the first label of its host.",
          "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*$"
        },
        "apiKey": {
          "type": "string",
          "description": "An API key of the resource.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL to use instead of the resource's.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://{resourceName}.cognitiveservices.azure.com"
        },
        "apiVersion": {
          "type": "string",
          "description": "API version.",
          "minLength": 1,
          "default": "2024-09-01"
        },
        "categories": {
          "type": "array",
          "description": "The categories to analyze; defaults to all.",
          "items": {
            "type": "string",
            "enum": [
              "Hate",
              "SelfHarm",
              "Sexual",
              "Violence"
            ]
          },
          "minItems": 1
        },
        "severity": {
          "type": "integer",
          "description": "The minimum severity that fails: the service returns 0, 2, 4 or 6.",
          "minimum": 1,
          "maximum": 8,
          "default": 2
        },
        "blocklistNames": {
          "type": "array",
          "description": "Blocklists of the resource; a matched entry fails.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "resourceName",
        "apiKey"
      ]
    }
  },
  {
    "id": "azure.pii",
    "title": "AzurePii",
    "description": "Azure AI Language finds no personal information, or its redactions are applied.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": false,
    "address": "{customHost}/language/:analyze-text",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "resourceName": {
          "type": "string",
          "description": "Name of the Azure resource, the first label of its host.",
          "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*$"
        },
        "apiKey": {
          "type": "string",
          "description": "An API key of the resource.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL to use instead of the resource's.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://{resourceName}.cognitiveservices.azure.com"
        },
        "apiVersion": {
          "type": "string",
          "description": "API version.",
          "minLength": 1,
          "default": "2024-11-01"
        },
        "modelVersion": {
          "type": "string",
          "description": "Version of the detection model.",
          "minLength": 1,
          "default": "latest"
        },
        "domain": {
          "type": "string",
          "description": "Whether all personal information counts, or only health information.",
          "enum": [
            "none",
            "phi"
          ],
          "default": "none"
        },
        "piiCategories": {
          "type": "array",
          "description": "The categories to detect; defaults to the service's selection.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "language": {
          "type": "string",
          "description": "Language code of the text, such as \"en\"; defaults to the service's default.",
          "minLength": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces the text with the one redacted by the service; what it removed does not fail.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "resourceName",
        "apiKey"
      ]
    }
  },
  {
    "id": "azure.shieldPrompt",
    "title": "AzureShieldPrompt",
    "description": "Prompt Shields of Azure AI Content Safety finds no attack on the model.",
    "hooks": [
      "request"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "address": "{customHost}/contentsafety/text:shieldPrompt",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "resourceName": {
          "type": "string",
          "description": "Name of the Azure resource, the first label of its host.",
          "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*$"
        },
        "apiKey": {
          "type": "string",
          "description": "An API key of the resource.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL to use instead of the resource's.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://{resourceName}.cognitiveservices.azure.com"
        },
        "apiVersion": {
          "type": "string",
          "description": "API version.",
          "minLength": 1,
          "default": "2024-09-01"
        },
        "documents": {
          "type": "boolean",
          "description": "Also analyzes the text as a document, for embedded attacks.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "resourceName",
        "apiKey"
      ]
    }
  },
  {
    "id": "bedrock.guard",
    "title": "BedrockGuard",
    "description": "An Amazon Bedrock guardrail does not intervene.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": false,
    "address": "{customHost}/guardrail/{guardrailId}/version/{guardrailVersion}/apply",
    "timeLimit": "timeout",
    "secrets": [
      "awsAccessKeyId",
      "awsSecretAccessKey",
      "awsSessionToken"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "guardrailId": {
          "type": "string",
          "description": "Identifier or ARN of the guardrail.",
          "pattern": "^([a-z0-9]+|arn:aws(-[^:]+)?:bedrock:[a-z0-9-]{1,20}:[0-9]{12}:guardrail/[a-z0-9]+)$"
        },
        "guardrailVersion": {
          "type": "string",
          "description": "Version of the guardrail: a number as a string, or DRAFT.",
          "pattern": "^([1-9][0-9]{0,7}|DRAFT)$"
        },
        "awsRegion": {
          "type": "string",
          "description": "Region of the guardrail.",
          "pattern": "^[a-z0-9]+(-[a-z0-9]+)+$"
        },
        "awsAccessKeyId": {
          "type": "string",
          "description": "The access key ID.",
          "minLength": 1,
          "x-secret": true
        },
        "awsSecretAccessKey": {
          "type": "string",
          "description": "The secret access key.",
          "minLength": 1,
          "x-secret": true
        },
        "awsSessionToken": {
          "type": "string",
          "description": "The session token of a temporary access key.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL to use instead of the region's.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://bedrock-runtime.{awsRegion}.amazonaws.com"
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces the text with the one masked by the guardrail; what it masked does not fail.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "guardrailId",
        "guardrailVersion",
        "awsRegion",
        "awsAccessKeyId",
        "awsSecretAccessKey"
      ]
    }
  },
  {
    "id": "default.addPrefix",
    "title": "AddPrefix",
    "description": "A prefix is added to a message of the request; the check passes.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": true,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "prefix": {
          "type": "string",
          "description": "The text to add.",
          "minLength": 1
        },
        "applyToRole": {
          "type": "string",
          "description": "The role of the message: the first system message, or the message of another role that \"message\" selects.",
          "enum": [
            "user",
            "system",
            "assistant"
          ],
          "default": "user"
        },
        "message": {
          "type": "string",
          "description": "Message of the role user or assistant that gets the prefix; Portkey takes the first.",
          "enum": [
            "first",
            "last"
          ],
          "default": "last"
        },
        "addToExisting": {
          "type": "boolean",
          "description": "Adds the prefix to the existing message; otherwise adds a separate message.",
          "default": true
        },
        "onlyIfEmpty": {
          "type": "boolean",
          "description": "Leaves the request unchanged when it has a message of that role.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": [
        "prefix"
      ]
    }
  },
  {
    "id": "default.allLowercase",
    "title": "AllLowercase",
    "description": "The text has no uppercase letters.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "streamingWhen": [
      {
        "not": false
      }
    ],
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": []
    }
  },
  {
    "id": "default.allUppercase",
    "title": "AllUppercase",
    "description": "The text has no lowercase letters.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "streamingWhen": [
      {
        "not": false
      }
    ],
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": []
    }
  },
  {
    "id": "default.allowedRequestTypes",
    "title": "AllowedRequestTypes",
    "description": "The endpoint is allowed and not blocked.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "allowedTypes": {
          "type": "array",
          "description": "Allowed endpoints, such as chat/completions, or stream-chat/completions for only its streams; an empty list allows any.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": [],
          "x-names": "request-type"
        },
        "blockedTypes": {
          "type": "array",
          "description": "Blocked endpoints, even if they are also allowed. Those in the metadata as blocked_endpoints are blocked too; the result counts unknown names among them.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": [],
          "x-names": "request-type"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": [],
      "x-at-least-one": [
        "allowedTypes",
        "blockedTypes"
      ],
      "x-disjoint": [
        "allowedTypes",
        "blockedTypes"
      ]
    }
  },
  {
    "id": "default.characterCount",
    "title": "CharacterCount",
    "description": "The number of characters is within bounds.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minCharacters": {
          "type": "integer",
          "description": "The minimum number of characters (code points).",
          "minimum": 0
        },
        "maxCharacters": {
          "type": "integer",
          "description": "The maximum number of characters (code points).",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [],
      "x-at-least-one": [
        "minCharacters",
        "maxCharacters"
      ],
      "x-ordered": [
        "minCharacters",
        "maxCharacters"
      ]
    }
  },
  {
    "id": "default.contains",
    "title": "Contains",
    "description": "The text contains any, all or none of the words.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "streamingWhen": [
      {
        "operator": "any",
        "not": true
      },
      {
        "operator": "none",
        "not": false
      }
    ],
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "words": {
          "type": "array",
          "description": "Words or phrases, matched anywhere in the text, including inside other words.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "Quantifier over the words in the text.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "any"
        },
        "caseSensitive": {
          "type": "boolean",
          "description": "Matches upper and lower case exactly.",
          "default": true
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "words"
      ],
      "x-at-least-one": [
        "words"
      ]
    }
  },
  {
    "id": "default.containsCode",
    "title": "ContainsCode",
    "description": "The text contains code of a language.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "format": {
          "type": "string",
          "description": "The language.",
          "enum": [
            "SQL",
            "Python",
            "TypeScript",
            "JavaScript",
            "Java",
            "C#",
            "C++",
            "C",
            "PHP",
            "Ruby",
            "Swift",
            "Kotlin",
            "Go",
            "Rust",
            "Scala",
            "R",
            "Perl",
            "Bash",
            "PowerShell",
            "HTML",
            "CSS",
            "XML",
            "JSON",
            "YAML",
            "Dockerfile"
          ]
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "format"
      ]
    }
  },
  {
    "id": "default.endsWith",
    "title": "EndsWith",
    "description": "The text ends with a suffix.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "suffix": {
          "type": "string",
          "description": "The required suffix, ignoring trailing whitespace.",
          "minLength": 1
        },
        "beforeFullStop": {
          "type": "boolean",
          "description": "Also accepts the suffix before a final full stop. On by default with `spelling: peer`.",
          "default": false,
          "x-peer-default": true
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "suffix"
      ]
    }
  },
  {
    "id": "default.http",
    "title": "Http",
    "description": "A service accepts the text, by a configurable request and verdict.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "transformed",
    "streaming": false,
    "address": "{url}",
    "timeLimit": "timeout",
    "secrets": [
      "secret"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "url": {
          "type": "string",
          "description": "URL of the service.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "method": {
          "type": "string",
          "description": "HTTP method; a GET is sent without a body.",
          "enum": [
            "POST",
            "PUT",
            "PATCH",
            "GET"
          ],
          "default": "POST"
        },
        "headers": {
          "type": "object",
          "description": "Additional request headers, by name; placeholders such as {{trace}} are filled in. They must not contain secrets.",
          "additionalProperties": {
            "type": "string"
          }
        },
        "body": {
          "type": "object",
          "description": "The JSON request body; placeholders such as {{text}} are filled in.",
          "additionalProperties": true,
          "default": {
            "text": "{{text}}"
          }
        },
        "secret": {
          "type": "string",
          "description": "A credential, sent in a header.",
          "minLength": 1,
          "x-secret": true
        },
        "secretHeader": {
          "type": "string",
          "description": "The header of the credential.",
          "pattern": "^[A-Za-z0-9-]+$",
          "default": "Authorization"
        },
        "secretPrefix": {
          "type": "string",
          "description": "The prefix of the credential in its header.",
          "default": "Bearer "
        },
        "verdict": {
          "type": "object",
          "description": "Values of the response that pass; by default every response passes.",
          "additionalProperties": false,
          "properties": {
            "path": {
              "type": "string",
              "description": "Path of the values in the response, such as \"results[*].score\"; each of them must pass.",
              "minLength": 1
            },
            "equals": {
              "type": [
                "string",
                "number",
                "boolean"
              ],
              "description": "The value that passes; true when no other condition is set."
            },
            "above": {
              "type": "number",
              "description": "The number must be greater than this value."
            },
            "below": {
              "type": "number",
              "description": "The number must be less than this value."
            }
          },
          "required": [
            "path"
          ]
        },
        "transformed": {
          "type": "string",
          "description": "Path of the replacement strings in the response, such as \"texts[*]\".",
          "minLength": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "url"
      ]
    }
  },
  {
    "id": "default.inlineImage",
    "title": "InlineImage",
    "description": "Images that the request references by URL are fetched and inlined.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": true,
    "streaming": false,
    "timeLimit": "timeoutMs",
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "providers": {
          "type": "array",
          "description": "Providers for which images are inlined; an empty list means all.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": [],
          "x-names": "provider"
        },
        "maxSizeBytes": {
          "type": "integer",
          "description": "Maximum size of an image in bytes.",
          "minimum": 1,
          "maximum": 52428800,
          "default": 20971520
        },
        "timeoutMs": {
          "type": "integer",
          "description": "Timeout in milliseconds for fetching all images.",
          "minimum": 1,
          "maximum": 600000,
          "default": 30000,
          "x-timeout": true
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": []
    }
  },
  {
    "id": "default.invisibleCharacters",
    "title": "InvisibleCharacters",
    "description": "The text contains no invisible characters that a model would read.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "redact": {
          "type": "boolean",
          "description": "Removes invisible characters instead of failing.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": []
    }
  },
  {
    "id": "default.jsonKeys",
    "title": "JsonKeys",
    "description": "A JSON object in the text has any, all or none of the keys.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "keys": {
          "type": "array",
          "description": "Top-level keys of the object.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "Quantifier over the keys of the object.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "any"
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "keys"
      ]
    }
  },
  {
    "id": "default.jsonSchema",
    "title": "JsonSchema",
    "description": "A JSON value in the text matches a JSON Schema.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "schema": {
          "type": "object",
          "description": "The JSON Schema; references to other documents are not supported, and formats are asserted.",
          "additionalProperties": true,
          "x-json-schema": true
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "schema"
      ]
    }
  },
  {
    "id": "default.jwt",
    "title": "Jwt",
    "description": "The request has a valid token of the issuer, with the required claims.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "address": "{jwksUri}",
    "timeLimit": "timeout",
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "jwks": {
          "type": "object",
          "description": "The public keys of the issuer, as a JSON Web Key Set.",
          "additionalProperties": true,
          "properties": {
            "keys": {
              "type": "array",
              "description": "The keys.",
              "items": {
                "type": "object",
                "additionalProperties": true
              },
              "minItems": 1
            }
          },
          "required": [
            "keys"
          ]
        },
        "jwksUri": {
          "type": "string",
          "description": "URL of the issuer's JWKS, over https.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "headerKey": {
          "type": "string",
          "description": "The request header with the token, with or without \"Bearer\" before it.",
          "pattern": "^[A-Za-z0-9-]+$",
          "default": "Authorization"
        },
        "cacheMaxAge": {
          "type": "integer",
          "description": "Cache time of fetched keys in seconds.",
          "minimum": 1,
          "maximum": 31536000,
          "default": 86400
        },
        "clockTolerance": {
          "type": "integer",
          "description": "Clock tolerance in seconds.",
          "minimum": 0,
          "maximum": 3600,
          "default": 5
        },
        "maxTokenAge": {
          "type": "string",
          "description": "Maximum age of the token, such as \"15m\" or \"1d\"; a token without an issue time fails.",
          "pattern": "^[1-9][0-9]{0,8} ?[smhdw]$",
          "default": "1d"
        },
        "algorithms": {
          "type": "array",
          "description": "Accepted signature algorithms.",
          "items": {
            "type": "string",
            "enum": [
              "RS256",
              "RS384",
              "RS512",
              "PS256",
              "PS384",
              "PS512",
              "ES256",
              "ES384",
              "ES512",
              "EdDSA",
              "Ed25519"
            ]
          },
          "minItems": 1,
          "default": [
            "RS256"
          ]
        },
        "issuer": {
          "type": "array",
          "description": "Accepted issuers.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "audience": {
          "type": "array",
          "description": "Accepted audiences.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "requiredClaims": {
          "type": "array",
          "description": "Required claims of the token.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "claimValues": {
          "type": "object",
          "description": "Allowed values by claim.",
          "additionalProperties": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "values": {
                "type": "array",
                "description": "The values.",
                "items": {
                  "type": [
                    "string",
                    "number",
                    "boolean"
                  ]
                },
                "minItems": 1
              },
              "matchType": {
                "type": "string",
                "description": "Whether the claim equals one of the values, or is a list or space-separated string that contains any or all of them.",
                "enum": [
                  "exact",
                  "contains",
                  "containsAll"
                ],
                "default": "exact"
              }
            },
            "required": [
              "values"
            ]
          }
        },
        "headerPayloadMatch": {
          "type": "array",
          "description": "Names whose values must be equal in the token's header and payload.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": []
    }
  },
  {
    "id": "default.language",
    "title": "Language",
    "description": "The text is in one of the listed languages, or in that of the prompt.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "language": {
          "type": "array",
          "description": "Allowed languages, in ISO 639-1 (en), ISO 639-3 (eng), or the latter with a script (eng_Latn).",
          "items": {
            "type": "string",
            "enum": [
              "am",
              "ar",
              "az",
              "be",
              "bg",
              "bn",
              "ca",
              "cs",
              "da",
              "de",
              "el",
              "en",
              "es",
              "et",
              "eu",
              "fa",
              "fi",
              "fr",
              "gu",
              "he",
              "hi",
              "hr",
              "hu",
              "hy",
              "is",
              "it",
              "ja",
              "ka",
              "kn",
              "ko",
              "ku",
              "lo",
              "lt",
              "lv",
              "ml",
              "mr",
              "ms",
              "nl",
              "no",
              "or",
              "pa",
              "pl",
              "pt",
              "ro",
              "ru",
              "sk",
              "sl",
              "sq",
              "sr",
              "sv",
              "ta",
              "te",
              "th",
              "tl",
              "tr",
              "uk",
              "ur",
              "vi",
              "yo",
              "zh",
              "amh",
              "ara",
              "aze",
              "bel",
              "bul",
              "ben",
              "cat",
              "ces",
              "dan",
              "deu",
              "ell",
              "eng",
              "spa",
              "est",
              "eus",
              "fas",
              "fin",
              "fra",
              "guj",
              "heb",
              "hin",
              "hrv",
              "hun",
              "hye",
              "isl",
              "ita",
              "jpn",
              "kat",
              "kan",
              "kor",
              "kur",
              "lao",
              "lit",
              "lav",
              "mal",
              "mar",
              "msa",
              "nld",
              "nor",
              "ori",
              "pan",
              "pol",
              "por",
              "ron",
              "rus",
              "slk",
              "slv",
              "sqi",
              "srp",
              "swe",
              "tam",
              "tel",
              "tha",
              "tgl",
              "tur",
              "ukr",
              "urd",
              "vie",
              "yor",
              "zho",
              "amh_Ethi",
              "arb_Arab",
              "azj_Latn",
              "bel_Cyrl",
              "bul_Cyrl",
              "ben_Beng",
              "cat_Latn",
              "ces_Latn",
              "dan_Latn",
              "deu_Latn",
              "ell_Grek",
              "eng_Latn",
              "spa_Latn",
              "est_Latn",
              "eus_Latn",
              "pes_Arab",
              "fin_Latn",
              "fra_Latn",
              "guj_Gujr",
              "heb_Hebr",
              "hin_Deva",
              "hrv_Latn",
              "hun_Latn",
              "hye_Armn",
              "isl_Latn",
              "ita_Latn",
              "jpn_Jpan",
              "kat_Geor",
              "kan_Knda",
              "kor_Hang",
              "ckb_Arab",
              "lao_Laoo",
              "lit_Latn",
              "lvs_Latn",
              "mal_Mlym",
              "mar_Deva",
              "zsm_Latn",
              "nld_Latn",
              "nob_Latn",
              "ory_Orya",
              "pan_Guru",
              "pol_Latn",
              "por_Latn",
              "ron_Latn",
              "rus_Cyrl",
              "slk_Latn",
              "slv_Latn",
              "als_Latn",
              "srp_Cyrl",
              "swe_Latn",
              "tam_Taml",
              "tel_Telu",
              "tha_Thai",
              "tgl_Latn",
              "tur_Latn",
              "ukr_Cyrl",
              "urd_Arab",
              "vie_Latn",
              "yor_Latn",
              "zho_Hans",
              "zho_Hant"
            ]
          },
          "minItems": 1
        },
        "sameAsPrompt": {
          "type": "boolean",
          "description": "Also allows the language of the user's last message. A reply passes if either language is undecided, or the message names that of the reply (\"translate into French\").",
          "default": false,
          "x-only-on": "reply"
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [],
      "x-requires-one": [
        "language",
        "sameAsPrompt"
      ]
    }
  },
  {
    "id": "default.llmJudge",
    "title": "LlmJudge",
    "description": "A model scores the text by a rubric.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "timeLimit": "timeout",
    "secrets": [],
    "slugs": [
      "provider"
    ],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "provider": {
          "type": "string",
          "description": "The stored provider of the judge model.",
          "pattern": "^@[a-z0-9][a-z0-9-]*$",
          "x-slug": true
        },
        "model": {
          "type": "string",
          "description": "The model that evaluates the text.",
          "minLength": 1
        },
        "rubric": {
          "type": "string",
          "description": "The criteria for the text, in natural language.",
          "minLength": 1,
          "x-not-with": {
            "preset": [
              "llama-guard",
              "nemoguard",
              "qwen3guard",
              "granite-guardian",
              "shieldgemma"
            ]
          }
        },
        "preset": {
          "type": "string",
          "description": "A predefined rubric, which precedes rubric: prompt-injection scores attempts to take control of a model with 0. llama-guard, nemoguard, qwen3guard, granite-guardian and shieldgemma are for safety models, which get no rubric and reply in formats of their own.",
          "enum": [
            "prompt-injection",
            "llama-guard",
            "nemoguard",
            "qwen3guard",
            "granite-guardian",
            "shieldgemma"
          ]
        },
        "threshold": {
          "type": "number",
          "description": "The minimum score that passes: 0 if the text meets none of the rubric, 1 if it meets all of it.",
          "minimum": 0,
          "maximum": 1,
          "default": 0.5
        },
        "examples": {
          "type": "array",
          "description": "Examples with their scores.",
          "x-not-with": {
            "preset": [
              "llama-guard",
              "nemoguard",
              "qwen3guard",
              "granite-guardian",
              "shieldgemma"
            ]
          },
          "maxItems": 20,
          "items": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "text": {
                "type": "string",
                "description": "An example text.",
                "minLength": 1
              },
              "score": {
                "type": "number",
                "description": "Its score.",
                "minimum": 0,
                "maximum": 1
              }
            },
            "required": [
              "text",
              "score"
            ]
          }
        },
        "showReason": {
          "type": "boolean",
          "description": "Shows the reason returned with the verdict, which may quote the evaluated text.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "provider",
        "model"
      ],
      "x-requires-one": [
        "rubric",
        "preset"
      ]
    }
  },
  {
    "id": "default.log",
    "title": "Log",
    "description": "Requests and replies are sent to a log; the check always passes.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "address": "{logURL}",
    "timeLimit": "timeout",
    "secrets": [
      "secret"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "logURL": {
          "type": "string",
          "description": "URL to which requests and replies are posted.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "headers": {
          "type": "object",
          "description": "Additional request headers, by name. They must not contain secrets.",
          "additionalProperties": {
            "type": "string"
          }
        },
        "secret": {
          "type": "string",
          "description": "A credential, sent in a header.",
          "minLength": 1,
          "x-secret": true
        },
        "secretHeader": {
          "type": "string",
          "description": "The header of the credential.",
          "pattern": "^[A-Za-z0-9-]+$",
          "default": "Authorization"
        },
        "secretPrefix": {
          "type": "string",
          "description": "The prefix of the credential in its header.",
          "default": "Bearer "
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "logURL"
      ]
    }
  },
  {
    "id": "default.maliciousUrls",
    "title": "MaliciousUrls",
    "description": "No link in the text hides where it leads or has a blocked host.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "categories": {
          "type": "array",
          "description": "Forms of links that hide where they lead: a user name in the form of a host, an IP address in decimal, octal or hexadecimal, a host with letters of another script or one that resembles a protected host, a script or document in place of an address, a link whose text names another host, a public URL shortener.",
          "items": {
            "type": "string",
            "enum": [
              "USERINFO",
              "NUMERIC_ADDRESS",
              "HOMOGRAPH",
              "SCRIPT",
              "LINK_TEXT",
              "SHORTENER"
            ]
          },
          "default": [
            "USERINFO",
            "NUMERIC_ADDRESS",
            "HOMOGRAPH",
            "SCRIPT",
            "LINK_TEXT"
          ]
        },
        "blockedHosts": {
          "type": "array",
          "description": "Hosts that must not occur, in links or by name, with the hosts below them.",
          "items": {
            "type": "string",
            "pattern": "^[^/:@?#*\\s]+$"
          }
        },
        "blockedTlds": {
          "type": "array",
          "description": "Top-level domains that no link may have, such as zip.",
          "items": {
            "type": "string",
            "pattern": "^[^/:@?#*\\s]+$"
          }
        },
        "allowedHosts": {
          "type": "array",
          "description": "The only hosts that links may have, with the hosts below them. An empty list allows any.",
          "items": {
            "type": "string",
            "pattern": "^[^/:@?#*\\s]+$"
          }
        },
        "protectedHosts": {
          "type": "array",
          "description": "Hosts whose imitations are homographs: example.com protects against examp1e.com and example.com.other.net.",
          "items": {
            "type": "string",
            "pattern": "^[^/:@?#*\\s]+$"
          },
          "maxItems": 100
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces matches with numbered placeholders instead of failing.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [],
      "x-at-least-one": [
        "categories",
        "blockedHosts",
        "blockedTlds",
        "allowedHosts"
      ],
      "x-disjoint": [
        "allowedHosts",
        "blockedHosts"
      ]
    }
  },
  {
    "id": "default.modelRules",
    "title": "ModelRules",
    "description": "The model is allowed by the metadata of the request.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rules": {
          "type": "object",
          "description": "Allowed models by metadata; a list sets the defaults.",
          "additionalProperties": false,
          "x-list-as": "defaults",
          "properties": {
            "defaults": {
              "type": "array",
              "description": "Models allowed when no metadata match; * matches any text.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "metadata": {
              "type": "object",
              "description": "Models allowed instead, by metadata key and value.",
              "additionalProperties": {
                "type": "object",
                "additionalProperties": {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "minLength": 1
                  }
                }
              }
            }
          },
          "required": []
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": [
        "rules"
      ]
    }
  },
  {
    "id": "default.modelWhitelist",
    "title": "ModelWhitelist",
    "description": "The model is on a list.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "models": {
          "type": "array",
          "description": "Model names; * matches any text.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": [
        "models"
      ]
    }
  },
  {
    "id": "default.notNull",
    "title": "NotNull",
    "description": "The text is not empty, blank, or one of the values that count as empty.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "nullValues": {
          "type": "array",
          "description": "Additional values that count as empty, compared case-insensitively, such as null, none, {} or [].",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "maxItems": 100,
          "default": []
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": []
    }
  },
  {
    "id": "default.pii",
    "title": "Pii",
    "description": "The text contains no personal data of the categories, by pattern and check digits.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": true,
    "streamingWhen": [
      {
        "not": false
      }
    ],
    "rewritesInWindows": [
      {
        "threshold": 1
      }
    ],
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "categories": {
          "type": "array",
          "description": "Categories of personal data to detect.",
          "items": {
            "type": "string",
            "enum": [
              "EMAIL_ADDRESS",
              "PHONE_NUMBER",
              "IP_ADDRESS",
              "CREDIT_CARD",
              "IBAN",
              "SSN",
              "CA_SIN",
              "UK_NINO",
              "DE_TAX_ID",
              "FR_NIR",
              "ES_NIF",
              "ES_NIE",
              "IT_FISCAL_CODE",
              "NL_BSN",
              "PL_PESEL",
              "CH_AHV",
              "SE_PERSONNUMMER",
              "IN_AADHAAR",
              "BR_CPF",
              "IN_PAN",
              "UK_NHS",
              "PASSPORT",
              "DRIVING_LICENCE",
              "MAC_ADDRESS",
              "CRYPTO_ADDRESS",
              "FI_HETU",
              "KR_RRN",
              "SG_NRIC",
              "TH_ID",
              "TR_ID",
              "ZA_ID",
              "AU_TFN",
              "US_ITIN",
              "US_NPI",
              "US_ABA"
            ]
          },
          "minItems": 1,
          "default": [
            "EMAIL_ADDRESS",
            "PHONE_NUMBER",
            "IP_ADDRESS",
            "CREDIT_CARD",
            "IBAN",
            "SSN",
            "CA_SIN",
            "UK_NINO",
            "DE_TAX_ID",
            "FR_NIR",
            "ES_NIF",
            "ES_NIE",
            "IT_FISCAL_CODE",
            "NL_BSN",
            "PL_PESEL",
            "CH_AHV",
            "SE_PERSONNUMMER",
            "IN_AADHAAR",
            "BR_CPF",
            "IN_PAN",
            "UK_NHS",
            "PASSPORT",
            "DRIVING_LICENCE",
            "MAC_ADDRESS",
            "CRYPTO_ADDRESS",
            "FI_HETU",
            "KR_RRN",
            "SG_NRIC",
            "TH_ID",
            "TR_ID",
            "ZA_ID",
            "AU_TFN",
            "US_ITIN"
          ]
        },
        "patterns": {
          "type": "array",
          "description": "Further details to detect, by regular expression.",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "name": {
                "type": "string",
                "description": "The category of the matches, in results and placeholders.",
                "pattern": "^[A-Z][A-Z0-9_]{1,39}$"
              },
              "rule": {
                "type": "string",
                "description": "The regular expression, in RE2 syntax.",
                "minLength": 1,
                "x-pattern": true
              }
            },
            "required": [
              "name",
              "rule"
            ]
          },
          "maxItems": 50,
          "default": []
        },
        "withoutLabel": {
          "type": "array",
          "description": "Categories whose numbers need no label beside them: any of their form and check digits is one, also by chance. Of `IP_ADDRESS`, also 127.0.0.1, ::1 and the like.",
          "items": {
            "type": "string",
            "enum": [
              "CREDIT_CARD",
              "SSN",
              "CA_SIN",
              "UK_NHS",
              "NL_BSN",
              "PL_PESEL",
              "SE_PERSONNUMMER",
              "IN_AADHAAR",
              "BR_CPF",
              "KR_RRN",
              "TH_ID",
              "TR_ID",
              "ZA_ID",
              "AU_TFN",
              "US_ITIN",
              "US_NPI",
              "US_ABA",
              "IP_ADDRESS"
            ]
          },
          "default": []
        },
        "allow": {
          "type": "array",
          "description": "Values that are not detected: whole ones in any case, in which * matches any text, such as *@example.com.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "maxItems": 1000,
          "default": []
        },
        "threshold": {
          "type": "integer",
          "description": "Number of personal details from which the check fails, or redacts them; fewer pass unchanged.",
          "minimum": 1,
          "default": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces matches with numbered placeholders instead of failing.",
          "default": false
        },
        "restore": {
          "type": "boolean",
          "description": "Puts what was replaced in a request back in place of its placeholders in the reply.",
          "default": false,
          "x-only-with": "redact",
          "x-only-on": "request"
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": []
    }
  },
  {
    "id": "default.policy",
    "title": "Policy",
    "description": "An external decision point allows the request or reply.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "address": "{url}",
    "timeLimit": "timeout",
    "secrets": [
      "token"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "policyId": {
          "type": "string",
          "description": "The identifier of the policy at the decision point.",
          "minLength": 1
        },
        "url": {
          "type": "string",
          "description": "URL of the decision point.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "token": {
          "type": "string",
          "description": "A credential, sent as a bearer token.",
          "minLength": 1,
          "x-secret": true
        },
        "timeout": {
          "type": "integer",
          "description": "Timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        },
        "showReason": {
          "type": "boolean",
          "description": "Shows the reason returned with the verdict, which may quote the evaluated text.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": [
        "policyId",
        "url"
      ]
    }
  },
  {
    "id": "default.promptInjection",
    "title": "PromptInjection",
    "description": "The text does not look like a prompt injection, by heuristics.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "threshold": {
          "type": "number",
          "description": "The minimum score that fails; a lower value detects more, with more false positives.",
          "minimum": 0.05,
          "maximum": 1,
          "default": 0.5
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": []
    }
  },
  {
    "id": "default.regexMatch",
    "title": "RegexMatch",
    "description": "The text matches a regular expression.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "streamingWhen": [
      {
        "not": true
      }
    ],
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rule": {
          "type": "string",
          "description": "The regular expression in RE2 syntax, matched anywhere in the text.",
          "minLength": 1,
          "x-pattern": true
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "rule"
      ]
    }
  },
  {
    "id": "default.regexReplace",
    "title": "RegexReplace",
    "description": "Matches of a regular expression are replaced; the check passes.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "streaming": true,
    "rewritesInWindows": [
      {}
    ],
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rule": {
          "type": "string",
          "description": "The regular expression to replace, in RE2 syntax.",
          "minLength": 1,
          "x-pattern": true
        },
        "redactText": {
          "type": "string",
          "description": "The literal replacement of each match.",
          "default": "[REDACTED]"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "rule"
      ]
    }
  },
  {
    "id": "default.requestParametersCheck",
    "title": "RequestParametersCheck",
    "description": "The tools and parameters of the request are allowed.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "tools": {
          "type": "object",
          "description": "Rules for the tools of the request.",
          "additionalProperties": false,
          "properties": {
            "allowedTypes": {
              "type": "array",
              "description": "Allowed tool types; an empty list allows any.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "blockedTypes": {
              "type": "array",
              "description": "Blocked tool types.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "allowedFunctionNames": {
              "type": "array",
              "description": "Allowed tool names; an empty list allows any.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "blockedFunctionNames": {
              "type": "array",
              "description": "Blocked tool names.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            }
          },
          "required": [],
          "x-at-least-one": [
            "allowedTypes",
            "blockedTypes",
            "allowedFunctionNames",
            "blockedFunctionNames"
          ]
        },
        "params": {
          "type": "object",
          "description": "Rules for the top-level parameters of the request.",
          "additionalProperties": false,
          "properties": {
            "allowedKeys": {
              "type": "array",
              "description": "Allowed parameters; an empty list allows any.",
              "items": {
                "type": "string",
                "minLength": 1
              },
              "x-names": "parameter"
            },
            "blockedKeys": {
              "type": "array",
              "description": "Blocked parameters.",
              "items": {
                "type": "string",
                "minLength": 1
              },
              "x-names": "parameter"
            },
            "values": {
              "type": "object",
              "description": "Rules for values, by parameter name.",
              "additionalProperties": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "allowedValues": {
                    "type": "array",
                    "description": "Allowed values; an empty list allows any.",
                    "items": {
                      "type": [
                        "string",
                        "number",
                        "boolean"
                      ]
                    }
                  },
                  "blockedValues": {
                    "type": "array",
                    "description": "Blocked values.",
                    "items": {
                      "type": [
                        "string",
                        "number",
                        "boolean"
                      ]
                    }
                  },
                  "minimum": {
                    "type": "number",
                    "description": "The minimum value."
                  },
                  "maximum": {
                    "type": "number",
                    "description": "The maximum value."
                  }
                },
                "required": [],
                "x-at-least-one": [
                  "allowedValues",
                  "blockedValues",
                  "minimum",
                  "maximum"
                ],
                "x-ordered": [
                  "minimum",
                  "maximum"
                ]
              },
              "x-names": "parameter"
            }
          },
          "required": [],
          "x-at-least-one": [
            "allowedKeys",
            "blockedKeys",
            "values"
          ]
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": [],
      "x-at-least-one": [
        "tools",
        "params"
      ]
    }
  },
  {
    "id": "default.requiredMetadataKeyPairs",
    "title": "RequiredMetadataKeyPairs",
    "description": "The metadata has any, all or none of the pairs.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "metadataPairs": {
          "type": "object",
          "description": "Metadata keys with their required values.",
          "additionalProperties": {
            "type": [
              "string",
              "number",
              "boolean"
            ]
          }
        },
        "operator": {
          "type": "string",
          "description": "Quantifier over the pairs of the metadata.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "all"
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": [
        "metadataPairs"
      ]
    }
  },
  {
    "id": "default.requiredMetadataKeys",
    "title": "RequiredMetadataKeys",
    "description": "The metadata has any, all or none of the keys.",
    "hooks": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "metadataKeys": {
          "type": "array",
          "description": "Metadata keys.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "Quantifier over the keys of the metadata.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "all"
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        }
      },
      "required": [
        "metadataKeys"
      ]
    }
  },
  {
    "id": "default.secrets",
    "title": "Secrets",
    "description": "The text contains no keys, tokens or passwords, by format or entropy.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": true,
    "streamingWhen": [
      {
        "not": false
      }
    ],
    "rewritesInWindows": [
      {}
    ],
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "redact": {
          "type": "boolean",
          "description": "Replaces matches with numbered placeholders instead of failing.",
          "default": false
        },
        "restore": {
          "type": "boolean",
          "description": "Puts what was replaced in a request back in place of its placeholders in the reply.",
          "default": false,
          "x-only-with": "redact",
          "x-only-on": "request"
        },
        "entropy": {
          "type": "boolean",
          "description": "Also detects long random runs of letters and digits of unknown format.",
          "default": true
        },
        "entropyThreshold": {
          "type": "number",
          "description": "Minimum entropy of such a run, in bits per character.",
          "minimum": 3,
          "maximum": 6,
          "default": 4
        },
        "allow": {
          "type": "array",
          "description": "Values that are not detected: whole ones in any case, in which * matches any text, such as sk_test_*.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "maxItems": 1000,
          "default": []
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": []
    }
  },
  {
    "id": "default.sentenceCount",
    "title": "SentenceCount",
    "description": "The number of sentences is within bounds.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minSentences": {
          "type": "integer",
          "description": "The minimum number of sentences.",
          "minimum": 0
        },
        "maxSentences": {
          "type": "integer",
          "description": "The maximum number of sentences.",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [],
      "x-at-least-one": [
        "minSentences",
        "maxSentences"
      ],
      "x-ordered": [
        "minSentences",
        "maxSentences"
      ]
    }
  },
  {
    "id": "default.startsWith",
    "title": "StartsWith",
    "description": "The text starts with a prefix.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "prefix": {
          "type": "string",
          "description": "The required prefix, ignoring leading whitespace.",
          "minLength": 1
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "prefix"
      ]
    }
  },
  {
    "id": "default.tokenCount",
    "title": "TokenCount",
    "description": "The estimated number of tokens is within bounds.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minTokens": {
          "type": "integer",
          "description": "The minimum number of tokens of the content in scope, by the estimate of `POST /v1/messages/count_tokens`.",
          "minimum": 0
        },
        "maxTokens": {
          "type": "integer",
          "description": "The maximum number of tokens of that content.",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [],
      "x-at-least-one": [
        "minTokens",
        "maxTokens"
      ],
      "x-ordered": [
        "minTokens",
        "maxTokens"
      ]
    }
  },
  {
    "id": "default.validUrls",
    "title": "ValidUrls",
    "description": "Every URL in the text is well formed and, optionally, its host responds.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "timeLimit": "timeout",
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "onlyDNS": {
          "type": "boolean",
          "description": "Also sends a HEAD request to the root of each URL's host.",
          "default": false
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": []
    }
  },
  {
    "id": "default.webhook",
    "title": "Webhook",
    "description": "A webhook accepts the request or reply, and may replace it.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": false,
    "streaming": false,
    "address": "{webhookURL}",
    "timeLimit": "timeout",
    "secrets": [
      "secret"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "webhookURL": {
          "type": "string",
          "description": "URL of the webhook.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "headers": {
          "type": "object",
          "description": "Additional request headers, by name. They must not contain secrets.",
          "additionalProperties": {
            "type": "string"
          }
        },
        "secret": {
          "type": "string",
          "description": "A credential, sent in a header.",
          "minLength": 1,
          "x-secret": true
        },
        "secretHeader": {
          "type": "string",
          "description": "The header of the credential.",
          "pattern": "^[A-Za-z0-9-]+$",
          "default": "Authorization"
        },
        "secretPrefix": {
          "type": "string",
          "description": "The prefix of the credential in its header.",
          "default": "Bearer "
        },
        "timeout": {
          "type": "integer",
          "description": "Timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 3000
        },
        "showReason": {
          "type": "boolean",
          "description": "Shows the reason returned with the verdict, which may quote the evaluated text.",
          "default": false
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [
        "webhookURL"
      ]
    }
  },
  {
    "id": "default.wordCount",
    "title": "WordCount",
    "description": "The number of words is within bounds.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minWords": {
          "type": "integer",
          "description": "The minimum number of words.",
          "minimum": 0
        },
        "maxWords": {
          "type": "integer",
          "description": "The maximum number of words.",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Negates the condition: passes when it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        }
      },
      "required": [],
      "x-at-least-one": [
        "minWords",
        "maxWords"
      ],
      "x-ordered": [
        "minWords",
        "maxWords"
      ]
    }
  },
  {
    "id": "google.modelArmor",
    "title": "GoogleModelArmor",
    "description": "No filter of a Google Model Armor template matches the text.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": false,
    "address": "{customHost}/v1/projects/{projectId}/locations/{location}/templates/{templateId}",
    "timeLimit": "timeout",
    "secrets": [
      "serviceAccountJson"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "projectId": {
          "type": "string",
          "description": "The project of the template.",
          "pattern": "^[a-z0-9][a-z0-9.:-]*$"
        },
        "location": {
          "type": "string",
          "description": "Location of the template: a region such as europe-west4, or eu or us.",
          "pattern": "^[a-z]+(-[a-z0-9]+)*$"
        },
        "templateId": {
          "type": "string",
          "description": "Identifier of the template.",
          "pattern": "^[A-Za-z0-9_-]+$"
        },
        "serviceAccountJson": {
          "type": "string",
          "description": "The key file of a service account that may use the template, as JSON; its access tokens are sent, and never the key.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL to use instead of the location's.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://modelarmor.{location}.rep.googleapis.com"
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces the text with the one that the template de-identified; what it de-identified does not fail.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "projectId",
        "location",
        "templateId",
        "serviceAccountJson"
      ]
    }
  },
  {
    "id": "lakera.guard",
    "title": "LakeraGuard",
    "description": "Lakera Guard flags nothing, by the policy of a project.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "address": "{apiEndpoint}/v2/guard",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiKey": {
          "type": "string",
          "description": "An API key of Lakera; self-hosted deployments need none.",
          "minLength": 1,
          "x-secret": true
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service, for example of a self-hosted deployment.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.lakera.ai"
        },
        "projectID": {
          "type": "string",
          "description": "The project whose policy applies; defaults to Lakera's default policy.",
          "minLength": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": []
    }
  },
  {
    "id": "mistral.moderateContent",
    "title": "MistralModerateContent",
    "description": "Mistral moderation flags nothing.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "address": "{apiEndpoint}/v1/moderations",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiKey": {
          "type": "string",
          "description": "An API key of Mistral.",
          "minLength": 1,
          "x-secret": true
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.mistral.ai"
        },
        "model": {
          "type": "string",
          "description": "The model that evaluates the text.",
          "minLength": 1,
          "default": "mistral-moderation-latest"
        },
        "categories": {
          "type": "array",
          "description": "The categories that fail; defaults to all.",
          "items": {
            "type": "string",
            "enum": [
              "sexual",
              "hate_and_discrimination",
              "violence_and_threats",
              "dangerous_and_criminal_content",
              "selfharm",
              "health",
              "financial",
              "law",
              "pii"
            ]
          },
          "minItems": 1
        },
        "threshold": {
          "type": "number",
          "description": "The minimum category score that fails, instead of the service's own verdict.",
          "minimum": 0,
          "maximum": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "apiKey"
      ]
    }
  },
  {
    "id": "pangea.pii",
    "title": "PangeaPii",
    "description": "Pangea Redact finds nothing to redact, or its redactions are applied.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": false,
    "address": "{apiEndpoint}/v1/redact",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiKey": {
          "type": "string",
          "description": "An API token of the service.",
          "minLength": 1,
          "x-secret": true
        },
        "domain": {
          "type": "string",
          "description": "Domain of the project, with cloud and region.",
          "pattern": "^[a-z0-9-]+(\\.[a-z0-9-]+)+$",
          "default": "aws.us.pangea.cloud"
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL to use instead of the domain's.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://redact.{domain}"
        },
        "configId": {
          "type": "string",
          "description": "The configuration of the service, for a token with several.",
          "minLength": 1
        },
        "rules": {
          "type": "array",
          "description": "Short names of the rules to apply, instead of those of the configuration.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces the text with the one redacted by the service; what it removed does not fail.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "apiKey"
      ]
    }
  },
  {
    "id": "pangea.textGuard",
    "title": "PangeaTextGuard",
    "description": "Pangea AI Guard does not block the text, by a recipe.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": false,
    "address": "{apiEndpoint}/v1/text/guard",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiKey": {
          "type": "string",
          "description": "An API token of the service.",
          "minLength": 1,
          "x-secret": true
        },
        "domain": {
          "type": "string",
          "description": "Domain of the project, with cloud and region.",
          "pattern": "^[a-z0-9-]+(\\.[a-z0-9-]+)+$",
          "default": "aws.us.pangea.cloud"
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL to use instead of the domain's.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://ai-guard.{domain}"
        },
        "recipe": {
          "type": "string",
          "description": "The recipe to apply; defaults to the service's default recipe.",
          "minLength": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces the text with the one transformed by the recipe.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "apiKey"
      ]
    }
  },
  {
    "id": "panw-prisma-airs.intercept",
    "title": "PrismaAirsIntercept",
    "description": "The security profile of Prisma AIRS allows the text.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": false,
    "address": "{apiEndpoint}/v1/scan/sync/request",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiKey": {
          "type": "string",
          "description": "An API key of Prisma AIRS.",
          "minLength": 1,
          "x-secret": true
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service, for example in another region.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://service.api.aisecurity.paloaltonetworks.com"
        },
        "profileName": {
          "type": "string",
          "description": "Name of the security profile; without it and \"profileId\" the one that the key is linked to.",
          "minLength": 1
        },
        "profileId": {
          "type": "string",
          "description": "Identifier of the security profile.",
          "minLength": 1
        },
        "appName": {
          "type": "string",
          "description": "The application name, for reports of the service.",
          "minLength": 1
        },
        "appUser": {
          "type": "string",
          "description": "The application's user, for reports of the service.",
          "minLength": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces the text with the one masked by the profile, when the profile allows it.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "apiKey"
      ]
    }
  },
  {
    "id": "patronus.evaluate",
    "title": "PatronusEvaluate",
    "description": "A Patronus evaluator passes the text.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": false,
    "address": "{apiEndpoint}/v1/evaluate",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiKey": {
          "type": "string",
          "description": "An API key of Patronus.",
          "minLength": 1,
          "x-secret": true
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.patronus.ai"
        },
        "evaluator": {
          "type": "string",
          "description": "Identifier or alias of the evaluator, such as \"lynx\", \"toxicity\" or \"judge\".",
          "minLength": 1
        },
        "criteria": {
          "type": "string",
          "description": "The criteria of the evaluator, such as \"patronus:hallucination\"; defaults to the evaluator's own.",
          "minLength": 1
        },
        "capture": {
          "type": "string",
          "description": "Evaluations that the service stores, with their text.",
          "enum": [
            "none",
            "fails-only",
            "all"
          ],
          "default": "none"
        },
        "projectName": {
          "type": "string",
          "description": "The project of stored evaluations.",
          "minLength": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "apiKey",
        "evaluator"
      ]
    }
  },
  {
    "id": "presidio.analyze",
    "title": "PresidioAnalyze",
    "description": "A Presidio analyzer finds no personal information, or its findings are replaced.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "rewritesWhen": "redact",
    "streaming": false,
    "address": "{customHost}/analyze",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "customHost": {
          "type": "string",
          "description": "Base URL of the analyzer, such as http://localhost:5002.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$"
        },
        "apiKey": {
          "type": "string",
          "description": "A bearer token, for an analyzer behind a proxy that requires one.",
          "minLength": 1,
          "x-secret": true
        },
        "language": {
          "type": "string",
          "description": "Language code of the text, which the analyzer must support.",
          "minLength": 2,
          "default": "en"
        },
        "entities": {
          "type": "array",
          "description": "The entities to find, such as PERSON and LOCATION; defaults to all of the analyzer.",
          "items": {
            "type": "string",
            "pattern": "^[A-Z][A-Z0-9_]{0,59}$"
          },
          "minItems": 1
        },
        "scoreThreshold": {
          "type": "number",
          "description": "The minimum score of a finding.",
          "minimum": 0,
          "maximum": 1,
          "default": 0.5
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces what was found with placeholders such as {{PERSON_1}}; it then does not fail.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "customHost"
      ]
    }
  },
  {
    "id": "promptfoo.guard",
    "title": "PromptfooGuard",
    "description": "Promptfoo finds no prompt injection and no jailbreak.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "address": "{apiEndpoint}/v1/guard",
    "timeLimit": "timeout",
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.promptfoo.dev"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": []
    }
  },
  {
    "id": "promptfoo.harm",
    "title": "PromptfooHarm",
    "description": "Promptfoo finds no harmful content.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "address": "{apiEndpoint}/v1/harm",
    "timeLimit": "timeout",
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.promptfoo.dev"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": []
    }
  },
  {
    "id": "promptfoo.pii",
    "title": "PromptfooPii",
    "description": "Promptfoo finds no personal information.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "address": "{apiEndpoint}/v1/pii",
    "timeLimit": "timeout",
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.promptfoo.dev"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": []
    }
  },
  {
    "id": "vendor.moderateContent",
    "title": "VendorModerateContent",
    "description": "The moderation of a stored provider flags nothing; it is called through the gateway, with the provider's credential.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "timeLimit": "timeout",
    "secrets": [],
    "slugs": [
      "provider"
    ],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "provider": {
          "type": "string",
          "description": "The stored provider to call, as \"@slug\".",
          "pattern": "^@[a-z0-9][a-z0-9-]*$",
          "x-slug": true
        },
        "model": {
          "type": "string",
          "description": "The model that evaluates the text.",
          "minLength": 1,
          "default": "omni-moderation-latest"
        },
        "categories": {
          "type": "array",
          "description": "The categories that fail, by the provider's names; defaults to all.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "threshold": {
          "type": "number",
          "description": "The minimum category score that fails, instead of the provider's own verdict.",
          "minimum": 0,
          "maximum": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "provider"
      ]
    }
  },
  {
    "id": "zscaler.aiGuard",
    "title": "ZscalerAiGuard",
    "description": "A Zscaler AI Guard detection policy does not block the text.",
    "hooks": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "streaming": true,
    "address": "{apiEndpoint}/v1/detection/execute-policy",
    "timeLimit": "timeout",
    "secrets": [
      "apiKey"
    ],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "apiKey": {
          "type": "string",
          "description": "An API key of the AI Guard application.",
          "minLength": 1,
          "x-secret": true
        },
        "policyId": {
          "type": [
            "string",
            "integer"
          ],
          "description": "The detection policy to apply; it is sent as written.",
          "minLength": 1
        },
        "cloud": {
          "type": "string",
          "description": "The cloud of the tenant.",
          "pattern": "^[a-z0-9]+$",
          "default": "us1"
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL to use instead of the cloud's.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.{cloud}.zseclipse.net"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check with an error as failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
          "enum": [
            "last",
            "all"
          ]
        },
        "timeout": {
          "type": "integer",
          "description": "The timeout in milliseconds, after which the check counts as an error.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "apiKey",
        "policyId"
      ]
    }
  }
]

/** The parameters that checks share, by name. */
export const sharedParameters: { readonly [name: string]: ParametersSchema } = {
  "failOnError": {
    "type": "boolean",
    "description": "Counts a check with an error as failed.",
    "default": false
  },
  "scope": {
    "type": "string",
    "description": "Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.",
    "enum": [
      "last",
      "all"
    ]
  },
  "timeout": {
    "type": "integer",
    "description": "The timeout in milliseconds, after which the check counts as an error.",
    "minimum": 1,
    "maximum": 600000,
    "default": 10000
  }
}
