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
    "sources": [
      "https://docs.anthropic.com/en/api"
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
    "served": false,
    "dialect": "cloud1",
    "auth": {
      "form": "signed"
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
      "https://docs.aws.amazon.com/bedrock"
    ]
  },
  {
    "id": "mock",
    "name": "Mock",
    "served": true,
    "dialect": "mock",
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
      "embeddings": "/embeddings"
    },
    "sources": [
      "runtime/providers/mock/README.md"
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
    "sources": [
      "https://platform.openai.com/docs/api-reference"
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
    "routes": {},
    "sources": [
      "https://cloud.google.com/vertex-ai/docs/reference/rest"
    ]
  }
]
