// Generated from schemas/ by schemas/generate.ts. Do not edit.
import type { ProviderSpec } from './types.ts'

/** The specs of the provider catalog, sorted by identifier. */
export const catalogue: readonly ProviderSpec[] = [
  {
    "id": "302ai",
    "name": "302.AI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.302.ai/v1",
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
      "embeddings": "/embeddings"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://doc-en.302.ai/"
    ]
  },
  {
    "id": "ai21",
    "name": "AI21 Labs",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.ai21.com/studio/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools"
    ],
    "models": [
      "jamba-large",
      "jamba-mini"
    ],
    "sources": [
      "https://docs.ai21.com/reference/jamba-1-6-api-ref"
    ]
  },
  {
    "id": "aibadgr",
    "name": "AI Badgr",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://aibadgr.com/api/v1",
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
      "embeddings": "/embeddings"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://aibadgr.com"
    ]
  },
  {
    "id": "amazon-nova",
    "name": "Amazon Nova",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.nova.amazon.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "images",
      "reasoning"
    ],
    "sources": [
      "https://nova.amazon.com/dev/documentation"
    ]
  },
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
    "clientHeaders": [
      "anthropic-beta",
      "anthropic-version",
      "anthropic-user-profile-id",
      "anthropic-workspace-id"
    ],
    "settings": {
      "anthropic_beta": "anthropic-beta"
    },
    "apiVersions": [
      {
        "version": "2026-10-21",
        "removes": [
          "temperature",
          "top_p",
          "top_k"
        ],
        "source": "https://platform.claude.com/docs/en/api/versioning"
      }
    ],
    "stores": [
      "thread",
      "container"
    ],
    "routes": {
      "chat/completions": "/messages",
      "messages": "/messages",
      "messages/count_tokens": "/messages/count_tokens"
    },
    "defaults": {
      "max_tokens": 4096
    },
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "files",
      "reasoning",
      "web-search",
      "prompt-caching"
    ],
    "models": [
      "claude-sonnet-5-5",
      "claude-haiku-5-5",
      "claude-opus-5-5"
    ],
    "families": [
      "claude-*"
    ],
    "billsRepliedModel": true,
    "fallbackModels": [
      "fallbacks"
    ],
    "sources": [
      "https://platform.claude.com/docs/en/api/messages",
      "https://platform.claude.com/docs/en/api/errors",
      "https://platform.claude.com/docs/en/api/messages/batches",
      "https://platform.claude.com/docs/en/api/files-create"
    ]
  },
  {
    "id": "anyscale",
    "name": "Anyscale Endpoints",
    "served": false,
    "ended": "Anyscale Endpoints ended in August 2024. For a deployment of your own at Anyscale use \"openai-compatible\" with a custom_host.",
    "dialect": "vendor",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "sources": [
      "https://docs.anyscale.com"
    ]
  },
  {
    "id": "arcee",
    "name": "Arcee AI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.arcee.ai/api/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.arcee.ai/api-reference/chat-completion"
    ]
  },
  {
    "id": "assemblyai",
    "name": "AssemblyAI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.assemblyai.com",
    "auth": {
      "form": "header",
      "name": "authorization"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "capabilities": [
      "audio"
    ],
    "sources": [
      "https://www.assemblyai.com/docs/api-reference/overview"
    ]
  },
  {
    "id": "azure-anthropic",
    "name": "Claude at Azure AI Foundry",
    "served": true,
    "dialect": "cloud2-messages",
    "auth": {
      "form": "signed"
    },
    "headers": {
      "anthropic-version": "2023-06-01"
    },
    "credentials": [
      [
        "api_key"
      ],
      [
        "cloud2_entra_tenant_id",
        "cloud2_entra_client_id",
        "cloud2_entra_client_secret"
      ],
      [
        "cloud2_entra_tenant_id",
        "cloud2_entra_client_id",
        "cloud2_entra_federated_token"
      ],
      [
        "cloud2_managed_identity"
      ]
    ],
    "clientHeaders": [
      "anthropic-beta",
      "anthropic-version"
    ],
    "settings": {
      "anthropic_beta": "anthropic-beta"
    },
    "unusedWithKey": [
      "cloud2_entra_scope",
      "cloud2_entra_tenant_id",
      "cloud2_entra_client_id",
      "cloud2_entra_client_secret",
      "cloud2_entra_federated_token",
      "cloud2_managed_identity"
    ],
    "reads": [
      "resource_name",
      "cloud2_resource_name",
      "cloud2_entra_scope"
    ],
    "apiVersions": [
      {
        "version": "2026-10-21",
        "removes": [
          "temperature",
          "top_p",
          "top_k"
        ],
        "source": "https://platform.claude.com/docs/en/api/versioning"
      }
    ],
    "stores": [
      "thread",
      "container"
    ],
    "routes": {
      "chat/completions": "/messages",
      "messages": "/messages",
      "messages/count_tokens": "/messages/count_tokens"
    },
    "defaults": {
      "max_tokens": 4096
    },
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "files",
      "reasoning",
      "prompt-caching"
    ],
    "models": [
      "claude-sonnet-5-5",
      "claude-haiku-5-5",
      "claude-opus-5-5"
    ],
    "pricedLike": [
      "anthropic"
    ],
    "billsRepliedModel": true,
    "fallbackModels": [
      "fallbacks"
    ],
    "sources": [
      "https://platform.claude.com/docs/en/build-with-claude/claude-in-microsoft-foundry"
    ]
  },
  {
    "id": "azure-foundry",
    "name": "Azure AI Foundry",
    "aliases": [
      "azure-ai",
      "azure-ai-foundry",
      "azure-ai-inference"
    ],
    "served": true,
    "dialect": "cloud2-models",
    "auth": {
      "form": "signed"
    },
    "credentials": [
      [
        "api_key"
      ],
      [
        "cloud2_entra_tenant_id",
        "cloud2_entra_client_id",
        "cloud2_entra_client_secret"
      ],
      [
        "cloud2_entra_tenant_id",
        "cloud2_entra_client_id",
        "cloud2_entra_federated_token"
      ],
      [
        "cloud2_managed_identity"
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
    "unusedWithKey": [
      "cloud2_entra_scope",
      "cloud2_entra_tenant_id",
      "cloud2_entra_client_id",
      "cloud2_entra_client_secret",
      "cloud2_entra_federated_token",
      "cloud2_managed_identity"
    ],
    "reads": [
      "resource_name",
      "cloud2_resource_name",
      "deployment_id",
      "cloud2_deployment_id",
      "deployments",
      "api_version",
      "cloud2_api_version",
      "cloud2_model_name",
      "cloud2_deployment_type",
      "cloud2_deployment_name",
      "cloud2_endpoint_name",
      "cloud2_region",
      "cloud2_entra_scope"
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "embeddings": "/embeddings",
      "rerank": "/rerank"
    },
    "defaults": {
      "api_version": "2024-05-01-preview"
    },
    "completeSchemas": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "models": [
      "grok-4-1-fast-non-reasoning",
      "DeepSeek-V3.2",
      "Llama-3.3-70B-Instruct",
      "embed-v-4-0"
    ],
    "pricedLike": [
      "azure",
      "openai",
      "anthropic",
      "xai",
      "moonshot"
    ],
    "usage": {
      "cost_in_usd_ticks": "informative",
      "num_sources_used": "informative",
      "audio_prompt_tokens": "informative"
    },
    "billsRepliedModel": true,
    "sources": [
      "https://learn.microsoft.com/en-us/azure/ai-foundry/foundry-models/concepts/endpoints",
      "https://learn.microsoft.com/en-us/azure/machine-learning/how-to-authenticate-online-endpoint"
    ]
  },
  {
    "id": "azure",
    "name": "Azure OpenAI",
    "aliases": [
      "cloud2",
      "azure-openai"
    ],
    "served": true,
    "dialect": "cloud2",
    "auth": {
      "form": "signed"
    },
    "credentials": [
      [
        "api_key"
      ],
      [
        "cloud2_entra_tenant_id",
        "cloud2_entra_client_id",
        "cloud2_entra_client_secret"
      ],
      [
        "cloud2_entra_tenant_id",
        "cloud2_entra_client_id",
        "cloud2_entra_federated_token"
      ],
      [
        "cloud2_managed_identity"
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
    "unusedWithKey": [
      "cloud2_entra_scope",
      "cloud2_entra_tenant_id",
      "cloud2_entra_client_id",
      "cloud2_entra_client_secret",
      "cloud2_entra_federated_token",
      "cloud2_managed_identity"
    ],
    "reads": [
      "resource_name",
      "cloud2_resource_name",
      "deployment_id",
      "cloud2_deployment_id",
      "deployments",
      "api_version",
      "cloud2_api_version",
      "cloud2_model_name",
      "cloud2_deployment_type",
      "cloud2_deployment_name",
      "cloud2_endpoint_name",
      "cloud2_region",
      "cloud2_entra_scope"
    ],
    "clientHeaders": [
      "openai-beta",
      "x-ms-client-request-id"
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "completions": "/completions",
      "embeddings": "/embeddings",
      "rerank": "/rerank",
      "responses": "/responses",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "audio/translations": "/audio/translations",
      "images/generations": "/images/generations",
      "images/edits": "/images/edits",
      "files": "/files",
      "batches": "/batches",
      "fine_tuning/jobs": "/fine_tuning/jobs",
      "threads": "/threads",
      "models": "/models",
      "realtime": "/realtime"
    },
    "customTools": true,
    "callIdLengths": {
      "chat/completions": 40,
      "responses": 64
    },
    "webSockets": [
      "responses"
    ],
    "compactsResponses": true,
    "developerRole": true,
    "packsVectors": true,
    "replays": [],
    "completeSchemas": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "files",
      "reasoning",
      "logprobs",
      "web-search",
      "prompt-caching"
    ],
    "models": [
      "gpt-5.6-terra",
      "gpt-5.6-luna",
      "gpt-5.6-sol",
      "text-embedding-3-small"
    ],
    "pricedLike": [
      "openai",
      "anthropic",
      "xai",
      "moonshot"
    ],
    "billsRepliedModel": true,
    "sources": [
      "https://learn.microsoft.com/en-us/azure/foundry/openai/how-to/websockets",
      "https://learn.microsoft.com/en-us/azure/foundry/openai/api-version-lifecycle",
      "https://learn.microsoft.com/en-us/azure/foundry/openai/reference",
      "https://learn.microsoft.com/en-us/azure/foundry/openai/reference-preview-latest",
      "https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow",
      "https://learn.microsoft.com/en-us/entra/identity/managed-identities-azure-resources/how-to-use-vm-token",
      "https://learn.microsoft.com/en-us/azure/ai-foundry/openai/latest",
      "https://github.com/agno-agi/agno/issues/5382",
      "https://github.com/decolua/9router/issues/393",
      "https://learn.microsoft.com/en-us/answers/questions/5889782/404-response-when-executing-getinputtokencountasyn"
    ]
  },
  {
    "id": "baseten",
    "name": "Baseten",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://inference.baseten.co/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.baseten.co/inference/model-apis/overview",
      "https://docs.baseten.co/reference/inference-api/chat-completions"
    ]
  },
  {
    "id": "bedrock-mantle",
    "name": "AWS Bedrock (Mantle)",
    "served": true,
    "dialect": "cloud1-mantle",
    "auth": {
      "form": "signed"
    },
    "headers": {
      "anthropic-version": "2023-06-01"
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
      ],
      [
        "cloud1_web_identity_token",
        "cloud1_assume_role_arn",
        "cloud1_region"
      ]
    ],
    "clientHeaders": [
      "anthropic-beta",
      "anthropic-version"
    ],
    "settings": {
      "anthropic_beta": "anthropic-beta"
    },
    "reads": [
      "cloud1_session_token",
      "cloud1_assume_role_arn",
      "cloud1_assume_role_external_id"
    ],
    "routes": {
      "chat/completions": "/v1/chat/completions",
      "responses": "/v1/responses",
      "messages": "/anthropic/v1/messages"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "models": [
      "openai.gpt-oss-safeguard-20b",
      "openai.gpt-5.6-luna"
    ],
    "pricedLike": [
      "bedrock"
    ],
    "sources": [
      "https://docs.aws.amazon.com/bedrock/latest/userguide/bedrock-mantle.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/inference-responses-api.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/inference-messages-api.html"
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
      ],
      [
        "cloud1_web_identity_token",
        "cloud1_assume_role_arn",
        "cloud1_region"
      ]
    ],
    "completedBy": [
      "cloud1_region"
    ],
    "reads": [
      "cloud1_session_token",
      "cloud1_s3_bucket",
      "cloud1_role_arn",
      "cloud1_assume_role_arn",
      "cloud1_assume_role_external_id",
      "cloud1_base_model",
      "anthropic_beta"
    ],
    "betas": [
      "computer-use-2024-10-22",
      "computer-use-2025-01-24",
      "computer-use-2025-11-24",
      "context-1m-2025-08-07",
      "context-management-2025-06-27",
      "dev-full-thinking-2025-05-14",
      "interleaved-thinking-2025-05-14",
      "output-128k-2025-02-19",
      "token-efficient-tools-2025-02-19"
    ],
    "routes": {
      "chat/completions": "/model",
      "completions": "/model",
      "embeddings": "/model",
      "rerank": "/model",
      "messages/count_tokens": "/model",
      "images/generations": "/model"
    },
    "defaults": {
      "input_type": "search_document",
      "embedding_purpose": "GENERIC_INDEX",
      "truncation_mode": "NONE"
    },
    "lacks": [
      "schema",
      "json-mode"
    ],
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "files",
      "reasoning",
      "prompt-caching"
    ],
    "pricedAs": "aws",
    "models": [
      "us.anthropic.claude-haiku-4-5-20251001-v1:0",
      "us.amazon.nova-2-lite-v1:0",
      "openai.gpt-oss-120b-1:0",
      "amazon.nova-2-multimodal-embeddings-v1:0"
    ],
    "sources": [
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-mm.html",
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html",
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html",
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed-v4.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/rerank-supported.html",
      "https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html",
      "https://docs.aws.amazon.com/nova/latest/userguide/image-gen-req-resp-structure.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-stability-diffusion.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters.html",
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html",
      "https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html",
      "https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html",
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_CreateModelInvocationJob.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/batch-inference-results.html",
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_CreateModelCustomizationJob.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html",
      "https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html"
    ]
  },
  {
    "id": "berget",
    "name": "Berget AI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.berget.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.berget.ai"
    ]
  },
  {
    "id": "bigmodel",
    "name": "Zhipu AI",
    "aliases": [
      "zhipu",
      "zhipuai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://open.bigmodel.cn/api/paas/v4",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "thinking"
    ],
    "ranges": {
      "temperature": {
        "minimum": 0,
        "maximum": 1
      }
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "images",
      "reasoning"
    ],
    "pricedAs": "zhipuai",
    "sources": [
      "https://open.bigmodel.cn/pricing",
      "https://docs.bigmodel.cn/cn/guide/develop/openai/introduction"
    ]
  },
  {
    "id": "bytez",
    "name": "Bytez",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.bytez.com/models/v2/openai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.bytez.com/http-reference/oaiCompliant/chatCompletions"
    ]
  },
  {
    "id": "cerebras",
    "name": "Cerebras",
    "served": true,
    "dialect": "compatible",
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
      "files": "/files",
      "batches": "/batches",
      "models": "/models"
    },
    "omits": [
      "frequency_penalty",
      "logit_bias",
      "presence_penalty",
      "prompt_cache_key",
      "prompt_cache_retention",
      "safety_identifier",
      "verbosity"
    ],
    "ranges": {
      "temperature": {
        "minimum": 0,
        "maximum": 1.5
      }
    },
    "replays": [
      "reasoning"
    ],
    "usageInStreams": "always",
    "capabilities": [
      "tools",
      "json-schema",
      "reasoning",
      "logprobs"
    ],
    "models": [
      "gpt-oss-120b"
    ],
    "sources": [
      "https://inference-docs.cerebras.ai/resources/openai",
      "https://inference-docs.cerebras.ai/api-reference/chat-completions",
      "https://inference-docs.cerebras.ai/api-reference/completions",
      "https://inference-docs.cerebras.ai/capabilities/batch"
    ]
  },
  {
    "id": "chutes",
    "name": "Chutes",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://llm.chutes.ai/v1",
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
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://chutes.ai/docs/guides/reasoning-models",
      "https://llm.chutes.ai/v1/models"
    ]
  },
  {
    "id": "clarifai",
    "name": "Clarifai",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.clarifai.com/v2/ext/openai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools"
    ],
    "sources": [
      "https://docs.clarifai.com/compute/inference/open-ai"
    ]
  },
  {
    "id": "cloudflare",
    "name": "Cloudflare Workers AI",
    "aliases": [
      "workers-ai",
      "cloudflare-workers-ai"
    ],
    "modelScopes": [
      "cf",
      "hf"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.cloudflare.com/client/v4/accounts/{resource_name}/ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key",
        "resource_name"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "embeddings": "/embeddings"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema"
    ],
    "sources": [
      "https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/",
      "https://developers.cloudflare.com/workers-ai/models/"
    ]
  },
  {
    "id": "cohere",
    "name": "Cohere",
    "served": true,
    "dialect": "cohere",
    "baseUrl": "https://api.cohere.com",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/v2/chat",
      "embeddings": "/v2/embed",
      "rerank": "/v2/rerank"
    },
    "defaults": {
      "input_type": "search_document"
    },
    "schemaLanguage": "cohere",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "logprobs"
    ],
    "models": [
      "command-a-plus-05-2026",
      "command-a-03-2025",
      "embed-v4.0",
      "rerank-english-v3.0"
    ],
    "families": [
      "command*",
      "cohere-embed"
    ],
    "sources": [
      "https://docs.cohere.com/reference/chat",
      "https://docs.cohere.com/reference/embed",
      "https://docs.cohere.com/reference/rerank"
    ]
  },
  {
    "id": "cometapi",
    "name": "CometAPI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.cometapi.com/v1",
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
      "embeddings": "/embeddings"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.flowiseai.com/integrations/langchain/chat-models/chatcometapi"
    ]
  },
  {
    "id": "cortecs",
    "name": "Cortecs",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.cortecs.ai/v1",
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
    "capabilities": [
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.cortecs.ai/routing/prompt-caching",
      "https://api.cortecs.ai/v1/models"
    ]
  },
  {
    "id": "crusoe",
    "name": "Crusoe",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.inference.crusoecloud.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "prompt-caching"
    ],
    "usage": {
      "prompt_tokens_details": {
        "multimodal_tokens": "informative"
      }
    },
    "sources": [
      "https://docs.crusoecloud.com/managed-inference/overview"
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
      "responses": "/responses",
      "files": "/files",
      "batches": "/batches",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "cache_control",
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "reasoning",
      "logprobs",
      "prompt-caching"
    ],
    "usage": {
      "prompt_tokens_details": {
        "cache_creation_input_tokens": "cache_writes",
        "cache_creation": {
          "ephemeral_5m_input_tokens": "informative"
        },
        "cache_type": "informative"
      }
    },
    "sources": [
      "https://www.alibabacloud.com/help/en/model-studio/compatibility-of-openai-with-dashscope",
      "https://www.alibabacloud.com/help/en/model-studio/embedding-interfaces-compatible-with-openai",
      "https://www.alibabacloud.com/help/en/model-studio/compatibility-with-openai-responses-api",
      "https://www.alibabacloud.com/help/en/model-studio/deep-thinking"
    ]
  },
  {
    "id": "databricks",
    "name": "Databricks",
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
      "embeddings": "/embeddings"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "cache_control",
      "thinking",
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "sources": [
      "https://docs.databricks.com/en/machine-learning/foundation-models/query-foundation-model-apis",
      "https://docs.databricks.com/machine-learning/model-serving/score-foundation-models.html"
    ]
  },
  {
    "id": "deepbricks",
    "name": "DeepBricks",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.deepbricks.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://deepbricks.ai/api"
    ]
  },
  {
    "id": "deepgram",
    "name": "Deepgram",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.deepgram.com/v1",
    "auth": {
      "form": "header",
      "name": "authorization",
      "scheme": "Token"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "capabilities": [
      "audio"
    ],
    "sources": [
      "https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded",
      "https://developers.deepgram.com/reference/listen-live"
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
      "files": "/files",
      "batches": "/batches",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://deepinfra.com/docs/openai_api",
      "https://docs.deepinfra.com/chat/prompt-caching",
      "https://deepinfra.com/blog/batch-api"
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
      "completions": "/beta/completions",
      "responses": "/responses",
      "messages": "/anthropic/v1/messages",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "omits": [
      "logit_bias",
      "metadata",
      "n",
      "parallel_tool_calls",
      "seed",
      "service_tier",
      "store",
      "verbosity"
    ],
    "accepts": [
      "thinking"
    ],
    "schemaAsInstruction": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "reasoning",
      "logprobs",
      "prompt-caching"
    ],
    "models": [
      "deepseek-flash",
      "deepseek-v4-pro"
    ],
    "families": [
      "deepseek-*"
    ],
    "usage": {
      "prompt_cache_hit_tokens": "cached",
      "prompt_cache_miss_tokens": "informative"
    },
    "sources": [
      "https://api-docs.deepseek.com/api/create-chat-completion",
      "https://api-docs.deepseek.com/api/create-completion",
      "https://api-docs.deepseek.com/guides/json_mode",
      "https://api-docs.deepseek.com/guides/anthropic_api",
      "https://api-docs.deepseek.com/guides/kv_cache"
    ]
  },
  {
    "id": "digitalocean",
    "name": "DigitalOcean",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://inference.do-ai.run/v1",
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
      "responses": "/responses",
      "messages": "/messages",
      "models": "/models"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.digitalocean.com/products/inference/how-to/si-endpoints/index.html.md",
      "https://docs.digitalocean.com/products/inference/how-to/use-reasoning/index.html.md"
    ]
  },
  {
    "id": "doubleword",
    "name": "Doubleword",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.doubleword.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.doubleword.ai"
    ]
  },
  {
    "id": "elevenlabs",
    "name": "ElevenLabs",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.elevenlabs.io/v1",
    "auth": {
      "form": "header",
      "name": "xi-api-key"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "capabilities": [
      "audio"
    ],
    "sources": [
      "https://elevenlabs.io/docs/api-reference/authentication",
      "https://elevenlabs.io/docs/eleven-api/quickstart"
    ]
  },
  {
    "id": "evroc",
    "name": "evroc",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://models.think.evroc.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.evroc.com/products/think/overview.html",
      "https://docs.evroc.com/products/think/openai-compatibility.html"
    ]
  },
  {
    "id": "featherless",
    "name": "Featherless",
    "aliases": [
      "featherless-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.featherless.ai/v1",
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
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "sources": [
      "https://featherless.ai/docs"
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
    "endpointHeaders": {
      "images/generations": {
        "accept": "application/json"
      }
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
      "rerank": "/rerank",
      "responses": "/responses",
      "messages": "/messages",
      "images/generations": "/workflows",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "reasoning",
      "logprobs",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.fireworks.ai/tools-sdks/openai-compatibility",
      "https://docs.fireworks.ai/api-reference/post-chatcompletions",
      "https://docs.fireworks.ai/api-reference/rerank-documents",
      "https://docs.fireworks.ai/api-reference/post-responses",
      "https://docs.fireworks.ai/api-reference/anthropic-messages",
      "https://docs.fireworks.ai/api-reference/generate-a-new-image-from-a-text-prompt"
    ]
  },
  {
    "id": "friendli",
    "name": "FriendliAI",
    "aliases": [
      "friendliai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.friendli.ai/serverless/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://friendli.ai/docs/guides/serverless_endpoints/introduction",
      "https://friendli.ai/docs/openapi/model-apis/chat-completions"
    ]
  },
  {
    "id": "github",
    "name": "GitHub Models",
    "aliases": [
      "github-models"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://models.github.ai/inference",
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
      "embeddings": "/embeddings"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "developerRole": true,
    "completeSchemas": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images"
    ],
    "sources": [
      "https://docs.github.com/en/github-models",
      "https://docs.github.com/en/rest/models/inference",
      "https://docs.github.com/en/rest/models/embeddings"
    ]
  },
  {
    "id": "gmi",
    "name": "GMI Cloud",
    "aliases": [
      "gmicloud"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.gmi-serving.com/v1",
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
      "messages": "/messages"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "reasoning"
    ],
    "sources": [
      "https://docs.gmicloud.ai/inference-engine/api-reference/llm-api-reference",
      "https://docs.gmicloud.ai/model-quickstarts/text/anthropic-claude-opus-4-6"
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
      "embeddings": "/models",
      "messages/count_tokens": "/models",
      "images/generations": "/models"
    },
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "files",
      "reasoning",
      "logprobs",
      "web-search",
      "prompt-caching"
    ],
    "models": [
      "gemini-3.8-flash",
      "gemini-3.5-flash-lite",
      "gemini-3-flash-preview",
      "gemini-embedding-2"
    ],
    "families": [
      "gemini*",
      "gemma",
      "google-*"
    ],
    "billsRepliedModel": true,
    "sources": [
      "https://ai.google.dev/api/generate-content",
      "https://ai.google.dev/api/embeddings",
      "https://ai.google.dev/gemini-api/docs/openai",
      "https://ai.google.dev/gemini-api/docs/thought-signatures",
      "https://ai.google.dev/api/tokens",
      "https://ai.google.dev/gemini-api/docs/imagen",
      "https://ai.google.dev/gemini-api/docs/image-generation",
      "https://ai.google.dev/api/batch-api"
    ]
  },
  {
    "id": "gpustack",
    "name": "GPUStack",
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
      "rerank": "/rerank",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "images/generations": "/images/generations",
      "images/edits": "/images/edits",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "deviating": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "usage": {
      "draft_tokens": "informative",
      "draft_tokens_acceptance": "informative",
      "prompt_tokens_per_second": "informative",
      "tokens_per_second": "informative",
      "time_per_output_token_ms": "informative",
      "time_to_first_token_ms": "informative"
    },
    "sources": [
      "https://docs.gpustack.ai/latest/integrations/openai-compatible-apis"
    ]
  },
  {
    "id": "groq",
    "name": "Groq",
    "served": true,
    "dialect": "compatible",
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
      "responses": "/responses",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "audio/translations": "/audio/translations",
      "files": "/files",
      "batches": "/batches",
      "models": "/models"
    },
    "omits": [
      "logit_bias",
      "logprobs",
      "top_logprobs"
    ],
    "ranges": {
      "n": {
        "minimum": 1,
        "maximum": 1
      }
    },
    "schemaLanguage": "groq",
    "replays": [
      "reasoning"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "web-search",
      "prompt-caching"
    ],
    "models": [
      "openai/gpt-oss-120b",
      "qwen/qwen3.8-27b"
    ],
    "usage": {
      "completion_time": "informative",
      "prompt_time": "informative",
      "queue_time": "informative",
      "total_time": "informative"
    },
    "sources": [
      "https://console.groq.com/docs/openai",
      "https://console.groq.com/docs/api-reference",
      "https://console.groq.com/docs/batch"
    ]
  },
  {
    "id": "heroku",
    "name": "Heroku Managed Inference",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://us.inference.heroku.com/v1",
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
      "images/generations": "/images/generations"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "reasoning"
    ],
    "sources": [
      "https://devcenter.heroku.com/articles/openai-compatibility-chat-completions",
      "https://devcenter.heroku.com/articles/heroku-inference-api-v1-chat-completions"
    ]
  },
  {
    "id": "huggingface",
    "name": "Hugging Face",
    "aliases": [
      "hugging-face"
    ],
    "served": true,
    "dialect": "compatible",
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
      "responses": "/responses",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "usage": {
      "completion_time": "informative",
      "prompt_time": "informative",
      "queue_time": "informative",
      "total_time": "informative"
    },
    "sources": [
      "https://huggingface.co/docs/inference-providers/index",
      "https://huggingface.co/docs/inference-providers/tasks/chat-completion",
      "https://huggingface.co/docs/inference-providers/guides/responses-api"
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
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "sources": [
      "https://docs.hyperbolic.xyz/docs/rest-api"
    ]
  },
  {
    "id": "inception",
    "name": "Inception",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.inceptionlabs.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.inceptionlabs.ai/api-reference/chat/create-a-chat-completion",
      "https://docs.inceptionlabs.ai/get-started/models"
    ]
  },
  {
    "id": "inference-net",
    "name": "Inference.net",
    "aliases": [
      "inference"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.inference.net/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "sources": [
      "https://inference.net/models",
      "https://docs.inference.net"
    ]
  },
  {
    "id": "io-net",
    "name": "io.net Intelligence",
    "aliases": [
      "iointelligence"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.intelligence.io.solutions/api/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://io.net/docs/guides/intelligence/io-intelligence",
      "https://io.net/docs/guides/intelligence/reasoning-for-chat-completions"
    ]
  },
  {
    "id": "jina",
    "name": "Jina AI",
    "aliases": [
      "jina-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.jina.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "embeddings": "/embeddings",
      "rerank": "/rerank"
    },
    "capabilities": [
      "images"
    ],
    "sources": [
      "https://jina.ai/embeddings/",
      "https://jina.ai/reranker/",
      "https://api.jina.ai/redoc"
    ]
  },
  {
    "id": "kluster",
    "name": "kluster.ai",
    "aliases": [
      "kluster-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.kluster.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.kluster.ai"
    ]
  },
  {
    "id": "krutrim",
    "name": "Krutrim Cloud",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://cloud.olakrutrim.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.cloud.olakrutrim.com/basics/ai-studio/ai-jobs/inferencing.md"
    ]
  },
  {
    "id": "lambda",
    "name": "Lambda",
    "aliases": [
      "lambda-labs"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.lambda.ai/v1",
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
    "capabilities": [
      "tools"
    ],
    "sources": [
      "https://docs.lambda.ai/public-cloud/lambda-inference-api/",
      "https://lambda.ai/inference"
    ]
  },
  {
    "id": "lemonfox",
    "name": "Lemonfox.ai",
    "aliases": [
      "lemonfox-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.lemonfox.ai/v1",
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
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "images/generations": "/images/generations"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "images",
      "audio"
    ],
    "sources": [
      "https://www.lemonfox.ai/apis",
      "https://www.lemonfox.ai/apis/chat"
    ]
  },
  {
    "id": "lepton",
    "name": "Lepton AI",
    "served": false,
    "ended": "The inference API of Lepton AI ended in May 2025, when it became part of NVIDIA. Use \"nvidia\".",
    "dialect": "vendor",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "sources": [
      "https://developer.nvidia.com/dgx-cloud"
    ]
  },
  {
    "id": "lingyi",
    "name": "01.AI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.lingyiwanwu.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://platform.lingyiwanwu.com/docs"
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
      "rerank": "/rerank",
      "responses": "/responses",
      "messages": "/messages",
      "messages/count_tokens": "/messages/count_tokens",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "reasoning",
      "logprobs"
    ],
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
      "responses": "/responses",
      "messages": "/messages",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "sources": [
      "https://lmstudio.ai/docs/developer/openai-compat",
      "https://lmstudio.ai/docs/developer/openai-compat/responses",
      "https://lmstudio.ai/docs/developer/anthropic-compat"
    ]
  },
  {
    "id": "localai",
    "name": "LocalAI",
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
      "rerank": "/rerank",
      "messages": "/messages",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "images/generations": "/images/generations",
      "models": "/models",
      "realtime": "/realtime"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio"
    ],
    "sources": [
      "https://localai.io/docs/features/index.print.html",
      "https://localai.io/docs/api/",
      "https://github.com/mudler/LocalAI"
    ]
  },
  {
    "id": "matterai",
    "name": "MatterAI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.matterai.so/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.matterai.so"
    ]
  },
  {
    "id": "meshy",
    "name": "Meshy",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.meshy.ai/openapi",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "sources": [
      "https://docs.meshy.ai"
    ]
  },
  {
    "id": "meta-llama",
    "name": "Meta Llama API",
    "aliases": [
      "llama-api"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.llama.com/compat/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images"
    ],
    "sources": [
      "https://llama.developer.meta.com/docs/models",
      "https://llama.developer.meta.com/docs/features/compatibility"
    ]
  },
  {
    "id": "milvus",
    "name": "Milvus",
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
    "routes": {},
    "sources": [
      "https://milvus.io/api-reference/restful"
    ]
  },
  {
    "id": "minimax",
    "name": "MiniMax",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.minimax.io/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "ranges": {
      "temperature": {
        "minimum": 0,
        "maximum": 1
      }
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://platform.minimax.io/docs/api-reference/text-openai-api",
      "https://platform.minimax.io/docs/guides/quickstart"
    ]
  },
  {
    "id": "mistral",
    "name": "Mistral AI",
    "aliases": [
      "mistral-ai"
    ],
    "served": true,
    "dialect": "compatible",
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
      "completions": "/fim/completions",
      "embeddings": "/embeddings",
      "audio/transcriptions": "/audio/transcriptions",
      "files": "/files",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens",
      "seed": "random_seed"
    },
    "omits": [
      "logit_bias",
      "logprobs",
      "prompt_cache_key",
      "prompt_cache_retention",
      "safety_identifier",
      "service_tier",
      "store",
      "stream_options",
      "top_logprobs",
      "user",
      "verbosity"
    ],
    "ranges": {
      "temperature": {
        "minimum": 0,
        "maximum": 1.5
      }
    },
    "quirks": [
      "document-url",
      "prefix-mark",
      "short-call-ids",
      "thinking-in-content"
    ],
    "lacks": [
      "user-after-tool"
    ],
    "replays": [],
    "usageInStreams": "always",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "files",
      "reasoning"
    ],
    "models": [
      "mistral-large-latest",
      "mistral-small-latest",
      "magistral-medium-latest",
      "mistral-embed"
    ],
    "families": [
      "mistral*"
    ],
    "usage": {
      "num_cached_tokens": "cached",
      "prompt_token_details": {
        "cached_tokens": "cached"
      },
      "prompt_audio_seconds": "per_second",
      "request_count": "informative",
      "num_pages": "informative",
      "doc_size_bytes": "informative"
    },
    "sources": [
      "https://docs.mistral.ai/api/",
      "https://docs.mistral.ai/api/endpoint/batch",
      "https://docs.mistral.ai/api/endpoint/files",
      "https://docs.mistral.ai/studio-api/conversations/advanced/prompt-caching"
    ]
  },
  {
    "id": "mistralrs",
    "name": "mistral.rs",
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
      "responses": "/responses",
      "messages": "/messages",
      "audio/speech": "/audio/speech",
      "images/generations": "/images/generations",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "reasoning",
      "logprobs"
    ],
    "sources": [
      "https://ericlbuehler.github.io/mistral.rs/guides/serve/openai-compatible-apis/"
    ]
  },
  {
    "id": "mixlayer",
    "name": "Mixlayer",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://models.mixlayer.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.mixlayer.com/api-reference/inference-ap-is/chat-completions/chat-completions",
      "https://docs.mixlayer.com/reasoning"
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
    "accepts": [
      "*"
    ],
    "developerRole": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema"
    ],
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
    "id": "modal",
    "name": "Modal",
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
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://modal.com/docs/examples/vllm_inference"
    ]
  },
  {
    "id": "modelscope",
    "name": "ModelScope",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api-inference.modelscope.cn/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "sources": [
      "https://modelscope.cn/docs/model-service/API-Inference/intro"
    ]
  },
  {
    "id": "monsterapi",
    "name": "MonsterAPI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://llm.monsterapi.ai/v1",
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
      "completions": "/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://developer.monsterapi.ai/docs"
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
      "files": "/files",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "omits": [
      "verbosity"
    ],
    "accepts": [
      "thinking"
    ],
    "ranges": {
      "temperature": {
        "minimum": 0,
        "maximum": 1
      }
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "images",
      "reasoning",
      "prompt-caching"
    ],
    "pricedAs": "moonshotai",
    "families": [
      "kimi-*",
      "moonshot-v1"
    ],
    "usage": {
      "cached_tokens": "cached"
    },
    "sources": [
      "https://platform.moonshot.ai/docs/api/chat",
      "https://platform.kimi.ai/docs/api/files-upload"
    ]
  },
  {
    "id": "morph",
    "name": "Morph",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.morphllm.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.morphllm.com/api-reference/introduction"
    ]
  },
  {
    "id": "nano-gpt",
    "name": "NanoGPT",
    "aliases": [
      "nanogpt"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://nano-gpt.com/api/v1",
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
    "capabilities": [
      "tools",
      "images",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.nano-gpt.com",
      "https://docs.nano-gpt.com/api-reference/miscellaneous/extended-thinking"
    ]
  },
  {
    "id": "ncompass",
    "name": "nCompass",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.ncompass.tech/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.ncompass.tech"
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
      "images/generations": "/images/generations",
      "files": "/files",
      "batches": "/batches",
      "fine_tuning/jobs": "/fine_tuning/jobs",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "logprobs"
    ],
    "sources": [
      "https://docs.tokenfactory.nebius.com/api-reference/introduction",
      "https://docs.tokenfactory.nebius.com/api-reference/inference/generate",
      "https://docs.tokenfactory.nebius.com/ai-models-inference/batch-inference"
    ]
  },
  {
    "id": "nextbit",
    "name": "NextBit",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.nextbit256.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://www.nextbit256.com/docs"
    ]
  },
  {
    "id": "nomic",
    "name": "Nomic",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api-atlas.nomic.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "embeddings": "/embedding/text"
    },
    "models": [
      "nomic-embed-text-v1.5"
    ],
    "sources": [
      "https://docs.nomic.ai/reference/getting-started",
      "https://docs.nomic.ai/reference/endpoints/nomic-embed-text",
      "https://docs.nomic.ai/atlas/embeddings-and-retrieval/embeddings"
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
      "files": "/files",
      "batches": "/batches",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "logprobs",
      "prompt-caching"
    ],
    "sources": [
      "https://novita.ai/docs/guides/llm-api",
      "https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion",
      "https://novita.ai/docs/guides/llm-prompt-cache",
      "https://novita.ai/docs/guides/llm-batch-api"
    ]
  },
  {
    "id": "nscale",
    "name": "Nscale",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://inference.api.nscale.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.nscale.com/docs/use-cases/chat",
      "https://docs.nscale.com/docs/ai-services/models"
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
    "capabilities": [
      "tools",
      "images",
      "reasoning"
    ],
    "sources": [
      "https://docs.api.nvidia.com/nim/reference/llm-apis",
      "https://docs.nvidia.com/nim/large-language-models/latest/reference/api-reference.html"
    ]
  },
  {
    "id": "ollama-native",
    "name": "Ollama (native)",
    "served": true,
    "dialect": "ollama",
    "baseUrl": "http://127.0.0.1:11434",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      []
    ],
    "routes": {
      "chat/completions": "/api/chat",
      "embeddings": "/api/embed"
    },
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "sources": [
      "https://docs.ollama.com/api/chat",
      "https://docs.ollama.com/api/embed"
    ]
  },
  {
    "id": "ollama",
    "name": "Ollama",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "http://127.0.0.1:11434/v1",
    "auth": {
      "form": "bearer"
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
    "deviating": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "sources": [
      "https://docs.ollama.com/api/openai-compatibility",
      "https://github.com/ollama/ollama/issues/15497"
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
      "rerank": "/rerank",
      "moderations": "/moderations",
      "responses": "/responses",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "audio/translations": "/audio/translations",
      "images/generations": "/images/generations",
      "images/edits": "/images/edits",
      "images/variations": "/images/variations",
      "files": "/files",
      "batches": "/batches",
      "fine_tuning/jobs": "/fine_tuning/jobs",
      "threads": "/threads",
      "models": "/models",
      "realtime": "/realtime"
    },
    "accepts": [
      "*"
    ],
    "developerRole": true,
    "compactsResponses": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images"
    ],
    "usage": {
      "cached_tokens": "cached",
      "num_cached_tokens": "cached",
      "prompt_cache_hit_tokens": "cached",
      "prompt_cache_miss_tokens": "informative",
      "prompt_token_details": {
        "cached_tokens": "cached"
      }
    },
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
      "moderations": "/moderations",
      "responses": "/responses",
      "messages/count_tokens": "/responses/input_tokens",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "audio/translations": "/audio/translations",
      "images/generations": "/images/generations",
      "images/edits": "/images/edits",
      "images/variations": "/images/variations",
      "files": "/files",
      "batches": "/batches",
      "fine_tuning/jobs": "/fine_tuning/jobs",
      "threads": "/threads",
      "models": "/models",
      "realtime": "/realtime"
    },
    "clientHeaders": [
      "openai-beta",
      "x-client-request-id"
    ],
    "customTools": true,
    "callIdLengths": {
      "chat/completions": 40,
      "responses": 64
    },
    "webSockets": [
      "responses",
      "warm-ups"
    ],
    "compactsResponses": true,
    "editsImagesAsJson": true,
    "developerRole": true,
    "packsVectors": true,
    "replays": [],
    "completeSchemas": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "files",
      "reasoning",
      "logprobs",
      "web-search",
      "prompt-caching"
    ],
    "models": [
      "gpt-6.1-sol",
      "gpt-6.1-terra",
      "gpt-6-luna",
      "gpt-5.4-mini",
      "gpt-5.2",
      "text-embedding-3-small"
    ],
    "families": [
      "openai-*",
      "gpt-oss"
    ],
    "billsRepliedModel": true,
    "sources": [
      "https://platform.openai.com/docs/api-reference",
      "https://developers.openai.com/api/reference/resources/responses/methods/compact",
      "https://github.com/agno-agi/agno/issues/5382",
      "https://github.com/decolua/9router/issues/393",
      "https://developers.openai.com/api/docs/guides/token-counting",
      "https://developers.openai.com/api/reference/resources/chat",
      "https://developers.openai.com/api/docs/guides/websocket-mode",
      "https://platform.openai.com/docs/api-reference/debugging-requests"
    ]
  },
  {
    "id": "openrouter",
    "name": "OpenRouter",
    "served": true,
    "dialect": "compatible",
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
      "rerank": "/rerank",
      "responses": "/responses",
      "models": "/models"
    },
    "accepts": [
      "cache_control",
      "top_k"
    ],
    "adaptsModels": true,
    "usageInStreams": "always",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "files",
      "reasoning",
      "logprobs",
      "web-search",
      "prompt-caching"
    ],
    "models": [
      "anthropic/claude-haiku-5.5",
      "openai/gpt-6-luna"
    ],
    "usage": {
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
    "billsRepliedModel": true,
    "fallbackModels": [
      "models"
    ],
    "sources": [
      "https://openrouter.ai/docs/api-reference/overview",
      "https://openrouter.ai/docs/use-cases/usage-accounting"
    ]
  },
  {
    "id": "oracle",
    "name": "OCI Generative AI",
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
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.oracle.com/en-us/iaas/Content/generative-ai/home.htm"
    ]
  },
  {
    "id": "ovhcloud",
    "name": "OVHcloud AI Endpoints",
    "aliases": [
      "ovh"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://oai.endpoints.kepler.ai.cloud.ovh.net/v1",
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
      "responses": "/responses"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "reasoning"
    ],
    "sources": [
      "https://www.ovhcloud.com/en/public-cloud/ai-endpoints/catalog/gpt-oss-120b/",
      "https://www.ovhcloud.com/en/public-cloud/ai-endpoints/catalog/qwen-3-32b/"
    ]
  },
  {
    "id": "palm",
    "name": "Google PaLM",
    "served": false,
    "ended": "The PaLM API of Google ended in 2024. Use \"google\", which serves Gemini.",
    "dialect": "vendor",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "sources": [
      "https://ai.google.dev/palm_docs"
    ]
  },
  {
    "id": "parasail",
    "name": "Parasail",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.parasail.io/v1",
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
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "reasoning"
    ],
    "sources": [
      "https://docs.parasail.io/parasail-docs/quickstart/serverless",
      "https://docs.parasail.io/parasail-docs/api-reference/models-endpoint"
    ]
  },
  {
    "id": "perplexity",
    "name": "Perplexity",
    "aliases": [
      "perplexity-ai"
    ],
    "served": true,
    "dialect": "compatible",
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
      "embeddings": "/v1/embeddings",
      "responses": "/v1/responses"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "always",
    "lacks": [
      "repeated-roles"
    ],
    "capabilities": [
      "json-schema",
      "images",
      "files",
      "reasoning",
      "web-search"
    ],
    "models": [
      "perplexity/sonar"
    ],
    "usage": {
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
    "billsRepliedModel": true,
    "sources": [
      "https://docs.perplexity.ai/docs/sonar/openai-compatibility",
      "https://docs.perplexity.ai/api-reference/chat-completions-post",
      "https://docs.perplexity.ai/docs/sdk/overview",
      "https://github.com/perplexityai/api-discussion/issues/265",
      "https://docs.perplexity.ai/getting-started/pricing"
    ]
  },
  {
    "id": "poe",
    "name": "Poe",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.poe.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "images"
    ],
    "sources": [
      "https://creator.poe.com/docs/external-applications/openai-compatible-api"
    ]
  },
  {
    "id": "qdrant",
    "name": "Qdrant",
    "served": true,
    "dialect": "vendor",
    "auth": {
      "form": "header",
      "name": "api-key"
    },
    "credentials": [
      [
        "custom_host"
      ]
    ],
    "routes": {},
    "sources": [
      "https://qdrant.tech/documentation/guides/security/"
    ]
  },
  {
    "id": "recraft",
    "name": "Recraft",
    "aliases": [
      "recraft-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://external.api.recraft.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "images/generations": "/images/generations"
    },
    "capabilities": [
      "images"
    ],
    "sources": [
      "https://www.recraft.ai/docs/api-reference/endpoints"
    ]
  },
  {
    "id": "reka",
    "name": "Reka",
    "aliases": [
      "reka-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.reka.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://developer.reka.ai/reference",
      "https://developer.reka.ai/models"
    ]
  },
  {
    "id": "replicate",
    "name": "Replicate",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.replicate.com/v1",
    "auth": {
      "form": "bearer"
    },
    "endpointHeaders": {
      "images/generations": {
        "prefer": "wait"
      }
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "images/generations": "/predictions"
    },
    "capabilities": [
      "images",
      "audio"
    ],
    "sources": [
      "https://replicate.com/docs/reference/http",
      "https://replicate.com/docs/topics/predictions/create-a-prediction",
      "https://replicate.com/changelog/2025-08-05-run-all-models-with-the-same-api-endpoint"
    ]
  },
  {
    "id": "sagemaker",
    "name": "AWS SageMaker",
    "served": false,
    "dialect": "vendor",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "cloud1_access_key_id",
        "cloud1_secret_access_key",
        "cloud1_region"
      ]
    ],
    "routes": {},
    "sources": [
      "https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_runtime_InvokeEndpoint.html"
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
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning"
    ],
    "sources": [
      "https://docs.sambanova.ai/docs/en/features/openai-compatibility"
    ]
  },
  {
    "id": "scaleway",
    "name": "Scaleway",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.scaleway.ai/v1",
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
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://www.scaleway.com/en/docs/generative-apis/",
      "https://www.scaleway.com/en/docs/generative-apis/how-to/query-reasoning-models/"
    ]
  },
  {
    "id": "segmind",
    "name": "Segmind",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.segmind.com/v1",
    "auth": {
      "form": "header",
      "name": "x-api-key"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "capabilities": [
      "images"
    ],
    "sources": [
      "https://docs.segmind.com"
    ]
  },
  {
    "id": "sglang",
    "name": "SGLang",
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
      "rerank": "/rerank",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "deviating": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "logprobs"
    ],
    "sources": [
      "https://docs.sglang.io/docs/basic_usage/openai_api",
      "https://docs.sglang.io/docs/basic_usage/native_api",
      "https://github.com/sgl-project/sglang/issues/3912"
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
      "rerank": "/rerank",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "images/generations": "/images/generations",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "images",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.siliconflow.com/en/api-reference/chat-completions/chat-completions",
      "https://docs.siliconflow.com/llms-full.txt",
      "https://docs.siliconflow.com/en/api-reference/rerank/create-rerank"
    ]
  },
  {
    "id": "snowflake",
    "name": "Snowflake Cortex",
    "aliases": [
      "snowflake-cortex",
      "cortex"
    ],
    "served": true,
    "dialect": "compatible",
    "baseUrl": "https://{resource_name}.snowflakecomputing.com/api/v2/cortex/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key",
        "resource_name"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions",
      "messages": "/messages"
    },
    "quirks": [
      "no-finish-reason"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.snowflake.com/en/user-guide/snowflake-cortex/cortex-rest-api"
    ]
  },
  {
    "id": "stability",
    "name": "Stability AI",
    "aliases": [
      "stability-ai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.stability.ai",
    "auth": {
      "form": "bearer"
    },
    "endpointHeaders": {
      "images/generations": {
        "accept": "application/json"
      }
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "images/generations": "/v2beta/stable-image/generate"
    },
    "capabilities": [
      "images"
    ],
    "sources": [
      "https://platform.stability.ai/docs/api-reference",
      "https://platform.stability.ai/docs/getting-started/authentication"
    ]
  },
  {
    "id": "stackit",
    "name": "STACKIT AI Model Serving",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.openai-compat.model-serving.eu01.onstackit.cloud/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "sources": [
      "https://docs.stackit.cloud/products/data-and-ai/ai-model-serving/basics/available-shared-models"
    ]
  },
  {
    "id": "stepfun",
    "name": "StepFun",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.stepfun.com/v1",
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
      "responses": "/responses",
      "messages": "/messages"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "reasoning",
      "prompt-caching"
    ],
    "usage": {
      "cached_tokens": "cached"
    },
    "sources": [
      "https://platform.stepfun.com/docs/zh/api-reference/chat/chat-completion-create",
      "https://platform.stepfun.com/docs/zh/api-reference/chat/messages-create",
      "https://platform.stepfun.com/docs/zh/api-reference/responses/responses-create"
    ]
  },
  {
    "id": "synthetic",
    "name": "Synthetic",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.synthetic.new/openai/v1",
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
    "capabilities": [
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://api.synthetic.new/openai/v1/models",
      "https://synthetic.new/pricing"
    ]
  },
  {
    "id": "tgi",
    "name": "Text Generation Inference",
    "aliases": [
      "text-generation-inference"
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
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "logprobs"
    ],
    "sources": [
      "https://huggingface.co/docs/text-generation-inference/messages_api"
    ]
  },
  {
    "id": "together",
    "name": "Together AI",
    "aliases": [
      "together-ai"
    ],
    "served": true,
    "dialect": "compatible",
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
      "rerank": "/rerank",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "audio/translations": "/audio/translations",
      "images/generations": "/images/generations",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "reasoning",
      "logprobs",
      "prompt-caching"
    ],
    "models": [
      "meta-llama/Llama-3.3-70B-Instruct-Turbo"
    ],
    "usage": {
      "cached_tokens": "cached"
    },
    "sources": [
      "https://docs.together.ai/docs/openai-api-compatibility",
      "https://docs.together.ai/reference/chat-completions-1",
      "https://docs.together.ai/docs/inference/openai-compatibility",
      "https://docs.together.ai/reference/rerank-1",
      "https://docs.together.ai/reference/upload-file",
      "https://docs.together.ai/docs/inference/batch/manage"
    ]
  },
  {
    "id": "tripo3d",
    "name": "Tripo",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.tripo3d.ai/v2/openapi",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {},
    "sources": [
      "https://platform.tripo3d.ai/docs"
    ]
  },
  {
    "id": "triton",
    "name": "Triton Inference Server",
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
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "logprobs"
    ],
    "sources": [
      "https://github.com/triton-inference-server/server/blob/main/python/openai/README.md"
    ]
  },
  {
    "id": "upstage",
    "name": "Upstage",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.upstage.ai/v1/solar",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://console.upstage.ai/api/chat",
      "https://developers.upstage.ai/docs/capabilities/generate/reasoning"
    ]
  },
  {
    "id": "venice",
    "name": "Venice AI",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.venice.ai/api/v1",
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
      "audio/speech": "/audio/speech",
      "images/generations": "/images/generations",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "images",
      "reasoning",
      "web-search"
    ],
    "sources": [
      "https://docs.venice.ai"
    ]
  },
  {
    "id": "vercel-ai-gateway",
    "name": "Vercel AI Gateway",
    "aliases": [
      "vercel"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://ai-gateway.vercel.sh/v1",
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
      "responses": "/responses",
      "messages": "/messages",
      "models": "/models"
    },
    "accepts": [
      "cache_control"
    ],
    "adaptsModels": true,
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "files",
      "reasoning",
      "web-search",
      "prompt-caching"
    ],
    "usage": {
      "cost": "informative",
      "market_cost": "informative",
      "is_byok": "informative",
      "cost_details": {
        "upstream_inference_cost": "informative",
        "upstream_inference_prompt_cost": "informative",
        "upstream_inference_completions_cost": "informative"
      }
    },
    "billsRepliedModel": true,
    "sources": [
      "https://vercel.com/docs/ai-gateway/sdks-and-apis/openai-chat-completions/advanced",
      "https://vercel.com/docs/ai-gateway/models-and-providers/automatic-caching"
    ]
  },
  {
    "id": "vertex",
    "name": "Google Vertex AI",
    "aliases": [
      "cloud3",
      "vertex-ai",
      "google-vertex-ai"
    ],
    "served": true,
    "dialect": "cloud3",
    "endpointBaseUrls": {
      "rerank": "https://discoveryengine.googleapis.com/v1"
    },
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
      ],
      [
        "cloud3_region",
        "cloud3_project_id",
        "api_key"
      ],
      [
        "cloud3_region",
        "cloud3_project_id",
        "cloud3_attached_account"
      ]
    ],
    "clientHeaders": [
      "anthropic-beta",
      "anthropic-version"
    ],
    "settings": {
      "anthropic_beta": "anthropic-beta"
    },
    "reads": [
      "cloud3_gcs_bucket",
      "anthropic_beta"
    ],
    "betas": [
      "claude-code-20250219",
      "computer-use-2024-10-22",
      "computer-use-2025-01-24",
      "computer-use-2025-11-24",
      "context-1m-2025-08-07",
      "context-management-2025-06-27",
      "fine-grained-tool-streaming-2025-05-14",
      "interleaved-thinking-2025-05-14",
      "output-128k-2025-02-19",
      "token-efficient-tools-2025-02-19",
      "tool-search-tool-2025-10-19",
      "web-search-2025-03-05"
    ],
    "regionSetting": "cloud3_region",
    "routes": {
      "chat/completions": "/projects",
      "embeddings": "/projects",
      "rerank": "/projects",
      "messages": "/projects",
      "messages/count_tokens": "/projects",
      "images/generations": "/projects"
    },
    "defaults": {
      "max_tokens": 4096
    },
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "files",
      "reasoning",
      "logprobs",
      "web-search",
      "prompt-caching"
    ],
    "pricedAs": "google",
    "models": [
      "gemini-3.8-flash",
      "gemini-3.5-flash",
      "gemini-3.5-flash-lite",
      "gemini-3-flash-preview",
      "claude-haiku-5-5"
    ],
    "billsRepliedModel": true,
    "sources": [
      "https://cloud.google.com/vertex-ai/generative-ai/docs/embeddings/get-multimodal-embeddings",
      "https://cloud.google.com/vertex-ai/docs/reference/rest",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api",
      "https://developers.google.com/identity/protocols/oauth2/service-account",
      "https://cloud.google.com/compute/docs/access/authenticate-workloads",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/imagen-api",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/count-tokens",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/count-tokens",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/mistral",
      "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/batch-prediction-api",
      "https://cloud.google.com/generative-ai-app-builder/docs/ranking",
      "https://googleapis.github.io/google-api-python-client/docs/dyn/discoveryengine_v1.projects.locations.rankingConfigs.html",
      "https://github.com/anthropics/claude-code/issues/34802",
      "https://github.com/anthropics/claude-code/issues/21625"
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
      "rerank": "/rerank",
      "responses": "/responses",
      "messages": "/messages",
      "messages/count_tokens": "/messages/count_tokens",
      "audio/transcriptions": "/audio/transcriptions",
      "audio/translations": "/audio/translations",
      "models": "/models",
      "realtime": "/realtime"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "reasoning",
      "logprobs"
    ],
    "sources": [
      "https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html",
      "https://docs.vllm.ai/en/stable/serving/online_serving.html"
    ]
  },
  {
    "id": "volcengine",
    "name": "Volcengine Ark",
    "aliases": [
      "ark",
      "doubao"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://ark.cn-beijing.volces.com/api/v3",
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
      "responses": "/responses",
      "messages": "/compatible/v1/messages"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "thinking"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "images",
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://www.volcengine.com/docs/82379/1298459",
      "https://www.volcengine.com/docs/82379/1330310",
      "https://www.volcengine.com/docs/82379/2636748"
    ]
  },
  {
    "id": "voyage",
    "name": "Voyage AI",
    "aliases": [
      "voyageai"
    ],
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.voyageai.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "embeddings": "/embeddings",
      "rerank": "/rerank"
    },
    "renames": {
      "dimensions": "output_dimension",
      "top_n": "top_k"
    },
    "omits": [
      "max_chunks_per_doc",
      "max_tokens_per_doc",
      "priority",
      "rank_fields"
    ],
    "pricedAs": "voyageai",
    "families": [
      "voyage"
    ],
    "sources": [
      "https://docs.voyageai.com/reference/embeddings-api",
      "https://docs.voyageai.com/reference/reranker-api"
    ]
  },
  {
    "id": "vultr",
    "name": "Vultr Serverless Inference",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.vultrinference.com/v1",
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
    "capabilities": [
      "reasoning"
    ],
    "sources": [
      "https://api.vultrinference.com/",
      "https://docs.vultr.com/products/compute/serverless-inference/management/usage/chat"
    ]
  },
  {
    "id": "wandb",
    "name": "Weights & Biases Inference",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.inference.wandb.ai/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat/completions"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "reasoning",
      "prompt-caching"
    ],
    "sources": [
      "https://docs.wandb.ai/guides/integrations/inference/",
      "https://docs.wandb.ai/inference/response-settings/reasoning"
    ]
  },
  {
    "id": "watsonx",
    "name": "IBM watsonx.ai model gateway",
    "aliases": [
      "ibm"
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
    "capabilities": [
      "tools"
    ],
    "sources": [
      "https://www.ibm.com/docs/en/watsonx/saas?topic=preview-accessing-models-through-model-gateway",
      "https://www.ibm.com/docs/SSLSRPV_2.3.x/wsj/analyze-data/fm-model-gateway-use.html"
    ]
  },
  {
    "id": "writer",
    "name": "Writer",
    "served": true,
    "dialect": "vendor",
    "baseUrl": "https://api.writer.com/v1",
    "auth": {
      "form": "bearer"
    },
    "credentials": [
      [
        "api_key"
      ]
    ],
    "routes": {
      "chat/completions": "/chat",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema"
    ],
    "sources": [
      "https://dev.writer.com/api-reference/completion-api/chat-completion",
      "https://dev.writer.com/api-reference/completion-api/list-models"
    ]
  },
  {
    "id": "xai",
    "name": "xAI",
    "aliases": [
      "x-ai"
    ],
    "served": true,
    "dialect": "compatible",
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
      "responses": "/responses",
      "images/generations": "/images/generations",
      "models": "/models"
    },
    "webSockets": [
      "responses",
      "warm-ups"
    ],
    "schemaLanguage": "xai",
    "template": {
      "chat": 4,
      "tools": 380
    },
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "files",
      "reasoning",
      "logprobs",
      "web-search",
      "prompt-caching"
    ],
    "pricedAs": "x-ai",
    "models": [
      "grok-4.7",
      "grok-4.3"
    ],
    "families": [
      "grok*"
    ],
    "usage": {
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
    },
    "billsRepliedModel": true,
    "sources": [
      "https://docs.x.ai/docs/api-reference",
      "https://docs.x.ai/developers/cost-tracking",
      "https://docs.x.ai/developers/advanced-api-usage/websocket-mode"
    ]
  },
  {
    "id": "xinference",
    "name": "Xinference",
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
      "rerank": "/rerank",
      "audio/speech": "/audio/speech",
      "audio/transcriptions": "/audio/transcriptions",
      "audio/translations": "/audio/translations",
      "images/generations": "/images/generations",
      "models": "/models"
    },
    "renames": {
      "max_completion_tokens": "max_tokens"
    },
    "accepts": [
      "top_k"
    ],
    "usageInStreams": "option",
    "capabilities": [
      "tools",
      "json-schema",
      "images",
      "audio",
      "reasoning"
    ],
    "sources": [
      "https://inference.readthedocs.io/en/latest/getting_started/using_xinference.html",
      "https://inference.readthedocs.io/en/latest/models/model_abilities/index.html"
    ]
  },
  {
    "id": "zai",
    "name": "Z.AI",
    "aliases": [
      "z-ai"
    ],
    "served": true,
    "dialect": "compatible",
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
    "omits": [
      "prompt_cache_key",
      "verbosity"
    ],
    "accepts": [
      "thinking"
    ],
    "ranges": {
      "temperature": {
        "minimum": 0,
        "maximum": 1
      },
      "top_p": {
        "minimum": 0.01,
        "maximum": 1
      }
    },
    "usageInStreams": "always",
    "capabilities": [
      "tools",
      "images",
      "reasoning",
      "web-search"
    ],
    "models": [
      "glm-4.7-flash"
    ],
    "families": [
      "glm*",
      "zai-glm"
    ],
    "sources": [
      "https://docs.z.ai/guides/develop/http/introduction",
      "https://docs.z.ai/api-reference/llm/chat-completion"
    ]
  }
]
