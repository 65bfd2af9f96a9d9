// Fields of usage that vendors publish, each with what it means for the price, and the page that describes it. Paths are below `usage`
// (`usageMetadata` at Gemini); read on 2026-11-29.

/** Counted in a unit, a factor or selection of prices, the charge itself, or without a price of its own. */
export type PriceMeaning = 'counted' | 'multiplier' | 'charge' | 'informative'

export interface PublishedFields {
  readonly source: string
  /** A form of `schemas/usage`. */
  readonly form: string
  /** A provider with fields of its own. */
  readonly provider?: string
  readonly fields: { readonly [path: string]: PriceMeaning }
}

export const PUBLISHED: readonly PublishedFields[] = [
  {
    source: 'https://github.com/openai/openai-openapi (CompletionUsage)',
    form: 'openai',
    provider: 'openai',
    fields: {
      prompt_tokens: 'counted',
      completion_tokens: 'counted',
      total_tokens: 'counted',
      'prompt_tokens_details.cached_tokens': 'counted',
      'prompt_tokens_details.audio_tokens': 'counted',
      'completion_tokens_details.audio_tokens': 'counted',
      'completion_tokens_details.reasoning_tokens': 'informative',
      'completion_tokens_details.accepted_prediction_tokens': 'informative',
      'completion_tokens_details.rejected_prediction_tokens': 'informative',
    },
  },
  {
    source:
      'https://github.com/openai/openai-openapi (TranscriptTextUsageDuration, TranscriptTextUsageTokens)',
    form: 'openai',
    provider: 'openai',
    fields: {
      type: 'informative',
      seconds: 'counted',
      input_tokens: 'counted',
      output_tokens: 'counted',
      'input_token_details.audio_tokens': 'counted',
      'input_token_details.text_tokens': 'informative',
    },
  },
  {
    source: 'https://platform.claude.com/docs/en/api/messages',
    form: 'openai',
    provider: 'anthropic',
    fields: {
      input_tokens: 'counted',
      output_tokens: 'counted',
      cache_creation_input_tokens: 'counted',
      cache_read_input_tokens: 'counted',
      'cache_creation.ephemeral_5m_input_tokens': 'informative',
      'cache_creation.ephemeral_1h_input_tokens': 'counted',
      'server_tool_use.web_search_requests': 'counted',
      'server_tool_use.web_fetch_requests': 'informative',
      service_tier: 'multiplier',
      inference_geo: 'multiplier',
      speed: 'multiplier',
      iterations: 'counted',
    },
  },
  {
    source: 'https://ai.google.dev/api/generate-content#UsageMetadata',
    form: 'gemini',
    fields: {
      promptTokenCount: 'counted',
      cachedContentTokenCount: 'counted',
      candidatesTokenCount: 'counted',
      toolUsePromptTokenCount: 'counted',
      thoughtsTokenCount: 'informative',
      totalTokenCount: 'counted',
      serviceTier: 'multiplier',
      'promptTokensDetails.modality': 'informative',
      'promptTokensDetails.tokenCount': 'informative',
      'cacheTokensDetails.tokenCount': 'informative',
      'candidatesTokensDetails.tokenCount': 'informative',
      'toolUsePromptTokensDetails.tokenCount': 'informative',
    },
  },
  {
    source: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html',
    form: 'converse',
    fields: {
      inputTokens: 'counted',
      outputTokens: 'counted',
      totalTokens: 'counted',
      cacheReadInputTokens: 'counted',
      cacheWriteInputTokens: 'counted',
      'cacheDetails.inputTokens': 'informative',
      'cacheDetails.ttl': 'informative',
    },
  },
  {
    source: 'https://docs.cohere.com/reference/chat',
    form: 'cohere',
    fields: {
      'billed_units.input_tokens': 'counted',
      'billed_units.output_tokens': 'counted',
      'billed_units.search_units': 'counted',
      'tokens.input_tokens': 'informative',
      'tokens.output_tokens': 'informative',
      cached_tokens: 'counted',
    },
  },
  {
    source: 'https://openrouter.ai/docs/use-cases/usage-accounting',
    form: 'openai',
    provider: 'openrouter',
    fields: {
      cost: 'charge',
      is_byok: 'charge',
      'cost_details.upstream_inference_cost': 'charge',
      'prompt_tokens_details.cached_tokens': 'counted',
      'prompt_tokens_details.cache_write_tokens': 'counted',
      'prompt_tokens_details.audio_tokens': 'counted',
      'completion_tokens_details.reasoning_tokens': 'informative',
    },
  },
  {
    source: 'https://docs.x.ai/developers/cost-tracking',
    form: 'openai',
    provider: 'xai',
    fields: {
      cost_in_usd_ticks: 'charge',
      num_sources_used: 'counted',
      'prompt_tokens_details.text_tokens': 'informative',
      'prompt_tokens_details.image_tokens': 'counted',
    },
  },
  {
    source: 'https://docs.perplexity.ai/getting-started/pricing',
    form: 'openai',
    provider: 'perplexity',
    fields: {
      'cost.total_cost': 'charge',
      'cost.request_cost': 'informative',
      search_context_size: 'informative',
      citation_tokens: 'counted',
      num_search_queries: 'counted',
      reasoning_tokens: 'counted',
    },
  },
  {
    source: 'https://docs.mistral.ai/studio-api/conversations/advanced/prompt-caching',
    form: 'openai',
    provider: 'mistral',
    fields: { num_cached_tokens: 'counted', prompt_audio_seconds: 'counted' },
  },
  {
    source: 'https://api-docs.deepseek.com/guides/kv_cache',
    form: 'openai',
    provider: 'deepseek',
    fields: { prompt_cache_hit_tokens: 'counted', prompt_cache_miss_tokens: 'informative' },
  },
]
