// Generated from schemas/ by schemas/generate.ts. Do not edit.

import type { UsageFields } from '../values/usage-fields.ts'

/** The fields of a usage, by the form in which providers report it. */
export const usageForms: { readonly [form: string]: UsageFields } = {
  "cohere": {
    "tokens": {
      "input_tokens": "informative",
      "output_tokens": "informative",
      "image_tokens": "informative",
      "reasoning_tokens": "thinking"
    },
    "billed_units": {
      "input_tokens": "input",
      "output_tokens": "output",
      "image_tokens": "image_input",
      "images": "per_image",
      "search_units": "per_search"
    },
    "cached_tokens": "cached",
    "api_version": {
      "version": "informative",
      "is_deprecated": "informative",
      "is_experimental": "informative"
    },
    "warnings": "informative"
  },
  "converse": {
    "inputTokens": "input",
    "outputTokens": "output",
    "totalTokens": "total",
    "cacheReadInputTokens": "cached_apart",
    "cacheReadInputTokenCount": "cached_apart",
    "cacheWriteInputTokens": "cache_writes_apart",
    "cacheWriteInputTokenCount": "cache_writes_apart",
    "cacheDetails": {
      "ttl": "informative",
      "inputTokens": "informative"
    }
  },
  "gemini": {
    "promptTokenCount": "prompt",
    "toolUsePromptTokenCount": "input",
    "cachedContentTokenCount": "cached",
    "candidatesTokenCount": "output",
    "responseTokenCount": "output",
    "thoughtsTokenCount": "thinking",
    "totalTokenCount": "total",
    "promptTokensDetails": {
      "modality": "informative",
      "tokenCount": "informative"
    },
    "promptTokenDetails": {
      "modality": "informative",
      "tokenCount": "informative"
    },
    "cacheTokensDetails": {
      "modality": "informative",
      "tokenCount": "informative"
    },
    "candidatesTokensDetails": {
      "modality": "informative",
      "tokenCount": "informative"
    },
    "responseTokensDetails": {
      "modality": "informative",
      "tokenCount": "informative"
    },
    "toolUsePromptTokensDetails": {
      "modality": "informative",
      "tokenCount": "informative"
    },
    "trafficType": "tier",
    "serviceTier": "tier"
  },
  "openai": {
    "prompt_tokens": "prompt",
    "input_tokens": "input",
    "completion_tokens": "output",
    "output_tokens": "output",
    "total_tokens": "total",
    "prompt_tokens_details": {
      "cached_tokens": "cached",
      "cached_tokens_details": {
        "audio_tokens": "cached_audio_input",
        "image_tokens": "cached_image_input",
        "text_tokens": "informative"
      },
      "cache_write_tokens": "cache_writes",
      "cache_write_1h_tokens": "cache_writes_1h",
      "audio_tokens": "audio_input",
      "image_tokens": "image_input",
      "video_tokens": "video_input",
      "text_tokens": "informative"
    },
    "input_tokens_details": {
      "cached_tokens": "cached",
      "cached_tokens_details": {
        "audio_tokens": "cached_audio_input",
        "image_tokens": "cached_image_input",
        "text_tokens": "informative"
      },
      "cache_write_tokens": "cache_writes",
      "cache_write_1h_tokens": "cache_writes_1h",
      "audio_tokens": "audio_input",
      "image_tokens": "image_input",
      "video_tokens": "video_input",
      "text_tokens": "informative"
    },
    "input_token_details": {
      "cached_tokens": "cached",
      "cached_tokens_details": {
        "audio_tokens": "cached_audio_input",
        "image_tokens": "cached_image_input",
        "text_tokens": "informative"
      },
      "cache_write_tokens": "cache_writes",
      "cache_write_1h_tokens": "cache_writes_1h",
      "audio_tokens": "audio_input",
      "image_tokens": "image_input",
      "video_tokens": "video_input",
      "text_tokens": "informative"
    },
    "completion_tokens_details": {
      "reasoning_tokens": "thinking",
      "thinking_tokens": "thinking",
      "audio_tokens": "audio_output",
      "image_tokens": "image_output",
      "video_tokens": "video_output",
      "text_tokens": "informative",
      "accepted_prediction_tokens": "informative",
      "rejected_prediction_tokens": "informative"
    },
    "output_tokens_details": {
      "reasoning_tokens": "thinking",
      "thinking_tokens": "thinking",
      "audio_tokens": "audio_output",
      "image_tokens": "image_output",
      "video_tokens": "video_output",
      "text_tokens": "informative",
      "accepted_prediction_tokens": "informative",
      "rejected_prediction_tokens": "informative"
    },
    "output_token_details": {
      "reasoning_tokens": "thinking",
      "thinking_tokens": "thinking",
      "audio_tokens": "audio_output",
      "image_tokens": "image_output",
      "video_tokens": "video_output",
      "text_tokens": "informative",
      "accepted_prediction_tokens": "informative",
      "rejected_prediction_tokens": "informative"
    },
    "cache_read_input_tokens": "cached_apart",
    "cache_creation_input_tokens": "cache_writes_apart",
    "cache_creation": {
      "ephemeral_5m_input_tokens": "informative",
      "ephemeral_1h_input_tokens": "cache_writes_1h"
    },
    "server_tool_use": {
      "web_search_requests": "per_search",
      "web_fetch_requests": "informative"
    },
    "service_tier": "tier",
    "inference_geo": "multiplier",
    "speed": "multiplier",
    "iterations": "iterations",
    "type": "informative",
    "model": "informative",
    "seconds": "per_second",
    "characters": "per_character",
    "images": "per_image",
    "search_units": "per_search",
    "reasoning_tokens": "reasoning",
    "citation_tokens": "citations",
    "num_search_queries": "per_search",
    "pages_processed": "per_page",
    "tool_calls": {
      "web_search": "per_search",
      "web_search_preview": "per_search_preview",
      "file_search": "per_file_search",
      "code_interpreter": "per_container"
    },
    "billed": {
      "input_tokens": "billed_input",
      "output_tokens": "billed_output"
    },
    "billed_units": {
      "input_tokens": "informative",
      "output_tokens": "informative",
      "image_tokens": "informative",
      "images": "informative",
      "search_units": "informative",
      "classifications": "informative"
    },
    "unlisted": "unlisted",
    "cost": "informative"
  }
}

/** Fields that only one provider has, or means otherwise. */
export const providerUsage: { readonly [provider: string]: UsageFields } = {
  "azure-foundry": {
    "cost_in_usd_ticks": "informative",
    "num_sources_used": "informative",
    "audio_prompt_tokens": "informative"
  },
  "crusoe": {
    "prompt_tokens_details": {
      "multimodal_tokens": "informative"
    }
  },
  "dashscope": {
    "prompt_tokens_details": {
      "cache_creation_input_tokens": "cache_writes",
      "cache_creation": {
        "ephemeral_5m_input_tokens": "informative"
      },
      "cache_type": "informative"
    }
  },
  "deepseek": {
    "prompt_cache_hit_tokens": "cached",
    "prompt_cache_miss_tokens": "informative"
  },
  "gpustack": {
    "draft_tokens": "informative",
    "draft_tokens_acceptance": "informative",
    "prompt_tokens_per_second": "informative",
    "tokens_per_second": "informative",
    "time_per_output_token_ms": "informative",
    "time_to_first_token_ms": "informative"
  },
  "groq": {
    "completion_time": "informative",
    "prompt_time": "informative",
    "queue_time": "informative",
    "total_time": "informative"
  },
  "huggingface": {
    "completion_time": "informative",
    "prompt_time": "informative",
    "queue_time": "informative",
    "total_time": "informative"
  },
  "mistral": {
    "num_cached_tokens": "cached",
    "prompt_token_details": {
      "cached_tokens": "cached"
    },
    "prompt_audio_seconds": "per_second",
    "request_count": "informative",
    "num_pages": "informative",
    "doc_size_bytes": "informative"
  },
  "moonshot": {
    "cached_tokens": "cached"
  },
  "openai-compatible": {
    "cached_tokens": "cached",
    "num_cached_tokens": "cached",
    "prompt_cache_hit_tokens": "cached",
    "prompt_cache_miss_tokens": "informative",
    "prompt_token_details": {
      "cached_tokens": "cached"
    }
  },
  "openrouter": {
    "cost": "charge",
    "is_byok": "own_key",
    "cost_details": {
      "upstream_inference_cost": "upstream_charge",
      "upstream_inference_prompt_cost": "informative",
      "upstream_inference_completions_cost": "informative",
      "upstream_inference_input_cost": "informative",
      "upstream_inference_output_cost": "informative"
    },
    "server_tool_use_details": {
      "web_search_requests": "informative",
      "tool_calls_requested": "informative",
      "tool_calls_executed": "informative"
    }
  },
  "perplexity": {
    "cost": {
      "total_cost": "charge",
      "input_tokens_cost": "informative",
      "output_tokens_cost": "informative",
      "citation_tokens_cost": "informative",
      "reasoning_tokens_cost": "informative",
      "search_queries_cost": "informative",
      "request_cost": "informative",
      "input_cost": "informative",
      "output_cost": "informative",
      "cache_creation_cost": "informative",
      "cache_read_cost": "informative",
      "tool_calls_cost": "informative",
      "currency": "informative"
    },
    "search_context_size": "informative"
  },
  "stepfun": {
    "cached_tokens": "cached"
  },
  "together": {
    "cached_tokens": "cached"
  },
  "vercel-ai-gateway": {
    "cost": "informative",
    "market_cost": "informative",
    "is_byok": "informative",
    "cost_details": {
      "upstream_inference_cost": "informative",
      "upstream_inference_prompt_cost": "informative",
      "upstream_inference_completions_cost": "informative"
    }
  },
  "xai": {
    "cost_in_usd_ticks": "charge_ticks",
    "num_sources_used": "per_source",
    "num_server_side_tools_used": "informative",
    "server_side_tool_usage_details": {
      "web_search_calls": "per_search",
      "x_search_calls": "per_search",
      "code_interpreter_calls": "informative",
      "file_search_calls": "per_file_search",
      "mcp_calls": "informative",
      "document_search_calls": "per_file_search"
    },
    "context_details": {
      "input_tokens": "informative",
      "output_tokens": "informative",
      "cached_tokens": "informative"
    }
  }
}

/** Providers whose replies name the model that is billed. */
export const replyBilled: readonly string[] = [
  "anthropic",
  "azure-anthropic",
  "azure-foundry",
  "azure",
  "google",
  "openai",
  "openrouter",
  "perplexity",
  "vercel-ai-gateway",
  "vertex",
  "xai"
]

/** Parameters that list models which may serve a request in place of the requested one. */
export const fallbackModels: { readonly [provider: string]: readonly string[] } = {
  "anthropic": [
    "fallbacks"
  ],
  "azure-anthropic": [
    "fallbacks"
  ],
  "openrouter": [
    "models"
  ]
}
