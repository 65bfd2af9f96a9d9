// Generated from schemas/checks/ by schemas/generate.ts. Do not edit.

/** What a check says of itself before it runs. */
export interface CheckDeclaration {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** Where it may stand: on requests, on replies. */
  readonly sides: readonly ('request' | 'reply')[]
  /** Whether it looks at texts, and so takes `scope`. */
  readonly readsTexts: boolean
  /** Whether it may replace what it looks at; such a check runs in its turn and never beside others. */
  readonly rewrites: boolean
  /** Whether it can judge a reply by windows of sentences. */
  readonly windows: boolean
  /** The URL of the service that it asks, with `{parameter}` in the place of parameters; absent when it asks none. */
  readonly address?: string
  /** The parameter that bounds its time, in milliseconds; absent when it waits for nobody. */
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
 * The policies of a project of Aporia let the text pass as it is.
 */
export interface AporiaValidateProject {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint: string
  /**
   * The project whose policies judge.
   */
  readonly projectID: string
}

/**
 * Azure AI Content Safety finds no unwanted content and no entry of a blocklist.
 */
export interface AzureContentSafety {
  /**
   * Name of the resource of Azure, the first label of its address.
   */
  readonly resourceName: string
  /**
   * Base URL that is asked in the place of the resource's own.
   */
  readonly customHost: string
  /**
   * Version of the interface.
   */
  readonly apiVersion: string
  /**
   * The categories that are judged; all where it is left out.
   *
   * @minItems 1
   */
  readonly categories?: readonly ('Hate' | 'SelfHarm' | 'Sexual' | 'Violence')[]
  /**
   * The severity from which a category fails: the service gives 0, 2, 4 or 6.
   */
  readonly severity: number
  /**
   * Blocklists of the resource; an entry that is found fails.
   *
   * @minItems 1
   */
  readonly blocklistNames?: readonly string[]
}

/**
 * Azure AI Language finds no personal information, or redacts it.
 */
export interface AzurePii {
  /**
   * Name of the resource of Azure, the first label of its address.
   */
  readonly resourceName: string
  /**
   * Base URL that is asked in the place of the resource's own.
   */
  readonly customHost: string
  /**
   * Version of the interface.
   */
  readonly apiVersion: string
  /**
   * Version of the model that judges.
   */
  readonly modelVersion: string
  /**
   * Whether all personal information counts, or information about health alone.
   */
  readonly domain: 'none' | 'phi'
  /**
   * The categories that are looked for; those of the service's own choice where it is left out.
   *
   * @minItems 1
   */
  readonly piiCategories?: readonly string[]
  /**
   * Language of the texts, as a code such as "en"; the service's default where it is left out.
   */
  readonly language?: string
  /**
   * Sends on the text that the service redacted, in the place of the one that was judged; what it took out does not fail.
   */
  readonly redact: boolean
}

/**
 * Prompt Shields of Azure AI Content Safety finds no attack on the model.
 */
export interface AzureShieldPrompt {
  /**
   * Name of the resource of Azure, the first label of its address.
   */
  readonly resourceName: string
  /**
   * Base URL that is asked in the place of the resource's own.
   */
  readonly customHost: string
  /**
   * Version of the interface.
   */
  readonly apiVersion: string
  /**
   * Has the text judged as a document as well, in which an attack may be embedded.
   */
  readonly documents: boolean
}

/**
 * A guardrail of Amazon Bedrock does not intervene.
 */
export interface BedrockGuard {
  /**
   * Identifier or ARN of the guardrail.
   */
  readonly guardrailId: string
  /**
   * Version of the guardrail: a number as text, or DRAFT.
   */
  readonly guardrailVersion: string
  /**
   * Region of the guardrail.
   */
  readonly awsRegion: string
  /**
   * Base URL that is asked in the place of the region's own.
   */
  readonly customHost: string
  /**
   * Sends on the text that the guardrail masked, in the place of the one that was judged; what it masked does not fail.
   */
  readonly redact: boolean
}

/**
 * A prefix is put before a message of the request; the check passes.
 */
export interface DefaultAddPrefix {
  /**
   * The text that is put before.
   */
  readonly prefix: string
  /**
   * The role of the message: the first of system, the last of another role.
   */
  readonly applyToRole: 'user' | 'system' | 'assistant'
  /**
   * Puts the prefix into the message that there is; otherwise it becomes a message of its own.
   */
  readonly addToExisting: boolean
  /**
   * Leaves the request alone where it has a message of that role.
   */
  readonly onlyIfEmpty: boolean
}

/**
 * No letter of the text is in upper case.
 */
export interface DefaultAllLowercase {
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * No letter of the text is in lower case.
 */
export interface DefaultAllUppercase {
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The endpoint is one of those allowed and none of those blocked.
 */
export interface DefaultAllowedRequestTypes {
  /**
   * Endpoints that pass, such as chat/completions; any where the list is empty.
   */
  readonly allowedTypes: readonly string[]
  /**
   * Endpoints that do not pass, also where they are allowed.
   */
  readonly blockedTypes: readonly string[]
}

/**
 * The number of characters lies within bounds.
 */
export interface DefaultCharacterCount {
  /**
   * The least number of characters (code points).
   */
  readonly minCharacters?: number
  /**
   * The greatest number of characters (code points).
   */
  readonly maxCharacters?: number
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text contains any, all or none of the words.
 */
export interface DefaultContains {
  /**
   * Words or phrases, found anywhere in the text, inside other words too.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly words: readonly string[]
  /**
   * How many of the words the text must contain.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Tells capitals and small letters apart.
   */
  readonly caseSensitive: boolean
  /**
   * Turns the condition round: passes where it does not hold.
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
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text ends with a suffix.
 */
export interface DefaultEndsWith {
  /**
   * What the text ends with, before white space.
   */
  readonly suffix: string
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * A service passes the text, by a request and a verdict that are described here.
 */
export interface DefaultHttp {
  /**
   * Address of the service.
   */
  readonly url: string
  /**
   * Method of the request; a GET is sent without a body.
   */
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET'
  /**
   * Headers that are sent along, by name; places such as {{trace}} are filled. They hold no secrets.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * The body that is sent as JSON; places such as {{text}} are filled.
   */
  readonly body: {
    readonly [k: string]: unknown
  }
  /**
   * The header that the credential is sent in.
   */
  readonly secretHeader: string
  /**
   * What stands before the credential in its header.
   */
  readonly secretPrefix: string
  /**
   * Which values of the answer pass; every answer passes where this is left out.
   */
  readonly verdict?: {
    /**
     * Where the values stand in the answer, such as "results[*].score"; each of them must pass.
     */
    readonly path: string
    /**
     * The value that passes; true where nothing else is asked of it.
     */
    readonly equals?: string | number | boolean
    /**
     * Numbers above this one pass.
     */
    readonly above?: number
    /**
     * Numbers below this one pass.
     */
    readonly below?: number
  }
  /**
   * Where the answer holds new texts in the place of those that were sent, such as "texts[*]".
   */
  readonly transformed?: string
}

/**
 * Images that the request names by their addresses are fetched and put into it.
 */
export interface DefaultInlineImage {
  /**
   * Providers for whom images are fetched; all where the list is empty.
   */
  readonly providers: readonly string[]
  /**
   * The most bytes that an image may have.
   */
  readonly maxSizeBytes: number
}

/**
 * The text holds no characters that a reader cannot see and a model can.
 */
export interface DefaultInvisibleCharacters {
  /**
   * Removes such characters instead of failing.
   */
  readonly redact: boolean
}

/**
 * A JSON object in the text has any, all or none of the keys.
 */
export interface DefaultJsonKeys {
  /**
   * Keys of the object itself, not of objects within it.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly keys: readonly string[]
  /**
   * How many of the keys the object must have.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * A JSON value in the text is valid by a JSON Schema.
 */
export interface DefaultJsonSchema {
  /**
   * The JSON Schema, without references to other documents.
   */
  readonly schema: {
    readonly [k: string]: unknown
  }
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The request carries a token of an issuer whose keys are known, with the claims that are wanted.
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
   * Address that the keys of the issuer are fetched from, by https.
   */
  readonly jwksUri?: string
  /**
   * The header that carries the token, with or without "Bearer" before it.
   */
  readonly headerKey: string
  /**
   * Seconds for which fetched keys are kept.
   */
  readonly cacheMaxAge: number
  /**
   * Seconds by which clocks may differ.
   */
  readonly clockTolerance: number
  /**
   * How long ago the token may have been issued, such as "15m" or "1d"; a token that does not say when it was issued fails.
   */
  readonly maxTokenAge: string
  /**
   * Algorithms that the token may be signed with.
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
   * Issuers, one of which the token must name.
   *
   * @minItems 1
   */
  readonly issuer?: readonly string[]
  /**
   * Audiences, one of which the token must name.
   *
   * @minItems 1
   */
  readonly audience?: readonly string[]
  /**
   * Claims that the token must have.
   *
   * @minItems 1
   */
  readonly requiredClaims?: readonly string[]
  /**
   * By claim, the values that it may have.
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
       * Whether the claim is one of the values, or a list or words apart that hold any or all of them.
       */
      readonly matchType: 'exact' | 'contains' | 'containsAll'
    }
  }
  /**
   * Names whose values in the header and in the claims of the token must be equal.
   *
   * @minItems 1
   */
  readonly headerPayloadMatch?: readonly string[]
}

/**
 * The text is in one of the languages.
 */
export interface DefaultLanguage {
  /**
   * Languages that pass, by ISO 639-1 (en), ISO 639-3 (eng), or the latter with a script (eng_Latn).
   *
   * @minItems 1
   */
  readonly language: readonly (
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
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * A model finds that the text meets a rubric.
 */
export interface DefaultLlmJudge {
  /**
   * The stored provider whose model is asked.
   */
  readonly provider: string
  /**
   * The model that judges.
   */
  readonly model: string
  /**
   * What the text must meet, in words.
   */
  readonly rubric: string
  /**
   * The least score that passes: 0 for a text that meets nothing of the rubric, 1 for one that meets all.
   */
  readonly threshold: number
  /**
   * Texts with the score that they would get.
   *
   * @maxItems 20
   */
  readonly examples?: {
    /**
     * A text.
     */
    readonly text: string
    /**
     * Its score.
     */
    readonly score: number
  }[]
  /**
   * Shows the reason that comes with the answer, which may quote what was judged.
   */
  readonly showReason: boolean
}

/**
 * The request and reply are sent to a log; it always passes.
 */
export interface DefaultLog {
  /**
   * Address that requests and replies are posted to.
   */
  readonly logURL: string
  /**
   * Headers that are sent along, by name. They hold no secrets.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * The header that the credential is sent in.
   */
  readonly secretHeader: string
  /**
   * What stands before the credential in its header.
   */
  readonly secretPrefix: string
}

/**
 * The model is one of those that the metadata of the request allow.
 */
export interface DefaultModelRules {
  /**
   * Which models are allowed, by metadata.
   */
  readonly rules: {
    /**
     * Models that are allowed where no metadata match; * stands for any text.
     */
    readonly defaults?: readonly string[]
    /**
     * By key and value of the metadata, the models that are then allowed instead.
     */
    readonly metadata?: {
      readonly [k: string]: {
        readonly [k: string]: readonly string[]
      }
    }
  }
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The model is one of a list.
 */
export interface DefaultModelWhitelist {
  /**
   * Names of models, in which * stands for any text.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly models: readonly string[]
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text is neither empty nor a word for nothing.
 */
export interface DefaultNotNull {
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text holds no personal data of the categories, by their form and check digits.
 */
export interface DefaultPii {
  /**
   * Kinds of personal data that are looked for.
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
  )[]
  /**
   * Replaces what is found by numbered marks instead of failing.
   */
  readonly redact: boolean
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * An external decision point allows the request or reply.
 */
export interface DefaultPolicy {
  /**
   * The policy that decides, as the decision point knows it.
   */
  readonly policyId: string
  /**
   * Address of the decision point.
   */
  readonly url: string
  /**
   * Shows the reason that comes with the answer, which may quote what was judged.
   */
  readonly showReason: boolean
}

/**
 * The text does not try to turn a model against its instructions, by heuristics.
 */
export interface DefaultPromptInjection {
  /**
   * The score from which a text fails; lower finds more, and is wrong more often.
   */
  readonly threshold: number
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text matches a regular expression.
 */
export interface DefaultRegexMatch {
  /**
   * The regular expression in RE2 syntax, looked for anywhere in the text.
   */
  readonly rule: string
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * What matches a regular expression is replaced; the check passes.
 */
export interface DefaultRegexReplace {
  /**
   * The regular expression in RE2 syntax of what is replaced.
   */
  readonly rule: string
  /**
   * What stands in the place of each match, as it is written.
   */
  readonly redactText: string
}

/**
 * The tools and parameters of the request are allowed.
 */
export interface DefaultRequestParametersCheck {
  /**
   * Rules on the tools that the request declares.
   */
  readonly tools?: {
    /**
     * Types of tools that may stand; any where the list is empty.
     */
    readonly allowedTypes?: readonly string[]
    /**
     * Types of tools that may not stand.
     */
    readonly blockedTypes?: readonly string[]
    /**
     * Names of tools that may stand; any where the list is empty.
     */
    readonly allowedFunctionNames?: readonly string[]
    /**
     * Names of tools that may not stand.
     */
    readonly blockedFunctionNames?: readonly string[]
  }
  /**
   * Rules on the top-level parameters of the request.
   */
  readonly params?: {
    /**
     * Parameters that may stand; any where the list is empty.
     */
    readonly allowedKeys?: readonly string[]
    /**
     * Parameters that may not stand.
     */
    readonly blockedKeys?: readonly string[]
    /**
     * Rules on values by the name of the parameter.
     */
    readonly values?: {
      readonly [k: string]: {
        /**
         * Values that may stand; any where the list is empty.
         */
        readonly allowedValues?: readonly (string | number | boolean)[]
        /**
         * Values that may not stand.
         */
        readonly blockedValues?: readonly (string | number | boolean)[]
        /**
         * The least number that may stand.
         */
        readonly minimum?: number
        /**
         * The greatest number that may stand.
         */
        readonly maximum?: number
      }
    }
  }
}

/**
 * The metadata hold any, all or none of the pairs.
 */
export interface DefaultRequiredMetadataKeyPairs {
  /**
   * Keys of metadata with the values that they must have.
   */
  readonly metadataPairs: {
    readonly [k: string]: string | number | boolean
  }
  /**
   * How many of the pairs the metadata must hold.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The metadata hold any, all or none of the keys.
 */
export interface DefaultRequiredMetadataKeys {
  /**
   * Keys of metadata.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly metadataKeys: readonly string[]
  /**
   * How many of the keys the metadata must hold.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text holds no keys, tokens or passwords, by their form or their entropy.
 */
export interface DefaultSecrets {
  /**
   * Replaces what is found by numbered marks instead of failing.
   */
  readonly redact: boolean
  /**
   * Also finds long random runs of letters and digits that have no known form.
   */
  readonly entropy: boolean
  /**
   * Entropy in bits for each character from which such a run counts.
   */
  readonly entropyThreshold: number
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The number of sentences lies within bounds.
 */
export interface DefaultSentenceCount {
  /**
   * The least number of sentences.
   */
  readonly minSentences?: number
  /**
   * The greatest number of sentences.
   */
  readonly maxSentences?: number
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text begins with a prefix.
 */
export interface DefaultStartsWith {
  /**
   * What the text begins with, after white space.
   */
  readonly prefix: string
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * Every URL in the text is well formed and, when asked for, its host answers.
 */
export interface DefaultValidUrls {
  /**
   * Asks the host of each URL as well, with a HEAD request of its root.
   */
  readonly onlyDNS: boolean
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * A webhook passes the request or reply, and may put another one in its place.
 */
export interface DefaultWebhook {
  /**
   * Address of the webhook.
   */
  readonly webhookURL: string
  /**
   * Headers that are sent along, by name. They hold no secrets.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * The header that the credential is sent in.
   */
  readonly secretHeader: string
  /**
   * What stands before the credential in its header.
   */
  readonly secretPrefix: string
  /**
   * Shows the reason that comes with the answer, which may quote what was judged.
   */
  readonly showReason: boolean
}

/**
 * The number of words lies within bounds.
 */
export interface DefaultWordCount {
  /**
   * The least number of words.
   */
  readonly minWords?: number
  /**
   * The greatest number of words.
   */
  readonly maxWords?: number
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * Lakera Guard flags nothing, by the policy of a project.
 */
export interface LakeraGuard {
  /**
   * Base URL of the service, such as that of a deployment of one's own.
   */
  readonly apiEndpoint: string
  /**
   * The project whose policy judges; the default policy of Lakera where it is left out.
   */
  readonly projectID?: string
}

/**
 * The moderation of Mistral finds no unwanted content.
 */
export interface MistralModerateContent {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint: string
  /**
   * The model that judges.
   */
  readonly model: string
  /**
   * The categories that fail; all where it is left out.
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
   * The score from which a category fails, in the place of what the service holds to be too much.
   */
  readonly threshold?: number
}

/**
 * Pangea Redact finds nothing to redact, or redacts it.
 */
export interface PangeaPii {
  /**
   * Domain of the project, which names cloud and region.
   */
  readonly domain: string
  /**
   * Base URL that is asked in the place of the domain's own.
   */
  readonly apiEndpoint: string
  /**
   * The configuration of the service, where a token is for several.
   */
  readonly configId?: string
  /**
   * Short names of the rules that apply, in the place of those of the configuration.
   *
   * @minItems 1
   */
  readonly rules?: readonly string[]
  /**
   * Sends on the text that the service redacted, in the place of the one that was judged; what it took out does not fail.
   */
  readonly redact: boolean
}

/**
 * Pangea AI Guard does not block the text, by a recipe.
 */
export interface PangeaTextGuard {
  /**
   * Domain of the project, which names cloud and region.
   */
  readonly domain: string
  /**
   * Base URL that is asked in the place of the domain's own.
   */
  readonly apiEndpoint: string
  /**
   * The recipe that judges; the service's default where it is left out.
   */
  readonly recipe?: string
  /**
   * Sends on the text as the recipe transformed it, in the place of the one that was judged.
   */
  readonly redact: boolean
}

/**
 * The security profile of Prisma AIRS allows the text.
 */
export interface PanwPrismaAirsIntercept {
  /**
   * Base URL of the service, such as that of another region.
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
   * The application, for the reports of the service.
   */
  readonly appName?: string
  /**
   * The user of the application, for the reports of the service.
   */
  readonly appUser?: string
  /**
   * Sends on the text that the profile masked, where it allows the text, in the place of the one that was judged.
   */
  readonly redact: boolean
}

/**
 * An evaluator of Patronus passes the text.
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
   * The criteria of the evaluator, such as "patronus:hallucination"; its own where it is left out.
   */
  readonly criteria?: string
  /**
   * What the service keeps of evaluations, with their texts.
   */
  readonly capture: 'none' | 'fails-only' | 'all'
  /**
   * The project that kept evaluations belong to.
   */
  readonly projectName?: string
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
 * The moderations of a stored provider find no unwanted content; it is asked through the gateway, with its own credential.
 */
export interface VendorModerateContent {
  /**
   * The stored provider that is asked, as "@slug".
   */
  readonly provider: string
  /**
   * The model that judges.
   */
  readonly model: string
  /**
   * The categories that fail, as the provider calls them; all where it is left out.
   *
   * @minItems 1
   */
  readonly categories?: readonly string[]
  /**
   * The score from which a category fails, in the place of what the provider holds to be too much.
   */
  readonly threshold?: number
}

/**
 * A detections policy of Zscaler AI Guard does not block the text.
 */
export interface ZscalerAiGuard {
  /**
   * The detections policy that judges; it is sent as it is written.
   */
  readonly policyId: string | number
  /**
   * The cloud of the tenant.
   */
  readonly cloud: string
  /**
   * Base URL that is asked in the place of the cloud's own.
   */
  readonly apiEndpoint: string
}

/** The parameters that each check is linked with: defaults written out, without credentials and without what the runtime does for it. */
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
  readonly 'default.validUrls': DefaultValidUrls
  readonly 'default.webhook': DefaultWebhook
  readonly 'default.wordCount': DefaultWordCount
  readonly 'lakera.guard': LakeraGuard
  readonly 'mistral.moderateContent': MistralModerateContent
  readonly 'pangea.pii': PangeaPii
  readonly 'pangea.textGuard': PangeaTextGuard
  readonly 'panw-prisma-airs.intercept': PanwPrismaAirsIntercept
  readonly 'patronus.evaluate': PatronusEvaluate
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
    "description": "The policies of a project of Aporia let the text pass as it is.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "A key of Aporia.",
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
          "description": "The project whose policies judge.",
          "minLength": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "Azure AI Content Safety finds no unwanted content and no entry of a blocklist.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "Name of the resource of Azure, the first label of its address.",
          "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*$"
        },
        "apiKey": {
          "type": "string",
          "description": "A key of the resource.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL that is asked in the place of the resource's own.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://{resourceName}.cognitiveservices.azure.com"
        },
        "apiVersion": {
          "type": "string",
          "description": "Version of the interface.",
          "minLength": 1,
          "default": "2024-09-01"
        },
        "categories": {
          "type": "array",
          "description": "The categories that are judged; all where it is left out.",
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
          "description": "The severity from which a category fails: the service gives 0, 2, 4 or 6.",
          "minimum": 1,
          "maximum": 8,
          "default": 2
        },
        "blocklistNames": {
          "type": "array",
          "description": "Blocklists of the resource; an entry that is found fails.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "Azure AI Language finds no personal information, or redacts it.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": false,
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
          "description": "Name of the resource of Azure, the first label of its address.",
          "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*$"
        },
        "apiKey": {
          "type": "string",
          "description": "A key of the resource.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL that is asked in the place of the resource's own.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://{resourceName}.cognitiveservices.azure.com"
        },
        "apiVersion": {
          "type": "string",
          "description": "Version of the interface.",
          "minLength": 1,
          "default": "2024-11-01"
        },
        "modelVersion": {
          "type": "string",
          "description": "Version of the model that judges.",
          "minLength": 1,
          "default": "latest"
        },
        "domain": {
          "type": "string",
          "description": "Whether all personal information counts, or information about health alone.",
          "enum": [
            "none",
            "phi"
          ],
          "default": "none"
        },
        "piiCategories": {
          "type": "array",
          "description": "The categories that are looked for; those of the service's own choice where it is left out.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "language": {
          "type": "string",
          "description": "Language of the texts, as a code such as \"en\"; the service's default where it is left out.",
          "minLength": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Sends on the text that the service redacted, in the place of the one that was judged; what it took out does not fail.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "sides": [
      "request"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
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
          "description": "Name of the resource of Azure, the first label of its address.",
          "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*$"
        },
        "apiKey": {
          "type": "string",
          "description": "A key of the resource.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL that is asked in the place of the resource's own.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://{resourceName}.cognitiveservices.azure.com"
        },
        "apiVersion": {
          "type": "string",
          "description": "Version of the interface.",
          "minLength": 1,
          "default": "2024-09-01"
        },
        "documents": {
          "type": "boolean",
          "description": "Has the text judged as a document as well, in which an attack may be embedded.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "A guardrail of Amazon Bedrock does not intervene.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": false,
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
          "description": "Version of the guardrail: a number as text, or DRAFT.",
          "pattern": "^([1-9][0-9]{0,7}|DRAFT)$"
        },
        "awsRegion": {
          "type": "string",
          "description": "Region of the guardrail.",
          "pattern": "^[a-z0-9]+(-[a-z0-9]+)+$"
        },
        "awsAccessKeyId": {
          "type": "string",
          "description": "Identifier of the access key.",
          "minLength": 1,
          "x-secret": true
        },
        "awsSecretAccessKey": {
          "type": "string",
          "description": "The secret of the access key.",
          "minLength": 1,
          "x-secret": true
        },
        "awsSessionToken": {
          "type": "string",
          "description": "The token beside an access key that was lent for some time.",
          "minLength": 1,
          "x-secret": true
        },
        "customHost": {
          "type": "string",
          "description": "Base URL that is asked in the place of the region's own.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://bedrock-runtime.{awsRegion}.amazonaws.com"
        },
        "redact": {
          "type": "boolean",
          "description": "Sends on the text that the guardrail masked, in the place of the one that was judged; what it masked does not fail.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "A prefix is put before a message of the request; the check passes.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": true,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "prefix": {
          "type": "string",
          "description": "The text that is put before.",
          "minLength": 1
        },
        "applyToRole": {
          "type": "string",
          "description": "The role of the message: the first of system, the last of another role.",
          "enum": [
            "user",
            "system",
            "assistant"
          ],
          "default": "user"
        },
        "addToExisting": {
          "type": "boolean",
          "description": "Puts the prefix into the message that there is; otherwise it becomes a message of its own.",
          "default": true
        },
        "onlyIfEmpty": {
          "type": "boolean",
          "description": "Leaves the request alone where it has a message of that role.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
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
    "description": "No letter of the text is in upper case.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.allUppercase",
    "title": "AllUppercase",
    "description": "No letter of the text is in lower case.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.allowedRequestTypes",
    "title": "AllowedRequestTypes",
    "description": "The endpoint is one of those allowed and none of those blocked.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "allowedTypes": {
          "type": "array",
          "description": "Endpoints that pass, such as chat/completions; any where the list is empty.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": []
        },
        "blockedTypes": {
          "type": "array",
          "description": "Endpoints that do not pass, also where they are allowed.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": []
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": []
    }
  },
  {
    "id": "default.characterCount",
    "title": "CharacterCount",
    "description": "The number of characters lies within bounds.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minCharacters": {
          "type": "integer",
          "description": "The least number of characters (code points).",
          "minimum": 0
        },
        "maxCharacters": {
          "type": "integer",
          "description": "The greatest number of characters (code points).",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.contains",
    "title": "Contains",
    "description": "The text contains any, all or none of the words.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "words": {
          "type": "array",
          "description": "Words or phrases, found anywhere in the text, inside other words too.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "How many of the words the text must contain.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "any"
        },
        "caseSensitive": {
          "type": "boolean",
          "description": "Tells capitals and small letters apart.",
          "default": true
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "words"
      ]
    }
  },
  {
    "id": "default.containsCode",
    "title": "ContainsCode",
    "description": "The text contains code of a language.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
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
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
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
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "suffix": {
          "type": "string",
          "description": "What the text ends with, before white space.",
          "minLength": 1
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
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
    "description": "A service passes the text, by a request and a verdict that are described here.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": false,
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
          "description": "Address of the service.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "method": {
          "type": "string",
          "description": "Method of the request; a GET is sent without a body.",
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
          "description": "Headers that are sent along, by name; places such as {{trace}} are filled. They hold no secrets.",
          "additionalProperties": {
            "type": "string"
          }
        },
        "body": {
          "type": "object",
          "description": "The body that is sent as JSON; places such as {{text}} are filled.",
          "additionalProperties": true,
          "default": {
            "text": "{{text}}"
          }
        },
        "secret": {
          "type": "string",
          "description": "A credential that is sent in a header.",
          "minLength": 1,
          "x-secret": true
        },
        "secretHeader": {
          "type": "string",
          "description": "The header that the credential is sent in.",
          "pattern": "^[A-Za-z0-9-]+$",
          "default": "Authorization"
        },
        "secretPrefix": {
          "type": "string",
          "description": "What stands before the credential in its header.",
          "default": "Bearer "
        },
        "verdict": {
          "type": "object",
          "description": "Which values of the answer pass; every answer passes where this is left out.",
          "additionalProperties": false,
          "properties": {
            "path": {
              "type": "string",
              "description": "Where the values stand in the answer, such as \"results[*].score\"; each of them must pass.",
              "minLength": 1
            },
            "equals": {
              "type": [
                "string",
                "number",
                "boolean"
              ],
              "description": "The value that passes; true where nothing else is asked of it."
            },
            "above": {
              "type": "number",
              "description": "Numbers above this one pass."
            },
            "below": {
              "type": "number",
              "description": "Numbers below this one pass."
            }
          },
          "required": [
            "path"
          ]
        },
        "transformed": {
          "type": "string",
          "description": "Where the answer holds new texts in the place of those that were sent, such as \"texts[*]\".",
          "minLength": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "Images that the request names by their addresses are fetched and put into it.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": true,
    "windows": false,
    "timeLimit": "timeoutMs",
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "providers": {
          "type": "array",
          "description": "Providers for whom images are fetched; all where the list is empty.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": []
        },
        "maxSizeBytes": {
          "type": "integer",
          "description": "The most bytes that an image may have.",
          "minimum": 1,
          "maximum": 52428800,
          "default": 20971520
        },
        "timeoutMs": {
          "type": "integer",
          "description": "Milliseconds within which all images must have come.",
          "minimum": 1,
          "maximum": 600000,
          "default": 30000,
          "x-timeout": true
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": []
    }
  },
  {
    "id": "default.invisibleCharacters",
    "title": "InvisibleCharacters",
    "description": "The text holds no characters that a reader cannot see and a model can.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "redact": {
          "type": "boolean",
          "description": "Removes such characters instead of failing.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.jsonKeys",
    "title": "JsonKeys",
    "description": "A JSON object in the text has any, all or none of the keys.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "keys": {
          "type": "array",
          "description": "Keys of the object itself, not of objects within it.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "How many of the keys the object must have.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "any"
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
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
    "description": "A JSON value in the text is valid by a JSON Schema.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "schema": {
          "type": "object",
          "description": "The JSON Schema, without references to other documents.",
          "additionalProperties": true,
          "x-json-schema": true
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
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
    "description": "The request carries a token of an issuer whose keys are known, with the claims that are wanted.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
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
          "description": "Address that the keys of the issuer are fetched from, by https.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "headerKey": {
          "type": "string",
          "description": "The header that carries the token, with or without \"Bearer\" before it.",
          "pattern": "^[A-Za-z0-9-]+$",
          "default": "Authorization"
        },
        "cacheMaxAge": {
          "type": "integer",
          "description": "Seconds for which fetched keys are kept.",
          "minimum": 1,
          "maximum": 31536000,
          "default": 86400
        },
        "clockTolerance": {
          "type": "integer",
          "description": "Seconds by which clocks may differ.",
          "minimum": 0,
          "maximum": 3600,
          "default": 5
        },
        "maxTokenAge": {
          "type": "string",
          "description": "How long ago the token may have been issued, such as \"15m\" or \"1d\"; a token that does not say when it was issued fails.",
          "pattern": "^[1-9][0-9]{0,8} ?[smhdw]$",
          "default": "1d"
        },
        "algorithms": {
          "type": "array",
          "description": "Algorithms that the token may be signed with.",
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
          "description": "Issuers, one of which the token must name.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "audience": {
          "type": "array",
          "description": "Audiences, one of which the token must name.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "requiredClaims": {
          "type": "array",
          "description": "Claims that the token must have.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "claimValues": {
          "type": "object",
          "description": "By claim, the values that it may have.",
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
                "description": "Whether the claim is one of the values, or a list or words apart that hold any or all of them.",
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
          "description": "Names whose values in the header and in the claims of the token must be equal.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "The text is in one of the languages.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "language": {
          "type": "array",
          "description": "Languages that pass, by ISO 639-1 (en), ISO 639-3 (eng), or the latter with a script (eng_Latn).",
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
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "language"
      ]
    }
  },
  {
    "id": "default.llmJudge",
    "title": "LlmJudge",
    "description": "A model finds that the text meets a rubric.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
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
          "description": "The stored provider whose model is asked.",
          "pattern": "^@[a-z0-9][a-z0-9-]*$",
          "x-slug": true
        },
        "model": {
          "type": "string",
          "description": "The model that judges.",
          "minLength": 1
        },
        "rubric": {
          "type": "string",
          "description": "What the text must meet, in words.",
          "minLength": 1
        },
        "threshold": {
          "type": "number",
          "description": "The least score that passes: 0 for a text that meets nothing of the rubric, 1 for one that meets all.",
          "minimum": 0,
          "maximum": 1,
          "default": 0.5
        },
        "examples": {
          "type": "array",
          "description": "Texts with the score that they would get.",
          "maxItems": 20,
          "items": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "text": {
                "type": "string",
                "description": "A text.",
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
          "description": "Shows the reason that comes with the answer, which may quote what was judged.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": [
        "provider",
        "model",
        "rubric"
      ]
    }
  },
  {
    "id": "default.log",
    "title": "Log",
    "description": "The request and reply are sent to a log; it always passes.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
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
          "description": "Address that requests and replies are posted to.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "headers": {
          "type": "object",
          "description": "Headers that are sent along, by name. They hold no secrets.",
          "additionalProperties": {
            "type": "string"
          }
        },
        "secret": {
          "type": "string",
          "description": "A credential that is sent in a header.",
          "minLength": 1,
          "x-secret": true
        },
        "secretHeader": {
          "type": "string",
          "description": "The header that the credential is sent in.",
          "pattern": "^[A-Za-z0-9-]+$",
          "default": "Authorization"
        },
        "secretPrefix": {
          "type": "string",
          "description": "What stands before the credential in its header.",
          "default": "Bearer "
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "id": "default.modelRules",
    "title": "ModelRules",
    "description": "The model is one of those that the metadata of the request allow.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rules": {
          "type": "object",
          "description": "Which models are allowed, by metadata.",
          "additionalProperties": false,
          "properties": {
            "defaults": {
              "type": "array",
              "description": "Models that are allowed where no metadata match; * stands for any text.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "metadata": {
              "type": "object",
              "description": "By key and value of the metadata, the models that are then allowed instead.",
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
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
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
    "description": "The model is one of a list.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "models": {
          "type": "array",
          "description": "Names of models, in which * stands for any text.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
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
    "description": "The text is neither empty nor a word for nothing.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.pii",
    "title": "Pii",
    "description": "The text holds no personal data of the categories, by their form and check digits.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "categories": {
          "type": "array",
          "description": "Kinds of personal data that are looked for.",
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
              "BR_CPF"
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
            "BR_CPF"
          ]
        },
        "redact": {
          "type": "boolean",
          "description": "Replaces what is found by numbered marks instead of failing.",
          "default": false
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.policy",
    "title": "Policy",
    "description": "An external decision point allows the request or reply.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
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
          "description": "The policy that decides, as the decision point knows it.",
          "minLength": 1
        },
        "url": {
          "type": "string",
          "description": "Address of the decision point.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "token": {
          "type": "string",
          "description": "A credential that is sent as a bearer token.",
          "minLength": 1,
          "x-secret": true
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        },
        "showReason": {
          "type": "boolean",
          "description": "Shows the reason that comes with the answer, which may quote what was judged.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
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
    "description": "The text does not try to turn a model against its instructions, by heuristics.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "threshold": {
          "type": "number",
          "description": "The score from which a text fails; lower finds more, and is wrong more often.",
          "minimum": 0.05,
          "maximum": 1,
          "default": 0.5
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.regexMatch",
    "title": "RegexMatch",
    "description": "The text matches a regular expression.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rule": {
          "type": "string",
          "description": "The regular expression in RE2 syntax, looked for anywhere in the text.",
          "minLength": 1,
          "x-pattern": true
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
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
    "description": "What matches a regular expression is replaced; the check passes.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rule": {
          "type": "string",
          "description": "The regular expression in RE2 syntax of what is replaced.",
          "minLength": 1,
          "x-pattern": true
        },
        "redactText": {
          "type": "string",
          "description": "What stands in the place of each match, as it is written.",
          "default": "[REDACTED]"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
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
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "tools": {
          "type": "object",
          "description": "Rules on the tools that the request declares.",
          "additionalProperties": false,
          "properties": {
            "allowedTypes": {
              "type": "array",
              "description": "Types of tools that may stand; any where the list is empty.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "blockedTypes": {
              "type": "array",
              "description": "Types of tools that may not stand.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "allowedFunctionNames": {
              "type": "array",
              "description": "Names of tools that may stand; any where the list is empty.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "blockedFunctionNames": {
              "type": "array",
              "description": "Names of tools that may not stand.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            }
          },
          "required": []
        },
        "params": {
          "type": "object",
          "description": "Rules on the top-level parameters of the request.",
          "additionalProperties": false,
          "properties": {
            "allowedKeys": {
              "type": "array",
              "description": "Parameters that may stand; any where the list is empty.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "blockedKeys": {
              "type": "array",
              "description": "Parameters that may not stand.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "values": {
              "type": "object",
              "description": "Rules on values by the name of the parameter.",
              "additionalProperties": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "allowedValues": {
                    "type": "array",
                    "description": "Values that may stand; any where the list is empty.",
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
                    "description": "Values that may not stand.",
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
                    "description": "The least number that may stand."
                  },
                  "maximum": {
                    "type": "number",
                    "description": "The greatest number that may stand."
                  }
                },
                "required": []
              }
            }
          },
          "required": []
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": []
    }
  },
  {
    "id": "default.requiredMetadataKeyPairs",
    "title": "RequiredMetadataKeyPairs",
    "description": "The metadata hold any, all or none of the pairs.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "metadataPairs": {
          "type": "object",
          "description": "Keys of metadata with the values that they must have.",
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
          "description": "How many of the pairs the metadata must hold.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "all"
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
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
    "description": "The metadata hold any, all or none of the keys.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "metadataKeys": {
          "type": "array",
          "description": "Keys of metadata.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "How many of the keys the metadata must hold.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "all"
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
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
    "description": "The text holds no keys, tokens or passwords, by their form or their entropy.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": true,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "redact": {
          "type": "boolean",
          "description": "Replaces what is found by numbered marks instead of failing.",
          "default": false
        },
        "entropy": {
          "type": "boolean",
          "description": "Also finds long random runs of letters and digits that have no known form.",
          "default": true
        },
        "entropyThreshold": {
          "type": "number",
          "description": "Entropy in bits for each character from which such a run counts.",
          "minimum": 3,
          "maximum": 6,
          "default": 4
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.sentenceCount",
    "title": "SentenceCount",
    "description": "The number of sentences lies within bounds.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minSentences": {
          "type": "integer",
          "description": "The least number of sentences.",
          "minimum": 0
        },
        "maxSentences": {
          "type": "integer",
          "description": "The greatest number of sentences.",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.startsWith",
    "title": "StartsWith",
    "description": "The text begins with a prefix.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "prefix": {
          "type": "string",
          "description": "What the text begins with, after white space.",
          "minLength": 1
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "prefix"
      ]
    }
  },
  {
    "id": "default.validUrls",
    "title": "ValidUrls",
    "description": "Every URL in the text is well formed and, when asked for, its host answers.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "timeLimit": "timeout",
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "onlyDNS": {
          "type": "boolean",
          "description": "Asks the host of each URL as well, with a HEAD request of its root.",
          "default": false
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "A webhook passes the request or reply, and may put another one in its place.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": false,
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
          "description": "Address of the webhook.",
          "pattern": "^https?://[^\\s/?#@\\\\]+([/?][^\\s#{}\\\\]*)?$"
        },
        "headers": {
          "type": "object",
          "description": "Headers that are sent along, by name. They hold no secrets.",
          "additionalProperties": {
            "type": "string"
          }
        },
        "secret": {
          "type": "string",
          "description": "A credential that is sent in a header.",
          "minLength": 1,
          "x-secret": true
        },
        "secretHeader": {
          "type": "string",
          "description": "The header that the credential is sent in.",
          "pattern": "^[A-Za-z0-9-]+$",
          "default": "Authorization"
        },
        "secretPrefix": {
          "type": "string",
          "description": "What stands before the credential in its header.",
          "default": "Bearer "
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
          "minimum": 1,
          "maximum": 600000,
          "default": 3000
        },
        "showReason": {
          "type": "boolean",
          "description": "Shows the reason that comes with the answer, which may quote what was judged.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
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
    "description": "The number of words lies within bounds.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "slugs": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minWords": {
          "type": "integer",
          "description": "The least number of words.",
          "minimum": 0
        },
        "maxWords": {
          "type": "integer",
          "description": "The greatest number of words.",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "lakera.guard",
    "title": "LakeraGuard",
    "description": "Lakera Guard flags nothing, by the policy of a project.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "A key of Lakera; a deployment of one's own needs none.",
          "minLength": 1,
          "x-secret": true
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service, such as that of a deployment of one's own.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.lakera.ai"
        },
        "projectID": {
          "type": "string",
          "description": "The project whose policy judges; the default policy of Lakera where it is left out.",
          "minLength": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "The moderation of Mistral finds no unwanted content.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "A key of Mistral.",
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
          "description": "The model that judges.",
          "minLength": 1,
          "default": "mistral-moderation-latest"
        },
        "categories": {
          "type": "array",
          "description": "The categories that fail; all where it is left out.",
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
          "description": "The score from which a category fails, in the place of what the service holds to be too much.",
          "minimum": 0,
          "maximum": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "Pangea Redact finds nothing to redact, or redacts it.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": false,
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
          "description": "A token of the service.",
          "minLength": 1,
          "x-secret": true
        },
        "domain": {
          "type": "string",
          "description": "Domain of the project, which names cloud and region.",
          "pattern": "^[a-z0-9-]+(\\.[a-z0-9-]+)+$",
          "default": "aws.us.pangea.cloud"
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL that is asked in the place of the domain's own.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://redact.{domain}"
        },
        "configId": {
          "type": "string",
          "description": "The configuration of the service, where a token is for several.",
          "minLength": 1
        },
        "rules": {
          "type": "array",
          "description": "Short names of the rules that apply, in the place of those of the configuration.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Sends on the text that the service redacted, in the place of the one that was judged; what it took out does not fail.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": false,
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
          "description": "A token of the service.",
          "minLength": 1,
          "x-secret": true
        },
        "domain": {
          "type": "string",
          "description": "Domain of the project, which names cloud and region.",
          "pattern": "^[a-z0-9-]+(\\.[a-z0-9-]+)+$",
          "default": "aws.us.pangea.cloud"
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL that is asked in the place of the domain's own.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://ai-guard.{domain}"
        },
        "recipe": {
          "type": "string",
          "description": "The recipe that judges; the service's default where it is left out.",
          "minLength": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Sends on the text as the recipe transformed it, in the place of the one that was judged.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": false,
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
          "description": "A key of Prisma AIRS.",
          "minLength": 1,
          "x-secret": true
        },
        "apiEndpoint": {
          "type": "string",
          "description": "Base URL of the service, such as that of another region.",
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
          "description": "The application, for the reports of the service.",
          "minLength": 1
        },
        "appUser": {
          "type": "string",
          "description": "The user of the application, for the reports of the service.",
          "minLength": 1
        },
        "redact": {
          "type": "boolean",
          "description": "Sends on the text that the profile masked, where it allows the text, in the place of the one that was judged.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "An evaluator of Patronus passes the text.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
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
          "description": "A key of Patronus.",
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
          "description": "The criteria of the evaluator, such as \"patronus:hallucination\"; its own where it is left out.",
          "minLength": 1
        },
        "capture": {
          "type": "string",
          "description": "What the service keeps of evaluations, with their texts.",
          "enum": [
            "none",
            "fails-only",
            "all"
          ],
          "default": "none"
        },
        "projectName": {
          "type": "string",
          "description": "The project that kept evaluations belong to.",
          "minLength": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "id": "promptfoo.guard",
    "title": "PromptfooGuard",
    "description": "Promptfoo finds no prompt injection and no jailbreak.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "The moderations of a stored provider find no unwanted content; it is asked through the gateway, with its own credential.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "The stored provider that is asked, as \"@slug\".",
          "pattern": "^@[a-z0-9][a-z0-9-]*$",
          "x-slug": true
        },
        "model": {
          "type": "string",
          "description": "The model that judges.",
          "minLength": 1,
          "default": "omni-moderation-latest"
        },
        "categories": {
          "type": "array",
          "description": "The categories that fail, as the provider calls them; all where it is left out.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1
        },
        "threshold": {
          "type": "number",
          "description": "The score from which a category fails, in the place of what the provider holds to be too much.",
          "minimum": 0,
          "maximum": 1
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "A detections policy of Zscaler AI Guard does not block the text.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
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
          "description": "A key of the application in AI Guard.",
          "minLength": 1,
          "x-secret": true
        },
        "policyId": {
          "type": [
            "string",
            "integer"
          ],
          "description": "The detections policy that judges; it is sent as it is written.",
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
          "description": "Base URL that is asked in the place of the cloud's own.",
          "pattern": "^https?://[^\\s/?#@\\\\]+(/[^\\s?#]*)?$",
          "default": "https://api.{cloud}.zseclipse.net"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
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
    "description": "Counts a check that could not judge as one that failed.",
    "default": false
  },
  "scope": {
    "type": "string",
    "description": "Which texts are looked at: those of the last message, or of all.",
    "enum": [
      "last",
      "all"
    ],
    "default": "last"
  },
  "timeout": {
    "type": "integer",
    "description": "Milliseconds after which the check counts as one that could not judge.",
    "minimum": 1,
    "maximum": 600000,
    "default": 10000
  }
}
