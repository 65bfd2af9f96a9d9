// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.
/**
 * Subject of an error, read from the provider's body or from the failure of the connection.
 */
export type ErrorKind =
  | 'context_length'
  | 'content_filter'
  | 'rate_limit'
  | 'overloaded'
  | 'timeout'
  | 'connection'
  | 'auth'
  | 'invalid_request'

/**
 * The config object of a gateway; targets nest recursively.
 */
export interface Config {
  /**
   * Names the target so that a condition can route to it.
   */
  readonly name?: string
  readonly strategy?: Strategy
  /**
   * The targets of the strategy, each with the schema of a config.
   */
  readonly targets?: readonly Config[]
  /**
   * Names the provider: a slug of the form @slug, or the identifier of a provider of the catalog.
   */
  readonly provider?: string
  /**
   * The API key of the provider.
   */
  readonly api_key?: string
  /**
   * The legacy name of a stored credential, read as the provider @virtual_key.
   */
  readonly virtual_key?: string
  /**
   * The base URL of a privately hosted model, used instead of the provider's own.
   */
  readonly custom_host?: string
  /**
   * Repairs the chats of a provider that speaks the vendor's schema and deviates from it in ways that break clients.
   */
  readonly deviating?: boolean
  /**
   * Takes the provider from the incoming request instead of from the config.
   */
  readonly passthrough?: boolean
  /**
   * The relative share of traffic of a target in loadbalance mode; 0 stops it.
   */
  readonly weight?: number
  /**
   * An alias of the strategy's on_status_codes, accepted in addition to it.
   */
  readonly on_status_codes?: readonly number[]
  /**
   * Request parameters that replace the values of the request.
   */
  readonly override_params?: {
    readonly [k: string]: unknown
  }
  /**
   * The timeout of one attempt in milliseconds, until its last byte or the first event of a stream.
   */
  readonly request_timeout?: number
  readonly retry?: Retry
  readonly cache?: Cache
  readonly cb_config?: CircuitBreaker
  /**
   * Names of request headers that are forwarded to the provider unchanged.
   */
  readonly forward_headers?: readonly string[]
  /**
   * Limits replies to the vendor's schema, without extension fields; written out, also those of providers that speak it.
   */
  readonly strict_vendor_compliance?: boolean
  /**
   * The model that a reply names: as the client wrote it, or as the provider did; read only at the root of a config. The manifest decides where it is absent.
   */
  readonly reply_model?: 'requested' | 'served'
  /**
   * The saved prompt whose messages precede those of the request; read only at the root of a config. The body of the request brings its variables.
   */
  readonly prompt_id?: string
  /**
   * The name of the resource that hosts the deployment.
   */
  readonly resource_name?: string
  /**
   * The identifier of the deployment that serves the model.
   */
  readonly deployment_id?: string
  /**
   * The API version of the provider.
   */
  readonly api_version?: string
  /**
   * The deployments, selected by model name.
   */
  readonly deployments?: readonly Deployment[]
  /**
   * The organisation that is billed for the call.
   */
  readonly vendor_organization?: string
  /**
   * The project that is billed for the call.
   */
  readonly vendor_project?: string
  /**
   * The beta features of Claude that are requested, separated by commas or as a list, sent in the provider's form.
   */
  readonly anthropic_beta?: string | readonly string[]
  /**
   * The access key id of the first cloud.
   */
  readonly cloud1_access_key_id?: string
  /**
   * The secret access key of the first cloud.
   */
  readonly cloud1_secret_access_key?: string
  /**
   * The session token of the first cloud.
   */
  readonly cloud1_session_token?: string
  /**
   * The region of the first cloud.
   */
  readonly cloud1_region?: string
  /**
   * The role of the first cloud that the gateway assumes, with its keys or with a token of another identity provider.
   */
  readonly cloud1_assume_role_arn?: string
  /**
   * The external identifier required to assume the role.
   */
  readonly cloud1_assume_role_external_id?: string
  /**
   * A web identity token used instead of access keys; its file is read again when it changes.
   */
  readonly cloud1_web_identity_token?: string
  /**
   * The base model of the first cloud for an ARN that does not contain it, such as a custom inference profile.
   */
  readonly cloud1_base_model?: string
  /**
   * The bucket of the first cloud that stores files and batches, in the region of the calls.
   */
  readonly cloud1_s3_bucket?: string
  /**
   * The role of the first cloud with which batches and training jobs read and write the bucket.
   */
  readonly cloud1_role_arn?: string
  /**
   * The name of the resource in the second cloud.
   */
  readonly cloud2_resource_name?: string
  /**
   * The identifier of the deployment in the second cloud.
   */
  readonly cloud2_deployment_id?: string
  /**
   * The name of the model in the second cloud.
   */
  readonly cloud2_model_name?: string
  /**
   * The region of the second cloud.
   */
  readonly cloud2_region?: string
  /**
   * The name of the deployment in the second cloud.
   */
  readonly cloud2_deployment_name?: string
  /**
   * The name of the endpoint in the second cloud.
   */
  readonly cloud2_endpoint_name?: string
  /**
   * The API version of the second cloud.
   */
  readonly cloud2_api_version?: string
  /**
   * The scope requested from the second cloud's identity service.
   */
  readonly cloud2_entra_scope?: string
  /**
   * The tenant of the second cloud's identity service in which the client is registered.
   */
  readonly cloud2_entra_tenant_id?: string
  /**
   * The client identifier for the second cloud's identity service.
   */
  readonly cloud2_entra_client_id?: string
  /**
   * The client secret for the second cloud's identity service.
   */
  readonly cloud2_entra_client_secret?: string
  /**
   * A federated token used instead of the client secret; its file is read again when it changes.
   */
  readonly cloud2_entra_federated_token?: string
  /**
   * The managed identity of the gateway's host: system, or the client identifier of one that was assigned to it.
   */
  readonly cloud2_managed_identity?: string
  /**
   * Hosting form of the deployment at the second cloud.
   */
  readonly cloud2_deployment_type?: 'serverless' | 'managed'
  /**
   * The project of the third cloud.
   */
  readonly cloud3_project_id?: string
  /**
   * The region of the third cloud.
   */
  readonly cloud3_region?: string
  /**
   * The bucket of the third cloud that stores files and batches.
   */
  readonly cloud3_gcs_bucket?: string
  /**
   * The service account of the gateway's host: default, or the address of one that is attached to it.
   */
  readonly cloud3_attached_account?: string
  /**
   * The service-account credentials of the third cloud, an object or a reference to the whole of it.
   */
  readonly cloud3_service_account_json?:
    | {
        readonly [k: string]: unknown
      }
    | string
  /**
   * Hooks that run before the request is sent.
   */
  readonly before_request_hooks?: readonly BeforeRequestHook[]
  /**
   * Hooks that run after the reply was received.
   */
  readonly after_request_hooks?: readonly AfterRequestHook[]
  /**
   * Guardrails on the request, each an identifier or an object.
   */
  readonly input_guardrails?: readonly (string | InputGuardrail)[]
  /**
   * Guardrails on the reply, each an identifier or an object.
   */
  readonly output_guardrails?: readonly (string | OutputGuardrail)[]
}
/**
 * Strategy for selecting among the targets of a config.
 */
export interface Strategy {
  /**
   * The mode of the strategy.
   */
  readonly mode: 'single' | 'loadbalance' | 'fallback' | 'conditional'
  /**
   * The cases of a conditional strategy, tried in order.
   */
  readonly conditions?: readonly Condition[]
  /**
   * The name of the target that is used when no condition matches.
   */
  readonly default?: string
  /**
   * The status codes that trigger the fallback, instead of every code but 2xx.
   */
  readonly on_status_codes?: readonly number[]
  /**
   * The kinds of errors that trigger the fallback, whatever their status. Replaces the default, as `on_status_codes` does; with both, either of them triggers.
   *
   * @minItems 1
   */
  readonly on_errors?: readonly ErrorKind[]
  readonly sticky_session?: StickySession
}
/**
 * One case of a conditional strategy.
 */
export interface Condition {
  /**
   * The query on metadata, params or url.pathname.
   */
  readonly query: {
    readonly [k: string]: unknown
  }
  /**
   * The name of the target that serves the request.
   */
  readonly then: string
}
/**
 * Requests with the same values of some fields go to the same target of a load balancer.
 */
export interface StickySession {
  /**
   * Names of fields as in conditions, such as metadata.user_id; a request without any of them is drawn.
   *
   * @minItems 1
   *
   * Items: One field.
   */
  readonly hash_fields: readonly string[]
  /**
   * Seconds after which a session may move to another target; without it, it remains until targets or weights change.
   */
  readonly ttl?: number
}
/**
 * Conditions and number of retries.
 */
export interface Retry {
  /**
   * Retries after the first attempt.
   */
  readonly attempts: number
  /**
   * The status codes that are retried, instead of 429, 500, 502, 503, 504, 529 and the 408 of a provider. A timeout of the gateway is retried only if 408 is listed.
   */
  readonly on_status_codes?: readonly number[]
  /**
   * The kinds of errors that are retried, whatever their status. Replaces the default, as `on_status_codes` does; with both, either of them triggers, and network failures always do.
   *
   * @minItems 1
   */
  readonly on_errors?: readonly ErrorKind[]
  /**
   * Respects the provider's Retry-After headers.
   */
  readonly use_retry_after_headers?: boolean
  /**
   * The longest wait of a Retry-After header that is respected, in milliseconds; after a longer one the target is not tried again, and a fallback goes on at once.
   */
  readonly max_wait?: number
  /**
   * Read as use_retry_after_headers.
   */
  readonly use_retry_after_header?: boolean
}
/**
 * The cache of replies.
 */
export interface Cache {
  /**
   * Matches requests exactly (simple) or by meaning (semantic).
   */
  readonly mode: 'simple' | 'semantic'
  /**
   * The maximum age of a cached reply in seconds.
   */
  readonly max_age?: number
}
/**
 * The circuit breaker of a target.
 */
export interface CircuitBreaker {
  /**
   * Failures within the window after which the circuit opens.
   */
  readonly failure_threshold: number
  /**
   * The cooldown in milliseconds before a probe call is allowed.
   */
  readonly cooldown_interval: number
  /**
   * The status codes that count as failures, instead of those above 500.
   */
  readonly failure_status_codes?: readonly number[]
}
/**
 * One deployment of a model.
 */
export interface Deployment {
  /**
   * The identifier of the deployment.
   */
  readonly deployment_id: string
  /**
   * The name by which a request chooses the deployment.
   */
  readonly alias: string
  /**
   * The API version of the provider.
   */
  readonly api_version: string
  /**
   * Serves requests whose model names no alias.
   */
  readonly is_default?: boolean
}
/**
 * A hook that runs before the request is sent.
 */
export interface BeforeRequestHook {
  /**
   * The identifier of the hook.
   */
  readonly id: string
  /**
   * The kind of the hook.
   */
  readonly type?: string
  /**
   * The checks that the hook runs.
   */
  readonly checks?: readonly Check[]
  readonly on_fail?: DenyingOutcome
  readonly on_success?: DenyingOutcome
  /**
   * Denies when a check fails.
   */
  readonly deny?: boolean
  /**
   * Whether the guardrail runs before the call or at the same time: then the reply is held until the verdict, and a denial cancels the call. Requests only.
   */
  readonly when?: 'before' | 'beside'
  /**
   * The message that clients receive when the guardrail denies, instead of the reasons of its checks.
   */
  readonly denial_message?: string
  /**
   * Runs the checks one after another instead of in parallel.
   */
  readonly sequential?: boolean
}
/**
 * One check with its parameters.
 */
export interface Check {
  /**
   * The identifier of the check.
   */
  readonly id: string
  /**
   * The parameters of the check.
   */
  readonly parameters: {
    readonly [k: string]: unknown
  }
}
/**
 * The actions on an outcome, including a denial.
 */
export interface DenyingOutcome {
  readonly feedback?: Feedback
  /**
   * Denies the request.
   */
  readonly deny?: boolean
}
/**
 * A score that is attached to the request.
 */
export interface Feedback {
  /**
   * The score.
   */
  readonly value?: number
  /**
   * The weight of the score.
   */
  readonly weight?: number
  /**
   * Metadata stored with the score.
   */
  readonly metadata?: {
    readonly [k: string]: unknown
  }
}
/**
 * A hook that runs after the reply was received.
 */
export interface AfterRequestHook {
  /**
   * The identifier of the hook.
   */
  readonly id: string
  /**
   * The kind of the hook.
   */
  readonly type?: string
  /**
   * Runs in parallel with the reply instead of before it.
   */
  readonly async?: boolean
  /**
   * The checks that the hook runs.
   */
  readonly checks?: readonly Check[]
  readonly on_fail?: FeedbackOutcome
  readonly on_success?: FeedbackOutcome
  /**
   * Denies when a check fails.
   */
  readonly deny?: boolean
  /**
   * The message that clients receive when the guardrail denies, instead of the reasons of its checks.
   */
  readonly denial_message?: string
  /**
   * Runs the checks one after another instead of in parallel.
   */
  readonly sequential?: boolean
  /**
   * Evaluation of a streamed reply: buffered until it is complete (hold), in windows of sentences, or after its end. Defaults to end; for a guard that denies or rewrites, to windows, or to hold if windows do not suit its checks.
   */
  readonly stream?: 'hold' | 'window' | 'end'
}
/**
 * The actions on an outcome.
 */
export interface FeedbackOutcome {
  readonly feedback?: Feedback
}
/**
 * A guardrail on the request in shorthand; every additional key is a check with its parameters.
 */
export interface InputGuardrail {
  /**
   * The identifier of the guardrail.
   */
  readonly id?: string
  /**
   * Denies when a check fails.
   */
  readonly deny?: boolean
  /**
   * Whether the guardrail runs before the call or at the same time: then the reply is held until the verdict, and a denial cancels the call. Requests only.
   */
  readonly when?: 'before' | 'beside'
  /**
   * The message that clients receive when the guardrail denies, instead of the reasons of its checks.
   */
  readonly denial_message?: string
  /**
   * Runs in parallel with the call instead of before it.
   */
  readonly async?: boolean
  readonly on_fail?: FeedbackOutcome
  readonly on_success?: FeedbackOutcome
  /**
   * The kind of the guardrail, which only appears in logs.
   */
  readonly type?: string
  /**
   * Runs the checks one after another instead of in parallel.
   */
  readonly sequential?: boolean
  /**
   * Checks by their identifiers, instead of the shorthand or in addition to it.
   */
  readonly checks?: readonly Check[]
  readonly 'aporia.validateProject'?: AporiaValidateProjectParameters
  readonly 'azure.contentSafety'?: AzureContentSafetyParameters
  readonly 'azure.pii'?: AzurePiiParameters
  readonly 'azure.shieldPrompt'?: AzureShieldPromptParameters
  readonly 'bedrock.guard'?: BedrockGuardParameters
  readonly addPrefix?: DefaultAddPrefixParameters
  readonly allLowercase?: DefaultAllLowercaseParameters
  readonly allUppercase?: DefaultAllUppercaseParameters
  readonly allowedRequestTypes?: DefaultAllowedRequestTypesParameters
  readonly characterCount?: DefaultCharacterCountParameters
  readonly contains?: DefaultContainsParameters
  readonly containsCode?: DefaultContainsCodeParameters
  readonly endsWith?: DefaultEndsWithParameters
  readonly http?: DefaultHttpParameters
  readonly inlineImage?: DefaultInlineImageParameters
  readonly invisibleCharacters?: DefaultInvisibleCharactersParameters
  readonly jsonKeys?: DefaultJsonKeysParameters
  readonly jsonSchema?: DefaultJsonSchemaParameters
  readonly jwt?: DefaultJwtParameters
  readonly language?: DefaultLanguageParameters
  readonly llmJudge?: DefaultLlmJudgeParameters
  readonly log?: DefaultLogParameters
  readonly maliciousUrls?: DefaultMaliciousUrlsParameters
  readonly modelRules?: DefaultModelRulesParameters
  readonly modelWhitelist?: DefaultModelWhitelistParameters
  readonly notNull?: DefaultNotNullParameters
  readonly pii?: DefaultPiiParameters
  readonly policy?: DefaultPolicyParameters
  readonly promptInjection?: DefaultPromptInjectionParameters
  readonly regexMatch?: DefaultRegexMatchParameters
  readonly regexReplace?: DefaultRegexReplaceParameters
  readonly requestParametersCheck?: DefaultRequestParametersCheckParameters
  readonly requiredMetadataKeyPairs?: DefaultRequiredMetadataKeyPairsParameters
  readonly requiredMetadataKeys?: DefaultRequiredMetadataKeysParameters
  readonly secrets?: DefaultSecretsParameters
  readonly sentenceCount?: DefaultSentenceCountParameters
  readonly startsWith?: DefaultStartsWithParameters
  readonly tokenCount?: DefaultTokenCountParameters
  readonly validUrls?: DefaultValidUrlsParameters
  readonly webhook?: DefaultWebhookParameters
  readonly wordCount?: DefaultWordCountParameters
  readonly 'google.modelArmor'?: GoogleModelArmorParameters
  readonly 'lakera.guard'?: LakeraGuardParameters
  readonly 'mistral.moderateContent'?: MistralModerateContentParameters
  readonly 'pangea.pii'?: PangeaPiiParameters
  readonly 'pangea.textGuard'?: PangeaTextGuardParameters
  readonly 'panw-prisma-airs.intercept'?: PanwPrismaAirsInterceptParameters
  readonly 'patronus.evaluate'?: PatronusEvaluateParameters
  readonly 'presidio.analyze'?: PresidioAnalyzeParameters
  readonly 'promptfoo.guard'?: PromptfooGuardParameters
  readonly 'promptfoo.harm'?: PromptfooHarmParameters
  readonly 'promptfoo.pii'?: PromptfooPiiParameters
  readonly 'vendor.moderateContent'?: VendorModerateContentParameters
  readonly 'zscaler.aiGuard'?: ZscalerAiGuardParameters
  readonly [k: string]:
    | {
        readonly [k: string]: unknown
      }
    | string
    | boolean
    | 'before'
    | 'beside'
    | FeedbackOutcome
    | readonly Check[]
    | AporiaValidateProjectParameters
    | AzureContentSafetyParameters
    | AzurePiiParameters
    | AzureShieldPromptParameters
    | BedrockGuardParameters
    | DefaultAddPrefixParameters
    | DefaultAllLowercaseParameters
    | DefaultAllUppercaseParameters
    | DefaultAllowedRequestTypesParameters
    | DefaultCharacterCountParameters
    | DefaultContainsParameters
    | DefaultContainsCodeParameters
    | DefaultEndsWithParameters
    | DefaultHttpParameters
    | DefaultInlineImageParameters
    | DefaultInvisibleCharactersParameters
    | DefaultJsonKeysParameters
    | DefaultJsonSchemaParameters
    | DefaultJwtParameters
    | DefaultLanguageParameters
    | DefaultLlmJudgeParameters
    | DefaultLogParameters
    | DefaultMaliciousUrlsParameters
    | DefaultModelRulesParameters
    | DefaultModelWhitelistParameters
    | DefaultNotNullParameters
    | DefaultPiiParameters
    | DefaultPolicyParameters
    | DefaultPromptInjectionParameters
    | DefaultRegexMatchParameters
    | DefaultRegexReplaceParameters
    | DefaultRequestParametersCheckParameters
    | DefaultRequiredMetadataKeyPairsParameters
    | DefaultRequiredMetadataKeysParameters
    | DefaultSecretsParameters
    | DefaultSentenceCountParameters
    | DefaultStartsWithParameters
    | DefaultTokenCountParameters
    | DefaultValidUrlsParameters
    | DefaultWebhookParameters
    | DefaultWordCountParameters
    | GoogleModelArmorParameters
    | LakeraGuardParameters
    | MistralModerateContentParameters
    | PangeaPiiParameters
    | PangeaTextGuardParameters
    | PanwPrismaAirsInterceptParameters
    | PatronusEvaluateParameters
    | PresidioAnalyzeParameters
    | PromptfooGuardParameters
    | PromptfooHarmParameters
    | PromptfooPiiParameters
    | VendorModerateContentParameters
    | ZscalerAiGuardParameters
    | undefined
}
/**
 * The policies of an Aporia project allow the text unchanged.
 */
export interface AporiaValidateProjectParameters {
  /**
   * An API key of Aporia.
   */
  readonly apiKey: string
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint?: string
  /**
   * The project whose policies apply.
   */
  readonly projectID: string
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Azure AI Content Safety finds no unwanted content and no blocklist match.
 */
export interface AzureContentSafetyParameters {
  /**
   * Name of the Azure resource, the first label of its host.
   */
  readonly resourceName: string
  /**
   * An API key of the resource.
   */
  readonly apiKey: string
  /**
   * Base URL to use instead of the resource's.
   */
  readonly customHost?: string
  /**
   * API version.
   */
  readonly apiVersion?: string
  /**
   * The categories to analyze; defaults to all.
   *
   * @minItems 1
   */
  readonly categories?: readonly ('Hate' | 'SelfHarm' | 'Sexual' | 'Violence')[]
  /**
   * The minimum severity that fails: the service returns 0, 2, 4 or 6.
   */
  readonly severity?: number
  /**
   * Blocklists of the resource; a matched entry fails.
   *
   * @minItems 1
   */
  readonly blocklistNames?: readonly string[]
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Azure AI Language finds no personal information, or its redactions are applied.
 */
export interface AzurePiiParameters {
  /**
   * Name of the Azure resource, the first label of its host.
   */
  readonly resourceName: string
  /**
   * An API key of the resource.
   */
  readonly apiKey: string
  /**
   * Base URL to use instead of the resource's.
   */
  readonly customHost?: string
  /**
   * API version.
   */
  readonly apiVersion?: string
  /**
   * Version of the detection model.
   */
  readonly modelVersion?: string
  /**
   * Whether all personal information counts, or only health information.
   */
  readonly domain?: 'none' | 'phi'
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
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Prompt Shields of Azure AI Content Safety finds no attack on the model.
 */
export interface AzureShieldPromptParameters {
  /**
   * Name of the Azure resource, the first label of its host.
   */
  readonly resourceName: string
  /**
   * An API key of the resource.
   */
  readonly apiKey: string
  /**
   * Base URL to use instead of the resource's.
   */
  readonly customHost?: string
  /**
   * API version.
   */
  readonly apiVersion?: string
  /**
   * Also analyzes the text as a document, for embedded attacks.
   */
  readonly documents?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * An Amazon Bedrock guardrail does not intervene.
 */
export interface BedrockGuardParameters {
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
   * The access key ID.
   */
  readonly awsAccessKeyId: string
  /**
   * The secret access key.
   */
  readonly awsSecretAccessKey: string
  /**
   * The session token of a temporary access key.
   */
  readonly awsSessionToken?: string
  /**
   * Base URL to use instead of the region's.
   */
  readonly customHost?: string
  /**
   * Replaces the text with the one masked by the guardrail; what it masked does not fail.
   */
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * A prefix is added to a message of the request; the check passes.
 */
export interface DefaultAddPrefixParameters {
  /**
   * The text to add.
   */
  readonly prefix: string
  /**
   * The role of the message: the first system message, or the message of another role that "message" selects.
   */
  readonly applyToRole?: 'user' | 'system' | 'assistant'
  /**
   * Message of the role user or assistant that gets the prefix; Portkey takes the first.
   */
  readonly message?: 'first' | 'last'
  /**
   * Adds the prefix to the existing message; otherwise adds a separate message.
   */
  readonly addToExisting?: boolean
  /**
   * Leaves the request unchanged when it has a message of that role.
   */
  readonly onlyIfEmpty?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The text has no uppercase letters.
 */
export interface DefaultAllLowercaseParameters {
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The text has no lowercase letters.
 */
export interface DefaultAllUppercaseParameters {
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The endpoint is allowed and not blocked.
 */
export interface DefaultAllowedRequestTypesParameters {
  /**
   * Allowed endpoints, such as chat/completions, or stream-chat/completions for only its streams; an empty list allows any.
   */
  readonly allowedTypes?: readonly string[]
  /**
   * Blocked endpoints, even if they are also allowed. Those in the metadata as blocked_endpoints are blocked too; the result counts unknown names among them.
   */
  readonly blockedTypes?: readonly string[]
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The number of characters is within bounds.
 */
export interface DefaultCharacterCountParameters {
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
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The text contains any, all or none of the words.
 */
export interface DefaultContainsParameters {
  /**
   * Words or phrases, matched anywhere in the text, including inside other words.
   *
   * @maxItems 1000
   */
  readonly words: readonly string[]
  /**
   * Quantifier over the words in the text.
   */
  readonly operator?: 'any' | 'all' | 'none'
  /**
   * Matches upper and lower case exactly.
   */
  readonly caseSensitive?: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The text contains code of a language.
 */
export interface DefaultContainsCodeParameters {
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
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The text ends with a suffix.
 */
export interface DefaultEndsWithParameters {
  /**
   * The required suffix, ignoring trailing whitespace.
   */
  readonly suffix: string
  /**
   * Also accepts the suffix before a final full stop. On by default with `spelling: peer`.
   */
  readonly beforeFullStop?: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * A service accepts the text, by a configurable request and verdict.
 */
export interface DefaultHttpParameters {
  /**
   * URL of the service.
   */
  readonly url: string
  /**
   * HTTP method; a GET is sent without a body.
   */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'GET'
  /**
   * Additional request headers, by name; placeholders such as {{trace}} are filled in. They must not contain secrets.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * The JSON request body; placeholders such as {{text}} are filled in.
   */
  readonly body?: {
    readonly [k: string]: unknown
  }
  /**
   * A credential, sent in a header.
   */
  readonly secret?: string
  /**
   * The header of the credential.
   */
  readonly secretHeader?: string
  /**
   * The prefix of the credential in its header.
   */
  readonly secretPrefix?: string
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
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Images that the request references by URL are fetched and inlined.
 */
export interface DefaultInlineImageParameters {
  /**
   * Providers for which images are inlined; an empty list means all.
   */
  readonly providers?: readonly string[]
  /**
   * Maximum size of an image in bytes.
   */
  readonly maxSizeBytes?: number
  /**
   * Timeout in milliseconds for fetching all images.
   */
  readonly timeoutMs?: number
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The text contains no invisible characters that a model would read.
 */
export interface DefaultInvisibleCharactersParameters {
  /**
   * Removes invisible characters instead of failing.
   */
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * A JSON object in the text has any, all or none of the keys.
 */
export interface DefaultJsonKeysParameters {
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
  readonly operator?: 'any' | 'all' | 'none'
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * A JSON value in the text matches a JSON Schema.
 */
export interface DefaultJsonSchemaParameters {
  /**
   * The JSON Schema; references to other documents are not supported, and formats are asserted.
   */
  readonly schema: {
    readonly [k: string]: unknown
  }
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The request has a valid token of the issuer, with the required claims.
 */
export interface DefaultJwtParameters {
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
  readonly headerKey?: string
  /**
   * Cache time of fetched keys in seconds.
   */
  readonly cacheMaxAge?: number
  /**
   * Clock tolerance in seconds.
   */
  readonly clockTolerance?: number
  /**
   * Maximum age of the token, such as "15m" or "1d"; a token without an issue time fails.
   */
  readonly maxTokenAge?: string
  /**
   * Accepted signature algorithms.
   *
   * @minItems 1
   */
  readonly algorithms?: readonly (
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
      readonly matchType?: 'exact' | 'contains' | 'containsAll'
    }
  }
  /**
   * Names whose values must be equal in the token's header and payload.
   *
   * @minItems 1
   */
  readonly headerPayloadMatch?: readonly string[]
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * The text is in one of the listed languages, or in that of the prompt.
 */
export interface DefaultLanguageParameters {
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
  readonly sameAsPrompt?: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * A model scores the text by a rubric.
 */
export interface DefaultLlmJudgeParameters {
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
  readonly threshold?: number
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
  readonly showReason?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Requests and replies are sent to a log; the check always passes.
 */
export interface DefaultLogParameters {
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
   * A credential, sent in a header.
   */
  readonly secret?: string
  /**
   * The header of the credential.
   */
  readonly secretHeader?: string
  /**
   * The prefix of the credential in its header.
   */
  readonly secretPrefix?: string
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * No link in the text hides where it leads or has a blocked host.
 */
export interface DefaultMaliciousUrlsParameters {
  /**
   * Forms of links that hide where they lead: a user name in the form of a host, an IP address in decimal, octal or hexadecimal, a host with letters of another script or one that resembles a protected host, a script or document in place of an address, a link whose text names another host, a public URL shortener.
   */
  readonly categories?: readonly ('USERINFO' | 'NUMERIC_ADDRESS' | 'HOMOGRAPH' | 'SCRIPT' | 'LINK_TEXT' | 'SHORTENER')[]
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
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The model is allowed by the metadata of the request.
 */
export interface DefaultModelRulesParameters {
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
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The model is on a list.
 */
export interface DefaultModelWhitelistParameters {
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
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The text is not empty, blank, or one of the values that count as empty.
 */
export interface DefaultNotNullParameters {
  /**
   * Additional values that count as empty, compared case-insensitively, such as null, none, {} or [].
   *
   * @maxItems 100
   */
  readonly nullValues?: readonly string[]
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The text contains no personal data of the categories, by pattern and check digits.
 */
export interface DefaultPiiParameters {
  /**
   * Categories of personal data to detect.
   *
   * @minItems 1
   */
  readonly categories?: readonly (
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
  readonly patterns?: {
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
  readonly withoutLabel?: readonly (
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
  readonly allow?: readonly string[]
  /**
   * Number of personal details from which the check fails, or redacts them; fewer pass unchanged.
   */
  readonly threshold?: number
  /**
   * Replaces matches with numbered placeholders instead of failing.
   */
  readonly redact?: boolean
  /**
   * Puts what was replaced in a request back in place of its placeholders in the reply.
   */
  readonly restore?: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * An external decision point allows the request or reply.
 */
export interface DefaultPolicyParameters {
  /**
   * The identifier of the policy at the decision point.
   */
  readonly policyId: string
  /**
   * URL of the decision point.
   */
  readonly url: string
  /**
   * A credential, sent as a bearer token.
   */
  readonly token?: string
  /**
   * Timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
  /**
   * Shows the reason returned with the verdict, which may quote the evaluated text.
   */
  readonly showReason?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The text does not look like a prompt injection, by heuristics.
 */
export interface DefaultPromptInjectionParameters {
  /**
   * The minimum score that fails; a lower value detects more, with more false positives.
   */
  readonly threshold?: number
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The text matches a regular expression.
 */
export interface DefaultRegexMatchParameters {
  /**
   * The regular expression in RE2 syntax, matched anywhere in the text.
   */
  readonly rule: string
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * Matches of a regular expression are replaced; the check passes.
 */
export interface DefaultRegexReplaceParameters {
  /**
   * The regular expression to replace, in RE2 syntax.
   */
  readonly rule: string
  /**
   * The literal replacement of each match.
   */
  readonly redactText?: string
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The tools and parameters of the request are allowed.
 */
export interface DefaultRequestParametersCheckParameters {
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
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The metadata has any, all or none of the pairs.
 */
export interface DefaultRequiredMetadataKeyPairsParameters {
  /**
   * Metadata keys with their required values.
   */
  readonly metadataPairs: {
    readonly [k: string]: string | number | boolean
  }
  /**
   * Quantifier over the pairs of the metadata.
   */
  readonly operator?: 'any' | 'all' | 'none'
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The metadata has any, all or none of the keys.
 */
export interface DefaultRequiredMetadataKeysParameters {
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
  readonly operator?: 'any' | 'all' | 'none'
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
}
/**
 * The text contains no keys, tokens or passwords, by format or entropy.
 */
export interface DefaultSecretsParameters {
  /**
   * Replaces matches with numbered placeholders instead of failing.
   */
  readonly redact?: boolean
  /**
   * Puts what was replaced in a request back in place of its placeholders in the reply.
   */
  readonly restore?: boolean
  /**
   * Also detects long random runs of letters and digits of unknown format.
   */
  readonly entropy?: boolean
  /**
   * Minimum entropy of such a run, in bits per character.
   */
  readonly entropyThreshold?: number
  /**
   * Values that are not detected: whole ones in any case, in which * matches any text, such as sk_test_*.
   *
   * @maxItems 1000
   */
  readonly allow?: readonly string[]
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The number of sentences is within bounds.
 */
export interface DefaultSentenceCountParameters {
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
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The text starts with a prefix.
 */
export interface DefaultStartsWithParameters {
  /**
   * The required prefix, ignoring leading whitespace.
   */
  readonly prefix: string
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The estimated number of tokens is within bounds.
 */
export interface DefaultTokenCountParameters {
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
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * Every URL in the text is well formed and, optionally, its host responds.
 */
export interface DefaultValidUrlsParameters {
  /**
   * Also sends a HEAD request to the root of each URL's host.
   */
  readonly onlyDNS?: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * A webhook accepts the request or reply, and may replace it.
 */
export interface DefaultWebhookParameters {
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
   * A credential, sent in a header.
   */
  readonly secret?: string
  /**
   * The header of the credential.
   */
  readonly secretHeader?: string
  /**
   * The prefix of the credential in its header.
   */
  readonly secretPrefix?: string
  /**
   * Timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
  /**
   * Shows the reason returned with the verdict, which may quote the evaluated text.
   */
  readonly showReason?: boolean
  /**
   * Negates the condition: passes when it does not hold.
   */
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * The number of words is within bounds.
 */
export interface DefaultWordCountParameters {
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
  readonly not?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
}
/**
 * No filter of a Google Model Armor template matches the text.
 */
export interface GoogleModelArmorParameters {
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
   * The key file of a service account that may use the template, as JSON; its access tokens are sent, and never the key.
   */
  readonly serviceAccountJson: string
  /**
   * Base URL to use instead of the location's.
   */
  readonly customHost?: string
  /**
   * Replaces the text with the one that the template de-identified; what it de-identified does not fail.
   */
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Lakera Guard flags nothing, by the policy of a project.
 */
export interface LakeraGuardParameters {
  /**
   * An API key of Lakera; self-hosted deployments need none.
   */
  readonly apiKey?: string
  /**
   * Base URL of the service, for example of a self-hosted deployment.
   */
  readonly apiEndpoint?: string
  /**
   * The project whose policy applies; defaults to Lakera's default policy.
   */
  readonly projectID?: string
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Mistral moderation flags nothing.
 */
export interface MistralModerateContentParameters {
  /**
   * An API key of Mistral.
   */
  readonly apiKey: string
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint?: string
  /**
   * The model that evaluates the text.
   */
  readonly model?: string
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
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Pangea Redact finds nothing to redact, or its redactions are applied.
 */
export interface PangeaPiiParameters {
  /**
   * An API token of the service.
   */
  readonly apiKey: string
  /**
   * Domain of the project, with cloud and region.
   */
  readonly domain?: string
  /**
   * Base URL to use instead of the domain's.
   */
  readonly apiEndpoint?: string
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
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Pangea AI Guard does not block the text, by a recipe.
 */
export interface PangeaTextGuardParameters {
  /**
   * An API token of the service.
   */
  readonly apiKey: string
  /**
   * Domain of the project, with cloud and region.
   */
  readonly domain?: string
  /**
   * Base URL to use instead of the domain's.
   */
  readonly apiEndpoint?: string
  /**
   * The recipe to apply; defaults to the service's default recipe.
   */
  readonly recipe?: string
  /**
   * Replaces the text with the one transformed by the recipe.
   */
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * The security profile of Prisma AIRS allows the text.
 */
export interface PanwPrismaAirsInterceptParameters {
  /**
   * An API key of Prisma AIRS.
   */
  readonly apiKey: string
  /**
   * Base URL of the service, for example in another region.
   */
  readonly apiEndpoint?: string
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
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * A Patronus evaluator passes the text.
 */
export interface PatronusEvaluateParameters {
  /**
   * An API key of Patronus.
   */
  readonly apiKey: string
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint?: string
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
  readonly capture?: 'none' | 'fails-only' | 'all'
  /**
   * The project of stored evaluations.
   */
  readonly projectName?: string
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * A Presidio analyzer finds no personal information, or its findings are replaced.
 */
export interface PresidioAnalyzeParameters {
  /**
   * Base URL of the analyzer, such as http://localhost:5002.
   */
  readonly customHost: string
  /**
   * A bearer token, for an analyzer behind a proxy that requires one.
   */
  readonly apiKey?: string
  /**
   * Language code of the text, which the analyzer must support.
   */
  readonly language?: string
  /**
   * The entities to find, such as PERSON and LOCATION; defaults to all of the analyzer.
   *
   * @minItems 1
   */
  readonly entities?: readonly string[]
  /**
   * The minimum score of a finding.
   */
  readonly scoreThreshold?: number
  /**
   * Replaces what was found with placeholders such as {{PERSON_1}}; it then does not fail.
   */
  readonly redact?: boolean
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Promptfoo finds no prompt injection and no jailbreak.
 */
export interface PromptfooGuardParameters {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint?: string
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Promptfoo finds no harmful content.
 */
export interface PromptfooHarmParameters {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint?: string
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * Promptfoo finds no personal information.
 */
export interface PromptfooPiiParameters {
  /**
   * Base URL of the service.
   */
  readonly apiEndpoint?: string
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * The moderation of a stored provider flags nothing; it is called through the gateway, with the provider's credential.
 */
export interface VendorModerateContentParameters {
  /**
   * The stored provider to call, as "@slug".
   */
  readonly provider: string
  /**
   * The model that evaluates the text.
   */
  readonly model?: string
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
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * A Zscaler AI Guard detection policy does not block the text.
 */
export interface ZscalerAiGuardParameters {
  /**
   * An API key of the AI Guard application.
   */
  readonly apiKey: string
  /**
   * The detection policy to apply; it is sent as written.
   */
  readonly policyId: string | number
  /**
   * The cloud of the tenant.
   */
  readonly cloud?: string
  /**
   * Base URL to use instead of the cloud's.
   */
  readonly apiEndpoint?: string
  /**
   * Counts a check with an error as failed.
   */
  readonly failOnError?: boolean
  /**
   * Scope of the text that is checked: all messages and fields, or those after the assistant's last message. Defaults to all for checks that deny or rewrite, otherwise to last.
   */
  readonly scope?: 'last' | 'all'
  /**
   * The timeout in milliseconds, after which the check counts as an error.
   */
  readonly timeout?: number
}
/**
 * A guardrail on the reply in shorthand; every additional key is a check with its parameters.
 */
export interface OutputGuardrail {
  /**
   * The identifier of the guardrail.
   */
  readonly id?: string
  /**
   * Denies when a check fails.
   */
  readonly deny?: boolean
  /**
   * The message that clients receive when the guardrail denies, instead of the reasons of its checks.
   */
  readonly denial_message?: string
  /**
   * Runs in parallel with the call instead of before it.
   */
  readonly async?: boolean
  readonly on_fail?: DenyingOutcome
  readonly on_success?: DenyingOutcome
  /**
   * The kind of the guardrail, which only appears in logs.
   */
  readonly type?: string
  /**
   * Runs the checks one after another instead of in parallel.
   */
  readonly sequential?: boolean
  /**
   * Checks by their identifiers, instead of the shorthand or in addition to it.
   */
  readonly checks?: readonly Check[]
  /**
   * Evaluation of a streamed reply: buffered until it is complete (hold), in windows of sentences, or after its end. Defaults to end; for a guard that denies or rewrites, to windows, or to hold if windows do not suit its checks.
   */
  readonly stream?: 'hold' | 'window' | 'end'
  readonly 'aporia.validateProject'?: AporiaValidateProjectParameters
  readonly 'azure.contentSafety'?: AzureContentSafetyParameters
  readonly 'azure.pii'?: AzurePiiParameters
  readonly 'bedrock.guard'?: BedrockGuardParameters
  readonly allLowercase?: DefaultAllLowercaseParameters
  readonly allUppercase?: DefaultAllUppercaseParameters
  readonly characterCount?: DefaultCharacterCountParameters
  readonly contains?: DefaultContainsParameters
  readonly containsCode?: DefaultContainsCodeParameters
  readonly endsWith?: DefaultEndsWithParameters
  readonly http?: DefaultHttpParameters
  readonly invisibleCharacters?: DefaultInvisibleCharactersParameters
  readonly jsonKeys?: DefaultJsonKeysParameters
  readonly jsonSchema?: DefaultJsonSchemaParameters
  readonly language?: DefaultLanguageParameters
  readonly llmJudge?: DefaultLlmJudgeParameters
  readonly log?: DefaultLogParameters
  readonly maliciousUrls?: DefaultMaliciousUrlsParameters
  readonly notNull?: DefaultNotNullParameters
  readonly pii?: DefaultPiiParameters
  readonly policy?: DefaultPolicyParameters
  readonly promptInjection?: DefaultPromptInjectionParameters
  readonly regexMatch?: DefaultRegexMatchParameters
  readonly regexReplace?: DefaultRegexReplaceParameters
  readonly secrets?: DefaultSecretsParameters
  readonly sentenceCount?: DefaultSentenceCountParameters
  readonly startsWith?: DefaultStartsWithParameters
  readonly tokenCount?: DefaultTokenCountParameters
  readonly validUrls?: DefaultValidUrlsParameters
  readonly webhook?: DefaultWebhookParameters
  readonly wordCount?: DefaultWordCountParameters
  readonly 'google.modelArmor'?: GoogleModelArmorParameters
  readonly 'lakera.guard'?: LakeraGuardParameters
  readonly 'mistral.moderateContent'?: MistralModerateContentParameters
  readonly 'pangea.pii'?: PangeaPiiParameters
  readonly 'pangea.textGuard'?: PangeaTextGuardParameters
  readonly 'panw-prisma-airs.intercept'?: PanwPrismaAirsInterceptParameters
  readonly 'patronus.evaluate'?: PatronusEvaluateParameters
  readonly 'presidio.analyze'?: PresidioAnalyzeParameters
  readonly 'promptfoo.guard'?: PromptfooGuardParameters
  readonly 'promptfoo.harm'?: PromptfooHarmParameters
  readonly 'promptfoo.pii'?: PromptfooPiiParameters
  readonly 'vendor.moderateContent'?: VendorModerateContentParameters
  readonly 'zscaler.aiGuard'?: ZscalerAiGuardParameters
  readonly [k: string]:
    | {
        readonly [k: string]: unknown
      }
    | string
    | boolean
    | DenyingOutcome
    | readonly Check[]
    | 'hold'
    | 'window'
    | 'end'
    | AporiaValidateProjectParameters
    | AzureContentSafetyParameters
    | AzurePiiParameters
    | BedrockGuardParameters
    | DefaultAllLowercaseParameters
    | DefaultAllUppercaseParameters
    | DefaultCharacterCountParameters
    | DefaultContainsParameters
    | DefaultContainsCodeParameters
    | DefaultEndsWithParameters
    | DefaultHttpParameters
    | DefaultInvisibleCharactersParameters
    | DefaultJsonKeysParameters
    | DefaultJsonSchemaParameters
    | DefaultLanguageParameters
    | DefaultLlmJudgeParameters
    | DefaultLogParameters
    | DefaultMaliciousUrlsParameters
    | DefaultNotNullParameters
    | DefaultPiiParameters
    | DefaultPolicyParameters
    | DefaultPromptInjectionParameters
    | DefaultRegexMatchParameters
    | DefaultRegexReplaceParameters
    | DefaultSecretsParameters
    | DefaultSentenceCountParameters
    | DefaultStartsWithParameters
    | DefaultTokenCountParameters
    | DefaultValidUrlsParameters
    | DefaultWebhookParameters
    | DefaultWordCountParameters
    | GoogleModelArmorParameters
    | LakeraGuardParameters
    | MistralModerateContentParameters
    | PangeaPiiParameters
    | PangeaTextGuardParameters
    | PanwPrismaAirsInterceptParameters
    | PatronusEvaluateParameters
    | PresidioAnalyzeParameters
    | PromptfooGuardParameters
    | PromptfooHarmParameters
    | PromptfooPiiParameters
    | VendorModerateContentParameters
    | ZscalerAiGuardParameters
    | undefined
}

/**
 * Scopes of a key: calls (inference), the list of models (models), versions of configs in calls (configs.pin), calls of MCP servers (mcp.invoke) and agents (agents.invoke), and the operations of saved resources.
 */
export type Scope =
  | 'inference'
  | 'models'
  | 'configs.pin'
  | 'mcp.invoke'
  | 'agents.invoke'
  | 'organisation_users.create'
  | 'organisation_users.read'
  | 'organisation_users.update'
  | 'organisation_users.delete'
  | 'organisation_users.list'
  | 'workspaces.create'
  | 'workspaces.read'
  | 'workspaces.update'
  | 'workspaces.delete'
  | 'workspaces.list'
  | 'workspace_users.create'
  | 'workspace_users.read'
  | 'workspace_users.update'
  | 'workspace_users.delete'
  | 'workspace_users.list'
  | 'organisation_service_api_keys.create'
  | 'organisation_service_api_keys.read'
  | 'organisation_service_api_keys.update'
  | 'organisation_service_api_keys.delete'
  | 'organisation_service_api_keys.list'
  | 'organisation_service_api_keys.rotate'
  | 'workspace_service_api_keys.create'
  | 'workspace_service_api_keys.read'
  | 'workspace_service_api_keys.update'
  | 'workspace_service_api_keys.delete'
  | 'workspace_service_api_keys.list'
  | 'workspace_service_api_keys.rotate'
  | 'workspace_user_api_keys.create'
  | 'workspace_user_api_keys.read'
  | 'workspace_user_api_keys.update'
  | 'workspace_user_api_keys.delete'
  | 'workspace_user_api_keys.list'
  | 'workspace_user_api_keys.rotate'
  | 'api_keys.outlive'
  | 'prompts.create'
  | 'prompts.read'
  | 'prompts.update'
  | 'prompts.delete'
  | 'prompts.list'
  | 'prompts.publish'
  | 'prompts.render'
  | 'configs.create'
  | 'configs.read'
  | 'configs.update'
  | 'configs.delete'
  | 'configs.list'
  | 'configs.promote'
  | 'guardrails.create'
  | 'guardrails.read'
  | 'guardrails.update'
  | 'guardrails.delete'
  | 'guardrails.list'
  | 'virtual_keys.create'
  | 'virtual_keys.read'
  | 'virtual_keys.update'
  | 'virtual_keys.delete'
  | 'virtual_keys.list'
  | 'providers.create'
  | 'providers.read'
  | 'providers.update'
  | 'providers.delete'
  | 'providers.list'
  | 'policies.create'
  | 'policies.read'
  | 'policies.update'
  | 'policies.delete'
  | 'policies.list'
  | 'organisation_integrations.create'
  | 'organisation_integrations.read'
  | 'organisation_integrations.update'
  | 'organisation_integrations.delete'
  | 'organisation_integrations.list'
  | 'workspace_integrations.create'
  | 'workspace_integrations.read'
  | 'workspace_integrations.update'
  | 'workspace_integrations.delete'
  | 'workspace_integrations.list'
  | 'organisation_mcp_integrations.create'
  | 'organisation_mcp_integrations.read'
  | 'organisation_mcp_integrations.update'
  | 'organisation_mcp_integrations.delete'
  | 'organisation_mcp_integrations.list'
  | 'workspace_mcp_integrations.create'
  | 'workspace_mcp_integrations.read'
  | 'workspace_mcp_integrations.update'
  | 'workspace_mcp_integrations.delete'
  | 'workspace_mcp_integrations.list'
  | 'mcp_servers.create'
  | 'mcp_servers.read'
  | 'mcp_servers.update'
  | 'mcp_servers.delete'
  | 'mcp_servers.list'
  | 'organisation_agent_integrations.create'
  | 'organisation_agent_integrations.read'
  | 'organisation_agent_integrations.update'
  | 'organisation_agent_integrations.delete'
  | 'organisation_agent_integrations.list'
  | 'workspace_agent_integrations.create'
  | 'workspace_agent_integrations.read'
  | 'workspace_agent_integrations.update'
  | 'workspace_agent_integrations.delete'
  | 'workspace_agent_integrations.list'
  | 'agent_servers.create'
  | 'agent_servers.read'
  | 'agent_servers.update'
  | 'agent_servers.delete'
  | 'agent_servers.list'
  | 'secret_references.create'
  | 'secret_references.read'
  | 'secret_references.update'
  | 'secret_references.delete'
  | 'secret_references.list'
  | 'deployments.create'
  | 'deployments.read'
  | 'deployments.update'
  | 'deployments.delete'
  | 'deployments.list'
  | 'deployments.production'
  | 'settings.read'
  | 'settings.update'
  | 'logs.view'
  | 'logs.list'
  | 'logs.write'
  | 'logs.export'
  | 'logs.erase'
  | 'logs.all'
  | 'analytics.view'
  | 'audit_logs.list'

/**
 * The gateway manifest: the settings of a project apart from its configs.
 */
export interface Manifest {
  /**
   * The name of the gateway in logs.
   */
  readonly name?: string
  readonly listen?: Listen
  /**
   * The prefix of the gateway headers.
   */
  readonly header_prefix?: string
  /**
   * The names of settings in configs, stored providers and headers: those of the interface, or besides them Portkey's words for clouds and vendors. With them, the completion of a prompt is the chat completion itself, as the peer's SDK reads it.
   */
  readonly spelling?: 'interface' | 'peer'
  /**
   * Stored credentials by slug, each used as @slug.
   */
  readonly providers?: {
    readonly [k: string]: StoredProvider
  }
  /**
   * Secrets that are read from a secret manager while the gateway runs, by slug, each used as ${secret:slug}.
   */
  readonly secret_references?: {
    readonly [k: string]: SecretReference
  }
  /**
   * Slugs of providers, prompts and secret references that were saved by API, so that this project can use them; portolan push refuses those that the store lacks.
   *
   * @maxItems 1000
   */
  readonly external?: readonly string[]
  /**
   * The folder that holds the configs, relative to the manifest.
   */
  readonly configs?: string
  /**
   * The folder that holds the prompt templates, relative to the manifest.
   */
  readonly prompts?: string
  /**
   * The folder that holds the tests of the configs, relative to the manifest.
   */
  readonly tests?: string
  /**
   * The API keys of clients, as hashes.
   */
  readonly api_keys?: readonly ApiKey[]
  /**
   * Whether every call needs one of the api_keys (required) or none does (none); defaults to required if there are api_keys. If set, adding or removing keys by mistake is an error.
   */
  readonly authentication?: 'required' | 'none'
  readonly defaults?: CallDefaults
  /**
   * Model names of requests that name no config and no provider. "auto" serves each model that exactly one stored provider is known to have by its plain name, such as claude-sonnet-5 for @anthropic/claude-sonnet-5.
   */
  readonly aliases?: 'auto' | ModelAliases
  /**
   * Whether clients may send a config as JSON in a request header, unless their key overrides this.
   */
  readonly inline_configs?: boolean
  /**
   * Whether clients may name the host of a provider, in x-gateway-custom-host or in a config in a request header, unless their key overrides this.
   */
  readonly custom_hosts?: boolean
  /**
   * Private hosts that this manifest and saved configs may call: names, addresses or CIDR ranges, each with an optional port.
   */
  readonly trusted_hosts?: readonly string[]
  /**
   * Private hosts that callers may name, in x-gateway-custom-host or in a config in a request header, written like trusted_hosts.
   */
  readonly caller_hosts?: readonly string[]
  readonly outbound?: Outbound
  /**
   * Custom checks by identifier, each with the path of its module relative to the manifest.
   */
  readonly checks?: {
    readonly [k: string]: string
  }
  /**
   * Guardrails by identifier, referenced by configs and by this manifest.
   */
  readonly guardrails?: {
    readonly [k: string]: NamedGuardrail
  }
  /**
   * Identifiers of the guardrails that run on every request.
   */
  readonly input_guardrails?: readonly string[]
  /**
   * Identifiers of the guardrails that run on every reply.
   */
  readonly output_guardrails?: readonly string[]
  readonly cache?: CacheSettings
  /**
   * Handling of a parameter that the provider does not support: dropped and listed in a reply header, or rejected before the call.
   */
  readonly unsupported?: 'drop' | 'reject'
  /**
   * The model that a reply names: as the client wrote it, or as the provider did. If absent, replies to Messages name that of the client, since agents drop their own thinking where it differs, and other replies that of the provider.
   */
  readonly reply_model?: 'requested' | 'served'
  /**
   * Status with which clients get the denial of a guard: 400 ends clients at once that repeat a status they do not know, such as Codex. Fallbacks, retries and conditions see 446 in any case.
   */
  readonly denial_status?: 400 | 403 | 446
  readonly limits?: Limits
  readonly budgets?: Budgets
  /**
   * Prices of models, and lists of prices in files, before those of the built-in list: for budgets, limits of cost, and the log.
   */
  readonly prices?: readonly Price[]
  readonly policies?: Policies
  /**
   * Named limits by slug, which keys have by limit_profile. Each key is counted apart.
   */
  readonly limit_profiles?: {
    readonly [k: string]: ManifestLimitProfile
  }
  readonly alerts?: Alerts
  /**
   * The address of the store of saved resources, which portolan push writes and portolan-runtime --store follows.
   */
  readonly store?: string
  readonly sign_in?: SignIn
  /**
   * Milliseconds for which keys of the store stay valid while the store is unavailable; after that they are refused, since one of them may have been revoked.
   */
  readonly max_stale?: number
  /**
   * Retention of the audit log in days; older entries are deleted, which is itself recorded as an entry. Retained indefinitely by default.
   */
  readonly audit_retention?: number
  /**
   * Whether the audit log has changes that were denied with 403 to a key or a person: one entry for each caller, operation and hour, with their number.
   */
  readonly audit_denied?: boolean
  /**
   * Whether the console, a web page for people, is served below /console/: on the listener of saved resources (true), or with settings of its own.
   */
  readonly console?: boolean | Console
  /**
   * The key that secrets in the store are encrypted with, as a reference (${env:NAME} or ${file:/path}) to 32 bytes as base64; several separated by commas, of which the first encrypts. By default the variable PORTOLAN_ENCRYPTION_KEY.
   */
  readonly encryption_key?: string
  /**
   * The address of the shared state: the process, or a Redis shared by several instances.
   */
  readonly state?: string
  readonly telemetry?: Telemetry
  /**
   * Severities of warnings by code, which may be lowered or turned off.
   */
  readonly rules?: {
    readonly [k: string]: 'warning' | 'note' | 'off'
  }
  /**
   * Permitted destinations of requests, their data and secrets. A rule that some permitted request breaks, or for which that is undecided, is an error.
   */
  readonly flows?: readonly FlowRule[]
  /**
   * The URL under which clients reach the gateway, without a path: the host that MCP clients may name, and the address in documents about it.
   */
  readonly public_url?: string
  readonly mcp?: Mcp
  /**
   * Agents of the A2A protocol by slug, each served at /agents/{slug}. Requires public_url, which appears in cards.
   */
  readonly agents?: {
    readonly [k: string]: AgentServer
  }
}
/**
 * The listen address.
 */
export interface Listen {
  /**
   * The host name or address to listen on.
   */
  readonly host?: string
  /**
   * The port to listen on; 0 selects a free one.
   */
  readonly port?: number
  /**
   * Host header values accepted by a gateway without api_keys in addition to loopback ones, each with an optional port.
   */
  readonly hosts?: readonly string[]
  /**
   * Whether a gateway without api_keys accepts requests forwarded by a proxy, and the console keys over plain HTTP, since the proxy ends TLS.
   */
  readonly behind_proxy?: boolean
  readonly tls?: Tls
  readonly cors?: Cors
  readonly admin?: AdminListener
}
/**
 * The certificate to serve HTTPS with, as HTTP/1.1 and HTTP/2; plain HTTP without it.
 */
export interface Tls {
  /**
   * The PEM file of the certificate chain, relative to the folder of the project or plan.
   */
  readonly certificate: string
  /**
   * The PEM file of the private key, not encrypted. Both files are read again when they change.
   */
  readonly key: string
}
/**
 * The web pages that may call the gateway from other origins, none by default.
 */
export interface Cors {
  /**
   * Origins of pages, such as https://app.example.com, or * for every page if the gateway has api_keys.
   *
   * @minItems 1
   */
  readonly origins: readonly string[]
  /**
   * Request headers that pages may send, by default those that they request.
   */
  readonly headers?: readonly string[]
  /**
   * Seconds that a browser may remember the permission.
   */
  readonly max_age?: number
}
/**
 * The listener of saved resources, which are then served only there.
 */
export interface AdminListener {
  /**
   * The host name or address to listen on.
   */
  readonly host?: string
  /**
   * The port to listen on; 0 selects a free one.
   */
  readonly port: number
  readonly tls?: Tls
}
/**
 * A provider with stored credentials, or a pool of them.
 */
export interface StoredProvider {
  /**
   * Names a provider of the catalog.
   */
  readonly provider?: string
  /**
   * The API key of the provider.
   */
  readonly api_key?: string
  /**
   * The base URL of a privately hosted model, used instead of the provider's own.
   */
  readonly custom_host?: string
  /**
   * Repairs the chats of a provider that speaks the vendor's schema and deviates from it in ways that break clients.
   */
  readonly deviating?: boolean
  /**
   * The name of the resource that hosts the deployment.
   */
  readonly resource_name?: string
  /**
   * The identifier of the deployment that serves the model.
   */
  readonly deployment_id?: string
  /**
   * The API version of the provider.
   */
  readonly api_version?: string
  /**
   * The deployments, selected by model name.
   */
  readonly deployments?: readonly Deployment[]
  /**
   * The organisation that is billed for the call.
   */
  readonly vendor_organization?: string
  /**
   * The project that is billed for the call.
   */
  readonly vendor_project?: string
  /**
   * The beta features of Claude that are requested, separated by commas or as a list, sent in the provider's form.
   */
  readonly anthropic_beta?: string | readonly string[]
  /**
   * The access key id of the first cloud.
   */
  readonly cloud1_access_key_id?: string
  /**
   * The secret access key of the first cloud.
   */
  readonly cloud1_secret_access_key?: string
  /**
   * The session token of the first cloud.
   */
  readonly cloud1_session_token?: string
  /**
   * The region of the first cloud.
   */
  readonly cloud1_region?: string
  /**
   * The role of the first cloud that the gateway assumes, with its keys or with a token of another identity provider.
   */
  readonly cloud1_assume_role_arn?: string
  /**
   * The external identifier required to assume the role.
   */
  readonly cloud1_assume_role_external_id?: string
  /**
   * A web identity token used instead of access keys; its file is read again when it changes.
   */
  readonly cloud1_web_identity_token?: string
  /**
   * The base model of the first cloud for an ARN that does not contain it, such as a custom inference profile.
   */
  readonly cloud1_base_model?: string
  /**
   * The bucket of the first cloud that stores files and batches, in the region of the calls.
   */
  readonly cloud1_s3_bucket?: string
  /**
   * The role of the first cloud with which batches and training jobs read and write the bucket.
   */
  readonly cloud1_role_arn?: string
  /**
   * The name of the resource in the second cloud.
   */
  readonly cloud2_resource_name?: string
  /**
   * The identifier of the deployment in the second cloud.
   */
  readonly cloud2_deployment_id?: string
  /**
   * The name of the model in the second cloud.
   */
  readonly cloud2_model_name?: string
  /**
   * The region of the second cloud.
   */
  readonly cloud2_region?: string
  /**
   * The name of the deployment in the second cloud.
   */
  readonly cloud2_deployment_name?: string
  /**
   * The name of the endpoint in the second cloud.
   */
  readonly cloud2_endpoint_name?: string
  /**
   * The API version of the second cloud.
   */
  readonly cloud2_api_version?: string
  /**
   * The scope requested from the second cloud's identity service.
   */
  readonly cloud2_entra_scope?: string
  /**
   * The tenant of the second cloud's identity service in which the client is registered.
   */
  readonly cloud2_entra_tenant_id?: string
  /**
   * The client identifier for the second cloud's identity service.
   */
  readonly cloud2_entra_client_id?: string
  /**
   * The client secret for the second cloud's identity service.
   */
  readonly cloud2_entra_client_secret?: string
  /**
   * A federated token used instead of the client secret; its file is read again when it changes.
   */
  readonly cloud2_entra_federated_token?: string
  /**
   * The managed identity of the gateway's host: system, or the client identifier of one that was assigned to it.
   */
  readonly cloud2_managed_identity?: string
  /**
   * Hosting form of the deployment at the second cloud.
   */
  readonly cloud2_deployment_type?: 'serverless' | 'managed'
  /**
   * The project of the third cloud.
   */
  readonly cloud3_project_id?: string
  /**
   * The region of the third cloud.
   */
  readonly cloud3_region?: string
  /**
   * The bucket of the third cloud that stores files and batches.
   */
  readonly cloud3_gcs_bucket?: string
  /**
   * The service account of the gateway's host: default, or the address of one that is attached to it.
   */
  readonly cloud3_attached_account?: string
  /**
   * The service-account credentials of the third cloud, an object or a reference to the whole of it.
   */
  readonly cloud3_service_account_json?:
    | {
        readonly [k: string]: unknown
      }
    | string
  /**
   * Additional origins to which the stored credential may be sent.
   */
  readonly allowed_hosts?: readonly string[]
  readonly outbound?: Outbound
  readonly pool?: ProviderPool
}
/**
 * One deployment of a model.
 */
/**
 * Proxy and certificate authorities of outgoing calls. A setting of a provider replaces that of the manifest.
 */
export interface Outbound {
  /**
   * The HTTP proxy of outgoing calls: a URL, whose password is a reference; a reference to the whole URL; env, for HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment; or none, the default.
   */
  readonly proxy?: string
  /**
   * Hosts that are called without the proxy: names, each with all names below it, addresses or CIDR ranges, each with an optional port; or *.
   */
  readonly no_proxy?: readonly string[]
  /**
   * A PEM file of authorities that are trusted besides those of the platform, relative to the folder of the project or plan.
   */
  readonly ca?: string
}
/**
 * Members that serve the same models behind one slug: keys, accounts, regions, deployments, or whole providers.
 */
export interface ProviderPool {
  /**
   * The choice among the members of the lowest tier for a new session: by weight, by the fewest requests in flight, by the time to content, by the price of the model, or by the remaining quota.
   */
  readonly pick?: 'random' | 'least_busy' | 'latency' | 'cost' | 'quota'
  /**
   * Whether a session remains at its member, so that the prompts that the provider has cached are of use; on unless false.
   */
  readonly sticky?: boolean | PoolSticky
  /**
   * Names of models by the name that requests use, then by member: a model that is listed is not sent to members without a name for it.
   */
  readonly models?: {
    /**
     * The name at each member.
     */
    readonly [k: string]: {
      /**
       * The model as it is sent.
       */
      readonly [k: string]: string
    }
  }
  /**
   * The members by name.
   */
  readonly members: {
    readonly [k: string]: PoolMember
  }
  readonly failover?: PoolFailover
  readonly deadlines?: PoolDeadlines
  readonly hedge?: PoolHedge
}
/**
 * Recognition of sessions, and their idle time.
 */
export interface PoolSticky {
  /**
   * Signs of a session, of which the first that a request has counts: the session header of an agent, a field of the metadata, or the start of the prompt.
   *
   * @minItems 1
   *
   * Items: The session header, the prompt, or a field of the metadata.
   */
  readonly by?: readonly string[]
  /**
   * Idle time after which a session is forgotten.
   */
  readonly for?: string
}
/**
 * A member of a pool: a provider with stored credentials, or a stored provider by its slug.
 */
export interface PoolMember {
  /**
   * Names a provider of the catalog, or another stored provider as @slug.
   */
  readonly provider: string
  /**
   * The API key of the provider.
   */
  readonly api_key?: string
  /**
   * The base URL of a privately hosted model, used instead of the provider's own.
   */
  readonly custom_host?: string
  /**
   * Repairs the chats of a provider that speaks the vendor's schema and deviates from it in ways that break clients.
   */
  readonly deviating?: boolean
  /**
   * The name of the resource that hosts the deployment.
   */
  readonly resource_name?: string
  /**
   * The identifier of the deployment that serves the model.
   */
  readonly deployment_id?: string
  /**
   * The API version of the provider.
   */
  readonly api_version?: string
  /**
   * The deployments, selected by model name.
   */
  readonly deployments?: readonly Deployment1[]
  /**
   * The organisation that is billed for the call.
   */
  readonly vendor_organization?: string
  /**
   * The project that is billed for the call.
   */
  readonly vendor_project?: string
  /**
   * The beta features of Claude that are requested, separated by commas or as a list, sent in the provider's form.
   */
  readonly anthropic_beta?: string | readonly string[]
  /**
   * The access key id of the first cloud.
   */
  readonly cloud1_access_key_id?: string
  /**
   * The secret access key of the first cloud.
   */
  readonly cloud1_secret_access_key?: string
  /**
   * The session token of the first cloud.
   */
  readonly cloud1_session_token?: string
  /**
   * The region of the first cloud.
   */
  readonly cloud1_region?: string
  /**
   * The role of the first cloud that the gateway assumes, with its keys or with a token of another identity provider.
   */
  readonly cloud1_assume_role_arn?: string
  /**
   * The external identifier required to assume the role.
   */
  readonly cloud1_assume_role_external_id?: string
  /**
   * A web identity token used instead of access keys; its file is read again when it changes.
   */
  readonly cloud1_web_identity_token?: string
  /**
   * The base model of the first cloud for an ARN that does not contain it, such as a custom inference profile.
   */
  readonly cloud1_base_model?: string
  /**
   * The bucket of the first cloud that stores files and batches, in the region of the calls.
   */
  readonly cloud1_s3_bucket?: string
  /**
   * The role of the first cloud with which batches and training jobs read and write the bucket.
   */
  readonly cloud1_role_arn?: string
  /**
   * The name of the resource in the second cloud.
   */
  readonly cloud2_resource_name?: string
  /**
   * The identifier of the deployment in the second cloud.
   */
  readonly cloud2_deployment_id?: string
  /**
   * The name of the model in the second cloud.
   */
  readonly cloud2_model_name?: string
  /**
   * The region of the second cloud.
   */
  readonly cloud2_region?: string
  /**
   * The name of the deployment in the second cloud.
   */
  readonly cloud2_deployment_name?: string
  /**
   * The name of the endpoint in the second cloud.
   */
  readonly cloud2_endpoint_name?: string
  /**
   * The API version of the second cloud.
   */
  readonly cloud2_api_version?: string
  /**
   * The scope requested from the second cloud's identity service.
   */
  readonly cloud2_entra_scope?: string
  /**
   * The tenant of the second cloud's identity service in which the client is registered.
   */
  readonly cloud2_entra_tenant_id?: string
  /**
   * The client identifier for the second cloud's identity service.
   */
  readonly cloud2_entra_client_id?: string
  /**
   * The client secret for the second cloud's identity service.
   */
  readonly cloud2_entra_client_secret?: string
  /**
   * A federated token used instead of the client secret; its file is read again when it changes.
   */
  readonly cloud2_entra_federated_token?: string
  /**
   * The managed identity of the gateway's host: system, or the client identifier of one that was assigned to it.
   */
  readonly cloud2_managed_identity?: string
  /**
   * Hosting form of the deployment at the second cloud.
   */
  readonly cloud2_deployment_type?: 'serverless' | 'managed'
  /**
   * The project of the third cloud.
   */
  readonly cloud3_project_id?: string
  /**
   * The region of the third cloud.
   */
  readonly cloud3_region?: string
  /**
   * The bucket of the third cloud that stores files and batches.
   */
  readonly cloud3_gcs_bucket?: string
  /**
   * The service account of the gateway's host: default, or the address of one that is attached to it.
   */
  readonly cloud3_attached_account?: string
  /**
   * The service-account credentials of the third cloud, an object or a reference to the whole of it.
   */
  readonly cloud3_service_account_json?:
    | {
        readonly [k: string]: unknown
      }
    | string
  /**
   * Additional origins to which the stored credential may be sent.
   */
  readonly allowed_hosts?: readonly string[]
  readonly outbound?: Outbound
  /**
   * The share of its tier, relative to the weights of the others; 0 for none.
   */
  readonly weight?: number
  /**
   * Members of a higher tier are called when those of all lower ones are at rest, full, or have failed the request.
   */
  readonly tier?: number
  /**
   * The account at the provider, by default the name of the member: members of one account can use what the others have stored there, such as files and batches. A member that was renamed names its old name here, with which identifiers are marked.
   */
  readonly account?: string
  readonly share?: MemberShare
  readonly limits?: MemberLimits
}
/**
 * One deployment of a model.
 */
export interface Deployment1 {
  /**
   * The identifier of the deployment.
   */
  readonly deployment_id: string
  /**
   * The name by which a request chooses the deployment.
   */
  readonly alias: string
  /**
   * The API version of the provider.
   */
  readonly api_version: string
  /**
   * Serves requests whose model names no alias.
   */
  readonly is_default?: boolean
}
/**
 * The share of the calls of the pool, measured over a minute.
 */
export interface MemberShare {
  /**
   * The least share, while the member is not at rest.
   */
  readonly min?: string
  /**
   * The greatest share.
   */
  readonly max?: string
}
/**
 * The limits of the member, which is skipped while it is full.
 */
export interface MemberLimits {
  /**
   * Requests in a sliding minute.
   */
  readonly requests_per_minute?: number
  /**
   * Tokens in a sliding minute, estimated from the request.
   */
  readonly tokens_per_minute?: number
  /**
   * Requests at a time.
   */
  readonly concurrent?: number
  /**
   * Tokens of a request and its reply; a longer request is not sent to it.
   */
  readonly context?: number
}
/**
 * Handling of requests that a member fails.
 */
export interface PoolFailover {
  /**
   * Further members that one attempt tries.
   */
  readonly members?: number
}
/**
 * Deadlines of a member; a request that breaks one before its content goes on to the next member. Those of content and gaps concern streams; that of headers also whole replies, except those of chats, completions, messages and responses, whose headers arrive when they are complete.
 */
export interface PoolDeadlines {
  readonly headers?: DeadlineSlope
  readonly content?: DeadlineSlope
  /**
   * The longest time between two parts of a stream.
   */
  readonly gap?: string
}
/**
 * A deadline that grows with the request.
 */
export interface DeadlineSlope {
  /**
   * The deadline of a request without tokens.
   */
  readonly base: string
  /**
   * Added for a million tokens of the request.
   */
  readonly per_million_tokens?: string
}
/**
 * A second member is called when the first takes unusually long; the faster reply wins.
 */
export interface PoolHedge {
  /**
   * The percentile of recent times to content after which it is called.
   */
  readonly after?: 'p50' | 'p75' | 'p90' | 'p95' | 'p99'
  /**
   * The greatest share of calls that are sent twice.
   */
  readonly at_most?: string
}
/**
 * Location of a secret, authentication of its manager, and access to it.
 */
export interface SecretReference {
  /**
   * The secret manager: variables or files of this machine, HashiCorp Vault, AWS Secrets Manager or Azure Key Vault.
   */
  readonly manager_type: 'env' | 'file' | 'hashicorp_vault' | 'aws_sm' | 'azure_kv'
  readonly auth_config?: SecretAuth
  /**
   * Location of the secret: the name of the variable, the absolute path of the file, mount/path in Vault, the name or ARN in AWS, the name or name/version in Azure.
   */
  readonly secret_path: string
  /**
   * The property of a secret that is a JSON object or has several values; without it the whole secret.
   */
  readonly secret_key?: string
  /**
   * Whether every workspace may use the secret, by default true if allowed_workspaces is absent.
   */
  readonly allow_all_workspaces?: boolean
  /**
   * The workspaces that may use the secret.
   *
   * @minItems 1
   */
  readonly allowed_workspaces?: readonly string[]
  /**
   * Hosts or origins that the secret may be sent to; defaults to those of the providers and checks that use it.
   *
   * @minItems 1
   */
  readonly allowed_hosts?: readonly string[]
  /**
   * Seconds after which the secret has been read again.
   */
  readonly max_age?: number
  /**
   * Seconds for which the last value is used while it cannot be read again; then calls that need it fail.
   */
  readonly max_stale?: number
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
}
/**
 * Connection and authentication of a secret manager. Secrets are references to variables or files.
 */
export interface SecretAuth {
  /**
   * The address of Vault, such as https://vault.internal:8200.
   */
  readonly vault_addr?: string
  /**
   * Authentication method at Vault.
   */
  readonly vault_auth_type?: 'token' | 'approle' | 'kubernetes'
  /**
   * The token.
   */
  readonly vault_token?: string
  /**
   * The role id of an AppRole.
   */
  readonly vault_role_id?: string
  /**
   * The secret id of an AppRole.
   */
  readonly vault_secret_id?: string
  /**
   * The role of Kubernetes authentication.
   */
  readonly vault_role?: string
  /**
   * The file of the service account token of Kubernetes.
   */
  readonly vault_jwt_path?: string
  /**
   * Mount path of the authentication method; defaults to approle or kubernetes.
   */
  readonly vault_auth_mount?: string
  /**
   * The namespace of Vault Enterprise.
   */
  readonly vault_namespace?: string
  /**
   * Mount path of the secrets engine; defaults to the first part of secret_path.
   */
  readonly vault_mount?: string
  /**
   * The version of the key/value secrets engine.
   */
  readonly vault_kv_version?: number
  /**
   * Authentication at AWS: access keys, a role that these keys or a token may assume, or the identity in the environment variables.
   */
  readonly aws_auth_type?: 'accessKey' | 'assumedRole' | 'serviceRole'
  /**
   * The region.
   */
  readonly aws_region?: string
  /**
   * The access key id.
   */
  readonly aws_access_key_id?: string
  /**
   * The secret access key.
   */
  readonly aws_secret_access_key?: string
  /**
   * The session token of temporary access keys.
   */
  readonly aws_session_token?: string
  /**
   * The role to assume.
   */
  readonly aws_role_arn?: string
  /**
   * The external id that the role demands.
   */
  readonly aws_external_id?: string
  /**
   * A token of an identity provider that the role trusts, in place of access keys; a file is read again.
   */
  readonly aws_web_identity_token?: string
  /**
   * The address of Secrets Manager, such as that of a VPC endpoint, in place of the region's.
   */
  readonly aws_endpoint?: string
  /**
   * The address of the vault, such as https://team.vault.azure.net.
   */
  readonly azure_vault_url?: string
  /**
   * Authentication at Azure: a client of Entra, or the managed identity of the machine.
   */
  readonly azure_auth_mode?: 'entra' | 'managed'
  /**
   * The tenant of the client.
   */
  readonly azure_entra_tenant_id?: string
  /**
   * The client.
   */
  readonly azure_entra_client_id?: string
  /**
   * The secret of the client.
   */
  readonly azure_entra_client_secret?: string
  /**
   * The client id of a user-assigned managed identity, by default that of the machine.
   */
  readonly azure_managed_client_id?: string
}
/**
 * An API key of a client.
 */
export interface ApiKey {
  /**
   * The name of the key in logs.
   */
  readonly id: string
  /**
   * The SHA-256 of the key as sha256: and 64 hexadecimal digits.
   */
  readonly hash: string
  /**
   * The workspace to which the key belongs.
   */
  readonly workspace?: string
  /**
   * Whether the key may send a config as JSON in a request header, the gateway's setting when absent.
   */
  readonly inline_configs?: boolean
  /**
   * Whether calls of the key may name a provider or another config than that of its defaults; false needs such a config.
   */
  readonly allow_config_override?: boolean
  /**
   * Whether the key may name the host of a provider, the gateway's setting when absent.
   */
  readonly custom_hosts?: boolean
  readonly defaults?: CallDefaults
  /**
   * Model names of the key's requests that name no config and no provider, in addition to those of the gateway; "auto" serves plain names.
   */
  readonly aliases?: 'auto' | ModelAliases
  /**
   * Identifiers of the guardrails that run on every request of the key, after those of the gateway and before those of the config.
   */
  readonly input_guardrails?: readonly string[]
  /**
   * Identifiers of the guardrails that run on every reply to the key, after those of the gateway and before those of the config.
   */
  readonly output_guardrails?: readonly string[]
  /**
   * Limits of the requests or tokens of the key.
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * Budgets of the key.
   */
  readonly usage_limits?: readonly KeyUsageLimit[]
  /**
   * The slug of the limit profile whose limits the key has besides its own.
   */
  readonly limit_profile?: string
  /**
   * The permissions of the key; inference and models when absent. Those of saved resources hold in the workspace of the key.
   */
  readonly scopes?: readonly Scope[]
  /**
   * The MCP servers that the key may use, by slug, virtual ones as v/name; all of its workspace if absent. The scope mcp.invoke is needed too.
   */
  readonly mcp?: {
    readonly [k: string]: KeyMcp
  }
  /**
   * The agents that the key may call, by slug; all of its workspace if absent. The scope agents.invoke is needed too.
   */
  readonly agents?: readonly string[]
}
/**
 * Default for requests that name no config and no provider: one of the two properties. Defaults of a key replace those of the gateway.
 */
export interface CallDefaults {
  /**
   * The identifier of a saved config.
   */
  readonly config?: string
  /**
   * A stored provider as @slug, or a provider of the catalog, for which clients send their own credential.
   */
  readonly provider?: string
}
/**
 * Model names of requests that name no config and no provider, each with its model: @slug/model, a model of the default provider, or another alias; those of a key are added to those of the gateway. A name that ends with * is any name with that beginning (exact names precede it, and longer beginnings shorter ones), and a model that ends with * has the remainder of the name there.
 */
export interface ModelAliases {
  /**
   * Serves each model that exactly one stored provider is known to have by its plain name. Written aliases take precedence.
   */
  readonly '*'?: 'auto'
  readonly [k: string]: string | 'auto' | undefined
}
/**
 * A limit of requests or tokens of one key within a sliding window, or of its requests in flight.
 */
export interface KeyRateLimit {
  /**
   * Unit that is counted.
   */
  readonly type: 'requests' | 'tokens'
  /**
   * The window: a minute, an hour, a day or a week, ending now; or concurrent, for requests in flight at once.
   */
  readonly unit: 'rpm' | 'rph' | 'rpd' | 'rpw' | 'concurrent'
  /**
   * Maximum number of requests or tokens per window, or of requests in flight.
   */
  readonly value: number
  /**
   * Handling of calls whose tokens or cost cannot be counted, those of models without a price included.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them (503 `limits_unavailable`).
   */
  readonly on_store_away?: 'share' | 'refuse'
}
/**
 * A budget of cost, tokens or requests of one key.
 */
export interface KeyUsageLimit {
  /**
   * Unit that is counted.
   */
  readonly type: 'cost' | 'tokens' | 'requests'
  /**
   * Maximum usage in a period: US dollars (at least a billionth of one), tokens or requests.
   */
  readonly credit_limit: number
  /**
   * The usage from which an alert is sent, below credit_limit.
   */
  readonly alert_threshold?: number
  /**
   * Schedule of resets of usage: on Mondays, or on the first of a month, at 00:00 UTC.
   */
  readonly periodic_reset?: 'weekly' | 'monthly'
  /**
   * Number of days after which usage resets, in place of periodic_reset.
   */
  readonly periodic_reset_days?: number
  /**
   * Time of the next reset of usage, in RFC 3339; later resets are periodic.
   */
  readonly next_usage_reset_at?: string
  /**
   * Handling of calls whose tokens or cost cannot be counted, those of models without a price included.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them (503 `limits_unavailable`).
   */
  readonly on_store_away?: 'share' | 'refuse'
}
/**
 * Capabilities of an MCP server that a key may use.
 */
export interface KeyMcp {
  readonly tools?: McpNames
  readonly prompts?: McpNames
  readonly resources?: McpNames
}
/**
 * Enabled capabilities by name; a name that ends with * is a prefix.
 */
export interface McpNames {
  /**
   * The only ones that are switched on; all if absent.
   */
  readonly allow?: readonly string[]
  /**
   * Those that are switched off.
   */
  readonly deny?: readonly string[]
}
/**
 * A guardrail that configs reference by its identifier; every additional key is a check with its parameters.
 */
export interface NamedGuardrail {
  /**
   * Denies when a check fails.
   */
  readonly deny?: boolean
  /**
   * Whether the guardrail runs before the call or at the same time: then the reply is held until the verdict, and a denial cancels the call. Requests only.
   */
  readonly when?: 'before' | 'beside'
  /**
   * The message that clients receive when the guardrail denies, instead of the reasons of its checks.
   */
  readonly denial_message?: string
  /**
   * Runs in parallel with the call instead of before it.
   */
  readonly async?: boolean
  readonly on_fail?: DenyingOutcome
  readonly on_success?: DenyingOutcome1
  /**
   * The kind of the guardrail, which only appears in logs.
   */
  readonly type?: string
  /**
   * Runs the checks one after another instead of in parallel.
   */
  readonly sequential?: boolean
  /**
   * Checks by their identifiers, instead of the shorthand or in addition to it.
   */
  readonly checks?: readonly Check[]
  /**
   * Evaluation of a streamed reply: buffered until it is complete (hold), in windows of sentences, or after its end. Defaults to end; for a guard that denies or rewrites, to windows, or to hold if windows do not suit its checks.
   */
  readonly stream?: 'hold' | 'window' | 'end'
  readonly 'aporia.validateProject'?: AporiaValidateProjectParameters
  readonly 'azure.contentSafety'?: AzureContentSafetyParameters
  readonly 'azure.pii'?: AzurePiiParameters
  readonly 'azure.shieldPrompt'?: AzureShieldPromptParameters
  readonly 'bedrock.guard'?: BedrockGuardParameters
  readonly addPrefix?: DefaultAddPrefixParameters
  readonly allLowercase?: DefaultAllLowercaseParameters
  readonly allUppercase?: DefaultAllUppercaseParameters
  readonly allowedRequestTypes?: DefaultAllowedRequestTypesParameters
  readonly characterCount?: DefaultCharacterCountParameters
  readonly contains?: DefaultContainsParameters
  readonly containsCode?: DefaultContainsCodeParameters
  readonly endsWith?: DefaultEndsWithParameters
  readonly http?: DefaultHttpParameters
  readonly inlineImage?: DefaultInlineImageParameters
  readonly invisibleCharacters?: DefaultInvisibleCharactersParameters
  readonly jsonKeys?: DefaultJsonKeysParameters
  readonly jsonSchema?: DefaultJsonSchemaParameters
  readonly jwt?: DefaultJwtParameters
  readonly language?: DefaultLanguageParameters
  readonly llmJudge?: DefaultLlmJudgeParameters
  readonly log?: DefaultLogParameters
  readonly maliciousUrls?: DefaultMaliciousUrlsParameters
  readonly modelRules?: DefaultModelRulesParameters
  readonly modelWhitelist?: DefaultModelWhitelistParameters
  readonly notNull?: DefaultNotNullParameters
  readonly pii?: DefaultPiiParameters
  readonly policy?: DefaultPolicyParameters
  readonly promptInjection?: DefaultPromptInjectionParameters
  readonly regexMatch?: DefaultRegexMatchParameters
  readonly regexReplace?: DefaultRegexReplaceParameters
  readonly requestParametersCheck?: DefaultRequestParametersCheckParameters
  readonly requiredMetadataKeyPairs?: DefaultRequiredMetadataKeyPairsParameters
  readonly requiredMetadataKeys?: DefaultRequiredMetadataKeysParameters
  readonly secrets?: DefaultSecretsParameters
  readonly sentenceCount?: DefaultSentenceCountParameters
  readonly startsWith?: DefaultStartsWithParameters
  readonly tokenCount?: DefaultTokenCountParameters
  readonly validUrls?: DefaultValidUrlsParameters
  readonly webhook?: DefaultWebhookParameters
  readonly wordCount?: DefaultWordCountParameters
  readonly 'google.modelArmor'?: GoogleModelArmorParameters
  readonly 'lakera.guard'?: LakeraGuardParameters
  readonly 'mistral.moderateContent'?: MistralModerateContentParameters
  readonly 'pangea.pii'?: PangeaPiiParameters
  readonly 'pangea.textGuard'?: PangeaTextGuardParameters
  readonly 'panw-prisma-airs.intercept'?: PanwPrismaAirsInterceptParameters
  readonly 'patronus.evaluate'?: PatronusEvaluateParameters
  readonly 'presidio.analyze'?: PresidioAnalyzeParameters
  readonly 'promptfoo.guard'?: PromptfooGuardParameters
  readonly 'promptfoo.harm'?: PromptfooHarmParameters
  readonly 'promptfoo.pii'?: PromptfooPiiParameters
  readonly 'vendor.moderateContent'?: VendorModerateContentParameters
  readonly 'zscaler.aiGuard'?: ZscalerAiGuardParameters
  readonly [k: string]:
    | {
        readonly [k: string]: unknown
      }
    | boolean
    | 'before'
    | 'beside'
    | string
    | DenyingOutcome
    | DenyingOutcome1
    | readonly Check[]
    | 'hold'
    | 'window'
    | 'end'
    | AporiaValidateProjectParameters
    | AzureContentSafetyParameters
    | AzurePiiParameters
    | AzureShieldPromptParameters
    | BedrockGuardParameters
    | DefaultAddPrefixParameters
    | DefaultAllLowercaseParameters
    | DefaultAllUppercaseParameters
    | DefaultAllowedRequestTypesParameters
    | DefaultCharacterCountParameters
    | DefaultContainsParameters
    | DefaultContainsCodeParameters
    | DefaultEndsWithParameters
    | DefaultHttpParameters
    | DefaultInlineImageParameters
    | DefaultInvisibleCharactersParameters
    | DefaultJsonKeysParameters
    | DefaultJsonSchemaParameters
    | DefaultJwtParameters
    | DefaultLanguageParameters
    | DefaultLlmJudgeParameters
    | DefaultLogParameters
    | DefaultMaliciousUrlsParameters
    | DefaultModelRulesParameters
    | DefaultModelWhitelistParameters
    | DefaultNotNullParameters
    | DefaultPiiParameters
    | DefaultPolicyParameters
    | DefaultPromptInjectionParameters
    | DefaultRegexMatchParameters
    | DefaultRegexReplaceParameters
    | DefaultRequestParametersCheckParameters
    | DefaultRequiredMetadataKeyPairsParameters
    | DefaultRequiredMetadataKeysParameters
    | DefaultSecretsParameters
    | DefaultSentenceCountParameters
    | DefaultStartsWithParameters
    | DefaultTokenCountParameters
    | DefaultValidUrlsParameters
    | DefaultWebhookParameters
    | DefaultWordCountParameters
    | GoogleModelArmorParameters
    | LakeraGuardParameters
    | MistralModerateContentParameters
    | PangeaPiiParameters
    | PangeaTextGuardParameters
    | PanwPrismaAirsInterceptParameters
    | PatronusEvaluateParameters
    | PresidioAnalyzeParameters
    | PromptfooGuardParameters
    | PromptfooHarmParameters
    | PromptfooPiiParameters
    | VendorModerateContentParameters
    | ZscalerAiGuardParameters
    | undefined
}
/**
 * The actions on an outcome, including a denial.
 */
/**
 * A score that is attached to the request.
 */
/**
 * The actions on an outcome, including a denial.
 */
export interface DenyingOutcome1 {
  readonly feedback?: Feedback1
  /**
   * Denies the request.
   */
  readonly deny?: boolean
}
/**
 * A score that is attached to the request.
 */
export interface Feedback1 {
  /**
   * The score.
   */
  readonly value?: number
  /**
   * The weight of the score.
   */
  readonly weight?: number
  /**
   * Metadata stored with the score.
   */
  readonly metadata?: {
    readonly [k: string]: unknown
  }
}
/**
 * One check with its parameters.
 */
/**
 * The policies of an Aporia project allow the text unchanged.
 */
/**
 * Azure AI Content Safety finds no unwanted content and no blocklist match.
 */
/**
 * Azure AI Language finds no personal information, or its redactions are applied.
 */
/**
 * Prompt Shields of Azure AI Content Safety finds no attack on the model.
 */
/**
 * An Amazon Bedrock guardrail does not intervene.
 */
/**
 * A prefix is added to a message of the request; the check passes.
 */
/**
 * The text has no uppercase letters.
 */
/**
 * The text has no lowercase letters.
 */
/**
 * The endpoint is allowed and not blocked.
 */
/**
 * The number of characters is within bounds.
 */
/**
 * The text contains any, all or none of the words.
 */
/**
 * The text contains code of a language.
 */
/**
 * The text ends with a suffix.
 */
/**
 * A service accepts the text, by a configurable request and verdict.
 */
/**
 * Images that the request references by URL are fetched and inlined.
 */
/**
 * The text contains no invisible characters that a model would read.
 */
/**
 * A JSON object in the text has any, all or none of the keys.
 */
/**
 * A JSON value in the text matches a JSON Schema.
 */
/**
 * The request has a valid token of the issuer, with the required claims.
 */
/**
 * The text is in one of the listed languages, or in that of the prompt.
 */
/**
 * A model scores the text by a rubric.
 */
/**
 * Requests and replies are sent to a log; the check always passes.
 */
/**
 * No link in the text hides where it leads or has a blocked host.
 */
/**
 * The model is allowed by the metadata of the request.
 */
/**
 * The model is on a list.
 */
/**
 * The text is not empty, blank, or one of the values that count as empty.
 */
/**
 * The text contains no personal data of the categories, by pattern and check digits.
 */
/**
 * An external decision point allows the request or reply.
 */
/**
 * The text does not look like a prompt injection, by heuristics.
 */
/**
 * The text matches a regular expression.
 */
/**
 * Matches of a regular expression are replaced; the check passes.
 */
/**
 * The tools and parameters of the request are allowed.
 */
/**
 * The metadata has any, all or none of the pairs.
 */
/**
 * The metadata has any, all or none of the keys.
 */
/**
 * The text contains no keys, tokens or passwords, by format or entropy.
 */
/**
 * The number of sentences is within bounds.
 */
/**
 * The text starts with a prefix.
 */
/**
 * The estimated number of tokens is within bounds.
 */
/**
 * Every URL in the text is well formed and, optionally, its host responds.
 */
/**
 * A webhook accepts the request or reply, and may replace it.
 */
/**
 * The number of words is within bounds.
 */
/**
 * No filter of a Google Model Armor template matches the text.
 */
/**
 * Lakera Guard flags nothing, by the policy of a project.
 */
/**
 * Mistral moderation flags nothing.
 */
/**
 * Pangea Redact finds nothing to redact, or its redactions are applied.
 */
/**
 * Pangea AI Guard does not block the text, by a recipe.
 */
/**
 * The security profile of Prisma AIRS allows the text.
 */
/**
 * A Patronus evaluator passes the text.
 */
/**
 * A Presidio analyzer finds no personal information, or its findings are replaced.
 */
/**
 * Promptfoo finds no prompt injection and no jailbreak.
 */
/**
 * Promptfoo finds no harmful content.
 */
/**
 * Promptfoo finds no personal information.
 */
/**
 * The moderation of a stored provider flags nothing; it is called through the gateway, with the provider's credential.
 */
/**
 * A Zscaler AI Guard detection policy does not block the text.
 */
/**
 * Cache settings of this gateway.
 */
export interface CacheSettings {
  readonly semantic?: SemanticSettings
}
/**
 * Semantic cache settings.
 */
export interface SemanticSettings {
  /**
   * The stored provider of the embeddings, as @slug.
   */
  readonly provider: string
  /**
   * The embedding model.
   */
  readonly model: string
  /**
   * The minimum cosine similarity of a hit.
   */
  readonly threshold?: number
  /**
   * The requested number of dimensions.
   */
  readonly dimensions?: number
  /**
   * Store of embeddings: in the process, or in PostgreSQL with pgvector.
   */
  readonly vectors?: string
}
/**
 * Resource limits of the gateway.
 */
export interface Limits {
  /**
   * The maximum size of a request body in bytes.
   */
  readonly body_bytes?: number
  /**
   * The maximum size of a streamed file or form in bytes.
   */
  readonly upload_bytes?: number
  /**
   * The maximum number of JSON values in a request body that has to be parsed: for guardrails, conditions and providers with another dialect. Bodies that are sent as they are have no such limit.
   */
  readonly json_values?: number
  /**
   * The maximum total size of request headers in bytes.
   */
  readonly header_bytes?: number
  /**
   * The maximum size of a reply buffered in memory, in bytes.
   */
  readonly reply_bytes?: number
  /**
   * The maximum total size of reply headers of a provider in bytes.
   */
  readonly reply_header_bytes?: number
  /**
   * The idle timeout of a stream in milliseconds, five times as long for a stream with pings only.
   */
  readonly idle_timeout?: number
  /**
   * The timeout for connecting to a provider in milliseconds.
   */
  readonly connect_timeout?: number
  /**
   * The default timeout of an attempt in milliseconds.
   */
  readonly request_timeout?: number
  /**
   * Milliseconds that a client may take to send a request with its body, then 408; at most a minute for its headers. A client that takes nothing of its reply for as long is disconnected.
   */
  readonly body_timeout?: number
  /**
   * Milliseconds for which a gateway that stops still takes new connections and requests, with 503 at `/readyz`, so that a load balancer notices.
   */
  readonly drain_delay?: number
  /**
   * Milliseconds that requests in flight then have to finish; those that remain end with `shutting_down`.
   */
  readonly drain_timeout?: number
  /**
   * The maximum number of open connections per provider, each with one request at a time unless the provider speaks HTTP/2. Requests beyond wait for one, in `portolan_connections_waiting`, and are 503 `overloaded` at their timeout.
   */
  readonly connections?: number
  /**
   * The maximum number of requests in flight, above which requests are rejected with 503. The last eighth, of these or of the connections that fit into the memory if they are fewer, is for callers that hold few: others are rejected with 429 `too_many_concurrent`.
   */
  readonly concurrent_requests?: number
  /**
   * The maximum number of open connections of clients, above which new ones are closed at once. The memory of the container may allow fewer.
   */
  readonly client_connections?: number
  /**
   * The maximum number of configs from request headers cached in memory.
   */
  readonly inline_configs?: number
  /**
   * The maximum memory of cached configs from request headers in bytes; 0 takes an eighth of the JavaScript heap.
   */
  readonly inline_config_bytes?: number
  /**
   * Bytes of request bodies and collected replies, and of what is parsed and checked of them, that may be in memory at a time before requests are rejected with 503. A stream whose client reads slower than its provider sends counts 128 KiB, and connections of clients what they may hold, up to half of it; both give way where it is short. 0 takes a quarter of the memory of the container beyond 192 MiB, at most half of the JavaScript heap.
   */
  readonly buffered_bytes?: number
  /**
   * The maximum number of replies in the in-memory cache.
   */
  readonly cache_entries?: number
  /**
   * The maximum size of the in-memory cache in bytes.
   */
  readonly cache_bytes?: number
}
/**
 * Maximum calls, time and cost of a request to any config of the project, and cost of a month. A config that may exceed one of a request, or for which that is undecided, is an error.
 */
export interface Budgets {
  /**
   * Calls of targets, with all retries and fallbacks.
   */
  readonly calls?: number
  /**
   * Milliseconds until the whole reply or the first content of a stream.
   */
  readonly time?: number
  /**
   * US dollars at list prices, if each call fills the context window of its model.
   */
  readonly cost?: number
  /**
   * US dollars of all requests of a month. Only traffic shows them: "portolan diff --traffic" and "portolan simulate" compare with it.
   */
  readonly month?: number
}
/**
 * The price of a model: in US dollars per million tokens, and per one of what is not counted in tokens; or a list of prices in a file.
 */
export interface Price {
  /**
   * The provider of the catalog, or a stored provider as @slug, whose prices precede those of its provider.
   */
  readonly provider?: string
  /**
   * The model as it is sent to the provider; a * at the end means any rest of the name.
   */
  readonly model?: string
  /**
   * The price of the request's tokens.
   */
  readonly input?: number
  /**
   * The price of tokens that the provider had cached; by default that of the input.
   */
  readonly cached?: number
  /**
   * The price of tokens that are written to the provider's cache, for five minutes or as long as it holds them.
   */
  readonly cache_writes?: number
  /**
   * The price of tokens that are cached for an hour.
   */
  readonly cache_writes_1h?: number
  /**
   * The price of the reply's tokens.
   */
  readonly output?: number
  /**
   * The price of tokens of reasoning that the provider counts apart from the reply.
   */
  readonly reasoning?: number
  /**
   * The price of tokens of citations.
   */
  readonly citations?: number
  /**
   * The price of tokens of sound in the request.
   */
  readonly audio_input?: number
  /**
   * The price of cached tokens of sound.
   */
  readonly cached_audio_input?: number
  /**
   * The price of tokens of sound in the reply.
   */
  readonly audio_output?: number
  /**
   * The price of tokens of images in the request.
   */
  readonly image_input?: number
  /**
   * The price of cached tokens of images.
   */
  readonly cached_image_input?: number
  /**
   * The price of tokens of images in the reply.
   */
  readonly image_output?: number
  /**
   * The price of tokens of video in the request.
   */
  readonly video_input?: number
  /**
   * The price of tokens of video in the reply.
   */
  readonly video_output?: number
  /**
   * The price of one request, in US dollars.
   */
  readonly per_request?: number
  /**
   * The price of one search, in US dollars.
   */
  readonly per_search?: number
  /**
   * The price of one search by a preview of the search tool, in US dollars.
   */
  readonly per_search_preview?: number
  /**
   * The price of a request with at least one search, in US dollars; its searches cost nothing else.
   */
  readonly per_grounded_prompt?: number
  /**
   * The price of one source that a search used, in US dollars.
   */
  readonly per_source?: number
  /**
   * The price of one search in files, in US dollars.
   */
  readonly per_file_search?: number
  /**
   * The price of one container in which code ran, in US dollars.
   */
  readonly per_container?: number
  /**
   * The price of one second of sound or video, in US dollars.
   */
  readonly per_second?: number
  /**
   * The price of one page, in US dollars.
   */
  readonly per_page?: number
  /**
   * The price of one character, in US dollars.
   */
  readonly per_character?: number
  /**
   * The price of one image, in US dollars.
   */
  readonly per_image?: number
  /**
   * Prices of the whole call from a number of input tokens on; a price that is absent here stays.
   *
   * @minItems 1
   */
  readonly above?: readonly TierOfSize[]
  /**
   * Prices by the service tier that the reply names, such as flex or priority.
   */
  readonly service_tiers?: {
    readonly [k: string]: TierPrice
  }
  readonly batch?: TierPrice
  /**
   * The day in UTC from which it applies; always if absent.
   */
  readonly from?: string
  /**
   * Taken off the prices of this entry, or without any off what the model costs otherwise, in all service tiers and batches, such as 12%. Fees of the vendor's tools stay.
   */
  readonly discount?: string
  /**
   * The day on which the source of the price or list was read, for the log.
   */
  readonly read?: string
  /**
   * File with a list of such prices, as JSON or YAML, relative to the manifest. Prices of the manifest precede it, and so do those of later files.
   */
  readonly file?: string
  /**
   * Source of the file, which portolan prices --update reads: in this form, or as one of two public lists.
   */
  readonly url?: string
  /**
   * The SHA-256 of the file, which portolan prices --update writes: a changed file is an error until then.
   */
  readonly digest?: string
}
/**
 * The prices of calls with more than so many tokens of input.
 */
export interface TierOfSize {
  /**
   * The number of input tokens above which the prices hold.
   */
  readonly tokens: number
  /**
   * The price of the request's tokens.
   */
  readonly input?: number
  /**
   * The price of tokens that the provider had cached; by default that of the input.
   */
  readonly cached?: number
  /**
   * The price of tokens that are written to the provider's cache, for five minutes or as long as it holds them.
   */
  readonly cache_writes?: number
  /**
   * The price of tokens that are cached for an hour.
   */
  readonly cache_writes_1h?: number
  /**
   * The price of the reply's tokens.
   */
  readonly output?: number
  /**
   * The price of tokens of reasoning that the provider counts apart from the reply.
   */
  readonly reasoning?: number
  /**
   * The price of tokens of citations.
   */
  readonly citations?: number
  /**
   * The price of tokens of sound in the request.
   */
  readonly audio_input?: number
  /**
   * The price of cached tokens of sound.
   */
  readonly cached_audio_input?: number
  /**
   * The price of tokens of sound in the reply.
   */
  readonly audio_output?: number
  /**
   * The price of tokens of images in the request.
   */
  readonly image_input?: number
  /**
   * The price of cached tokens of images.
   */
  readonly cached_image_input?: number
  /**
   * The price of tokens of images in the reply.
   */
  readonly image_output?: number
  /**
   * The price of tokens of video in the request.
   */
  readonly video_input?: number
  /**
   * The price of tokens of video in the reply.
   */
  readonly video_output?: number
  /**
   * The price of one request, in US dollars.
   */
  readonly per_request?: number
  /**
   * The price of one search, in US dollars.
   */
  readonly per_search?: number
  /**
   * The price of one search by a preview of the search tool, in US dollars.
   */
  readonly per_search_preview?: number
  /**
   * The price of a request with at least one search, in US dollars; its searches cost nothing else.
   */
  readonly per_grounded_prompt?: number
  /**
   * The price of one source that a search used, in US dollars.
   */
  readonly per_source?: number
  /**
   * The price of one search in files, in US dollars.
   */
  readonly per_file_search?: number
  /**
   * The price of one container in which code ran, in US dollars.
   */
  readonly per_container?: number
  /**
   * The price of one second of sound or video, in US dollars.
   */
  readonly per_second?: number
  /**
   * The price of one page, in US dollars.
   */
  readonly per_page?: number
  /**
   * The price of one character, in US dollars.
   */
  readonly per_character?: number
  /**
   * The price of one image, in US dollars.
   */
  readonly per_image?: number
}
/**
 * The prices of a service tier, or of batches.
 */
export interface TierPrice {
  /**
   * The price of the request's tokens.
   */
  readonly input?: number
  /**
   * The price of tokens that the provider had cached; by default that of the input.
   */
  readonly cached?: number
  /**
   * The price of tokens that are written to the provider's cache, for five minutes or as long as it holds them.
   */
  readonly cache_writes?: number
  /**
   * The price of tokens that are cached for an hour.
   */
  readonly cache_writes_1h?: number
  /**
   * The price of the reply's tokens.
   */
  readonly output?: number
  /**
   * The price of tokens of reasoning that the provider counts apart from the reply.
   */
  readonly reasoning?: number
  /**
   * The price of tokens of citations.
   */
  readonly citations?: number
  /**
   * The price of tokens of sound in the request.
   */
  readonly audio_input?: number
  /**
   * The price of cached tokens of sound.
   */
  readonly cached_audio_input?: number
  /**
   * The price of tokens of sound in the reply.
   */
  readonly audio_output?: number
  /**
   * The price of tokens of images in the request.
   */
  readonly image_input?: number
  /**
   * The price of cached tokens of images.
   */
  readonly cached_image_input?: number
  /**
   * The price of tokens of images in the reply.
   */
  readonly image_output?: number
  /**
   * The price of tokens of video in the request.
   */
  readonly video_input?: number
  /**
   * The price of tokens of video in the reply.
   */
  readonly video_output?: number
  /**
   * The price of one request, in US dollars.
   */
  readonly per_request?: number
  /**
   * The price of one search, in US dollars.
   */
  readonly per_search?: number
  /**
   * The price of one search by a preview of the search tool, in US dollars.
   */
  readonly per_search_preview?: number
  /**
   * The price of a request with at least one search, in US dollars; its searches cost nothing else.
   */
  readonly per_grounded_prompt?: number
  /**
   * The price of one source that a search used, in US dollars.
   */
  readonly per_source?: number
  /**
   * The price of one search in files, in US dollars.
   */
  readonly per_file_search?: number
  /**
   * The price of one container in which code ran, in US dollars.
   */
  readonly per_container?: number
  /**
   * The price of one second of sound or video, in US dollars.
   */
  readonly per_second?: number
  /**
   * The price of one page, in US dollars.
   */
  readonly per_page?: number
  /**
   * The price of one character, in US dollars.
   */
  readonly per_character?: number
  /**
   * The price of one image, in US dollars.
   */
  readonly per_image?: number
  /**
   * Prices of the whole call from a number of input tokens on; a price that is absent here stays.
   *
   * @minItems 1
   */
  readonly above?: readonly TierOfSize[]
}
/**
 * Limits of rates and usage, enforced on every call that matches their conditions.
 */
export interface Policies {
  /**
   * Requests or tokens within a sliding window of time.
   */
  readonly rate_limits?: readonly RateLimit[]
  /**
   * Budgets of cost, tokens or requests, which reset at fixed times or never.
   */
  readonly usage_limits?: readonly UsageLimit[]
}
/**
 * A limit of requests or tokens within a sliding window, or of requests in flight.
 */
export interface RateLimit {
  /**
   * The name of the policy, from which its identifier is derived.
   */
  readonly name: string
  /**
   * Unit that is counted.
   */
  readonly type: 'requests' | 'tokens'
  /**
   * The window: a minute, an hour, a day or a week, ending now; or concurrent, for requests in flight at once.
   */
  readonly unit: 'rpm' | 'rph' | 'rpd' | 'rpw' | 'concurrent'
  /**
   * Maximum number of requests or tokens per window, or of requests in flight.
   */
  readonly value: number
  /**
   * Conditions of the calls that are counted, all of which must hold; without any, every call is counted.
   */
  readonly conditions?: readonly LimitCondition[]
  /**
   * One counter for each combination of these values; without any, one for all calls.
   */
  readonly group_by?: readonly LimitGroup[]
  /**
   * Handling of calls whose tokens or cost cannot be counted: passed through, batches, sessions that report no usage, and for budgets of cost those of models without a price.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them (503 `limits_unavailable`).
   */
  readonly on_store_away?: 'share' | 'refuse'
}
/**
 * A condition of a policy: what a property of the call must be.
 */
export interface LimitCondition {
  /**
   * The property: workspace_id, api_key, limit_profile, provider, model (the name that the client or a target sends, without a slug, in any case), config, endpoint_type, mcp_server, mcp_tool, agent, or metadata. and a key. Limits with mcp_server or mcp_tool are those of calls of MCP tools, limits with agent those of messages to agents, and no others are.
   */
  readonly key: string
  /**
   * The value, a list of alternatives, or * for any value.
   */
  readonly value: string | readonly string[]
  /**
   * Whether the condition holds for all calls but these, also those without the property.
   */
  readonly excludes?: boolean
}
/**
 * A property of calls that are counted separately.
 */
export interface LimitGroup {
  /**
   * The property, as in conditions; model is the name that the target sends.
   */
  readonly key: string
}
/**
 * A budget of cost, tokens or requests.
 */
export interface UsageLimit {
  /**
   * The name of the policy, from which its identifier is derived.
   */
  readonly name: string
  /**
   * Unit that is counted.
   */
  readonly type: 'cost' | 'tokens' | 'requests'
  /**
   * Maximum usage in a period: US dollars (at least a billionth of one), tokens or requests.
   */
  readonly credit_limit: number
  /**
   * The usage from which an alert is sent, below credit_limit.
   */
  readonly alert_threshold?: number
  /**
   * Schedule of resets of usage: on Mondays, or on the first of a month, at 00:00 UTC.
   */
  readonly periodic_reset?: 'weekly' | 'monthly'
  /**
   * Number of days after which usage resets, in place of periodic_reset.
   */
  readonly periodic_reset_days?: number
  /**
   * Time of the next reset of usage, in RFC 3339; later resets are periodic.
   */
  readonly next_usage_reset_at?: string
  /**
   * Conditions of the calls that are counted, all of which must hold; without any, every call is counted.
   */
  readonly conditions?: readonly LimitCondition[]
  /**
   * One counter for each combination of these values; without any, one for all calls.
   */
  readonly group_by?: readonly LimitGroup[]
  /**
   * Handling of calls whose tokens or cost cannot be counted: passed through, batches, sessions that report no usage, and for budgets of cost those of models without a price.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them (503 `limits_unavailable`).
   */
  readonly on_store_away?: 'share' | 'refuse'
}
/**
 * Limits that many keys have: a change of the profile is a change for all of its keys.
 */
export interface ManifestLimitProfile {
  /**
   * Purpose.
   */
  readonly description?: string
  /**
   * Limits of the requests or tokens of each key.
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * Budgets of each key.
   */
  readonly usage_limits?: readonly KeyUsageLimit[]
}
/**
 * Destination of alerts about usage limits that have reached their alert_threshold.
 */
export interface Alerts {
  /**
   * The URL that receives a JSON object once per limit and period, or a reference to it.
   */
  readonly webhook: string
}
/**
 * Sign-in of users to saved resources, with a signed token of an OIDC issuer, sent as Authorization: Bearer.
 */
export interface SignIn {
  /**
   * The issuer of the tokens, as their claim iss has it.
   */
  readonly issuer: string
  /**
   * The audience that a token must be for, in its claim aud.
   */
  readonly audience: string
  /**
   * Public client of the issuer for `portolan login`, with the device flow or the redirect URL http://127.0.0.1. Its tokens must be for the audience, and the manifest needs a store.
   */
  readonly client_id?: string
  /**
   * Seconds for which a token that `portolan login` gets from the gateway is valid; it is renewed as long as the issuer renews the sign-in.
   */
  readonly token_ttl?: number
  /**
   * URL of the issuer's keys; discovered at /.well-known/openid-configuration by default.
   */
  readonly jwks_url?: string
  /**
   * Issuers whose addresses count as verified without the claim email_verified. List the issuer only if people cannot choose or change their addresses there.
   */
  readonly trusted_addresses?: readonly string[]
  readonly claims?: SignInClaims
  /**
   * OIDC scopes that a token must have, in its claim scope.
   */
  readonly scopes?: readonly string[]
}
/**
 * The names of the claims with identity and roles.
 */
export interface SignInClaims {
  /**
   * The claim with the address.
   */
  readonly email?: string
  /**
   * The claim with the role in the organisation: owner, admin or member. Without it, the role in the store applies.
   */
  readonly role?: string
  /**
   * The claim with the workspaces: an object of roles by slugs, or a list such as ["research:manager", "sales"].
   */
  readonly workspaces?: string
}
/**
 * The settings of the console.
 */
export interface Console {
  /**
   * Whether the console only shows: what would change anything or call a model is refused there, whatever the caller may do elsewhere.
   */
  readonly read_only?: boolean
  /**
   * Seconds after which people sign in to the console again.
   */
  readonly session_ttl?: number
  readonly listen?: ConsoleListener
}
/**
 * The listener of the console, which is then served only there.
 */
export interface ConsoleListener {
  /**
   * The host name or address to listen on.
   */
  readonly host?: string
  /**
   * The port to listen on; 0 selects a free one.
   */
  readonly port: number
  readonly tls?: Tls
}
/**
 * Logs, metrics and traces of requests.
 */
export interface Telemetry {
  /**
   * Destination of the request log. With `none`, notices about the gateway itself are still written to standard error.
   */
  readonly log?: 'stdout' | 'stderr' | 'none'
  readonly log_file?: LogFile
  readonly log_store?: LogStoreSettings
  readonly log_http?: LogHttp
  readonly otlp?: Otlp
  readonly bodies?: LoggedContent
  /**
   * Whether the gateway requests usage for streams whose client did not, so that tokens and cost are known; defaults to true if log_store is set. The client does not see it.
   */
  readonly usage?: boolean
  /**
   * Whether replies say what they cost, in US dollars: whole ones in the header cost, streams of chats, responses and messages in a comment before their end. With strict_vendor_compliance: false it is in usage.cost too.
   */
  readonly cost_header?: boolean
  /**
   * The providers that receive the trace of a request in traceparent: by name, as @slug, or * for all.
   */
  readonly propagate_to?: readonly string[]
  /**
   * Whether metrics are served at /metrics in the Prometheus text format: on the port of the gateway without authentication (true), or on a separate port.
   */
  readonly metrics?: boolean | MetricsListener
}
/**
 * A file that receives the request log, and is renamed when it is full. Processes of one machine may share it.
 */
export interface LogFile {
  /**
   * The path of the file, relative to the manifest. Full files get a number: requests.1.jsonl is the last one.
   */
  readonly path: string
  /**
   * The size in bytes beyond which a new file is begun.
   */
  readonly max_bytes?: number
  /**
   * The number of full files to retain.
   */
  readonly keep?: number
}
/**
 * Stores records of requests in the store, for the routes of logs and analytics, with their retention. An empty object has the defaults.
 */
export interface LogStoreSettings {
  /**
   * Retention of records in days.
   */
  readonly record_days?: number
  /**
   * Retention of bodies in days.
   */
  readonly body_days?: number
  /**
   * Retention of analytics counts in days.
   */
  readonly total_days?: number
}
/**
 * An HTTP service that receives the request log in batches of JSON Lines. A batch that is answered with 400, 413 or 422 is sent in halves, down to the refused record, which is dropped; after other statuses it is repeated.
 */
export interface LogHttp {
  /**
   * The URL, or a reference to it.
   */
  readonly url: string
  /**
   * Headers of the requests; a value may contain a reference to a secret.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * Whether bodies are sent along, if bodies are logged.
   */
  readonly bodies?: boolean
}
/**
 * A collector of OpenTelemetry, which is called by OTLP over HTTP.
 */
export interface Otlp {
  /**
   * The URL below which /v1/traces, /v1/metrics and /v1/logs are, or a reference to it.
   */
  readonly endpoint: string
  /**
   * Headers of the requests; a value may contain a reference to a secret.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * The encoding of the requests.
   */
  readonly encoding?: 'json' | 'protobuf'
  /**
   * The share of the traces that are sent, 0 for none. A decision of the caller in traceparent takes precedence.
   */
  readonly traces?: number
  /**
   * Whether metrics are sent.
   */
  readonly metrics?: boolean
  /**
   * Whether the records of requests are sent as logs.
   */
  readonly logs?: boolean
  /**
   * Attributes of the resource, such as service.name and deployment.environment.name.
   */
  readonly attributes?: {
    readonly [k: string]: string
  }
  /**
   * The names of attributes of models: pinned uses those of this release of Portolan, latest also emits those that have been renamed since.
   */
  readonly conventions?: 'pinned' | 'latest'
}
/**
 * Bodies that are logged, by the sinks that accept them; none without this section. The categories of mask are masked first.
 */
export interface LoggedContent {
  /**
   * The workspaces whose bodies are logged; all by default.
   *
   * @minItems 1
   */
  readonly workspaces?: readonly string[]
  /**
   * The share of requests whose bodies are logged.
   */
  readonly sample?: number
  /**
   * The size in bytes beyond which a body is not logged.
   */
  readonly max_bytes?: number
  /**
   * Data that is masked in logged bodies: pii of every category, and secrets of known formats or under names such as password. Findings of guardrails by entropy (HIGH_ENTROPY), words, patterns and models are not masked, since every body has random identifiers.
   */
  readonly mask?: readonly ('pii' | 'secrets')[]
}
/**
 * Separate listener for metrics.
 */
export interface MetricsListener {
  /**
   * The address.
   */
  readonly host?: string
  /**
   * The port.
   */
  readonly port: number
  /**
   * The bearer token that scrapers must send, as a reference (${env:NAME} or ${file:/path}); not required if absent.
   */
  readonly token?: string
  /**
   * Labels of requests, tokens and cost besides config, status and provider. They have many values: each metric has 2,000 combinations at most, and counts others together.
   */
  readonly labels?: readonly ('key' | 'model' | 'workspace')[]
}
/**
 * The only hosts that data or secrets may reach.
 */
export interface FlowRule {
  /**
   * The query on metadata, params or url.pathname that requests of the rule meet; by default every request is one.
   */
  readonly when?: {
    readonly [k: string]: unknown
  }
  /**
   * Classes of data: messages, files, redacted (messages that a guardrail has redacted for certain), metadata or headers with a key or *. Without data and secrets everything is meant.
   *
   * @minItems 1
   */
  readonly data?: readonly string[]
  /**
   * Secrets: all those of a stored provider as @slug, or one as it is referenced, such as ${env:OPENAI_API_KEY}.
   *
   * @minItems 1
   */
  readonly secrets?: readonly string[]
  /**
   * The hosts that they may reach: a name, *. and a name for all below it, or an origin; with a port only that port. An empty list allows none.
   */
  readonly only: readonly string[]
}
/**
 * MCP servers whose tools, prompts and resources clients reach through the gateway.
 */
export interface Mcp {
  /**
   * Servers by slug, each served at /mcp/{slug}.
   */
  readonly servers?: {
    readonly [k: string]: McpServer
  }
  /**
   * Virtual servers by name, each served at /mcp/v/{name}: chosen capabilities of several servers.
   */
  readonly virtual?: {
    readonly [k: string]: McpVirtual
  }
  /**
   * Serves the interface of saved resources as MCP tools at /mcp/portolan: each key lists and calls the operations that it may use.
   */
  readonly control?: boolean
  /**
   * OAuth scopes that a token of sign_in must have to call MCP servers, besides those of sign_in.
   */
  readonly token_scopes?: readonly string[]
  /**
   * Idle timeout of client sessions in seconds.
   */
  readonly session_ttl?: number
}
/**
 * An MCP server of the streamable HTTP transport.
 */
export interface McpServer {
  /**
   * The URL of the server, with its path.
   */
  readonly url: string
  /**
   * Headers of every request to the server, such as its credential; a secret is a reference, which may have text around it.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  readonly auth?: McpAuth
  /**
   * Milliseconds without a message of the server after which a request is given up.
   */
  readonly timeout?: number
  /**
   * The workspaces whose keys may use the server, all if absent.
   *
   * @minItems 1
   */
  readonly workspaces?: readonly string[]
  readonly tools?: McpNames
  readonly prompts?: McpNames
  readonly resources?: McpNames
  /**
   * Trusted definitions of tools: the first version of each, only those of pinned, or any. A tool whose name, description or schema has changed is neither listed nor called until it is approved.
   */
  readonly pins?: 'first_use' | 'listed' | 'off'
  /**
   * The digests of trusted definitions by the names of tools, as the log and the API show them.
   */
  readonly pinned?: {
    /**
     * The digest.
     */
    readonly [k: string]: string
  }
  /**
   * The command of a server that is started as a process.
   */
  readonly command?: string
  /**
   * The transport of the server.
   */
  readonly transport?: 'http'
}
/**
 * OAuth towards an MCP server: with the account of the gateway, or with that of each person.
 */
export interface McpAuth {
  /**
   * Account to use: that of the gateway (client_credentials), or that of each person, who connects it in a browser (oauth).
   */
  readonly type: 'client_credentials' | 'oauth'
  /**
   * The authorization server; for oauth, discovered from the server by default.
   */
  readonly issuer?: string
  /**
   * Token endpoint for client_credentials; defaults to that in the metadata of issuer.
   */
  readonly token_url?: string
  /**
   * The client that the gateway is registered as; for oauth it registers itself by default.
   */
  readonly client_id?: string
  /**
   * The secret of the client, as a reference.
   */
  readonly client_secret?: string
  /**
   * The requested scopes; by default those that the server names.
   */
  readonly scopes?: readonly string[]
}
/**
 * A virtual server: capabilities of several servers at one address.
 */
export interface McpVirtual {
  /**
   * The tools as server/tool; a name that ends with * is a prefix.
   *
   * @minItems 1
   */
  readonly tools?: readonly string[]
  /**
   * The prompts, written like tools.
   *
   * @minItems 1
   */
  readonly prompts?: readonly string[]
  /**
   * The servers whose resources are served.
   *
   * @minItems 1
   */
  readonly resources?: readonly string[]
  /**
   * Prefix of the names of tools and prompts: the slug of their server and an underscore, or none.
   */
  readonly prefix?: 'server' | 'none'
  /**
   * Instructions about the server for models.
   */
  readonly instructions?: string
  /**
   * The workspaces whose keys may use it, all if absent.
   *
   * @minItems 1
   */
  readonly workspaces?: readonly string[]
}
/**
 * An agent of the A2A protocol, version 1.0 or 0.3, over JSON-RPC or HTTP+JSON.
 */
export interface AgentServer {
  /**
   * The URL of the agent's card. Interfaces that the card names at other origins are not called; name them in interfaces.
   */
  readonly card_url: string
  /**
   * URLs of the agent that override its card, for cards that name internal addresses or other origins.
   *
   * @minItems 1
   */
  readonly interfaces?: readonly AgentInterface[]
  /**
   * The versions of the protocol that are served, all that the agent has if absent.
   *
   * @minItems 1
   */
  readonly versions?: readonly ('1.0' | '0.3')[]
  /**
   * Headers of every request to the agent, such as its credential; a secret is a reference, which may have text around it.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * Milliseconds without a byte of the agent after which a request or a stream is given up.
   */
  readonly timeout?: number
  /**
   * The workspaces whose keys may call the agent, all if absent.
   *
   * @minItems 1
   */
  readonly workspaces?: readonly string[]
  /**
   * Hosts that push notifications may be sent to, such as hooks.example.com or *.example.com, with a port if it is not 443. Without them push notifications are refused, since the agent sends them past the gateway.
   *
   * @minItems 1
   */
  readonly webhook_hosts?: readonly string[]
  readonly card?: AgentCardSettings
}
/**
 * URL of an agent for one binding in one version.
 */
export interface AgentInterface {
  /**
   * The URL, for HTTP+JSON without the path of the operation.
   */
  readonly url: string
  /**
   * The binding of the protocol.
   */
  readonly binding?: 'JSONRPC' | 'HTTP+JSON'
  /**
   * The version of the protocol.
   */
  readonly version?: '1.0' | '0.3'
}
/**
 * Changes to the agent's card as clients see it. The gateway writes its own URL into it, which invalidates the agent's signature.
 */
export interface AgentCardSettings {
  /**
   * The key that the gateway signs cards with, as a reference to a private JWK of the curve P-256 (ES256) or Ed25519 (EdDSA).
   */
  readonly signing_key?: string
  /**
   * Handling of a signed card without a signing_key: refused, or served without signatures.
   */
  readonly signatures?: 'refuse' | 'drop'
  /**
   * Public keys, one of which must have signed the agent's card; other cards are refused.
   *
   * @minItems 1
   */
  readonly trusted_keys?: readonly AgentCardKey[]
}
/**
 * A public JSON Web Key.
 */
export interface AgentCardKey {
  /**
   * The type.
   */
  readonly kty: 'EC' | 'OKP' | 'RSA'
  /**
   * The curve.
   */
  readonly crv?: 'P-256' | 'P-384' | 'P-521' | 'Ed25519'
  /**
   * The x coordinate, or the key of Ed25519.
   */
  readonly x?: string
  /**
   * The y coordinate.
   */
  readonly y?: string
  /**
   * The modulus of RSA.
   */
  readonly n?: string
  /**
   * The exponent of RSA.
   */
  readonly e?: string
  /**
   * The identifier that signatures name; without it the key is tried for all of them.
   */
  readonly kid?: string
  /**
   * The algorithm.
   */
  readonly alg?: 'ES256' | 'ES384' | 'ES512' | 'EdDSA' | 'Ed25519' | 'RS256' | 'PS256'
  /**
   * Purpose of the key.
   */
  readonly use?: 'sig'
}

/**
 * A prompt template: messages with variables, the model and the parameters that they are sent with. The identifier is the name of the file.
 */
export interface Prompt {
  /**
   * The schema for editors; it has no meaning for prompts.
   */
  readonly $schema?: string
  /**
   * Purpose of the prompt.
   */
  readonly description?: string
  /**
   * The variables of the templates by name. A template may use no others.
   */
  readonly variables?: {
    readonly [k: string]: PromptVariable
  }
  /**
   * The messages. Every string in them is a template, but roles and types.
   *
   * @minItems 1
   */
  readonly messages: readonly PromptMessage[]
  /**
   * The model, as a name or as @slug/model.
   */
  readonly model?: string
  /**
   * The provider that serves the prompt: @slug for a stored one.
   */
  readonly provider?: string
  /**
   * The stored provider that serves the prompt, by its older name.
   */
  readonly virtual_key?: string
  /**
   * The saved config that serves the prompt.
   */
  readonly config?: string
  /**
   * Fields a caller may send besides variables: messages after those of the prompt, another model, other tools.
   */
  readonly allow?: readonly ('messages' | 'model' | 'tools')[]
  /**
   * Variables with the messages that they must render; portolan check runs them.
   */
  readonly tests?: readonly PromptTest[]
  readonly [k: string]: unknown
}
/**
 * A variable of a prompt.
 */
export interface PromptVariable {
  /**
   * The type of its values, by default any.
   */
  readonly type?: 'string' | 'number' | 'boolean' | 'array' | 'object'
  /**
   * The default value.
   */
  readonly default?: unknown
  /**
   * Whether it is required, even if only a section uses it.
   */
  readonly required?: boolean
  /**
   * Kind of capability.
   */
  readonly description?: string
}
/**
 * A message of a chat.
 */
export interface PromptMessage {
  /**
   * The role of its author.
   */
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function'
  /**
   * A template, or a list of parts.
   */
  readonly content?:
    | string
    | {
        readonly [k: string]: unknown
      }[]
  /**
   * The name of its author.
   */
  readonly name?: string
  readonly [k: string]: unknown
}
/**
 * A test of a prompt.
 */
export interface PromptTest {
  /**
   * The name of the test.
   */
  readonly name?: string
  /**
   * The variables of the call.
   */
  readonly variables: {
    readonly [k: string]: unknown
  }
  /**
   * The messages that must be rendered.
   */
  readonly messages?: {
    readonly [k: string]: unknown
  }[]
  /**
   * Instead of messages: a part of the message with which the call is rejected.
   */
  readonly error?: string
}

/**
 * A template shared by prompts, used as {{>id}}. The identifier is the name of the file; a text file is the template itself.
 */
export interface PromptPartial {
  /**
   * The schema for editors; it has no meaning for partials.
   */
  readonly $schema?: string
  /**
   * Purpose of the partial.
   */
  readonly description?: string
  /**
   * The template; it uses the variables of the prompts that include it.
   */
  readonly template: string
}

/**
 * Subject of an error, read from the provider's body or from the failure of the connection.
 */
/**
 * Tests of one config: requests, scripted replies of providers, and what the gateway must do. The file is called like the config: configs/chat.test.yaml tests configs/chat.yaml.
 */
export interface ConfigTests {
  /**
   * The schema for editors; it has no meaning for tests.
   */
  readonly $schema?: string
  /**
   * The config under test; by default the one that the file is named after. Tests of gateway.test.yaml send no config.
   */
  readonly config?: string
  /**
   * Values of environment variables and of secret files by their names, instead of placeholders. They are not secret: never write a real one.
   */
  readonly environment?: {
    readonly [k: string]: string
  }
  readonly given?: GivenRequest
  readonly upstreams?: UpstreamScripts
  /**
   * The cases. Each runs on a gateway of its own, with a clock of its own.
   *
   * @minItems 1
   */
  readonly cases: readonly TestCase[]
}
/**
 * The request of the client. What is absent is that of a short chat; a case overrides its file name by name.
 */
export interface GivenRequest {
  /**
   * The method.
   */
  readonly method?: string
  /**
   * The path below /v1.
   */
  readonly path?: string
  /**
   * Headers by name.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * Metadata, sent as the header of that name.
   */
  readonly metadata?: {
    readonly [k: string]: unknown
  }
  /**
   * Identifier of the item of api_keys that sends the request. Defaults to the first; anonymous if there are no keys.
   */
  readonly caller?: string
  /**
   * The body: an object is merged into the default one, property by property; a string replaces it.
   */
  readonly body?: unknown
  /**
   * The draw of load balancers and of pools, from 0 to 0.9999, or a list of draws in the order of use; by default 0, the first target or member with a weight.
   */
  readonly draw?: number | readonly number[]
  /**
   * The part of each wait before a retry that is waited, between half and all of it.
   */
  readonly jitter?: number
}
/**
 * Scripted replies, by target (config.targets[0]), stored provider (@openai), pool (@claude) or its member (@claude.a), provider of the catalog (openai), URL prefix, or * for all others; a list has one step for each call, and the last one repeats. Without a script a provider replies at once with a short text.
 */
export interface UpstreamScripts {
  readonly [k: string]: UpstreamStep | readonly UpstreamStep[]
}
/**
 * Scripted outcome of one call of a provider.
 */
export interface UpstreamStep {
  /**
   * The status of the reply.
   */
  readonly status?: number
  /**
   * Milliseconds before the head of the reply, or before it fails.
   */
  readonly delay?: number
  /**
   * Headers of the reply by name.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  readonly error?: ErrorKind
  /**
   * The text of the model, in a reply of the provider's own format, whole or streamed as requested.
   */
  readonly content?: string
  /**
   * The whole body in the provider's own format: a value is sent as JSON, a string unchanged.
   */
  readonly body?: unknown
  /**
   * The pieces of a streamed reply: a string is a piece of the model's text in the provider's own format, an object the data of an event.
   */
  readonly stream?: readonly (
    | string
    | {
        readonly [k: string]: unknown
      }
  )[]
  /**
   * Milliseconds between the pieces of a stream.
   */
  readonly interval?: number
  /**
   * The connection breaks before the first content, or after it.
   */
  readonly cut?: 'before' | 'after'
  /**
   * The call fails without a reply: the connection is refused or reset, the host has no address, its certificate is invalid, or nothing ever arrives.
   */
  readonly fail?: 'refused' | 'reset' | 'dns' | 'tls' | 'timeout'
}
/**
 * One request and its expected outcome.
 */
export interface TestCase {
  /**
   * The name of the case, unique in its file.
   */
  readonly name: string
  /**
   * The config of this case, instead of that of the file.
   */
  readonly config?: string
  /**
   * Requests before the one under test, on the same gateway: they fill caches and open circuits.
   */
  readonly earlier?: readonly EarlierRequest[]
  readonly given?: GivenRequest
  readonly upstreams?: UpstreamScripts
  readonly expect?: Expectation
  readonly recorded?: Recording
}
/**
 * A request before the one under test.
 */
export interface EarlierRequest {
  readonly given?: GivenRequest
  readonly upstreams?: UpstreamScripts
  /**
   * Number of times that it is sent, sequentially.
   */
  readonly times?: number
  /**
   * Milliseconds that pass after each reply.
   */
  readonly pause?: number
}
/**
 * Expected outcome. Only the properties that are present are compared.
 */
export interface Expectation {
  /**
   * All calls of providers in their order: each as its target (config.targets[0]), stored provider (@openai), pool (@claude) or its member (@claude.a), provider (openai) or the beginning of its URL, or as an object.
   */
  readonly calls?: readonly (string | ExpectedCall)[]
  /**
   * Milliseconds between each call and the next.
   */
  readonly waits?: readonly number[]
  /**
   * The status of the reply.
   */
  readonly status?: number
  /**
   * Headers of the reply by name; null for one that must be absent.
   */
  readonly headers?: {
    readonly [k: string]: string | null
  }
  /**
   * Parts of the reply's body: objects may have more properties than these, lists may not have more items.
   */
  readonly body?: unknown
  /**
   * The text of the model, from a whole reply or from all pieces of a streamed one.
   */
  readonly content?: string
  /**
   * Whether the reply arrives completely: false for a stream that ends with an error or breaks off.
   */
  readonly complete?: boolean
  /**
   * Milliseconds until the reply is complete: a number, or its bounds.
   */
  readonly time?: number | TimeBounds
}
/**
 * Parts of one call.
 */
export interface ExpectedCall {
  /**
   * The target, such as config.targets[0].
   */
  readonly target?: string
  /**
   * The provider of the catalog, or a stored one as @slug.
   */
  readonly provider?: string
  /**
   * The model in the request to the provider.
   */
  readonly model?: string
  /**
   * The URL, without its query unless one is written.
   */
  readonly url?: string
  /**
   * The method.
   */
  readonly method?: string
  /**
   * Headers by name; null for one that must be absent. Credentials are masked.
   */
  readonly headers?: {
    readonly [k: string]: string | null
  }
  /**
   * Parts of the body: objects may have more properties than these, lists may not have more items.
   */
  readonly body?: unknown
}
/**
 * The least and the most milliseconds.
 */
export interface TimeBounds {
  /**
   * Minimum in milliseconds.
   */
  readonly min?: number
  /**
   * Maximum in milliseconds.
   */
  readonly max?: number
}
/**
 * Result recorded by the last portolan test --update, compared as a whole.
 */
export interface Recording {
  readonly [k: string]: unknown
}

/**
 * The traffic of a config, for portolan simulate: which requests arrive, and how providers behave. The file is called like the config: configs/chat.traffic.yaml is about configs/chat.yaml.
 */
export interface TrafficModel {
  /**
   * The schema for editors; it has no meaning for simulations.
   */
  readonly $schema?: string
  /**
   * The config; by default the one that the file is named after.
   */
  readonly config?: string
  /**
   * The seed of all random numbers: the same seed gives the same result.
   */
  readonly seed?: number
  /**
   * The number of requests that are simulated.
   */
  readonly requests?: number
  /**
   * Requests per second, which arrive independently of each other. It matters to circuit breakers, caches and the cost of a month.
   */
  readonly rate?: number
  /**
   * The kinds of requests; by default short chats.
   *
   * @minItems 1
   */
  readonly mix?: readonly TrafficKind[]
  /**
   * Behaviour of providers, by target (config.targets[0]), stored provider (@openai), provider of the catalog (openai), URL prefix, or * for all others.
   */
  readonly providers: {
    readonly [k: string]: ProviderBehavior
  }
  /**
   * Prices by model, instead of those of the manifest and of the built-in list.
   */
  readonly prices?: {
    readonly [k: string]: ModelPrice
  }
}
/**
 * A kind of requests.
 */
export interface TrafficKind {
  /**
   * Its share of the requests, relative to the other kinds.
   */
  readonly share?: number
  readonly given?: GivenRequest
  /**
   * Tokens of a request, for its cost.
   */
  readonly input_tokens?: number
  /**
   * Tokens of a reply, for its cost.
   */
  readonly output_tokens?: number
}
/**
 * The request of the client. What is absent is that of a short chat; a case overrides its file name by name.
 */
/**
 * Behaviour of a provider.
 */
export interface ProviderBehavior {
  /**
   * Milliseconds that half of the replies take at most.
   */
  readonly median?: number
  /**
   * Milliseconds that 95% of the replies take at most; by default the median.
   */
  readonly p95?: number
  /**
   * The probabilities of failures: by status (503), or refused, reset, dns, tls, timeout (nothing ever arrives) or cut (the reply breaks off).
   */
  readonly failures?: {
    readonly [k: string]: number
  }
}
/**
 * US dollars per million tokens.
 */
export interface ModelPrice {
  /**
   * Price of input.
   */
  readonly input: number
  /**
   * Price of output.
   */
  readonly output: number
}

/**
 * Record of one request: a line of the request log and a row of the log store, without bodies, header values or secrets. Times of day are RFC 3339, durations are milliseconds, costs are billionths of a US dollar.
 */
export interface LogRecord {
  /**
   * The identifier of the record: 32 hexadecimal digits, of which the first 16 are the span of the request in OpenTelemetry.
   */
  readonly id: string
  /**
   * Arrival time of the request.
   */
  readonly time: string
  /**
   * The trace that the request belongs to, as the client names it.
   */
  readonly trace: string
  /**
   * The span of the caller in traceparent: 16 hexadecimal digits.
   */
  readonly parent?: string
  /**
   * The method of the request.
   */
  readonly method: string
  /**
   * The path without the query, which may contain secrets.
   */
  readonly path: string
  /**
   * The route of models that was called, such as chat/completions.
   */
  readonly endpoint?: string
  /**
   * The status of the reply.
   */
  readonly status: number
  /**
   * Milliseconds from the first byte of the request to the last of the reply.
   */
  readonly milliseconds: number
  /**
   * Milliseconds from the first byte of the request until the reply began to be sent: for a stream, its first content.
   */
  readonly firstToken?: number
  /**
   * Time spent in the gateway until the reply began, without the client's upload, attempts and waits.
   */
  readonly own?: number
  /**
   * The identifier of the key of the gateway, never the key.
   */
  readonly key?: string
  /**
   * The workspace of the caller.
   */
  readonly workspace?: string
  /**
   * The saved config, or inline or headers.
   */
  readonly config?: string
  /**
   * The start of the digest of the release that served it.
   */
  readonly plan: string
  /**
   * The release of the canary that served it.
   */
  readonly canary?: number
  /**
   * The saved prompt, as id@version.
   */
  readonly prompt?: string
  /**
   * The target that produced the reply, such as config.targets[1].
   */
  readonly at?: string
  /**
   * The provider of that target, by its name in the catalog.
   */
  readonly provider?: string
  /**
   * The stored provider of that target, if one was used.
   */
  readonly slug?: string
  /**
   * The member of the pool that was called last, if the stored provider is a pool.
   */
  readonly member?: string
  /**
   * The model as the client named it, without a slug.
   */
  readonly model?: string
  /**
   * Model sent upstream, if different.
   */
  readonly servedModel?: string
  /**
   * Model that the reply names, if it is another one than was sent by more than a date or an alias.
   */
  readonly answeredModel?: string
  /**
   * Whether the client requested a stream.
   */
  readonly stream?: true
  /**
   * Retries at the target that replied; -1 when all of its attempts failed.
   */
  readonly retries?: number
  /**
   * Cache status: HIT, MISS and the other values of the reply header cache-status.
   */
  readonly cache?: string
  /**
   * The age of a cache hit in seconds.
   */
  readonly cacheAge?: number
  /**
   * The cosine similarity of a semantic cache hit.
   */
  readonly similarity?: number
  /**
   * The path through the plan: each choice of a node, and why. Plain paths have none.
   */
  readonly steps?: readonly LogStep[]
  /**
   * Every attempt at a provider, in their order.
   */
  readonly attempts?: readonly LogAttempt[]
  /**
   * Targets that were skipped because their circuits were open.
   */
  readonly skipped?: readonly string[]
  /**
   * Parts of the request without effect: headers that name a provider, the slug of the model, and the header of a trace ID that was replaced.
   */
  readonly ignored?: readonly string[]
  /**
   * Names of the client's headers that the provider did not get; headers of every HTTP client and SDK are not listed.
   */
  readonly dropped?: readonly string[]
  /**
   * Results of guards that ran before the reply was sent: the reasons of checks, never content of the client.
   */
  readonly guards?: {
    readonly [k: string]: unknown
  }[]
  /**
   * The metadata of the request: strings, numbers and booleans, bounded and masked.
   */
  readonly metadata?: {
    readonly [k: string]: string | number | boolean
  }
  readonly span?: LogSpan
  /**
   * The session of an agent that the request belongs to, as the client names it: in the header session of the gateway, a header of the agent, `_session` of the metadata, or prompt_cache_key, conversation or metadata.user_id of the body. `sha256:` and a digest for names longer than 128 characters or like a secret.
   */
  readonly session?: string
  /**
   * The usage as the provider reported it; of a reply that reports none, what is charged for it: characters, images or seconds.
   */
  readonly usage?: {
    readonly [k: string]: unknown
  }
  /**
   * Tools that the reply calls, by their names without repetitions; present if the body of the reply is logged. At most 16.
   */
  readonly tools?: readonly string[]
  /**
   * Finished batches whose usage and cost the record has, by the identifiers of the provider: the request was the first to read their results. At most 100.
   */
  readonly batches?: readonly string[]
  readonly tokens?: LogTokens
  /**
   * Counts besides text, by the unit of the price, such as cache_writes, audio_input or per_second.
   */
  readonly units?: {
    readonly [k: string]: number
  }
  /**
   * Cost in billionths of a US dollar, including replies that another attempt has replaced: what the provider states in its reply, or else by prices. Absent, not 0, if unknown.
   */
  readonly cost?: number
  /**
   * Source of the cost: the provider's reply, the list of prices, or the prices of the manifest.
   */
  readonly costSource?: 'provider' | 'list' | 'own'
  /**
   * Cost by prices, if the provider states another.
   */
  readonly computedCost?: number
  /**
   * Charge of the provider behind this one for the customer's own key, in addition to the cost.
   */
  readonly upstreamCost?: number
  /**
   * The day on which the source of the price was read, the start of the digest of the file that has it, or manifest.
   */
  readonly priced?: string
  /**
   * The prices by which the cost was computed: in US dollars per million tokens, and for one of the units that begin with per_.
   */
  readonly rates?: string
  /**
   * Parts that have no price and are not in the cost: units, the service tier, fields of the usage that are not known by their names, model, or `answer without usage`: a provider answered, the answer was cut, too large, unreadable or denied, and what it cost was not reported.
   */
  readonly unpriced?: readonly string[]
  /**
   * Usage counted for limits of tokens or cost, and its source.
   */
  readonly counted?: {
    readonly [k: string]: unknown
  }
  /**
   * The name of the limit that refused the request, or a target of it.
   */
  readonly limit?: string
  readonly mcp?: LogMcp
  readonly exchanged?: LogExchange
  readonly agent?: LogAgent
  /**
   * The bytes of the request's body that were read.
   */
  readonly bytesIn: number
  /**
   * The bytes of the reply's body that were sent.
   */
  readonly bytesOut: number
  /**
   * The code of a failure in the gateway.
   */
  readonly error?: string
  /**
   * The sentence of that failure, or the message of the provider whose error was the reply; at most 500 characters.
   */
  readonly message?: string
  /**
   * Why a stream failed after its beginning had been sent.
   */
  readonly broken?: string
  /**
   * Party that ended that stream.
   */
  readonly brokenBy?: 'provider' | 'guard' | 'gateway'
  /**
   * The cause of that failure, such as cut or timeout; absent if the provider sent an error or a guard denied the rest.
   */
  readonly brokenCause?: string
  /**
   * The client disconnected before the end.
   */
  readonly left?: true
  /**
   * The request went past the gateway, and was reported to it.
   */
  readonly outside?: true
}
/**
 * One choice of a node of the plan.
 */
export interface LogStep {
  /**
   * The node that chose, such as config.targets[1].
   */
  readonly at: string
  /**
   * The child that it chose.
   */
  readonly to: string
  /**
   * Why: conditions[0], default, weight 0.25, status 503, circuit open.
   */
  readonly because: string
}
/**
 * One attempt at a provider.
 */
export interface LogAttempt {
  /**
   * The target, such as config.targets[1].
   */
  readonly at: string
  /**
   * The provider of the catalog.
   */
  readonly provider: string
  /**
   * The pool, if one was called.
   */
  readonly slug?: string
  /**
   * The member of the pool.
   */
  readonly member?: string
  /**
   * The status of its reply, or that of the failure in its place.
   */
  readonly status: number
  /**
   * The model sent in the attempt; absent if it is the model of the record.
   */
  readonly model?: string
  /**
   * Until the reply was complete, or the stream had its first content.
   */
  readonly milliseconds: number
  /**
   * The cause of a failure of the network, such as refused or timeout.
   */
  readonly cause?: string
  /**
   * The provider's message in its error, which may quote the request, or the reason that there was no reply; masked, at most 300 characters.
   */
  readonly message?: string
  /**
   * The origin that was called, such as https://api.openai.com; present if telemetry.otlp is set.
   */
  readonly server?: string
  /**
   * Numbers of the request as they were sent, such as temperature and max_tokens, by their names in the conventions of OpenTelemetry; present if telemetry.otlp is set.
   */
  readonly parameters?: {
    readonly [k: string]: number
  }
  readonly reply?: LogReply
  readonly wait?: LogWait
  /**
   * Start, relative to the first byte of the request.
   */
  readonly started?: number
  /**
   * Until a connection was free, with connecting.
   */
  readonly queued?: number
  /**
   * Part of that spent connecting; absent if an open connection was used.
   */
  readonly connect?: number
  /**
   * Whether an idle connection closed as the request was sent, so that it was repeated on a new one.
   */
  readonly reconnected?: true
  /**
   * Until the head of the reply arrived.
   */
  readonly firstByte?: number
}
/**
 * The provider's own names in its reply; present if telemetry.otlp is set.
 */
export interface LogReply {
  /**
   * Identifier of the reply.
   */
  readonly id?: string
  /**
   * Model that produced it.
   */
  readonly model?: string
  /**
   * Why the model stopped, for each choice: a finish_reason of chats, the stop_reason of messages, the reason or the status of responses.
   */
  readonly finishReasons?: readonly string[]
}
/**
 * The wait before the target was tried again.
 */
export interface LogWait {
  /**
   * Length.
   */
  readonly milliseconds: number
  /**
   * Reason of its length: the provider's headers, or the gateway's own backoff.
   */
  readonly because: 'retry-after' | 'backoff'
}
/**
 * The span that the client named in headers.
 */
export interface LogSpan {
  /**
   * Its identifier.
   */
  readonly id?: string
  /**
   * The identifier of its parent.
   */
  readonly parent?: string
  /**
   * Its name.
   */
  readonly name?: string
}
/**
 * Tokens by kind.
 */
export interface LogTokens {
  /**
   * Tokens of the request, with those read from a cache of the provider.
   */
  readonly input: number
  /**
   * Tokens of the reply, with those of reasoning.
   */
  readonly output: number
  /**
   * Those of the request that were read from a cache of the provider.
   */
  readonly cached?: number
  /**
   * Those of the reply that were spent on reasoning.
   */
  readonly reasoning?: number
  /**
   * Whether the provider reported them, or the gateway counted what was produced.
   */
  readonly source: 'provider' | 'counted'
}
/**
 * The request to an MCP server.
 */
export interface LogMcp {
  /**
   * The server that was called, or the virtual one.
   */
  readonly server: string
  /**
   * The tool that was called, by the name of its server.
   */
  readonly tool?: string
  /**
   * The method of the message, or that of HTTP if there was none.
   */
  readonly method: string
  /**
   * The person whose token was sent.
   */
  readonly user?: string
  /**
   * Present if the tool reports an error in its result.
   */
  readonly isError?: true
  /**
   * The era of the client.
   */
  readonly era: 'modern' | 'legacy'
}
/**
 * The call of the MCP server or the agent; present if telemetry.otlp is set.
 */
export interface LogExchange {
  /**
   * Milliseconds since the request began.
   */
  readonly started: number
  /**
   * Until the reply had arrived.
   */
  readonly milliseconds: number
}
/**
 * The request to an agent.
 */
export interface LogAgent {
  /**
   * The slug of the agent.
   */
  readonly slug: string
  /**
   * The operation by its name in version 1.0, or AgentCard for its card.
   */
  readonly method: string
  /**
   * The version of the protocol that the client speaks.
   */
  readonly version?: string
  /**
   * The binding of the protocol.
   */
  readonly binding?: 'JSONRPC' | 'HTTP+JSON'
  /**
   * Interfaces of a card that are not served, by binding and version.
   */
  readonly leftOut?: readonly string[]
}

/**
 * Aliases of all names with a beginning, the longest first; of a key with those of the gateway. Absent if there are none.
 */
export type AliasPatterns = readonly AliasPattern[]
/**
 * One node, discriminated by `kind`.
 */
export type PlanNode = CallNode | LoadbalanceNode | FallbackNode | ConditionalNode | CacheNode | GuardNode
/**
 * Provider that is called, with base URL and credential.
 */
export type Binding = RequestBinding | SlugBinding | StaticBinding
/**
 * Status codes as sorted, disjoint, inclusive ranges.
 */
export type StatusSet = readonly (readonly [number, number])[]
/**
 * Subject of an error, read from the provider's body or from the failure of the connection.
 */
/**
 * Kinds of errors that count besides the statuses, whatever their own status, sorted. Statuses that always have one of these kinds are among the statuses too.
 *
 * @minItems 1
 */
export type ErrorKinds = readonly ErrorKind[]
/**
 * One case, or a table of cases on one field.
 */
export type Step = CaseStep | TableStep
/**
 * A test of the request. A field that is missing makes every test of it false.
 */
export type Predicate =
  ConstantPredicate | JoinedPredicate | ComparedPredicate | ListedPredicate | MatchedPredicate

/**
 * Output of the compiler that the runtime loads: the gateway's facts and one plan per config. Canonical: sorted keys, deterministic layout, no timestamps.
 */
export interface Bundle {
  /**
   * The version of the bundle's format.
   */
  readonly format: 2
  /**
   * The version of the compiler.
   */
  readonly compiler: string
  /**
   * The SHA-256 of the canonical bundle without this property, in hexadecimal digits.
   */
  readonly digest: string
  readonly gateway: Gateway
  /**
   * Plans by the identifiers of their configs.
   */
  readonly plans: {
    readonly [k: string]: Plan
  }
  /**
   * Prompts by identifier; absent if there are none.
   */
  readonly prompts?: {
    readonly [k: string]: PlanPrompt
  }
  /**
   * The templates that prompts share, by identifier; absent if there are none.
   */
  readonly partials?: {
    readonly [k: string]: string
  }
}
/**
 * The facts of the manifest, defaults applied.
 */
export interface Gateway {
  /**
   * The name of the gateway.
   */
  readonly name: string
  readonly listen: PlanListen
  /**
   * The prefix of the gateway headers, lower-case.
   */
  readonly headerPrefix: string
  /**
   * Set if headers and configs in headers may use Portkey's words.
   */
  readonly spelling?: 'peer'
  /**
   * Stored providers by slug.
   */
  readonly providers: {
    readonly [k: string]: StaticBinding
  }
  /**
   * Pools of stored providers by slug; absent without any.
   */
  readonly pools?: {
    readonly [k: string]: PlanPool
  }
  /**
   * The secret references by slug; absent if there are none.
   */
  readonly secretReferences?: {
    readonly [k: string]: PlanSecretReference
  }
  /**
   * Slugs of providers, prompts and secret references of the store that the project uses; absent if there are none.
   */
  readonly external?: readonly string[]
  /**
   * Handling of parameters that a provider does not support.
   */
  readonly unsupported: 'drop' | 'reject'
  /**
   * The model that a reply names; if absent, its API decides.
   */
  readonly replyModel?: 'requested' | 'served'
  /**
   * Status with which clients get the denial of a guard; 446 if absent.
   */
  readonly denialStatus?: 400 | 403
  /**
   * Set if every call needs a key, even if there are none; absent if the keys decide.
   */
  readonly authentication?: 'required'
  /**
   * The API keys of clients.
   */
  readonly apiKeys: readonly PlanApiKey[]
  readonly defaults?: PlanDefaults
  readonly aliases?: PlanAliases
  readonly aliasPatterns?: AliasPatterns
  /**
   * True if each model that exactly one stored provider has is served by its plain name; absent otherwise.
   */
  readonly plainNames?: boolean
  /**
   * False when clients may not send configs in headers; absent otherwise.
   */
  readonly inlineConfigs?: boolean
  /**
   * False when clients may not name hosts; absent otherwise.
   */
  readonly customHosts?: boolean
  /**
   * Private hosts that the manifest and saved configs may call.
   */
  readonly trustedHosts: readonly string[]
  /**
   * Private hosts that callers may name; absent when there are none.
   */
  readonly callerHosts?: readonly string[]
  readonly outbound?: PlanOutbound
  /**
   * The limits by their names in the manifest.
   */
  readonly limits: Readonly<Record<keyof Limits, number>>
  readonly policies?: LimitPolicies
  /**
   * The limit profiles by slug; absent without any.
   */
  readonly limitProfiles?: {
    readonly [k: string]: PlanLimitProfile
  }
  readonly alerts?: AlertAddress
  /**
   * Destination of the log.
   */
  readonly log: 'stdout' | 'stderr' | 'none'
  readonly telemetry?: PlanTelemetry
  /**
   * Prices of the manifest; absent without any.
   */
  readonly prices?: readonly PlanPrice[]
  /**
   * The files that prices come from, the last of which precede; absent if there are none.
   */
  readonly priceLists?: readonly PlanPriceList[]
  /**
   * Custom checks by identifier; absent if there are none.
   */
  readonly checks?: {
    readonly [k: string]: CustomCheckModule
  }
  /**
   * Named guards, which configs use by their identifiers.
   */
  readonly guardrails: {
    readonly [k: string]: GuardUse
  }
  /**
   * The named guards on every request.
   */
  readonly inputGuardrails: readonly string[]
  /**
   * The named guards on every reply.
   */
  readonly outputGuardrails: readonly string[]
  readonly state: State
  readonly store?: StoreAddress
  readonly signIn?: PlanSignIn
  readonly console?: PlanConsole
  /**
   * Retention of the audit log in days; absent if indefinite.
   */
  readonly auditRetention?: number
  /**
   * Changes that are denied have no entries in the audit log; absent if they have.
   */
  readonly auditDenied?: false
  /**
   * Milliseconds for which keys of the store stay valid while it is unavailable; an hour if absent.
   */
  readonly maxStale?: number
  readonly encryptionKey?: Secret
  readonly semantic?: Semantic
  /**
   * Whether metrics are served.
   */
  readonly metrics: boolean
  /**
   * Listener for metrics; the gateway's own port if absent.
   */
  readonly metricsListen?: {
    /**
     * The address.
     */
    readonly host: string
    /**
     * The port.
     */
    readonly port: number
    readonly token?: Secret
    /**
     * Labels of requests, tokens and cost besides those that are always there.
     */
    readonly labels?: readonly ('key' | 'model' | 'workspace')[]
  }
  /**
   * The URL under which clients reach the gateway, without a slash at the end; absent if not set in the manifest.
   */
  readonly publicUrl?: string
  readonly mcp?: PlanMcp
  /**
   * The agents of the manifest by slug; absent without any.
   */
  readonly agents?: {
    readonly [k: string]: PlanAgent
  }
}
/**
 * Address to listen on.
 */
export interface PlanListen {
  /**
   * The host.
   */
  readonly host: string
  /**
   * The port.
   */
  readonly port: number
  /**
   * Host header values besides loopback ones that are accepted without keys, lower-case.
   */
  readonly hosts?: readonly string[]
  /**
   * Whether forwarded requests are accepted without keys.
   */
  readonly behindProxy?: boolean
  readonly tls?: PlanTls
  readonly cors?: PlanCors
  readonly admin?: PlanAdminListener
}
/**
 * The certificate of HTTPS.
 */
export interface PlanTls {
  /**
   * The PEM file of the certificate chain.
   */
  readonly certificate: string
  /**
   * The PEM file of the private key.
   */
  readonly key: string
}
/**
 * The web pages of other origins that are allowed.
 */
export interface PlanCors {
  /**
   * Origins as browsers send them, or *.
   */
  readonly origins: readonly string[]
  /**
   * Request headers that pages may send, lower-case; absent for those that they request.
   */
  readonly headers?: readonly string[]
  /**
   * Seconds that a browser may remember the permission.
   */
  readonly maxAge: number
}
/**
 * A listener besides that of the calls; what it serves is on the port of the gateway if absent.
 */
export interface PlanAdminListener {
  /**
   * The host.
   */
  readonly host: string
  /**
   * The port.
   */
  readonly port: number
  readonly tls?: PlanTls
}
/**
 * A provider and credential fixed at compile time, from the config or the manifest.
 */
export interface StaticBinding {
  /**
   * Discriminator.
   */
  readonly from: 'own'
  /**
   * The identifier of a provider of the catalog.
   */
  readonly provider: string
  /**
   * The base URL, without a slash at its end.
   */
  readonly baseUrl: string
  /**
   * Whether the base URL is a custom host, which must be public or trusted.
   */
  readonly custom: boolean
  /**
   * Secrets by the names of their properties in the config.
   */
  readonly credentials: {
    readonly [k: string]: Secret
  }
  /**
   * Non-secret properties by their names in the config.
   */
  readonly settings: {
    readonly [k: string]: unknown
  }
  /**
   * Additional origins to which the credentials may be sent when a client sets a custom host.
   */
  readonly allowedOrigins: readonly string[]
  readonly outbound?: PlanOutbound
}
/**
 * A reference to a secret, bound to the origins it may be sent to. It is resolved by the runtime and never printed.
 */
export interface Secret {
  /**
   * Kind of secret: literal occurs in memory only, for header configs, and is rejected in a file; json is an object that contains references. machine is not a secret but the name of an identity of the runtime's host; secret is a secret reference of the gateway.
   */
  readonly source: 'env' | 'file' | 'json' | 'literal' | 'machine' | 'secret'
  /**
   * The name of the variable, the path of the file, the canonical JSON, the name of the identity, the slug of the secret reference, or the literal itself.
   */
  readonly name: string
  /**
   * Whether its source renews the secret, so that the file is read again.
   */
  readonly rotates?: boolean
  /**
   * Origins to which the secret may be sent.
   */
  readonly origins: readonly string[]
}
/**
 * Proxy and certificate authorities of outgoing calls, inherited ones included; absent if nothing is set.
 */
export interface PlanOutbound {
  readonly proxy?: PlanProxy
  /**
   * Hosts that are called without the proxy; absent without any.
   */
  readonly noProxy?: readonly string[]
  /**
   * The PEM file of further authorities.
   */
  readonly ca?: string
}
/**
 * The proxy; absent if there is none.
 */
export interface PlanProxy {
  /**
   * Set if the variables of the environment name it; absent otherwise.
   */
  readonly environment?: boolean
  /**
   * The URL without a password; absent if the secret contains the whole URL.
   */
  readonly address?: string
  readonly secret?: Secret
}
/**
 * A pool: members that serve the same models behind one slug.
 */
export interface PlanPool {
  /**
   * The choice of a member.
   */
  readonly pick: 'random' | 'least_busy' | 'latency' | 'cost' | 'quota'
  readonly sticky?: PlanPoolSticky
  /**
   * The sent name by the requested model and the member; absent if every member has the same names.
   */
  readonly models?: {
    /**
     * By member.
     */
    readonly [k: string]: {
      readonly [k: string]: string
    }
  }
  /**
   * The members, by tier, then in the order of the manifest.
   *
   * @minItems 1
   */
  readonly members: readonly PlanPoolMember[]
  /**
   * Further members that one attempt tries.
   */
  readonly failover: number
  readonly headers?: PlanDeadline
  readonly content?: PlanDeadline
  /**
   * Milliseconds between two parts of a stream; absent without a limit.
   */
  readonly gap?: number
  readonly hedge?: PlanPoolHedge
}
/**
 * Sessions that remain at a member; absent if they do not.
 */
export interface PlanPoolSticky {
  /**
   * Signs of a session, of which the first that a request has counts.
   */
  readonly by: readonly string[]
  /**
   * Milliseconds without a request after which a session is forgotten.
   */
  readonly for: number
}
/**
 * A member of a pool.
 */
export interface PlanPoolMember {
  /**
   * The name.
   */
  readonly name: string
  /**
   * The slug of its stored provider: that of the pool, a dot and the name, or one that the manifest names.
   */
  readonly slug: string
  /**
   * The weight in its tier.
   */
  readonly weight: number
  /**
   * The tier; lower ones are called first.
   */
  readonly tier: number
  /**
   * The account at the provider; absent if no other member shares what it stores.
   */
  readonly account?: string
  /**
   * The least share, of 1; absent for none.
   */
  readonly least?: number
  /**
   * The greatest share, of 1; absent for none.
   */
  readonly most?: number
  /**
   * Requests in a sliding minute; absent without a limit.
   */
  readonly requestsPerMinute?: number
  /**
   * Tokens in a sliding minute; absent without a limit.
   */
  readonly tokensPerMinute?: number
  /**
   * Requests at a time; absent without a limit.
   */
  readonly concurrent?: number
  /**
   * Tokens of a request and its reply; absent if only the catalog knows.
   */
  readonly context?: number
}
/**
 * A deadline that grows with the request.
 */
export interface PlanDeadline {
  /**
   * Milliseconds of a request without tokens.
   */
  readonly base: number
  /**
   * Milliseconds that a million tokens add.
   */
  readonly perMillionTokens: number
}
/**
 * Calls of a second member; absent if there are none.
 */
export interface PlanPoolHedge {
  /**
   * The percentile of recent times to content.
   */
  readonly percentile: number
  /**
   * The greatest share of calls, of 1.
   */
  readonly most: number
}
/**
 * Location of a secret, authentication of its manager, and access to it.
 */
export interface PlanSecretReference {
  /**
   * The kind of secret manager.
   */
  readonly manager: 'env' | 'file' | 'hashicorp_vault' | 'aws_sm' | 'azure_kv'
  /**
   * Settings of auth_config that are not secret, by their names in the manifest.
   */
  readonly settings: {
    readonly [k: string]: unknown
  }
  /**
   * Secrets of auth_config by their names in the manifest.
   */
  readonly credentials: {
    readonly [k: string]: Secret
  }
  /**
   * Location of the secret.
   */
  readonly path: string
  /**
   * The property of the secret; absent: the whole.
   */
  readonly key?: string
  /**
   * The workspaces that may use it; absent: all.
   */
  readonly workspaces?: readonly string[]
  /**
   * The only origins that it may be sent to; absent: those of what uses it.
   */
  readonly allowedOrigins?: readonly string[]
  /**
   * Milliseconds after which it has been read again.
   */
  readonly maxAge: number
  /**
   * Milliseconds for which the last value is used while it cannot be read.
   */
  readonly maxStale: number
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
}
/**
 * One key.
 */
export interface PlanApiKey {
  /**
   * The name in logs.
   */
  readonly id: string
  /**
   * The SHA-256 in hexadecimal digits.
   */
  readonly hash: string
  /**
   * The workspace.
   */
  readonly workspace: string
  /**
   * The slug of its limit profile; absent without one.
   */
  readonly limitProfile?: string
  /**
   * Whether the key may send configs in headers; if absent, the gateway decides.
   */
  readonly inlineConfigs?: boolean
  /**
   * False if calls of the key may not name a provider, or a config other than its default; absent otherwise.
   */
  readonly configOverride?: boolean
  /**
   * Whether the key may name hosts; if absent, the gateway decides.
   */
  readonly customHosts?: boolean
  readonly defaults?: PlanDefaults
  readonly aliases?: PlanAliases
  readonly aliasPatterns?: AliasPatterns
  /**
   * True if each model that exactly one stored provider has is served by its plain name; absent otherwise.
   */
  readonly plainNames?: boolean
  /**
   * Identifiers of the guardrails on every request of the key; absent without any.
   */
  readonly inputGuardrails?: readonly string[]
  /**
   * Identifiers of the guardrails on every reply to the key; absent without any.
   */
  readonly outputGuardrails?: readonly string[]
  /**
   * Scopes of the key.
   */
  readonly scopes: readonly string[]
  /**
   * The MCP servers that the key may use, virtual ones as v/name; absent for all.
   */
  readonly mcp?: {
    readonly [k: string]: PlanKeyMcp
  }
  /**
   * The agents that the key may call, by slug; absent for all.
   */
  readonly agents?: readonly string[]
}
/**
 * Default for requests that name no config and no provider; one of the properties.
 */
export interface PlanDefaults {
  /**
   * The identifier of a saved config.
   */
  readonly config?: string
  /**
   * A slug with its @, or a provider of the catalog.
   */
  readonly provider?: string
}
/**
 * Models by alias; of a key with those of the gateway. Absent if there are none.
 */
export interface PlanAliases {
  readonly [k: string]: AliasedModel
}
/**
 * The model of an alias, with all intermediate aliases resolved.
 */
export interface AliasedModel {
  /**
   * The stored provider, if the alias names one.
   */
  readonly slug?: string
  /**
   * The model, without the slug.
   */
  readonly model: string
}
/**
 * The alias of all names with a beginning.
 */
export interface AliasPattern {
  /**
   * The beginning of the names.
   */
  readonly before: string
  /**
   * The stored provider, if the alias names one.
   */
  readonly slug?: string
  /**
   * The model, without the slug.
   */
  readonly model: string
  /**
   * True if the remainder of the name follows the model; absent otherwise.
   */
  readonly remainder?: boolean
}
/**
 * Capabilities of a server that a key may use.
 */
export interface PlanKeyMcp {
  readonly tools?: PlanMcpNames
  readonly prompts?: PlanMcpNames
  readonly resources?: PlanMcpNames
}
/**
 * Enabled capabilities.
 */
export interface PlanMcpNames {
  /**
   * The only ones; absent for all.
   */
  readonly allow?: readonly string[]
  /**
   * Those that are not.
   */
  readonly deny?: readonly string[]
}
/**
 * Limits of rates and of usage; absent without any.
 */
export interface LimitPolicies {
  /**
   * Limits within sliding windows.
   */
  readonly rates: readonly RatePolicy[]
  /**
   * Budgets.
   */
  readonly usages: readonly UsagePolicy[]
}
/**
 * A limit within a sliding window, or of requests in flight.
 */
export interface RatePolicy {
  /**
   * The identifier, a UUID, which is the key of the counters.
   */
  readonly id: string
  /**
   * The name in messages and logs.
   */
  readonly name: string
  /**
   * Unit that is counted.
   */
  readonly type: 'requests' | 'tokens'
  /**
   * The window: a minute, an hour, a day or a week, ending now; or concurrent, for requests in flight at once.
   */
  readonly unit: 'rpm' | 'rph' | 'rpd' | 'rpw' | 'concurrent'
  /**
   * Maximum per window, or in flight.
   */
  readonly value: number
  /**
   * Conditions, all of which must hold; absent without any.
   */
  readonly conditions?: readonly PolicyCondition[]
  /**
   * The properties by which calls are counted separately; absent without any.
   */
  readonly groupBy?: readonly string[]
  /**
   * True if calls whose usage cannot be counted are allowed; absent otherwise.
   */
  readonly allowsUncounted?: boolean
  /**
   * True if calls are refused while the shared counters do not answer; absent otherwise.
   */
  readonly refusesAway?: boolean
}
/**
 * Condition on a property of the call.
 */
export interface PolicyCondition {
  /**
   * The property.
   */
  readonly key: string
  /**
   * The alternatives; * is any value.
   */
  readonly values: readonly string[]
  /**
   * True if the condition holds for all others; absent otherwise.
   */
  readonly excludes?: boolean
}
/**
 * A budget. Amounts of cost are in billionths of a US dollar.
 */
export interface UsagePolicy {
  /**
   * The identifier, a UUID, which is the key of the counters.
   */
  readonly id: string
  /**
   * The name in messages and logs.
   */
  readonly name: string
  /**
   * Unit that is counted.
   */
  readonly type: 'cost' | 'tokens' | 'requests'
  /**
   * Maximum usage in a period.
   */
  readonly limit: number
  /**
   * The usage from which an alert is sent; absent for none.
   */
  readonly alertThreshold?: number
  /**
   * Schedule of resets of usage; absent for never or for resetDays.
   */
  readonly reset?: 'weekly' | 'monthly'
  /**
   * Number of days after which usage resets.
   */
  readonly resetDays?: number
  /**
   * Time of the next reset of usage, in milliseconds since the epoch; absent if only the period decides.
   */
  readonly nextReset?: number
  /**
   * Start of the period that ends at nextReset, in milliseconds since the epoch; absent if unknown.
   */
  readonly lastReset?: number
  /**
   * Conditions, all of which must hold; absent without any.
   */
  readonly conditions?: readonly PolicyCondition[]
  /**
   * The properties by which calls are counted separately; absent without any.
   */
  readonly groupBy?: readonly string[]
  /**
   * True if calls whose usage cannot be counted are allowed; absent otherwise.
   */
  readonly allowsUncounted?: boolean
  /**
   * True if calls are refused while the shared counters do not answer; absent otherwise.
   */
  readonly refusesAway?: boolean
  /**
   * A call whose price is unknown is refused at its target. Absent in plans and policies of before, which admit it.
   */
  readonly refusesUnpriced?: true
}
/**
 * A limit profile.
 */
export interface PlanLimitProfile {
  /**
   * Purpose; absent without one.
   */
  readonly description?: string
  /**
   * The identifiers of its policies.
   */
  readonly policies: readonly string[]
}
/**
 * Destination of alerts; absent without alerts.
 */
export interface AlertAddress {
  /**
   * The URL; absent if the secret contains it.
   */
  readonly address?: string
  readonly secret?: Secret
}
/**
 * Sinks of the log besides its stream, and traces; absent without any.
 */
export interface PlanTelemetry {
  readonly file?: PlanLogFile
  readonly store?: PlanLogStore
  readonly http?: PlanLogHttp
  readonly otlp?: PlanOtlp
  readonly bodies?: PlanLoggedContent
  /**
   * Whether the gateway requests the usage of streams.
   */
  readonly usage?: true
  /**
   * Replies have a cost header.
   */
  readonly costHeader?: true
  /**
   * The providers that receive traceparent: names, @slugs, or *.
   */
  readonly propagateTo?: readonly string[]
}
/**
 * A file of the log.
 */
export interface PlanLogFile {
  /**
   * The path, relative to the project.
   */
  readonly path: string
  /**
   * The size at which a new file is begun.
   */
  readonly maxBytes: number
  /**
   * The number of full files to retain.
   */
  readonly keep: number
}
/**
 * Retention in the store, in milliseconds.
 */
export interface PlanLogStore {
  /**
   * Records of requests.
   */
  readonly records: number
  /**
   * Their bodies.
   */
  readonly bodies: number
  /**
   * The counts of analytics.
   */
  readonly totals: number
}
/**
 * A service that receives the log.
 */
export interface PlanLogHttp {
  /**
   * The URL; absent if the secret contains it.
   */
  readonly address?: string
  readonly secret?: Secret
  /**
   * Headers.
   */
  readonly headers: readonly PlanSinkHeader[]
  /**
   * Whether bodies are sent.
   */
  readonly bodies: boolean
}
/**
 * A header of a sink.
 */
export interface PlanSinkHeader {
  /**
   * Its name in lower case.
   */
  readonly name: string
  /**
   * Its value; before the secret, if there is one.
   */
  readonly value?: string
  readonly secret?: Secret
}
/**
 * A collector of OpenTelemetry.
 */
export interface PlanOtlp {
  /**
   * The URL; absent if the secret contains it.
   */
  readonly address?: string
  readonly secret?: Secret
  /**
   * Headers.
   */
  readonly headers: readonly PlanSinkHeader[]
  /**
   * The encoding.
   */
  readonly encoding: 'json' | 'protobuf'
  /**
   * The share of traces.
   */
  readonly traces: number
  /**
   * Whether metrics are sent.
   */
  readonly metrics: boolean
  /**
   * Whether records are sent.
   */
  readonly logs: boolean
  /**
   * Attributes of the resource.
   */
  readonly attributes: {
    readonly [k: string]: string
  }
  /**
   * The names of attributes.
   */
  readonly conventions: 'pinned' | 'latest'
}
/**
 * Bodies that are logged.
 */
export interface PlanLoggedContent {
  /**
   * Workspaces; all if absent.
   */
  readonly workspaces?: readonly string[]
  /**
   * The share of requests.
   */
  readonly sample: number
  /**
   * The size beyond which a body is not logged.
   */
  readonly maxBytes: number
  /**
   * Detectors.
   */
  readonly mask: readonly ('pii' | 'secrets')[]
}
/**
 * A price of the manifest: in billionths of a US dollar per token, or as a table.
 */
export interface PlanPrice {
  /**
   * The provider of the catalog, or @slug.
   */
  readonly provider: string
  /**
   * The model.
   */
  readonly model: string
  /**
   * A token of the request.
   */
  readonly input?: number
  /**
   * A token of the reply.
   */
  readonly output?: number
  /**
   * A token that the provider had cached.
   */
  readonly cached?: number
  /**
   * The price as the manifest has it, where it has more than the three above: in US dollars per million tokens.
   */
  readonly table?: Omit<Price, 'provider' | 'model' | 'from' | 'discount' | 'read' | 'file' | 'url' | 'digest'>
  /**
   * Milliseconds since 1970 from which it applies; always if absent.
   */
  readonly from?: number
  /**
   * The part that is taken off: of its prices, or if it has none of what the model costs otherwise.
   */
  readonly discount?: number
  /**
   * Its list in priceLists; absent for prices of the manifest.
   */
  readonly list?: number
  /**
   * The day on which its source was read, or the start of the digest of its list; absent for prices of the manifest without one.
   */
  readonly dated?: string
}
/**
 * A file of prices that is part of the plan.
 */
export interface PlanPriceList {
  /**
   * The file, relative to the manifest.
   */
  readonly file: string
  /**
   * The SHA-256 of the file.
   */
  readonly digest: string
}
/**
 * The module of a custom check.
 */
export interface CustomCheckModule {
  /**
   * The path of the file, relative to the manifest.
   */
  readonly module: string
  /**
   * The SHA-256 of every file that it loads, by path; a module that differs is not run.
   */
  readonly files: {
    readonly [k: string]: string
  }
}
/**
 * One guard: its checks and actions. It passes when all its checks pass.
 */
export interface GuardUse {
  /**
   * The name of the guard.
   */
  readonly id: string
  /**
   * The type given in the config; it only appears in logs.
   */
  readonly type?: string
  /**
   * The outcome that denies the request or the reply.
   */
  readonly deny: 'never' | 'failed' | 'passed'
  /**
   * The message of a denial; if absent, the reasons of the checks.
   */
  readonly denialMessage?: string
  /**
   * Whether it runs after the reply was sent, for the log only.
   */
  readonly async: boolean
  /**
   * Whether it runs beside the call that it guards: the reply is held until its verdict.
   */
  readonly beside?: boolean
  /**
   * Whether each check waits for the previous one.
   */
  readonly sequential: boolean
  /**
   * Evaluation of a streamed reply: buffered until it is complete (hold), in windows of sentences that are released one by one, or after its end.
   */
  readonly stream: 'hold' | 'window' | 'end'
  /**
   * The checks, in the order of the config.
   */
  readonly checks: readonly GuardCheck[]
  readonly onFail?: PlanFeedback
  readonly onSuccess?: PlanFeedback
}
/**
 * One check with its parameters.
 */
export interface GuardCheck {
  /**
   * True when a caller wrote it, in a config in a header: its service is a host of the caller.
   */
  readonly byCaller?: boolean
  /**
   * The identifier of the check.
   */
  readonly id: string
  /**
   * The parameters, defaults applied, without secrets.
   */
  readonly parameters: {
    readonly [k: string]: unknown
  }
  /**
   * Secrets by the names of their parameters, bound to the origins of the service that the check calls.
   */
  readonly credentials: {
    readonly [k: string]: Secret
  }
  /**
   * Scope of the text that is checked: the last message, or all.
   */
  readonly scope: 'last' | 'all'
  /**
   * Whether a check with an error counts as failed.
   */
  readonly failOnError: boolean
  /**
   * Milliseconds after which the check counts as an error; if absent, a limit of the runtime applies.
   */
  readonly timeout?: number
}
/**
 * A score that the outcome attaches to the request.
 */
export interface PlanFeedback {
  /**
   * The score.
   */
  readonly value?: number
  /**
   * The weight of the score.
   */
  readonly weight?: number
  /**
   * Metadata stored with the score.
   */
  readonly metadata?: {
    readonly [k: string]: unknown
  }
}
/**
 * Store of shared state.
 */
export interface State {
  /**
   * In the process, or in a Redis shared by several instances.
   */
  readonly kind: 'memory' | 'redis'
  /**
   * The URL without a password; absent if the secret contains the whole URL.
   */
  readonly address?: string
  readonly secret?: Secret
}
/**
 * Store of saved resources; absent without a store.
 */
export interface StoreAddress {
  /**
   * The address without a password; absent if the secret contains all of it.
   */
  readonly address?: string
  readonly secret?: Secret
}
/**
 * Sign-in of users to saved resources; absent if there is none.
 */
export interface PlanSignIn {
  /**
   * The issuer of the tokens.
   */
  readonly issuer: string
  /**
   * The audience of the tokens.
   */
  readonly audience: string
  /**
   * The client of the command line at the issuer; absent if people do not sign in there.
   */
  readonly clientId?: string
  /**
   * Seconds for which a token for the command line is valid; an hour if absent.
   */
  readonly tokenTtl?: number
  /**
   * URL of the issuer's keys; discovered if absent.
   */
  readonly jwksUrl?: string
  /**
   * Whether addresses of the issuer count without the claim email_verified; false if absent.
   */
  readonly trustsAddresses?: boolean
  /**
   * The names of claims.
   */
  readonly claims: {
    /**
     * The claim with the address.
     */
    readonly email: string
    /**
     * The claim with the role in the organisation.
     */
    readonly role: string
    /**
     * The claim with the workspaces.
     */
    readonly workspaces: string
  }
  /**
   * OIDC scopes that a token must have.
   */
  readonly scopes: readonly string[]
}
/**
 * The console; absent if it is not served.
 */
export interface PlanConsole {
  /**
   * Set if the console only shows.
   */
  readonly readOnly?: boolean
  /**
   * Seconds after which people sign in again.
   */
  readonly sessionTtl: number
  readonly listen?: PlanAdminListener
}
/**
 * Semantic cache settings.
 */
export interface Semantic {
  /**
   * The slug of the stored provider of the embeddings, without the @.
   */
  readonly provider: string
  /**
   * The embedding model.
   */
  readonly model: string
  /**
   * The minimum cosine similarity of a hit.
   */
  readonly threshold: number
  /**
   * The requested number of dimensions; if absent, the model decides.
   */
  readonly dimensions?: number
  readonly vectors: Vectors
}
/**
 * Store of the embeddings of cached replies.
 */
export interface Vectors {
  /**
   * In the process, or in PostgreSQL with pgvector.
   */
  readonly kind: 'memory' | 'postgres'
  /**
   * The URL without a password; absent if the secret contains the whole URL.
   */
  readonly address?: string
  readonly secret?: Secret
}
/**
 * The MCP servers of the manifest.
 */
export interface PlanMcp {
  /**
   * Servers by slug.
   */
  readonly servers: {
    readonly [k: string]: PlanMcpServer
  }
  /**
   * Virtual servers by name.
   */
  readonly virtual: {
    readonly [k: string]: PlanMcpVirtual
  }
  /**
   * Set if saved resources are served as MCP tools.
   */
  readonly control?: true
  /**
   * The scopes that a token needs; absent for none.
   */
  readonly tokenScopes?: readonly string[]
  /**
   * Idle timeout of sessions in seconds.
   */
  readonly sessionTtl: number
}
/**
 * One server.
 */
export interface PlanMcpServer {
  /**
   * The URL.
   */
  readonly url: string
  /**
   * The headers of every request.
   */
  readonly headers: readonly PlanServerHeader[]
  readonly auth?: PlanMcpAuth
  /**
   * Milliseconds without a message.
   */
  readonly timeout: number
  /**
   * The workspaces that may use it; absent for all.
   */
  readonly workspaces?: readonly string[]
  readonly tools?: PlanMcpNames
  readonly prompts?: PlanMcpNames
  readonly resources?: PlanMcpNames
  /**
   * Trusted definitions of tools.
   */
  readonly pins: 'first_use' | 'listed' | 'off'
  /**
   * The digests of trusted definitions by name.
   */
  readonly pinned: {
    /**
     * The digest.
     */
    readonly [k: string]: string
  }
}
/**
 * A header: a string, or a secret with text around it.
 */
export interface PlanServerHeader {
  /**
   * The name, lower-case.
   */
  readonly name: string
  /**
   * The text, or what precedes the secret.
   */
  readonly before: string
  readonly secret?: Secret
  /**
   * Text after the secret.
   */
  readonly after?: string
}
/**
 * OAuth towards a server.
 */
export interface PlanMcpAuth {
  /**
   * Account to use: that of the gateway, or that of each person.
   */
  readonly kind: 'client_credentials' | 'user'
  /**
   * The authorization server.
   */
  readonly issuer?: string
  /**
   * Source of tokens.
   */
  readonly tokenUrl?: string
  /**
   * The client.
   */
  readonly clientId?: string
  readonly secret?: Secret
  /**
   * The requested scopes.
   */
  readonly scopes: readonly string[]
}
/**
 * One virtual server.
 */
export interface PlanMcpVirtual {
  /**
   * Selection from each server.
   */
  readonly members: readonly PlanMcpMember[]
  /**
   * Instructions for models.
   */
  readonly instructions?: string
  /**
   * The workspaces that may use it; absent for all.
   */
  readonly workspaces?: readonly string[]
}
/**
 * Selection of a virtual server from one server.
 */
export interface PlanMcpMember {
  /**
   * The slug of the server.
   */
  readonly server: string
  /**
   * Prefix of the names of its tools and prompts.
   */
  readonly prefix: string
  /**
   * Names of tools.
   */
  readonly tools: readonly string[]
  /**
   * Names of prompts.
   */
  readonly prompts: readonly string[]
  /**
   * Whether it has the resources.
   */
  readonly resources: boolean
}
/**
 * One agent.
 */
export interface PlanAgent {
  /**
   * The URL of the card.
   */
  readonly card: string
  /**
   * URLs of the agent; absent for those of the card.
   */
  readonly interfaces?: readonly PlanAgentInterface[]
  /**
   * The versions that are served.
   */
  readonly versions: readonly ('1.0' | '0.3')[]
  /**
   * The headers of every request.
   */
  readonly headers: readonly PlanServerHeader[]
  /**
   * Milliseconds without a byte after which a request is given up.
   */
  readonly timeout: number
  /**
   * The workspaces that may call it; absent for all.
   */
  readonly workspaces?: readonly string[]
  /**
   * Hosts of push notifications, which are refused without any.
   */
  readonly webhookHosts: readonly string[]
  /**
   * Handling of signed cards: signed again, refused, or served without signatures.
   */
  readonly signatures: 'sign' | 'refuse' | 'drop'
  readonly signingKey?: Secret
  /**
   * Public keys as JSON, one of which must have signed the card; absent if signatures are not required.
   */
  readonly trustedKeys?: readonly string[]
}
/**
 * URL of an agent for one binding in one version.
 */
export interface PlanAgentInterface {
  /**
   * The URL.
   */
  readonly url: string
  /**
   * The binding.
   */
  readonly binding: 'JSONRPC' | 'HTTP+JSON'
  /**
   * The version of the protocol.
   */
  readonly version: '1.0' | '0.3'
}
/**
 * One compiled config. Execution starts at `root` and walks edges; the pointer of a node is the concatenation of the `path` of the edges that led to it.
 */
export interface Plan {
  /**
   * The version of the format; a runtime rejects versions that it does not know.
   */
  readonly version: 2
  readonly requires: Requires
  readonly needs: Needs
  /**
   * The nodes, children before parents; equal sub-plans are stored once.
   *
   * @minItems 1
   */
  readonly nodes: readonly PlanNode[]
  readonly root: Edge
  /**
   * The prompt whose messages precede those of the request; absent without one.
   */
  readonly prompt?: string
  /**
   * The model that a reply names; if absent, the gateway decides.
   */
  readonly replyModel?: 'requested' | 'served'
}
/**
 * Features that a runtime must support; otherwise it rejects the plan at load.
 */
export interface Requires {
  /**
   * Identifiers of providers of the catalog, sorted.
   */
  readonly providers: readonly string[]
  /**
   * Identifiers of guardrail checks, sorted.
   */
  readonly checks: readonly string[]
}
/**
 * Parts of a request that the nodes read, so that nothing else is parsed.
 */
export interface Needs {
  /**
   * Top-level fields of the body that predicates read, sorted.
   */
  readonly params: readonly string[]
  /**
   * Whether predicates or caches read the metadata.
   */
  readonly metadata: boolean
  /**
   * Whether predicates read the path of the URL.
   */
  readonly path: boolean
  /**
   * Whether nodes leave the body unchanged, replace top-level fields of it, or need all of it parsed.
   */
  readonly body: 'untouched' | 'spliced' | 'parsed'
}
/**
 * Calls one provider, with the retries of `attempt`, and returns its last reply.
 */
export interface CallNode {
  /**
   * Discriminator.
   */
  readonly kind: 'call'
  /**
   * The edges to the nodes below, in the order of the config.
   *
   * @maxItems 0
   */
  readonly children: readonly Edge[]
  readonly binding: Binding
  readonly attempt: Attempt
  /**
   * Top-level parameters that replace those of the request, form fields too.
   */
  readonly overrides: {
    readonly [k: string]: unknown
  }
  /**
   * Lower-case names of request headers that are forwarded.
   */
  readonly forward: readonly string[]
  /**
   * Whether replies are limited to the vendor's schema, without extension fields.
   */
  readonly strict: boolean
  /**
   * Set if strict compliance is explicit: foreign fields are also removed from replies of providers that speak the vendor's schema.
   */
  readonly vendorFieldsOnly?: true
  readonly breaker?: Breaker
}
/**
 * A step to a node.
 */
export interface Edge {
  /**
   * The JSON Pointer from the parent's position in the config to the child's.
   */
  readonly path: string
  /**
   * The index of the node in `nodes`.
   */
  readonly node: number
}
/**
 * The request names the provider: its provider header, else @slug/model in its body.
 */
export interface RequestBinding {
  /**
   * Discriminator.
   */
  readonly from: 'request'
  /**
   * A base URL of the config that replaces the provider's own.
   */
  readonly customHost?: string
  /**
   * Non-secret properties by their names in the config.
   */
  readonly settings?: {
    readonly [k: string]: unknown
  }
}
/**
 * A stored provider of the gateway.
 */
export interface SlugBinding {
  /**
   * Discriminator.
   */
  readonly from: 'slug'
  /**
   * The slug without the @.
   */
  readonly slug: string
  /**
   * A base URL of the config that replaces the provider's own.
   */
  readonly customHost?: string
  /**
   * Non-secret properties by their names in the config, which override the stored ones.
   */
  readonly settings?: {
    readonly [k: string]: unknown
  }
}
/**
 * Request format of one provider.
 */
export interface Attempt {
  /**
   * Retries after the first attempt.
   */
  readonly retries: number
  readonly onStatus: StatusSet
  readonly onErrors?: ErrorKinds
  /**
   * Whether a timeout of the gateway is not retried though `onStatus` has 408, as with the default statuses; if absent, it is.
   */
  readonly exceptTimeouts?: boolean
  /**
   * Whether the provider's Retry-After headers are respected.
   */
  readonly useRetryAfter: boolean
  /**
   * The longest wait of such a header in milliseconds, after which no retry follows; if absent, a minute.
   */
  readonly maxWait?: number
  /**
   * The timeout of one attempt in milliseconds; if absent, the gateway's limit applies.
   */
  readonly timeout?: number
}
/**
 * The circuit breaker of the target: `threshold` failures within a sliding window of `cooldown` open its circuit, after `cooldown` one probe is allowed.
 */
export interface Breaker {
  /**
   * Failures within the window that open the circuit.
   */
  readonly threshold: number
  /**
   * Milliseconds of the window, and of the time that the circuit stays open.
   */
  readonly cooldown: number
  readonly failures: StatusSet
}
/**
 * Takes a random number u in [0, 1), selects one child by the weight table and returns its reply. The child reuses u, rescaled from the selected interval to [0, 1); nodes below a fallback draw a new number.
 */
export interface LoadbalanceNode {
  /**
   * Discriminator.
   */
  readonly kind: 'loadbalance'
  /**
   * The edges to the nodes below, in the order of the config.
   *
   * @minItems 1
   */
  readonly children: readonly Edge[]
  readonly draw: WeightTable
  readonly sticky?: PlanSticky
}
/**
 * A guide table (Chen and Asau) for weighted selection in constant expected time: start at guide[floor(u * n)] and move on while u >= cumulative[i].
 */
export interface WeightTable {
  /**
   * The weights as relative shares, one per child.
   */
  readonly weights: readonly number[]
  /**
   * The upper end of each child's interval of [0, 1).
   */
  readonly cumulative: readonly number[]
  /**
   * Guide table: for each of n equal parts of [0, 1), the first child whose interval overlaps it.
   */
  readonly guide: readonly number[]
}
/**
 * Fields whose values replace the random number, if a request has one of them; absent for none.
 */
export interface PlanSticky {
  /**
   * The fields.
   *
   * @minItems 1
   */
  readonly fields: readonly Field[]
  /**
   * Milliseconds after which a session may move; absent if it remains until targets or weights change.
   */
  readonly ttl?: number
}
/**
 * A field of the request.
 */
export interface Field {
  /**
   * The part of the request.
   */
  readonly from: 'metadata' | 'params' | 'path'
  /**
   * Keys and array indexes from the top; empty for the path of the URL.
   */
  readonly path: readonly (string | number)[]
}
/**
 * Runs the children in order and returns the first reply that neither `onStatus` nor `onErrors` lists, or the last one. Failures count as the status they map to.
 */
export interface FallbackNode {
  /**
   * Discriminator.
   */
  readonly kind: 'fallback'
  /**
   * The edges to the nodes below, in the order of the config.
   *
   * @minItems 1
   */
  readonly children: readonly Edge[]
  readonly onStatus: StatusSet
  readonly onErrors?: ErrorKinds
}
/**
 * Evaluates the steps in order and returns the reply of the child of the first matching step, or of `otherwise`.
 */
export interface ConditionalNode {
  /**
   * Discriminator.
   */
  readonly kind: 'conditional'
  /**
   * The edges to the nodes below, in the order of the config.
   *
   * @minItems 1
   */
  readonly children: readonly Edge[]
  /**
   * The cases, in order.
   */
  readonly steps: readonly Step[]
  /**
   * The index of the child that is used when no step matches.
   */
  readonly otherwise: number
}
/**
 * Matches when the predicate holds.
 */
export interface CaseStep {
  readonly when: Predicate
  /**
   * The index of the child.
   */
  readonly then: number
}
/**
 * A constant.
 */
export interface ConstantPredicate {
  /**
   * Whether it always or never holds.
   */
  readonly test: 'always' | 'never'
}
/**
 * Holds when all or any of its parts hold.
 */
export interface JoinedPredicate {
  /**
   * Whether all parts must hold, or any.
   */
  readonly test: 'all' | 'any'
  /**
   * The parts.
   */
  readonly of: readonly Predicate[]
}
/**
 * Compares a field with a value; ordering compares numbers, numeric strings included, and equality converts nothing.
 */
export interface ComparedPredicate {
  /**
   * The comparison.
   */
  readonly test: 'equal' | 'notEqual' | 'greater' | 'greaterOrEqual' | 'less' | 'lessOrEqual'
  readonly field: Field
  /**
   * Value that the field is compared with.
   */
  readonly value: string | number | boolean | null
}
/**
 * Holds when the field's value is, or is not, in the list.
 */
export interface ListedPredicate {
  /**
   * Whether the value must be in the list, or must not be.
   */
  readonly test: 'in' | 'notIn'
  readonly field: Field
  /**
   * The list.
   */
  readonly values: readonly (string | number | boolean | null)[]
}
/**
 * Holds when the field is a string in which the pattern is found, in its first 32 KiB.
 */
export interface MatchedPredicate {
  /**
   * Discriminator.
   */
  readonly test: 'matches'
  readonly field: Field
  /**
   * A regular expression of the RE2 syntax, unanchored, without flags.
   */
  readonly pattern: string
}
/**
 * Matches when the field is a string in the table.
 */
export interface TableStep {
  readonly field: Field
  /**
   * The index of the child by the field's value.
   */
  readonly table: {
    readonly [k: string]: number
  }
}
/**
 * Looks up a cached reply to the same request; otherwise runs the child, which is a call, and caches its reply if the status is 2xx.
 */
export interface CacheNode {
  /**
   * Discriminator.
   */
  readonly kind: 'cache'
  /**
   * The edges to the nodes below, in the order of the config.
   *
   * @minItems 1
   * @maxItems 1
   */
  readonly children: readonly Edge[]
  /**
   * Matching of requests.
   */
  readonly mode: 'simple' | 'semantic'
  /**
   * The maximum age of a cached reply in seconds.
   */
  readonly maxAge: number
}
/**
 * Runs the checks before and after the child.
 */
export interface GuardNode {
  /**
   * Discriminator.
   */
  readonly kind: 'guard'
  /**
   * The edges to the nodes below, in the order of the config.
   *
   * @minItems 1
   * @maxItems 1
   */
  readonly children: readonly Edge[]
  /**
   * The guards on the request.
   */
  readonly before: readonly GuardUse[]
  /**
   * The guards on the reply.
   */
  readonly after: readonly GuardUse[]
}
/**
 * A prompt: templates, and what they are sent with.
 */
export interface PlanPrompt {
  /**
   * The variables by name.
   */
  readonly variables: {
    readonly [k: string]: PlanVariable
  }
  /**
   * The messages; every string is a template, but roles and types.
   *
   * @minItems 1
   */
  readonly messages: {
    readonly [k: string]: unknown
  }[]
  /**
   * The fields of a chat besides its messages.
   */
  readonly parameters: {
    readonly [k: string]: unknown
  }
  /**
   * The provider that serves it, @slug for a stored one; absent if the model, a config or the caller names it.
   */
  readonly provider?: string
  /**
   * The saved config that serves it.
   */
  readonly config?: string
  /**
   * Fields a caller may send besides variables, sorted.
   */
  readonly allow: readonly ('messages' | 'model' | 'tools')[]
}
/**
 * A variable.
 */
export interface PlanVariable {
  /**
   * The type of its values; absent for any.
   */
  readonly type?: 'string' | 'number' | 'boolean' | 'array' | 'object'
  /**
   * The default value.
   */
  readonly default?: unknown
  /**
   * Set if it is required.
   */
  readonly required?: true
}

/**
 * A reply that conforms to a schema; JSON without a schema; one that is guaranteed to (strict); one that does while tools are declared; a reply that the client begins; a tool that must be called; tools; tools while the model thinks (in a chat: a provider with the Responses API serves such a chat there); thinking in a reply that is not streamed; a user turn straight after the result of a tool; several turns of one role in a row.
 */
export type FamilyLack =
  | 'schema'
  | 'json-mode'
  | 'strict-schema'
  | 'schema-with-tools'
  | 'prefill'
  | 'forced-tool'
  | 'tools'
  | 'tools-while-thinking'
  | 'thinking-unstreamed'
  | 'user-after-tool'
  | 'repeated-roles'

/**
 * The spec of one provider of the catalog.
 */
export interface ProviderSpec {
  /**
   * The identifier used in configs and files.
   */
  readonly id: string
  /**
   * The display name.
   */
  readonly name: string
  /**
   * Other identifiers that mean the same provider.
   */
  readonly aliases?: readonly string[]
  /**
   * Names between the at sign and the slash of the provider's own model names, such as cf in @cf/vendor/model; they are not slugs.
   */
  readonly modelScopes?: readonly string[]
  /**
   * Settings that a request may add to stored credentials without them: they select a region of the same owner.
   */
  readonly completedBy?: readonly string[]
  /**
   * Config properties without effect beside an api_key, which the provider's adapter uses instead.
   */
  readonly unusedWithKey?: readonly string[]
  /**
   * Whether this version can call the provider.
   */
  readonly served: boolean
  /**
   * Notice that the service has ended, and its successor.
   */
  readonly ended?: string
  /**
   * The API dialect of the provider.
   */
  readonly dialect:
    | 'vendor'
    | 'compatible'
    | 'anthropic'
    | 'google'
    | 'cohere'
    | 'ollama'
    | 'cloud1'
    | 'cloud1-mantle'
    | 'cloud2'
    | 'cloud2-models'
    | 'cloud2-messages'
    | 'cloud3'
  /**
   * The base URL of the provider's API; absent if the config must set it.
   */
  readonly baseUrl?: string
  readonly auth: Auth
  /**
   * Headers of every call.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * Base URLs of endpoints that are at another address than the others, to which credentials may be sent as well. Unused with a custom host.
   */
  readonly endpointBaseUrls?: {
    readonly [k: string]: string
  }
  /**
   * Headers of every call of an endpoint, in addition to those of all calls.
   */
  readonly endpointHeaders?: {
    readonly [k: string]: {
      readonly [k: string]: string
    }
  }
  /**
   * Sets of config properties, one of which must be complete.
   */
  readonly credentials: readonly string[][]
  /**
   * Config properties that the provider reads, with the header each is sent as.
   */
  readonly settings?: {
    readonly [k: string]: string
  }
  /**
   * Config properties that the provider's adapter reads besides its credentials, its settings and the placeholders of its URLs.
   */
  readonly reads?: readonly string[]
  readonly routes: Routes
  /**
   * Parameters that the provider knows by another name.
   */
  readonly renames?: {
    readonly [k: string]: string
  }
  /**
   * Parameters that the provider rejects.
   */
  readonly omits?: readonly string[]
  /**
   * Extensions of replies that the provider takes back in the messages of a history; absent: all. It rejects others.
   */
  readonly replays?: readonly ('extra_content' | 'reasoning' | 'reasoning_content' | 'reasoning_details')[]
  /**
   * The setting with the region of calls, where prices depend on it: those of any region but global have the factor `endpoint: regional` of the list.
   */
  readonly regionSetting?: string
  /**
   * Later versions of the API, which clients select by a header that passes, and the parameters that they refuse.
   */
  readonly apiVersions?: {
    /**
     * The name of the version.
     */
    readonly version: string
    /**
     * Parameters of requests that the version refuses.
     */
    readonly removes: readonly string[]
    /**
     * The address of its documentation.
     */
    readonly source: string
  }[]
  /**
   * State that the provider stores between requests, which name it by these fields of Messages; absent: none. Elsewhere a request that names it is refused.
   */
  readonly stores?: readonly ('thread' | 'container')[]
  /**
   * Requests that the provider also serves over a WebSocket at the path of their endpoint, where a message is a request and the events of its stream are messages: responses, and those that generate nothing (`generate: false`); absent: none.
   */
  readonly webSockets?: readonly ('responses' | 'warm-ups')[]
  /**
   * Headers of the vendor's own clients that are part of its API: forwarded from calls in its dialect, on every route. Headers of `settings` are not, since they are the provider's.
   */
  readonly clientHeaders?: readonly string[]
  /**
   * Beta features of Claude that a client may request from the provider with its own header; absent: all.
   */
  readonly betas?: readonly string[]
  /**
   * Parameters of other dialects that the provider accepts in a chat of the OpenAI schema.
   */
  readonly accepts?: readonly string[]
  /**
   * Whether the provider has only JSON mode, so that a schema is sent as an instruction.
   */
  readonly schemaAsInstruction?: boolean
  /**
   * Whether chats of the provider take custom tools and a choice among some of the tools (allowed_tools); at others custom tools are sent as functions, and only the allowed tools are sent.
   */
  readonly customTools?: boolean
  /**
   * Whether the provider compacts the conversation of a response (/responses/compact), or is a server that may; elsewhere such a request is refused.
   */
  readonly compactsResponses?: boolean
  /**
   * Whether the provider takes the edit of images (/images/edits) as JSON too; at others it is sent as a form.
   */
  readonly editsImagesAsJson?: boolean
  /**
   * The language of schemas (schema-languages/) in which the provider can constrain replies and arguments of any model; that of a family takes precedence.
   */
  readonly schemaLanguage?: string
  /**
   * Features that no model of the provider supports, except families that say what they lack there.
   */
  readonly lacks?: readonly FamilyLack[]
  readonly template?: TemplateTokens
  /**
   * Whether the provider accepts messages with the role developer; elsewhere they are sent as system.
   */
  readonly developerRole?: boolean
  /**
   * Whether the provider itself fits each request to the model that it selects, so that facts of families do not apply.
   */
  readonly adaptsModels?: boolean
  /**
   * For a vendor that serves its own models only: their families, one that ends with * is a prefix. A model of another family is not served.
   */
  readonly families?: readonly string[]
  /**
   * Numeric parameters that the provider accepts in a narrower range than the vendor.
   */
  readonly ranges?: {
    readonly [k: string]: Range
  }
  /**
   * Whether chats of a provider that speaks the vendor's schema deviate from it in ways that break clients, so that they are read and repaired.
   */
  readonly deviating?: boolean
  /**
   * Whether the provider answers with base64 if a request for embeddings asks for it; at others the gateway encodes vectors that are numbers.
   */
  readonly packsVectors?: boolean
  /**
   * Differences between what a provider of the dialect compatible accepts or sends and the vendor's schema.
   */
  readonly quirks?: readonly ('document-url' | 'no-finish-reason' | 'prefix-mark' | 'short-call-ids' | 'thinking-in-content')[]
  /**
   * Whether strict schemas must close every object and require every property; others are sent as not strict where the request is of another API.
   */
  readonly completeSchemas?: boolean
  readonly callIdLengths?: CallIdLengths
  /**
   * Parameters that the dialect requires, with the value sent when a request lacks them.
   */
  readonly defaults?: {
    readonly [k: string]: unknown
  }
  /**
   * The request parameter for usage in a stream.
   */
  readonly usageInStreams?: 'option' | 'always' | 'never'
  /**
   * Capabilities of some models of the provider beyond text in and text out.
   */
  readonly capabilities?: readonly (
    | 'tools'
    | 'json-schema'
    | 'images'
    | 'audio'
    | 'files'
    | 'reasoning'
    | 'logprobs'
    | 'web-search'
    | 'prompt-caching'
  )[]
  /**
   * The identifier of the provider in the list of prices, if different.
   */
  readonly pricedAs?: string
  /**
   * Providers whose prices hold here, where the list has none of its own.
   */
  readonly pricedLike?: readonly string[]
  /**
   * Fields of the usage in replies that only this provider has, or means otherwise than schemas/usage, with the role of each.
   */
  readonly usage?: {
    readonly [k: string]: unknown
  }
  /**
   * Replies name the model that is billed: its price is that of a call, where the list has it.
   */
  readonly billsRepliedModel?: true
  /**
   * Parameters that list models which may serve a request in place of the requested one.
   */
  readonly fallbackModels?: readonly string[]
  /**
   * The sources of these facts.
   */
  readonly sources: readonly string[]
  /**
   * Models that the provider is known to serve, the first of every list.
   */
  readonly models?: readonly string[]
}
/**
 * Form in which the credential is sent.
 */
export interface Auth {
  /**
   * Location of the credential in the request.
   */
  readonly form: 'bearer' | 'header' | 'none' | 'signed'
  /**
   * The name of the header for the form header.
   */
  readonly name?: string
  /**
   * The authentication scheme that precedes the credential in the header, for the form header.
   */
  readonly scheme?: string
}
/**
 * Paths below the base URL by endpoint of the gateway.
 */
export interface Routes {
  /**
   * Chat completions, whole and streamed.
   */
  readonly 'chat/completions'?: string
  /**
   * Text completions.
   */
  readonly completions?: string
  /**
   * Text embeddings.
   */
  readonly embeddings?: string
  /**
   * Reranking of documents by their relevance to a query, with one request and one sorted reply for every reranker.
   */
  readonly rerank?: string
  /**
   * Moderation of content.
   */
  readonly moderations?: string
  /**
   * The Responses API of the vendor, also over a WebSocket, which is served over that of the provider where it has one; served as chats by providers without the API.
   */
  readonly responses?: string
  /**
   * The Messages API of Anthropic, served as chats by providers without it.
   */
  readonly messages?: string
  /**
   * The number of tokens of such messages.
   */
  readonly 'messages/count_tokens'?: string
  /**
   * Speech synthesis from text.
   */
  readonly 'audio/speech'?: string
  /**
   * Transcription of a recording in its language.
   */
  readonly 'audio/transcriptions'?: string
  /**
   * Translation of a recording into English text.
   */
  readonly 'audio/translations'?: string
  /**
   * Image generation from text.
   */
  readonly 'images/generations'?: string
  /**
   * Changed images, as a form or as JSON.
   */
  readonly 'images/edits'?: string
  /**
   * Variations of an image.
   */
  readonly 'images/variations'?: string
  /**
   * Files for other endpoints, each below this path, with the same objects at every provider; large ones are streamed.
   */
  readonly files?: string
  /**
   * Batches of requests, each below this path.
   */
  readonly batches?: string
  /**
   * Fine-tuning jobs, each below this path.
   */
  readonly 'fine_tuning/jobs'?: string
  /**
   * Threads and runs of assistants, each below this path, passed through with the vendor's beta header.
   */
  readonly threads?: string
  /**
   * The known models of stored providers as @slug/model, with context window, prices and capabilities.
   */
  readonly models?: string
  /**
   * Realtime sessions over a WebSocket, with the same routing, credentials and log.
   */
  readonly realtime?: string
}
/**
 * Tokens that the template of the models adds to a chat, for estimates where the provider counts none.
 */
export interface TemplateTokens {
  /**
   * Tokens of every chat.
   */
  readonly chat?: number
  /**
   * Further tokens of a chat with tools.
   */
  readonly tools?: number
}
export interface Range {
  /**
   * The minimum value that the provider accepts.
   */
  readonly minimum?: number
  /**
   * The maximum value that the provider accepts.
   */
  readonly maximum?: number
}
/**
 * The most characters of the id of a tool call, by endpoint; longer ones of a history are replaced by shorter ones.
 */
export interface CallIdLengths {
  /**
   * In chats.
   */
  readonly 'chat/completions'?: number
  /**
   * In responses.
   */
  readonly responses?: number
}

/**
 * A reply that conforms to a schema; JSON without a schema; one that is guaranteed to (strict); one that does while tools are declared; a reply that the client begins; a tool that must be called; tools; tools while the model thinks (in a chat: a provider with the Responses API serves such a chat there); thinking in a reply that is not streamed; a user turn straight after the result of a tool; several turns of one role in a row.
 */
export type CachePointPosition = 'system' | 'messages' | 'tools' | 'ttl'

/**
 * Parameters that the models of one family accept, at any provider.
 */
export interface ModelFamily {
  /**
   * The identifier, which is the name of the file.
   */
  readonly id: string
  /**
   * The display name.
   */
  readonly name: string
  /**
   * Names of models without region, publisher, date suffix after @ and revision; one that ends with * is a prefix, and the longest match counts.
   *
   * @minItems 1
   */
  readonly models: readonly string[]
  /**
   * Models that read no images, wherever they are served; named as in models.
   *
   * @minItems 1
   */
  readonly textOnly?: readonly string[]
  readonly limits?: FamilyLimits
  readonly thinking?: Thinking
  /**
   * Parameters that the models reject at any value.
   */
  readonly refuses?: readonly string[]
  /**
   * Parameters that the models reject at any value while they think, and accept otherwise.
   */
  readonly refusesWhileThinking?: readonly string[]
  /**
   * Parameters that the models know by another name.
   */
  readonly renames?: {
    readonly [k: string]: string
  }
  /**
   * Features that the models do not support.
   */
  readonly lacks?: readonly FamilyLack[]
  /**
   * The language of schemas (schema-languages/) in which replies and arguments can be constrained; absent: that of the provider, or JSON Schema as it is.
   */
  readonly schemaLanguage?: string
  /**
   * Requirement for the thinking of earlier replies (reasoning_content): every reply must have it, possibly empty, or none may.
   */
  readonly replay?: 'required' | 'refused'
  /**
   * Positions where Bedrock's Converse takes cache points for the models, and ttl if it takes their lifetime; absent: everywhere for Claude, nowhere for others.
   */
  readonly cachePoints?: readonly CachePointPosition[]
  readonly embeddings?: EmbeddingLimits
  readonly template?: TemplateTokens
  /**
   * Differences at a provider, by its identifier.
   */
  readonly hosts?: {
    readonly [k: string]: FamilyAtHost
  }
  /**
   * Source location of each fact.
   *
   * @minItems 1
   */
  readonly sources: readonly FamilySource[]
}
/**
 * The largest values that every model of the family accepts, wherever it is served.
 */
export interface FamilyLimits {
  /**
   * The highest temperature.
   */
  readonly temperature?: number
  /**
   * The most tokens of a reply; where models differ, those of the model with the most.
   */
  readonly max_tokens?: number
}
/**
 * The form of thinking of the models, and its levels.
 */
export interface Thinking {
  /**
   * Parameter that starts thinking: none, a budget of tokens, the adaptive mode with an effort, only an effort, or a switch.
   */
  readonly form: 'none' | 'budget' | 'adaptive' | 'effort' | 'switch'
  /**
   * The parameter that requests thinking; absent if the adapter of the provider knows it, or if an effort is in reasoning_effort.
   */
  readonly parameter?: 'thinking' | 'enable_thinking' | 'reasoning' | 'reasoningConfig'
  /**
   * Whether the models think by default; true if absent.
   */
  readonly byDefault?: boolean
  /**
   * The token budget for each effort of a chat; thinking cannot be turned off in a family without none.
   */
  readonly budgets?: {
    readonly [k: string]: number
  }
  /**
   * The effort that the models accept for each effort of a chat; one that is absent is left out.
   */
  readonly efforts?: {
    readonly [k: string]: string
  }
  /**
   * Parameters that the models reject at an effort, by the effort that is sent.
   */
  readonly refusesAt?: {
    readonly [k: string]: readonly string[]
  }
  /**
   * Whether models of the adaptive form accept a budget too.
   */
  readonly takesBudget?: boolean
  /**
   * Way to turn thinking off for models of the adaptive form and with a switch: omitting the parameter, disabling it, only between tool calls, or not possible, so that the lowest effort is sent.
   */
  readonly off?: 'omitted' | 'disabled' | 'between_tools' | 'lowest'
  /**
   * The maximum number of output tokens, thinking included.
   */
  readonly outputLimit?: number
  readonly range?: BudgetRange
}
/**
 * The budgets that the models accept.
 */
export interface BudgetRange {
  /**
   * The smallest budget in tokens.
   */
  readonly minimum: number
  /**
   * The largest budget in tokens.
   */
  readonly maximum: number
}
/**
 * Input that the models accept for embeddings.
 */
export interface EmbeddingLimits {
  /**
   * Inputs in one request; longer lists are sent in several.
   */
  readonly inputs?: number
  /**
   * Tokens of one input.
   */
  readonly inputTokens?: number
  /**
   * Whether an input may be a list of token numbers.
   */
  readonly tokenArrays?: boolean
  /**
   * Whether the length of vectors can be chosen.
   */
  readonly dimensions?: boolean
}
/**
 * Tokens that the template of the models adds to a chat, for estimates where the provider counts none.
 */
export interface FamilyAtHost {
  readonly thinking?: Thinking
  /**
   * Parameters that the models reject at any value.
   */
  readonly refuses?: readonly string[]
  /**
   * Parameters that the models reject at any value while they think, and accept otherwise.
   */
  readonly refusesWhileThinking?: readonly string[]
  /**
   * Parameters that the models know by another name.
   */
  readonly renames?: {
    readonly [k: string]: string
  }
  /**
   * Features that the models do not support.
   */
  readonly lacks?: readonly FamilyLack[]
  /**
   * The language of schemas (schema-languages/) in which replies and arguments can be constrained; absent: that of the provider, or JSON Schema as it is.
   */
  readonly schemaLanguage?: string
  /**
   * Requirement for the thinking of earlier replies (reasoning_content): every reply must have it, possibly empty, or none may.
   */
  readonly replay?: 'required' | 'refused'
  readonly embeddings?: EmbeddingLimits
  readonly template?: TemplateTokens
}
export interface FamilySource {
  /**
   * An address, or a package with its version.
   */
  readonly source: string
  /**
   * The day on which it was read.
   */
  readonly read: string
}

/**
 * JSON Schema as far as models accept it where a reply or the arguments of a tool must conform to it.
 */
export interface SchemaLanguage {
  /**
   * The identifier, which is the name of the file.
   */
  readonly id: string
  /**
   * The display name.
   */
  readonly name: string
  /**
   * The keywords that are accepted; absent: all except those that are refused.
   */
  readonly keywords?: readonly string[]
  /**
   * The keywords that are refused, where most are accepted.
   */
  readonly refuses?: readonly string[]
  /**
   * The keywords that are accepted at the root; absent: the same as elsewhere. Without $defs, references are replaced by what they refer to.
   */
  readonly rootKeywords?: readonly string[]
  /**
   * The values of format that are accepted; absent: all.
   */
  readonly formats?: readonly string[]
  /**
   * Patterns without anchors and lookarounds only; absent: all, if the keyword is accepted.
   */
  readonly patterns?: 'unanchored'
  /**
   * The types of values that an enumeration may contain; absent: all.
   */
  readonly enums?: readonly ('array' | 'boolean' | 'null' | 'number' | 'object' | 'string')[]
  /**
   * The largest value of minItems; absent: any.
   */
  readonly minItems?: number
  /**
   * Whether a schema may refer to itself; true if absent.
   */
  readonly recursive?: boolean
  /**
   * Whether every object must be closed, by additionalProperties: false.
   */
  readonly closed?: boolean
  /**
   * Whether a strict schema must require every property and close every object; another one is sent as not strict.
   */
  readonly complete?: boolean
  /**
   * Whether the parameters of a tool, strict or not, may have allOf, anyOf or oneOf at the root; true if absent. Otherwise they are one object, whose description has the rest.
   */
  readonly rootUnions?: boolean
  /**
   * The tools whose parameters are restricted: strict ones, all, all if one is strict, or none.
   */
  readonly tools: 'strict' | 'all' | 'all-if-strict' | 'none'
  /**
   * Source location of each fact.
   *
   * @minItems 1
   */
  readonly sources: readonly SchemaLanguageSource[]
}
export interface SchemaLanguageSource {
  /**
   * An address, or a package with its version.
   */
  readonly source: string
  /**
   * The day on which it was read.
   */
  readonly read: string
}

/**
 * A coding agent: the settings with which it calls a gateway. Settings may contain placeholders in braces: `{origin}` (the URL of the gateway), `{base}` (with `/v1`), `{model}`, `{small}` (the model for titles and the like), `{key}` (the variable of the key as the agent spells it) and `{key_command}` (the command that prints the key).
 */
export interface CodingAgent {
  /**
   * The name in `portolan connect`.
   */
  readonly id: string
  /**
   * The name as its vendor writes it.
   */
  readonly name: string
  /**
   * The npm package.
   */
  readonly package?: string
  /**
   * The version that ran against a gateway (test/agents).
   */
  readonly tried?: string
  /**
   * The API that it calls.
   */
  readonly api: 'messages' | 'responses' | 'chat' | 'gemini'
  /**
   * Beginnings of the names of models that suit it, best first. Others follow in the order of the gateway's list.
   */
  readonly models: readonly string[]
  /**
   * Pages or files of the vendor with these settings.
   *
   * @minItems 1
   */
  readonly sources: readonly string[]
  /**
   * Parts of the setup, in order.
   *
   * @minItems 1
   */
  readonly steps: readonly SetupStep[]
  /**
   * The command that starts the agent with these settings.
   */
  readonly start?: string
  /**
   * Sentences that a user needs to know.
   */
  readonly notes?: readonly string[]
}
/**
 * A file, variables of the shell, a command, or settings that are entered in the agent: one of them.
 */
export interface SetupStep {
  /**
   * A file below the home folder that gets `content`.
   */
  readonly file?: string
  /**
   * The format of the file. JSON and YAML are merged into the file that is there; variables of `env` are replaced or added; a TOML file is only for the gateway.
   */
  readonly format?: 'json' | 'yaml' | 'toml' | 'env'
  /**
   * A variable that names another folder for the file.
   */
  readonly variable?: string
  /**
   * The settings in the file.
   */
  readonly content?: {
    readonly [k: string]: unknown
  }
  /**
   * Settings that only a new file gets, before the others.
   */
  readonly initial?: {
    readonly [k: string]: unknown
  }
  /**
   * Changes of the settings for a person who signed in by `portolan login`, so that the agent gets the token by a command; null removes.
   */
  readonly signedIn?: {
    readonly [k: string]: unknown
  }
  /**
   * Variables of the shell.
   */
  readonly variables?: {
    readonly [k: string]: string
  }
  /**
   * A command that is run once.
   */
  readonly command?: string
  /**
   * Markdown that tells the user which settings to enter in the agent.
   */
  readonly enter?: string
}

/**
 * An SDK or framework: the lines with which it calls a gateway. `{origin}` (the URL of the gateway) and `{model}` are placeholders.
 */
export interface ClientLibrary {
  /**
   * The name in `portolan clients`.
   */
  readonly id: string
  /**
   * The name as its vendor writes it.
   */
  readonly name: string
  /**
   * The provider whose own API it speaks, where only a stored provider of this kind serves it.
   */
  readonly vendor?: string
  /**
   * The kind of model in its lines; `native`: the lines name one themselves.
   */
  readonly suits: 'chat' | 'embeddings' | 'native'
  /**
   * Beginnings of the names of models that suit it, best first.
   */
  readonly models: readonly string[]
  /**
   * Pages of the vendor with these settings.
   *
   * @minItems 1
   */
  readonly sources: readonly string[]
  /**
   * The base URL that the library is given.
   */
  readonly base: string
  /**
   * The base URL below the gateway at which bare models are those of the vendor, if it differs from `base`.
   */
  readonly entrance?: string
  /**
   * The lines in each language.
   *
   * @minItems 1
   */
  readonly languages: readonly ClientExample[]
  /**
   * Parts of the library.
   *
   * @minItems 1
   */
  readonly calls: readonly ClientCall[]
  /**
   * Sentences that a user needs to know.
   */
  readonly notes?: readonly string[]
}
/**
 * A program that sends one request and prints its result.
 */
export interface ClientExample {
  /**
   * The language of the program.
   */
  readonly language: 'python' | 'node' | 'go' | 'java' | 'curl'
  /**
   * The package in the registry of the language.
   */
  readonly package?: string
  /**
   * The version that ran against a gateway (test/clients).
   */
  readonly tried?: string
  /**
   * Packages that the program needs as well.
   */
  readonly more?: readonly string[]
  /**
   * The lines of the program.
   *
   * @minItems 1
   */
  readonly code: readonly string[]
}
/**
 * A part of the library, and which providers serve it: those with a route, or those of some kinds; with neither, the vendor.
 */
export interface ClientCall {
  /**
   * The name in the library.
   */
  readonly name: string
  /**
   * The route of the gateway that serves it, as in `chat/completions`.
   */
  readonly route?: string
  /**
   * The kinds of providers that serve it.
   */
  readonly vendors?: readonly string[]
}
