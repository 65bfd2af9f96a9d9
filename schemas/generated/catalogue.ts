// Generated from schemas/ by schemas/generate.ts. Do not edit.
import type { ProviderRow } from './types.ts'

/** The rows of the provider catalogue, sorted by identifier. */
export const catalogue: readonly ProviderRow[] = [
  {
    "id": "anthropic",
    "name": "Anthropic",
    "served": true,
    "dialect": "anthropic",
    "baseUrl": "https://api.anthropic.com/v1",
    "auth": {
      "form": "header",
      "name": "x-api-key"
    },
    "headers": {
      "anthropic-version": "2023-06-01"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "settings": {
      "anthropic_beta": "anthropic-beta"
    },
    "routes": {
      "chat/completions": "/messages"
    },
    "defaults": {
      "max_tokens": 4096
    },
    "models": [
      "claude-sonnet-5",
      "claude-sonnet-4-5",
      "claude-haiku-4-5"
    ],
    "sources": [
      "https://platform.claude.com/docs/en/api/messages",
      "https://platform.claude.com/docs/en/api/errors"
    ]
  },
  {
    "id": "azure",
    "name": "Azure",
    "aliases": [
      "cloud2",
      "azure-openai"
    ],
    "served": false,
    "dialect": "cloud2",
    "auth": {
      "form": "header",
      "name": "api-key"
    },
    "credentials": [
      [
        "api_key",
        "resource_name",
        "deployment_id",
        "api_version"
      ],
      [
        "api_key",
        "cloud2_resource_name",
        "cloud2_deployment_id",
        "cloud2_api_version"
      ],
      [
        "cloud2_deployment_name",
        "cloud2_deployment_type",
        "cloud2_region",
        "cloud2_api_version"
      ],
      [
        "cloud2_endpoint_name",
        "cloud2_deployment_type"
      ]
    ],
    "routes": {},
    "sources": [
      "https://learn.microsoft.com/azure/ai-services/openai/reference"
    ]
  },
  {
    "id": "bedrock",
    "name": "AWS Bedrock",
    "aliases": [
      "cloud1",
      "aws-bedrock"
    ],
    "served": true,
    "dialect": "cloud1",
    "auth": {
      "form": "signed"
    },
    "credentials": [
      [
        "cloud1_access_key_id",
        "cloud1_secret_access_key",
        "cloud1_region"
      ],
      [
        "api_key",
        "cloud1_region"
      ]
    ],
    "routes": {
      "chat/completions": "/model",
      "embeddings": "/model"
    },
    "defaults": {
      "input_type": "search_document",
      "embedding_purpose": "GENERIC_INDEX",
      "truncation_mode": "NONE"
    },
    "models": [
      "us.anthropic.claude-haiku-4-5-20251001-v1:0",
      "us.amazon.nova-2-lite-v1:0",
      "openai.gpt-oss-120b-1:0",
      "amazon.nova-2-multimodal-embeddings-v1:0"
    ],
    "sources": [
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html",
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html",
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed-v4.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html",
      "https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html"
    ]
  },
  {
    "id": "cerebras",
    "name": "Cerebras",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.cerebras.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "models": "/models"
    },
    "omits": [
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "usageInStreams": "always",
    "endsStreams": "close",
    "models": [
      "gpt-oss-120b"
    ],
    "sources": [
      "https://inference-docs.cerebras.ai/resources/openai",
      "https://inference-docs.cerebras.ai/api-reference/chat-completions"
    ]
  },
  {
    "id": "dashscope",
    "name": "Alibaba Cloud Model Studio",
    "aliases": [
      "alibaba"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://www.alibabacloud.com/help/en/model-studio/compatibility-of-openai-with-dashscope",
      "https://www.alibabacloud.com/help/en/model-studio/embedding-interfaces-compatible-with-openai"
    ]
  },
  {
    "id": "deepinfra",
    "name": "DeepInfra",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.deepinfra.com/v1/openai",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://deepinfra.com/docs/openai_api"
    ]
  },
  {
    "id": "deepseek",
    "name": "DeepSeek",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.deepseek.com",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "models": [
      "deepseek-chat",
      "deepseek-reasoner"
    ],
    "sources": [
      "https://api-docs.deepseek.com/api/create-chat-completion"
    ]
  },
  {
    "id": "fireworks",
    "name": "Fireworks AI",
    "aliases": [
      "fireworks-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.fireworks.ai/inference/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.fireworks.ai/tools-sdks/openai-compatibility",
      "https://docs.fireworks.ai/api-reference/post-chatcompletions"
    ]
  },
  {
    "id": "google",
    "name": "Google Gemini",
    "aliases": [
      "gemini",
      "google-ai"
    ],
    "served": true,
    "dialect": "google",
    "baseUrl": "https://generativelanguage.googleapis.com/v1beta",
    "auth": {
      "form": "header",
      "name": "x-goog-api-key"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/models",
      "embeddings": "/models"
    },
    "models": [
      "gemini-3.5-flash",
      "gemini-3-pro-preview",
      "gemini-3-flash-preview",
      "gemini-2.5-pro",
      "gemini-2.5-flash",
      "gemini-embedding-2",
      "text-embedding-004"
    ],
    "sources": [
      "https://ai.google.dev/api/generate-content",
      "https://ai.google.dev/api/embeddings",
      "https://ai.google.dev/gemini-api/docs/openai",
      "https://ai.google.dev/gemini-api/docs/thought-signatures"
    ]
  },
  {
    "id": "groq",
    "name": "Groq",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.groq.com/openai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "models": "/models"
    },
    "omits": [
      "logit_bias",
      "logprobs",
      "top_logprobs"
    ],
    "usageInStreams": "option",
    "models": [
      "openai/gpt-oss-120b",
      "qwen/qwen3-32b"
    ],
    "sources": [
      "https://console.groq.com/docs/openai",
      "https://console.groq.com/docs/api-reference"
    ]
  },
  {
    "id": "huggingface",
    "name": "Hugging Face",
    "aliases": [
      "hugging-face"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://router.huggingface.co/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://huggingface.co/docs/inference-providers/index",
      "https://huggingface.co/docs/inference-providers/tasks/chat-completion"
    ]
  },
  {
    "id": "hyperbolic",
    "name": "Hyperbolic",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.hyperbolic.xyz/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.hyperbolic.xyz/docs/rest-api"
    ]
  },
  {
    "id": "llamacpp",
    "name": "llama.cpp",
    "aliases": [
      "llama-cpp"
    ],
    "served": true,
    "dialect": "vendor",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "custom_host"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md"
    ]
  },
  {
    "id": "lmstudio",
    "name": "LM Studio",
    "aliases": [
      "lm-studio"
    ],
    "served": true,
    "dialect": "vendor",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "custom_host"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://lmstudio.ai/docs/developer/openai-compat"
    ]
  },
  {
    "id": "mistral",
    "name": "Mistral AI",
    "aliases": [
      "mistral-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.mistral.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens",
      "seed": "random_seed"
    },
    "omits": [
      "logit_bias",
      "logprobs",
      "service_tier",
      "store",
      "stream_options",
      "top_logprobs",
      "user"
    ],
    "usageInStreams": "always",
    "models": [
      "mistral-large-latest",
      "mistral-small-latest",
      "magistral-medium-latest",
      "mistral-embed"
    ],
    "sources": [
      "https://docs.mistral.ai/api/"
    ]
  },
  {
    "id": "mock",
    "name": "Mock",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "mock://mock",
    "auth": {
      "form": "none"
    },
    "credentials": [
      []
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "usageInStreams": "option",
    "models": [
      "echo",
      "tools",
      "json"
    ],
    "sources": [
      "runtime/providers/mock/README.md"
    ]
  },
  {
    "id": "moonshot",
    "name": "Moonshot AI",
    "aliases": [
      "kimi"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.moonshot.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://platform.moonshot.ai/docs/api/chat"
    ]
  },
  {
    "id": "nebius",
    "name": "Nebius Token Factory",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.tokenfactory.nebius.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.tokenfactory.nebius.com/api-reference/introduction"
    ]
  },
  {
    "id": "novita",
    "name": "Novita AI",
    "aliases": [
      "novita-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.novita.ai/openai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://novita.ai/docs/guides/llm-api",
      "https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion"
    ]
  },
  {
    "id": "nvidia",
    "name": "NVIDIA",
    "aliases": [
      "nvidia-nim"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://integrate.api.nvidia.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.api.nvidia.com/nim/reference/llm-apis",
      "https://docs.nvidia.com/nim/large-language-models/latest/reference/api-reference.html"
    ]
  },
  {
    "id": "ollama",
    "name": "Ollama",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "http://127.0.0.1:11434/v1",
    "auth": {
      "form": "none"
    },
    "credentials": [
      []
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.ollama.com/api/openai-compatibility"
    ]
  },
  {
    "id": "openai-compatible",
    "name": "OpenAI-compatible",
    "served": true,
    "dialect": "vendor",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "custom_host"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "usageInStreams": "option",
    "sources": [
      "https://platform.openai.com/docs/api-reference"
    ]
  },
  {
    "id": "openai",
    "name": "OpenAI",
    "aliases": [
      "vendor"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.openai.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "settings": {
      "vendor_organization": "openai-organization",
      "vendor_project": "openai-project"
    },
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "usageInStreams": "option",
    "models": [
      "gpt-5.2",
      "gpt-5",
      "gpt-5-mini",
      "gpt-5-nano",
      "gpt-4.1",
      "gpt-4o",
      "gpt-4o-mini",
      "text-embedding-3-small"
    ],
    "sources": [
      "https://platform.openai.com/docs/api-reference"
    ]
  },
  {
    "id": "openrouter",
    "name": "OpenRouter",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://openrouter.ai/api/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "usageInStreams": "always",
    "models": [
      "anthropic/claude-haiku-4.5",
      "google/gemini-2.5-flash-lite"
    ],
    "sources": [
      "https://openrouter.ai/docs/api-reference/overview",
      "https://openrouter.ai/docs/use-cases/usage-accounting"
    ]
  },
  {
    "id": "perplexity",
    "name": "Perplexity",
    "aliases": [
      "perplexity-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.perplexity.ai",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "embeddings": "/v1/embeddings"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "always",
    "endsStreams": "close",
    "models": [
      "sonar"
    ],
    "sources": [
      "https://docs.perplexity.ai/docs/sonar/openai-compatibility",
      "https://docs.perplexity.ai/api-reference/chat-completions-post"
    ]
  },
  {
    "id": "sambanova",
    "name": "SambaNova",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.sambanova.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.sambanova.ai/docs/en/features/openai-compatibility"
    ]
  },
  {
    "id": "siliconflow",
    "name": "SiliconFlow",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.siliconflow.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.siliconflow.com/en/api-reference/chat-completions/chat-completions"
    ]
  },
  {
    "id": "together",
    "name": "Together AI",
    "aliases": [
      "together-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.together.xyz/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "models": [
      "meta-llama/Llama-3.3-70B-Instruct-Turbo"
    ],
    "sources": [
      "https://docs.together.ai/docs/openai-api-compatibility",
      "https://docs.together.ai/reference/chat-completions-1"
    ]
  },
  {
    "id": "vertex",
    "name": "Google Vertex AI",
    "aliases": [
      "cloud3",
      "vertex-ai"
    ],
    "served": false,
    "dialect": "cloud3",
    "auth": {
      "form": "signed"
    },
    "credentials": [
      [
        "cloud3_region",
        "cloud3_service_account_json"
      ],
      [
        "cloud3_region",
        "cloud3_project_id"
      ]
    ],
    "settings": {
      "anthropic_beta": "anthropic-beta"
    },
    "routes": {
      "chat/completions": "/projects",
      "embeddings": "/projects"
    },
    "defaults": {
      "max_tokens": 4096
    },
    "models": [
      "gemini-3.1-pro-preview",
      "gemini-3-flash-preview",
      "gemini-2.5-pro",
      "gemini-2.5-flash",
      "claude-sonnet-4-5@20250929",
      "claude-haiku-4-5@20251001"
    ],
    "sources": [
      "https://cloud.google.com/vertex-ai/docs/reference/rest",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api",
      "https://developers.google.com/identity/protocols/oauth2/service-account"
    ]
  },
  {
    "id": "vllm",
    "name": "vLLM",
    "served": true,
    "dialect": "vendor",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "custom_host"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html"
    ]
  },
  {
    "id": "xai",
    "name": "xAI",
    "aliases": [
      "x-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.x.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "models": "/models"
    },
    "usageInStreams": "option",
    "models": [
      "grok-4.3",
      "grok-4-fast"
    ],
    "sources": [
      "https://docs.x.ai/docs/api-reference"
    ]
  },
  {
    "id": "zai",
    "name": "Z.AI",
    "aliases": [
      "z-ai",
      "zhipu"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.z.ai/api/paas/v4",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "always",
    "models": [
      "glm-4.7-flash"
    ],
    "sources": [
      "https://docs.z.ai/guides/develop/http/introduction",
      "https://docs.z.ai/api-reference/llm/chat-completion"
    ]
  }
]
