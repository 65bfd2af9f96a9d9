// Generated from schemas/ by schemas/generate.ts. Do not edit.
import type { ModelFamily, ProviderSpec, SchemaLanguage } from './types.ts'

/** What the models of each family accept, sorted by identifier. */
export const families: readonly ModelFamily[] = [
  {
    "id": "claude-3-7",
    "name": "Claude 3.7 and Sonnet 4",
    "models": [
      "claude-3-7-*",
      "claude-sonnet-4",
      "claude-sonnet-4-0*",
      "claude-sonnet-4-2025*"
    ],
    "limits": {
      "temperature": 1,
      "max_tokens": 128000
    },
    "thinking": {
      "form": "budget",
      "budgets": {
        "minimal": 1024,
        "low": 2048,
        "medium": 10000,
        "high": 16384,
        "xhigh": 32768,
        "max": 32768
      },
      "outputLimit": 64000
    },
    "lacks": [
      "schema"
    ],
    "schemaLanguage": "claude",
    "hosts": {
      "bedrock": {
        "refuses": [
          "parallel_tool_calls"
        ]
      }
    },
    "sources": [
      {
        "source": "https://github.com/BerriAI/litellm/issues/36536",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/effort",
        "read": "2026-11-22"
      },
      {
        "source": "docs.rs mixtape-core, models/claude",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-3",
    "name": "Claude 3.5 and earlier",
    "models": [
      "claude-2*",
      "claude-3-*",
      "claude-instant*"
    ],
    "limits": {
      "temperature": 1,
      "max_tokens": 8192
    },
    "thinking": {
      "form": "none"
    },
    "lacks": [
      "schema"
    ],
    "schemaLanguage": "claude",
    "hosts": {
      "bedrock": {
        "refuses": [
          "parallel_tool_calls"
        ]
      }
    },
    "sources": [
      {
        "source": "https://github.com/BerriAI/litellm/issues/36536",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/effort",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-4-5",
    "name": "Claude Sonnet 4.5 and Haiku 4.5",
    "models": [
      "claude-haiku-4-5*",
      "claude-sonnet-4-5*"
    ],
    "limits": {
      "temperature": 1,
      "max_tokens": 64000
    },
    "thinking": {
      "form": "budget",
      "budgets": {
        "minimal": 1024,
        "low": 2048,
        "medium": 10000,
        "high": 16384,
        "xhigh": 32768,
        "max": 32768
      },
      "outputLimit": 64000
    },
    "schemaLanguage": "claude",
    "template": {
      "chat": 5,
      "tools": 500
    },
    "hosts": {
      "bedrock": {
        "lacks": []
      }
    },
    "sources": [
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/effort",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/Effect-TS/effect/releases/tag/@effect/ai-anthropic@4.0.0-beta.106",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html",
        "read": "2026-11-27"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-4-6",
    "name": "Claude 4.6",
    "models": [
      "claude-opus-4-6*",
      "claude-sonnet-4-6*"
    ],
    "limits": {
      "temperature": 1,
      "max_tokens": 128000
    },
    "thinking": {
      "form": "adaptive",
      "takesBudget": true,
      "off": "omitted",
      "efforts": {
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "max",
        "max": "max"
      }
    },
    "lacks": [
      "prefill"
    ],
    "schemaLanguage": "claude",
    "template": {
      "chat": 5,
      "tools": 500
    },
    "hosts": {
      "bedrock": {
        "lacks": [
          "prefill"
        ]
      }
    },
    "sources": [
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/effort",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html",
        "read": "2026-11-27"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-4-7",
    "name": "Claude Opus 4.7 and 4.8",
    "models": [
      "claude-opus-4-7*",
      "claude-opus-4-8*"
    ],
    "limits": {
      "max_tokens": 128000
    },
    "thinking": {
      "form": "adaptive",
      "off": "omitted",
      "efforts": {
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "max"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "top_k"
    ],
    "lacks": [
      "prefill"
    ],
    "schemaLanguage": "claude",
    "sources": [
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/effort",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-5-5",
    "name": "Claude Opus 5.5, Fable 5.1 and 5.2",
    "models": [
      "claude-fable-5-*",
      "claude-opus-5-5*"
    ],
    "limits": {
      "max_tokens": 128000
    },
    "thinking": {
      "form": "adaptive",
      "off": "lowest",
      "efforts": {
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "max"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "top_k"
    ],
    "lacks": [
      "prefill",
      "forced-tool"
    ],
    "schemaLanguage": "claude",
    "sources": [
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/anthropic 4, anthropic-model-catalog",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-5",
    "name": "Claude 5, and models that are not listed",
    "models": [
      "claude-*"
    ],
    "thinking": {
      "form": "adaptive",
      "off": "disabled",
      "efforts": {
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "max"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "top_k"
    ],
    "lacks": [
      "prefill"
    ],
    "schemaLanguage": "claude",
    "sources": [
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/anthropic 4, anthropic-model-catalog",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "claude-fable-5",
    "name": "Claude Fable 5 and Mythos 5",
    "models": [
      "claude-fable-5",
      "claude-fable-5-2026*",
      "claude-mythos-5*"
    ],
    "limits": {
      "max_tokens": 128000
    },
    "thinking": {
      "form": "adaptive",
      "off": "lowest",
      "efforts": {
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "max"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "top_k"
    ],
    "lacks": [
      "prefill"
    ],
    "schemaLanguage": "claude",
    "sources": [
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/anthropic 4, anthropic-model-catalog",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-opus-4-1",
    "name": "Claude Opus 4.1",
    "models": [
      "claude-opus-4-1*"
    ],
    "limits": {
      "temperature": 1,
      "max_tokens": 32000
    },
    "thinking": {
      "form": "budget",
      "budgets": {
        "minimal": 1024,
        "low": 2048,
        "medium": 10000,
        "high": 16384,
        "xhigh": 32768,
        "max": 32768
      },
      "outputLimit": 32000
    },
    "schemaLanguage": "claude",
    "hosts": {
      "bedrock": {
        "refuses": [
          "parallel_tool_calls"
        ]
      }
    },
    "sources": [
      {
        "source": "https://github.com/BerriAI/litellm/issues/36536",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/effort",
        "read": "2026-11-22"
      },
      {
        "source": "docs.rs mixtape-core, models/claude",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-opus-4-5",
    "name": "Claude Opus 4.5",
    "models": [
      "claude-opus-4-5*"
    ],
    "limits": {
      "temperature": 1,
      "max_tokens": 64000
    },
    "thinking": {
      "form": "budget",
      "budgets": {
        "minimal": 1024,
        "low": 2048,
        "medium": 10000,
        "high": 16384,
        "xhigh": 32768,
        "max": 32768
      },
      "efforts": {
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      },
      "outputLimit": 64000
    },
    "schemaLanguage": "claude",
    "hosts": {
      "bedrock": {
        "thinking": {
          "form": "budget",
          "budgets": {
            "minimal": 1024,
            "low": 2048,
            "medium": 10000,
            "high": 16384,
            "xhigh": 32768,
            "max": 32768
          },
          "outputLimit": 64000
        },
        "lacks": []
      }
    },
    "sources": [
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/effort",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/anthropic 4, anthropic-model-catalog",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/Effect-TS/effect/releases/tag/@effect/ai-anthropic@4.0.0-beta.106",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html",
        "read": "2026-11-27"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-opus-4",
    "name": "Claude Opus 4",
    "models": [
      "claude-opus-4",
      "claude-opus-4-0*",
      "claude-opus-4-2025*"
    ],
    "limits": {
      "temperature": 1,
      "max_tokens": 32000
    },
    "thinking": {
      "form": "budget",
      "budgets": {
        "minimal": 1024,
        "low": 2048,
        "medium": 10000,
        "high": 16384,
        "xhigh": 32768,
        "max": 32768
      },
      "outputLimit": 32000
    },
    "lacks": [
      "schema"
    ],
    "schemaLanguage": "claude",
    "hosts": {
      "bedrock": {
        "refuses": [
          "parallel_tool_calls"
        ]
      }
    },
    "sources": [
      {
        "source": "https://github.com/BerriAI/litellm/issues/36536",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/effort",
        "read": "2026-11-22"
      },
      {
        "source": "docs.rs mixtape-core, models/claude",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/overview",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "claude-sonnet-5-5",
    "name": "Claude Sonnet 5.5",
    "models": [
      "claude-sonnet-5-5*"
    ],
    "thinking": {
      "form": "adaptive",
      "off": "between_tools",
      "efforts": {
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "max"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "top_k"
    ],
    "lacks": [
      "prefill",
      "forced-tool"
    ],
    "schemaLanguage": "claude",
    "sources": [
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/anthropic 4, anthropic-model-catalog",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "cohere-embed",
    "name": "Cohere Embed",
    "models": [
      "embed",
      "embed-english*",
      "embed-multilingual*",
      "embed-v4*"
    ],
    "embeddings": {
      "inputs": 96,
      "tokenArrays": false
    },
    "sources": [
      {
        "source": "https://docs.cohere.com/reference/embed",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed-v4.html",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "command-reasoning",
    "name": "Command A Reasoning",
    "models": [
      "command-a-reasoning*"
    ],
    "hosts": {
      "cohere": {
        "thinking": {
          "form": "budget",
          "budgets": {
            "minimal": 1024,
            "low": 4096,
            "medium": 16384
          }
        }
      }
    },
    "sources": [
      {
        "source": "https://docs.cohere.com/docs/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.cohere.com/reference/chat",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "command",
    "name": "Command models that do not think",
    "models": [
      "command-a-03*",
      "command-a-translate*",
      "command-a-vision*",
      "command-r*"
    ],
    "hosts": {
      "cohere": {
        "thinking": {
          "form": "none"
        }
      }
    },
    "sources": [
      {
        "source": "https://docs.cohere.com/docs/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.cohere.com/reference/chat",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "dashscope-embedding",
    "name": "Model Studio's text embeddings, whose version is no part of the name here",
    "models": [
      "qwen3-embedding*",
      "text-embedding"
    ],
    "hosts": {
      "dashscope": {
        "embeddings": {
          "inputs": 10,
          "tokenArrays": false
        }
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/embedding-interfaces-compatible-with-openai",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/garrytan/gbrain/issues/1199",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/memodb-io/memobase/issues/142",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "deepseek-chat",
    "name": "DeepSeek Chat",
    "models": [
      "deepseek-chat*"
    ],
    "textOnly": [
      "deepseek-chat*"
    ],
    "template": {
      "tools": 220
    },
    "hosts": {
      "deepseek": {
        "thinking": {
          "form": "none"
        }
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/deepseek 2.0.69",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "deepseek-reasoner",
    "name": "DeepSeek Reasoner",
    "models": [
      "deepseek-r1*",
      "deepseek-reasoner*"
    ],
    "textOnly": [
      "deepseek-r1*",
      "deepseek-reasoner*"
    ],
    "template": {
      "tools": 220
    },
    "hosts": {
      "deepseek": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {}
        },
        "refuses": [
          "temperature",
          "top_p",
          "frequency_penalty",
          "presence_penalty",
          "logprobs",
          "top_logprobs"
        ]
      }
    },
    "sources": [
      {
        "source": "https://api-docs.deepseek.com/guides/reasoning_model",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/deepseek 2.0.69",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "deepseek-v4",
    "name": "DeepSeek V4",
    "models": [
      "deepseek-flash*",
      "deepseek-v4*"
    ],
    "textOnly": [
      "deepseek-v4-flash",
      "deepseek-v4-flash-0*",
      "deepseek-v4-flash-latest",
      "deepseek-v4-pro*"
    ],
    "template": {
      "tools": 220
    },
    "hosts": {
      "deepseek": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "disabled",
          "efforts": {
            "minimal": "low",
            "low": "low",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        },
        "refusesWhileThinking": [
          "temperature",
          "top_p",
          "frequency_penalty",
          "presence_penalty"
        ],
        "lacks": [
          "forced-tool"
        ],
        "replay": "required"
      },
      "fireworks": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "none",
            "minimal": "low",
            "low": "low",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        }
      },
      "together": {
        "thinking": {
          "form": "switch",
          "parameter": "reasoning",
          "off": "disabled"
        }
      }
    },
    "sources": [
      {
        "source": "https://api-docs.deepseek.com/guides/thinking_mode",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/deepseek 2.0.69",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/anomalyco/opencode/issues/24122",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "gemini-2-0",
    "name": "Gemini 2.0 and before",
    "models": [
      "gemini-1*",
      "gemini-2-0*"
    ],
    "thinking": {
      "form": "none"
    },
    "lacks": [
      "schema-with-tools"
    ],
    "schemaLanguage": "gemini",
    "sources": [
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemini-2-5-flash-lite",
    "name": "Gemini 2.5 Flash-Lite",
    "models": [
      "gemini-2-5-flash-lite*"
    ],
    "thinking": {
      "form": "budget",
      "budgets": {
        "none": 0,
        "minimal": 1024,
        "low": 1024,
        "medium": 8192,
        "high": 24576,
        "xhigh": 24576,
        "max": 24576
      },
      "range": {
        "minimum": 512,
        "maximum": 24576
      },
      "byDefault": false
    },
    "lacks": [
      "schema-with-tools"
    ],
    "schemaLanguage": "gemini",
    "hosts": {
      "google": {
        "refuses": [
          "frequency_penalty",
          "presence_penalty"
        ]
      }
    },
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://ai.google.dev/gemini-api/docs/openai",
        "read": "2026-11-22"
      },
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemini-2-5-flash",
    "name": "Gemini 2.5 Flash",
    "models": [
      "gemini-2-5*"
    ],
    "thinking": {
      "form": "budget",
      "budgets": {
        "none": 0,
        "minimal": 1024,
        "low": 1024,
        "medium": 8192,
        "high": 24576,
        "xhigh": 24576,
        "max": 24576
      },
      "range": {
        "minimum": 0,
        "maximum": 24576
      }
    },
    "lacks": [
      "schema-with-tools"
    ],
    "schemaLanguage": "gemini",
    "hosts": {
      "google": {
        "refuses": [
          "frequency_penalty",
          "presence_penalty"
        ]
      }
    },
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://ai.google.dev/gemini-api/docs/openai",
        "read": "2026-11-22"
      },
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemini-2-5-pro",
    "name": "Gemini 2.5 Pro",
    "models": [
      "gemini-2-5-pro*"
    ],
    "thinking": {
      "form": "budget",
      "budgets": {
        "minimal": 1024,
        "low": 1024,
        "medium": 8192,
        "high": 24576,
        "xhigh": 24576,
        "max": 24576
      },
      "range": {
        "minimum": 128,
        "maximum": 32768
      }
    },
    "lacks": [
      "schema-with-tools"
    ],
    "schemaLanguage": "gemini",
    "hosts": {
      "google": {
        "refuses": [
          "frequency_penalty",
          "presence_penalty"
        ]
      }
    },
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://ai.google.dev/gemini-api/docs/openai",
        "read": "2026-11-22"
      },
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemini-3-flash",
    "name": "Gemini 3 to 3.6 Flash",
    "models": [
      "gemini-3-flash*",
      "gemini-3-1-flash*",
      "gemini-3-5-flash*",
      "gemini-3-6-flash*"
    ],
    "thinking": {
      "form": "effort",
      "efforts": {
        "none": "minimal",
        "minimal": "minimal",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "schemaLanguage": "gemini",
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/thinking",
        "read": "2026-11-22"
      },
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemini-3-pro",
    "name": "Gemini 3 Pro",
    "models": [
      "gemini-3-pro*"
    ],
    "thinking": {
      "form": "effort",
      "efforts": {
        "none": "low",
        "minimal": "low",
        "low": "low",
        "medium": "high",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "schemaLanguage": "gemini",
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/gemini-3",
        "read": "2026-11-22"
      },
      {
        "source": "https://ai.google.dev/gemini-api/docs/thinking",
        "read": "2026-11-22"
      },
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemini-4-hydrogen",
    "name": "Gemini 4 Hydrogen",
    "models": [
      "gemini-4-hydrogen*"
    ],
    "thinking": {
      "form": "effort",
      "efforts": {
        "none": "low",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "xhigh"
      }
    },
    "schemaLanguage": "gemini",
    "sources": [
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemini-embedding-001",
    "name": "Gemini Embedding 001",
    "models": [
      "gemini-embedding-001*"
    ],
    "embeddings": {
      "inputTokens": 2048,
      "tokenArrays": false,
      "dimensions": true
    },
    "hosts": {
      "google": {
        "embeddings": {
          "inputs": 100,
          "inputTokens": 2048,
          "tokenArrays": false,
          "dimensions": true
        }
      },
      "vertex": {
        "embeddings": {
          "inputs": 1,
          "inputTokens": 2048,
          "tokenArrays": false,
          "dimensions": true
        }
      }
    },
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/embeddings",
        "read": "2026-11-22"
      },
      {
        "source": "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/google 4.0.121",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "gemini-embedding",
    "name": "Gemini Embedding from 2 on",
    "models": [
      "gemini-embedding-*"
    ],
    "embeddings": {
      "inputTokens": 8192,
      "tokenArrays": false,
      "dimensions": true
    },
    "hosts": {
      "google": {
        "embeddings": {
          "inputs": 100,
          "inputTokens": 8192,
          "tokenArrays": false,
          "dimensions": true
        }
      },
      "vertex": {
        "embeddings": {
          "inputs": 1,
          "inputTokens": 8192,
          "tokenArrays": false,
          "dimensions": true
        }
      }
    },
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/embeddings",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/google 4.0.121",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/vercel/ai/issues/15853",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemini",
    "name": "Gemini 3.1 Pro, from 3.7 on, and names without a number",
    "models": [
      "gemini-*"
    ],
    "thinking": {
      "form": "effort",
      "efforts": {
        "none": "low",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "schemaLanguage": "gemini",
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/thinking",
        "read": "2026-11-22"
      },
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gemma",
    "name": "Gemma 2 and 3",
    "models": [
      "gemma-2*",
      "gemma-3*"
    ],
    "thinking": {
      "form": "none"
    },
    "hosts": {
      "bedrock": {
        "lacks": [
          "json-mode"
        ]
      }
    },
    "sources": [
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "glm-5-2",
    "name": "GLM 5.2",
    "models": [
      "glm-5-2*"
    ],
    "textOnly": [
      "glm-5-2*"
    ],
    "template": {
      "tools": 90
    },
    "hosts": {
      "bigmodel": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "disabled",
          "efforts": {
            "minimal": "high",
            "low": "high",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        },
        "lacks": [
          "forced-tool",
          "schema"
        ]
      },
      "together": {
        "thinking": {
          "form": "switch",
          "parameter": "reasoning",
          "off": "disabled"
        }
      },
      "zai": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "disabled",
          "efforts": {
            "minimal": "high",
            "low": "high",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        },
        "lacks": [
          "forced-tool",
          "schema"
        ]
      }
    },
    "sources": [
      {
        "source": "https://docs.z.ai/api-reference/llm/chat-completion",
        "read": "2026-11-22"
      },
      {
        "source": "https://doc.agentscope.io, the model GLM",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "glm-5-3",
    "name": "GLM 5.3",
    "models": [
      "glm-5-3*",
      "glm-5p3*"
    ],
    "template": {
      "tools": 90
    },
    "hosts": {
      "bigmodel": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "lowest",
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        },
        "lacks": [
          "forced-tool",
          "schema"
        ]
      },
      "fireworks": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        }
      },
      "together": {
        "thinking": {
          "form": "switch",
          "parameter": "reasoning",
          "off": "disabled"
        }
      },
      "zai": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "lowest",
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        },
        "lacks": [
          "forced-tool",
          "schema"
        ]
      }
    },
    "sources": [
      {
        "source": "https://docs.z.ai/api-reference/llm/chat-completion",
        "read": "2026-11-22"
      },
      {
        "source": "https://doc.agentscope.io, the model GLM",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "glm",
    "name": "GLM 4.5 to 5.1",
    "models": [
      "glm-4-5*",
      "glm-4-6*",
      "glm-4-7*",
      "glm-5*"
    ],
    "textOnly": [
      "glm-4-5",
      "glm-4-5-air*",
      "glm-4-6",
      "glm-4-7*",
      "glm-5",
      "glm-5-1*",
      "glm-5-turbo*"
    ],
    "template": {
      "tools": 90
    },
    "hosts": {
      "bigmodel": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "disabled"
        },
        "lacks": [
          "forced-tool",
          "schema"
        ]
      },
      "together": {
        "thinking": {
          "form": "switch",
          "parameter": "reasoning",
          "off": "disabled"
        }
      },
      "zai": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "disabled"
        },
        "lacks": [
          "forced-tool",
          "schema"
        ]
      }
    },
    "sources": [
      {
        "source": "https://docs.z.ai/api-reference/llm/chat-completion",
        "read": "2026-11-22"
      },
      {
        "source": "https://doc.agentscope.io, the model GLM",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "google-multimodal-embedding",
    "name": "Google's multimodal embeddings",
    "models": [
      "multimodalembedding*"
    ],
    "hosts": {
      "vertex": {
        "embeddings": {
          "inputs": 1,
          "tokenArrays": false,
          "dimensions": true
        }
      }
    },
    "sources": [
      {
        "source": "https://cloud.google.com/vertex-ai/generative-ai/docs/embeddings/get-multimodal-embeddings",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "google-text-embedding",
    "name": "Google's text embeddings",
    "models": [
      "embedding-001*",
      "text-embedding-004*",
      "text-embedding-005*",
      "text-multilingual-embedding-*",
      "textembedding-gecko*"
    ],
    "embeddings": {
      "inputTokens": 2048,
      "tokenArrays": false
    },
    "hosts": {
      "google": {
        "embeddings": {
          "inputs": 100,
          "inputTokens": 2048,
          "tokenArrays": false
        }
      },
      "vertex": {
        "embeddings": {
          "inputs": 250,
          "inputTokens": 2048,
          "tokenArrays": false
        }
      }
    },
    "sources": [
      {
        "source": "https://ai.google.dev/gemini-api/docs/embeddings",
        "read": "2026-11-22"
      },
      {
        "source": "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "gpt-oss",
    "name": "gpt-oss",
    "models": [
      "gpt-oss*"
    ],
    "textOnly": [
      "gpt-oss*"
    ],
    "template": {
      "chat": 64
    },
    "hosts": {
      "bedrock": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "refuses": [
          "stop"
        ],
        "lacks": [
          "forced-tool",
          "json-mode"
        ]
      },
      "cerebras": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "refuses": [
          "parallel_tool_calls"
        ],
        "lacks": [
          "forced-tool"
        ]
      },
      "fireworks": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "lacks": [
          "forced-tool"
        ]
      },
      "groq": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "lacks": [
          "schema-with-tools"
        ],
        "replay": "refused"
      },
      "ollama": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        }
      },
      "ollama-native": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        }
      },
      "together": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "lacks": [
          "forced-tool"
        ]
      }
    },
    "sources": [
      {
        "source": "https://console.groq.com/docs/openai",
        "read": "2026-11-22"
      },
      {
        "source": "https://console.groq.com/docs/reasoning",
        "read": "2026-11-23"
      },
      {
        "source": "https://inference-docs.cerebras.ai/capabilities/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.ollama.com/capabilities/thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "grok-4-3",
    "name": "Grok 4.3",
    "models": [
      "grok-4-3*"
    ],
    "hosts": {
      "xai": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "none",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "refuses": [
          "frequency_penalty",
          "presence_penalty",
          "stop"
        ]
      }
    },
    "sources": [
      {
        "source": "https://docs.x.ai/developers/model-capabilities/text/reasoning",
        "read": "2026-11-23"
      },
      {
        "source": "npm @ai-sdk/xai 3.0.138",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "grok-reasoning",
    "name": "Grok 4 to 4.20",
    "models": [
      "grok-4",
      "grok-4-0709*",
      "grok-4-1*",
      "grok-4-20*",
      "grok-4-fast*",
      "grok-4-latest"
    ],
    "hosts": {
      "vertex": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {}
        }
      },
      "xai": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {}
        },
        "refuses": [
          "frequency_penalty",
          "presence_penalty",
          "stop"
        ]
      }
    },
    "sources": [
      {
        "source": "https://docs.x.ai/developers/model-capabilities/text/reasoning",
        "read": "2026-11-23"
      },
      {
        "source": "npm @ai-sdk/xai 3.0.138",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/grok/capabilities/reasoning",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "grok",
    "name": "Grok from 4.5 on",
    "models": [
      "grok-4-5*",
      "grok-4-6*",
      "grok-4-7*"
    ],
    "hosts": {
      "xai": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "xhigh",
            "max": "xhigh"
          }
        },
        "refuses": [
          "frequency_penalty",
          "presence_penalty",
          "stop"
        ]
      }
    },
    "sources": [
      {
        "source": "https://docs.x.ai/developers/model-capabilities/text/reasoning",
        "read": "2026-11-23"
      },
      {
        "source": "npm @ai-sdk/xai 3.0.138",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "kimi-k2-5",
    "name": "Kimi K2.5",
    "models": [
      "kimi-k2-5*"
    ],
    "hosts": {
      "moonshot": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "disabled"
        },
        "refuses": [
          "temperature",
          "top_p",
          "frequency_penalty",
          "presence_penalty",
          "seed"
        ],
        "replay": "required"
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/moonshotai 2.0.61",
        "read": "2026-11-23"
      },
      {
        "source": "https://platform.kimi.ai/docs/api/models-overview",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "kimi-k2-6",
    "name": "Kimi K2.6",
    "models": [
      "kimi-k2-6*"
    ],
    "hosts": {
      "moonshot": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "disabled"
        },
        "refuses": [
          "temperature",
          "top_p",
          "frequency_penalty",
          "presence_penalty",
          "seed"
        ],
        "lacks": [
          "forced-tool"
        ],
        "replay": "required"
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/moonshotai 2.0.61",
        "read": "2026-11-23"
      },
      {
        "source": "https://platform.kimi.ai/docs/api/models-overview",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "kimi-k2-7",
    "name": "Kimi K2.7 Code",
    "models": [
      "kimi-k2-7*"
    ],
    "hosts": {
      "moonshot": {
        "thinking": {
          "form": "switch",
          "parameter": "thinking",
          "off": "lowest"
        },
        "refuses": [
          "temperature",
          "top_p",
          "frequency_penalty",
          "presence_penalty",
          "seed"
        ],
        "lacks": [
          "forced-tool"
        ],
        "replay": "required"
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/moonshotai 2.0.61",
        "read": "2026-11-23"
      },
      {
        "source": "https://platform.kimi.ai/docs/api/models-overview",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "kimi-k3",
    "name": "Kimi K3",
    "models": [
      "kimi-k3*"
    ],
    "hosts": {
      "fireworks": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        },
        "replay": "required"
      },
      "moonshot": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "high",
            "high": "high",
            "xhigh": "max",
            "max": "max"
          }
        },
        "refuses": [
          "temperature",
          "top_p",
          "frequency_penalty",
          "presence_penalty",
          "seed",
          "thinking"
        ],
        "replay": "required"
      },
      "together": {
        "thinking": {
          "form": "switch",
          "parameter": "reasoning",
          "off": "disabled"
        }
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/moonshotai 2.0.61",
        "read": "2026-11-23"
      },
      {
        "source": "https://platform.kimi.ai/docs/api/models-overview",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "llama-3",
    "name": "Llama 3",
    "models": [
      "llama-3-1*",
      "llama-3-2*",
      "llama-3-3*",
      "llama3*"
    ],
    "textOnly": [
      "llama-3-1*",
      "llama-3-3*",
      "llama3-1*",
      "llama3-3*"
    ],
    "template": {
      "chat": 30
    },
    "hosts": {
      "bedrock": {
        "refuses": [
          "tool_choice",
          "top_k"
        ]
      },
      "groq": {
        "thinking": {
          "form": "none"
        },
        "lacks": [
          "schema"
        ],
        "replay": "refused"
      },
      "ollama": {
        "thinking": {
          "form": "none"
        }
      },
      "ollama-native": {
        "thinking": {
          "form": "none"
        }
      }
    },
    "sources": [
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://console.groq.com/docs/openai",
        "read": "2026-11-22"
      },
      {
        "source": "https://packagist.org/packages/aisdk/groq",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "llama-4",
    "name": "Llama 4",
    "models": [
      "llama-4*",
      "llama4*"
    ],
    "hosts": {
      "bedrock": {
        "refuses": [
          "tool_choice",
          "top_k"
        ]
      },
      "groq": {
        "thinking": {
          "form": "none"
        },
        "lacks": [
          "strict-schema",
          "schema-with-tools"
        ],
        "replay": "refused"
      },
      "ollama": {
        "thinking": {
          "form": "none"
        }
      },
      "ollama-native": {
        "thinking": {
          "form": "none"
        }
      }
    },
    "sources": [
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://console.groq.com/docs/openai",
        "read": "2026-11-22"
      },
      {
        "source": "https://console.groq.com/docs/structured-outputs",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "mistral-embed",
    "name": "Mistral Embed",
    "models": [
      "codestral-embed*",
      "mistral-embed*"
    ],
    "hosts": {
      "mistral": {
        "embeddings": {
          "inputs": 512,
          "tokenArrays": false
        }
      }
    },
    "sources": [
      {
        "source": "https://github.com/raphaelmansuy/edgequake-llm/pull/74",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/Mintplex-Labs/anything-llm/pull/6378",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "mistral-large-4",
    "name": "Mistral Large 4",
    "models": [
      "mistral-large-4*"
    ],
    "lacks": [
      "user-after-tool"
    ],
    "hosts": {
      "mistral": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        }
      }
    },
    "sources": [
      {
        "source": "https://docs.mistral.ai/capabilities/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/mistral 3.0.69",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/mistralai/mistral-vibe/issues/578",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "mistral-reasoning",
    "name": "Mistral models with one effort",
    "models": [
      "labs-leanstral*",
      "magistral*",
      "mistral-medium-2604*",
      "mistral-medium-3-5*",
      "mistral-medium-latest",
      "mistral-small-2603*",
      "mistral-small-latest"
    ],
    "lacks": [
      "user-after-tool"
    ],
    "hosts": {
      "bedrock": {
        "refuses": [
          "tool_choice",
          "top_k"
        ]
      },
      "mistral": {
        "thinking": {
          "form": "effort",
          "byDefault": false,
          "efforts": {
            "none": "none",
            "minimal": "high",
            "low": "high",
            "medium": "high",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        }
      }
    },
    "sources": [
      {
        "source": "https://docs.mistral.ai/capabilities/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/mistral 3.0.69",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/mistralai/mistral-vibe/issues/578",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "mistral",
    "name": "Mistral models that do not think",
    "models": [
      "codestral*",
      "devstral*",
      "ministral*",
      "mistral-*",
      "mixtral*",
      "open-mistral*",
      "open-mixtral*",
      "pixtral*",
      "voxtral*"
    ],
    "textOnly": [
      "codestral*",
      "devstral-2-*",
      "devstral-2512",
      "devstral-latest",
      "devstral-medium-latest",
      "mistral-7b*",
      "mistral-large-2407",
      "mistral-nemo*",
      "mistral-saba*",
      "mixtral*",
      "open-mistral-nemo*",
      "open-mixtral*",
      "voxtral*"
    ],
    "lacks": [
      "user-after-tool"
    ],
    "hosts": {
      "bedrock": {
        "refuses": [
          "tool_choice",
          "top_k"
        ]
      },
      "mistral": {
        "thinking": {
          "form": "none"
        }
      }
    },
    "sources": [
      {
        "source": "https://docs.mistral.ai/capabilities/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/mistral 3.0.69",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/mistralai/mistral-vibe/issues/578",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "moonshot-v1",
    "name": "Moonshot V1",
    "models": [
      "moonshot-v1*"
    ],
    "hosts": {
      "moonshot": {
        "thinking": {
          "form": "none"
        }
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/moonshotai 2.0.61",
        "read": "2026-11-23"
      },
      {
        "source": "https://platform.kimi.ai/docs/api/models-overview",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "nova-2",
    "name": "Nova 2",
    "models": [
      "nova-2-lite*",
      "nova-2-omni*",
      "nova-2-pro*"
    ],
    "hosts": {
      "bedrock": {
        "thinking": {
          "form": "effort",
          "parameter": "reasoningConfig",
          "byDefault": false,
          "efforts": {
            "none": "none",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          },
          "refusesAt": {
            "high": [
              "max_tokens",
              "max_completion_tokens"
            ]
          }
        },
        "schemaLanguage": "nova"
      }
    },
    "cachePoints": [
      "system",
      "messages"
    ],
    "sources": [
      {
        "source": "https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/amazon-bedrock 4",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html",
        "read": "2026-11-30"
      }
    ]
  },
  {
    "id": "nova-embeddings",
    "name": "Nova 2 Multimodal Embeddings",
    "models": [
      "nova-2-multimodal-embeddings*"
    ],
    "embeddings": {
      "inputs": 1,
      "inputTokens": 8192,
      "tokenArrays": false,
      "dimensions": true
    },
    "sources": [
      {
        "source": "https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "nova",
    "name": "Nova 1",
    "models": [
      "nova-lite*",
      "nova-micro*",
      "nova-premier*",
      "nova-pro*"
    ],
    "textOnly": [
      "nova-micro*"
    ],
    "hosts": {
      "bedrock": {
        "thinking": {
          "form": "none"
        },
        "schemaLanguage": "nova"
      }
    },
    "cachePoints": [
      "system",
      "messages"
    ],
    "sources": [
      {
        "source": "https://docs.aws.amazon.com/nova/latest/userguide/complete-request-schema.html",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html",
        "read": "2026-11-30"
      }
    ]
  },
  {
    "id": "openai-chat",
    "name": "GPT-5.1 to 5.3 Chat",
    "models": [
      "gpt-5-1-chat*",
      "gpt-5-2-chat*",
      "gpt-5-3-chat*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "medium",
        "minimal": "medium",
        "low": "medium",
        "medium": "medium",
        "high": "medium",
        "xhigh": "medium",
        "max": "medium"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs",
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "openai-codex",
    "name": "GPT-5 and 5.1 Codex",
    "models": [
      "gpt-5-codex*",
      "gpt-5-1-codex*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "low",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs",
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "openai-embeddings-3",
    "name": "OpenAI text-embedding-3",
    "models": [
      "text-embedding-3-*"
    ],
    "embeddings": {
      "inputs": 2048,
      "inputTokens": 8192,
      "tokenArrays": true,
      "dimensions": true
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://platform.openai.com/docs/api-reference/embeddings/create",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "openai-embeddings-ada",
    "name": "OpenAI text-embedding-ada-002",
    "models": [
      "text-embedding-ada-002"
    ],
    "embeddings": {
      "inputs": 2048,
      "inputTokens": 8192,
      "tokenArrays": true,
      "dimensions": false
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://platform.openai.com/docs/api-reference/embeddings/create",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "openai-gpt-4",
    "name": "GPT-4 and before",
    "models": [
      "gpt-3-5*",
      "gpt-4*",
      "chatgpt-4o*"
    ],
    "textOnly": [
      "gpt-3-5-turbo*",
      "gpt-4"
    ],
    "thinking": {
      "form": "none"
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "openai-gpt-5-1",
    "name": "GPT-5.1",
    "models": [
      "gpt-5-1*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": false,
      "efforts": {
        "none": "none",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "refuses": [
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "refusesWhileThinking": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      },
      {
        "source": "https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/openai/openai-agents-python/issues/2089",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "openai-gpt-5-2",
    "name": "GPT-5.2 to 5.4",
    "models": [
      "gpt-5-2*",
      "gpt-5-3*",
      "gpt-5-4*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": false,
      "efforts": {
        "none": "none",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "xhigh"
      }
    },
    "refuses": [
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "refusesWhileThinking": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      },
      {
        "source": "https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort",
        "read": "2026-11-23"
      },
      {
        "source": "https://developers.openai.com/api/docs/guides/latest-model#gpt-54-parameter-compatibility",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/openai/openai-openapi/issues/541",
        "read": "2026-11-30"
      },
      {
        "source": "https://github.com/livekit/agents/pull/5088",
        "read": "2026-11-30"
      }
    ]
  },
  {
    "id": "openai-gpt-5-5",
    "name": "GPT-5.5",
    "models": [
      "gpt-5-5*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "none",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "xhigh"
      }
    },
    "refuses": [
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "refusesWhileThinking": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/anomalyco/opencode/pull/40265",
        "read": "2026-11-30"
      }
    ]
  },
  {
    "id": "openai-gpt-5-6",
    "name": "GPT-5.6",
    "models": [
      "gpt-5-6*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "none",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "xhigh"
      }
    },
    "refuses": [
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "refusesWhileThinking": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/itzcrazykns/vane/issues/1173",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/danny-avila/LibreChat/issues/14231",
        "read": "2026-11-30"
      }
    ]
  },
  {
    "id": "openai-gpt-5-chat",
    "name": "GPT-5 Chat",
    "models": [
      "gpt-5-chat*"
    ],
    "thinking": {
      "form": "none"
    },
    "lacks": [
      "tools"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "openai-gpt-5-pro",
    "name": "GPT-5 Pro",
    "models": [
      "gpt-5-pro*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "high",
        "minimal": "high",
        "low": "high",
        "medium": "high",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs",
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "openai-gpt-5",
    "name": "GPT-5",
    "models": [
      "gpt-5",
      "gpt-5-20*",
      "gpt-5-mini*",
      "gpt-5-nano*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "minimal",
        "minimal": "minimal",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs",
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      },
      {
        "source": "https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "openai-gpt-6-reasoning",
    "name": "GPT-6 that always reasons",
    "models": [
      "gpt-6-astra*",
      "gpt-6-1-sol*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "low",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "max"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs",
      "frequency_penalty",
      "logit_bias",
      "presence_penalty",
      "prompt_cache_retention"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/can1357/oh-my-pi/issues/11052",
        "read": "2026-11-30"
      }
    ]
  },
  {
    "id": "openai-gpt-6",
    "name": "GPT-6 with a switch for reasoning",
    "models": [
      "gpt-6-sol*",
      "gpt-6-luna*",
      "gpt-6-1-terra*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "none",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "max"
      }
    },
    "refuses": [
      "frequency_penalty",
      "logit_bias",
      "presence_penalty",
      "prompt_cache_retention"
    ],
    "refusesWhileThinking": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        },
        "lacks": [
          "tools-while-thinking"
        ]
      }
    },
    "sources": [
      {
        "source": "npm @ai-sdk/openai 4.0.118, openaiModelCatalog",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/openclaw/openclaw/issues/148358",
        "read": "2026-11-30"
      }
    ]
  },
  {
    "id": "openai-o1",
    "name": "OpenAI o1",
    "models": [
      "o1*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "low",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs",
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "https://platform.openai.com/docs/guides/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "openai-o3",
    "name": "OpenAI o3 and o4-mini",
    "models": [
      "o3*",
      "o4-mini*"
    ],
    "textOnly": [
      "o3-mini*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "low",
        "minimal": "low",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "xhigh": "high",
        "max": "high"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs",
      "frequency_penalty",
      "logit_bias",
      "presence_penalty",
      "stop"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "https://platform.openai.com/docs/guides/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      },
      {
        "source": "https://platform.openai.com/docs/api-reference/chat/create#chat_create-stop",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "openai-pro",
    "name": "GPT-5.2 and 5.4 Pro",
    "models": [
      "gpt-5-2-pro*",
      "gpt-5-4-pro*"
    ],
    "thinking": {
      "form": "effort",
      "byDefault": true,
      "efforts": {
        "none": "medium",
        "minimal": "medium",
        "low": "medium",
        "medium": "medium",
        "high": "high",
        "xhigh": "xhigh",
        "max": "xhigh"
      }
    },
    "refuses": [
      "temperature",
      "top_p",
      "logprobs",
      "top_logprobs",
      "frequency_penalty",
      "logit_bias",
      "presence_penalty"
    ],
    "hosts": {
      "azure": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "azure-foundry": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "github": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      },
      "openai": {
        "renames": {
          "max_tokens": "max_completion_tokens"
        }
      }
    },
    "sources": [
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "palmyra",
    "name": "Palmyra",
    "models": [
      "palmyra*"
    ],
    "template": {
      "tools": 120
    },
    "hosts": {
      "bedrock": {
        "refuses": [
          "tool_choice",
          "top_k"
        ]
      }
    },
    "sources": [
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "qwen-commercial",
    "name": "Qwen Plus, Turbo and Flash, Qwen 3 Max",
    "models": [
      "qwen-plus*",
      "qwen-turbo*",
      "qwen-flash*",
      "qwen3-max*"
    ],
    "hosts": {
      "dashscope": {
        "thinking": {
          "form": "switch",
          "parameter": "enable_thinking",
          "byDefault": false,
          "off": "disabled",
          "budgets": {
            "minimal": 1024,
            "low": 4096,
            "medium": 16384,
            "high": 30720,
            "xhigh": 30720,
            "max": 30720
          }
        },
        "refuses": [
          "frequency_penalty"
        ],
        "refusesWhileThinking": [
          "response_format"
        ],
        "lacks": [
          "schema"
        ]
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/json-mode",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "qwen3-6",
    "name": "Qwen 3.5 and 3.6",
    "models": [
      "qwen3-5*",
      "qwen3-6*"
    ],
    "hosts": {
      "dashscope": {
        "thinking": {
          "form": "switch",
          "parameter": "enable_thinking",
          "off": "disabled",
          "budgets": {
            "minimal": 1024,
            "low": 4096,
            "medium": 16384,
            "high": 30720,
            "xhigh": 30720,
            "max": 30720
          }
        },
        "refuses": [
          "frequency_penalty"
        ],
        "refusesWhileThinking": [
          "response_format"
        ],
        "lacks": [
          "schema"
        ]
      },
      "groq": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "none",
            "minimal": "default",
            "low": "default",
            "medium": "default",
            "high": "default",
            "xhigh": "default",
            "max": "default"
          }
        },
        "lacks": [
          "schema-with-tools"
        ],
        "replay": "refused"
      },
      "together": {
        "thinking": {
          "form": "switch",
          "parameter": "reasoning",
          "off": "disabled"
        }
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/json-mode",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://console.groq.com/docs/model/qwen/qwen3.6-27b",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "qwen3-7",
    "name": "Qwen 3.7",
    "models": [
      "qwen3-7*"
    ],
    "hosts": {
      "dashscope": {
        "thinking": {
          "form": "switch",
          "parameter": "enable_thinking",
          "off": "disabled",
          "budgets": {
            "minimal": 1024,
            "low": 4096,
            "medium": 16384,
            "high": 30720,
            "xhigh": 30720,
            "max": 30720
          }
        },
        "refuses": [
          "frequency_penalty"
        ]
      },
      "together": {
        "thinking": {
          "form": "switch",
          "parameter": "reasoning",
          "off": "disabled"
        }
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/json-mode",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "qwen3-8",
    "name": "Qwen 3.8",
    "models": [
      "qwen3-8-*",
      "qwen-3-8*",
      "qwen3p8*"
    ],
    "hosts": {
      "cerebras": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "none",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "refuses": [
          "parallel_tool_calls"
        ]
      },
      "dashscope": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "low",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "xhigh",
            "xhigh": "xhigh",
            "max": "xhigh"
          }
        },
        "refuses": [
          "frequency_penalty"
        ]
      },
      "fireworks": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "none",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "xhigh",
            "xhigh": "xhigh",
            "max": "xhigh"
          }
        }
      },
      "groq": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "none",
            "minimal": "low",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "lacks": [
          "schema-with-tools"
        ],
        "replay": "refused"
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/json-mode",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-23"
      },
      {
        "source": "https://console.groq.com/docs/model/qwen/qwen3.8-27b",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/QwenLM/Qwen/issues/2329",
        "read": "2026-11-23"
      }
    ]
  },
  {
    "id": "qwen3-coder",
    "name": "Qwen 3 Coder",
    "models": [
      "qwen3-coder*"
    ],
    "textOnly": [
      "qwen3-coder*"
    ],
    "hosts": {
      "bedrock": {
        "lacks": [
          "json-mode"
        ]
      },
      "dashscope": {
        "thinking": {
          "form": "none"
        },
        "refuses": [
          "frequency_penalty"
        ],
        "lacks": [
          "schema",
          "forced-tool"
        ]
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/json-mode",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html",
        "read": "2026-11-27"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "qwen3-instruct",
    "name": "Qwen models that do not think",
    "models": [
      "qwen3-235b-a22b-instruct*",
      "qwen3-30b-a3b-instruct*",
      "qwen3-4b-instruct*",
      "qwen3-next-80b-a3b-instruct*",
      "qwen2*",
      "qwen-max*"
    ],
    "textOnly": [
      "qwen2-5-coder*",
      "qwen3-235b-a22b-instruct*",
      "qwen3-30b-a3b-instruct*",
      "qwen3-next-80b-a3b-instruct*"
    ],
    "hosts": {
      "bedrock": {
        "lacks": [
          "json-mode"
        ]
      },
      "dashscope": {
        "thinking": {
          "form": "none"
        },
        "refuses": [
          "frequency_penalty"
        ],
        "lacks": [
          "schema"
        ]
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/json-mode",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html",
        "read": "2026-11-27"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "qwen3-thinking",
    "name": "Qwen models that always think",
    "models": [
      "qwen3-235b-a22b-thinking*",
      "qwen3-30b-a3b-thinking*",
      "qwen3-4b-thinking*",
      "qwen3-next-80b-a3b-thinking*",
      "qvq*",
      "qwq*"
    ],
    "textOnly": [
      "qwen3-235b-a22b-thinking*",
      "qwen3-next-80b-a3b-thinking*"
    ],
    "hosts": {
      "dashscope": {
        "thinking": {
          "form": "switch",
          "parameter": "enable_thinking",
          "off": "lowest",
          "budgets": {
            "minimal": 1024,
            "low": 4096,
            "medium": 16384,
            "high": 30720,
            "xhigh": 30720,
            "max": 30720
          }
        },
        "refuses": [
          "frequency_penalty"
        ],
        "refusesWhileThinking": [
          "response_format"
        ],
        "lacks": [
          "schema"
        ]
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/json-mode",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/presenton/presenton/issues/184",
        "read": "2026-11-23"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "qwen3",
    "name": "Qwen 3, open and hybrid",
    "models": [
      "qwen3-0-6b*",
      "qwen3-1-7b*",
      "qwen3-4b*",
      "qwen3-8b*",
      "qwen3-14b*",
      "qwen3-32b*",
      "qwen3-30b-a3b*",
      "qwen3-235b-a22b*"
    ],
    "textOnly": [
      "qwen3-14b*",
      "qwen3-235b-a22b*",
      "qwen3-30b-a3b*",
      "qwen3-32b*",
      "qwen3-8b*"
    ],
    "template": {
      "chat": 5,
      "tools": 85
    },
    "hosts": {
      "bedrock": {
        "lacks": [
          "json-mode"
        ]
      },
      "dashscope": {
        "thinking": {
          "form": "switch",
          "parameter": "enable_thinking",
          "off": "disabled",
          "budgets": {
            "minimal": 1024,
            "low": 4096,
            "medium": 16384,
            "high": 30720,
            "xhigh": 30720,
            "max": 30720
          }
        },
        "refuses": [
          "frequency_penalty"
        ],
        "refusesWhileThinking": [
          "response_format"
        ],
        "lacks": [
          "schema",
          "thinking-unstreamed"
        ]
      },
      "groq": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "none",
            "minimal": "default",
            "low": "default",
            "medium": "default",
            "high": "default",
            "xhigh": "default",
            "max": "default"
          }
        },
        "lacks": [
          "schema-with-tools"
        ],
        "replay": "refused"
      }
    },
    "sources": [
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
        "read": "2026-11-22"
      },
      {
        "source": "https://www.alibabacloud.com/help/en/model-studio/json-mode",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/langchain4j/langchain4j/issues/3974",
        "read": "2026-11-23"
      },
      {
        "source": "https://github.com/presenton/presenton/issues/184",
        "read": "2026-11-23"
      },
      {
        "source": "https://console.groq.com/docs/reasoning",
        "read": "2026-11-23"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html",
        "read": "2026-11-27"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "sonar-reasoning",
    "name": "Sonar models that reason",
    "models": [
      "sonar-deep-research*",
      "sonar-reasoning*"
    ],
    "hosts": {
      "perplexity": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "minimal",
            "minimal": "minimal",
            "low": "low",
            "medium": "medium",
            "high": "high",
            "xhigh": "high",
            "max": "high"
          }
        },
        "refuses": [
          "seed",
          "stop"
        ],
        "lacks": [
          "tools",
          "repeated-roles"
        ]
      }
    },
    "sources": [
      {
        "source": "https://docs.perplexity.ai/api-reference/chat-completions-post",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/perplexity 4",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "sonar",
    "name": "Sonar",
    "models": [
      "sonar",
      "sonar-pro*"
    ],
    "hosts": {
      "perplexity": {
        "thinking": {
          "form": "none"
        },
        "refuses": [
          "seed",
          "stop"
        ],
        "lacks": [
          "tools",
          "repeated-roles"
        ]
      }
    },
    "sources": [
      {
        "source": "https://docs.perplexity.ai/api-reference/chat-completions-post",
        "read": "2026-11-22"
      },
      {
        "source": "npm @ai-sdk/perplexity 4",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "titan-embed",
    "name": "Titan Embeddings",
    "models": [
      "titan-embed*"
    ],
    "embeddings": {
      "inputs": 1,
      "inputTokens": 8192,
      "tokenArrays": false
    },
    "sources": [
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html",
        "read": "2026-11-22"
      },
      {
        "source": "https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-mm.html",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "voyage",
    "name": "Voyage",
    "models": [
      "voyage-*"
    ],
    "hosts": {
      "voyage": {
        "embeddings": {
          "inputs": 128,
          "tokenArrays": false
        }
      }
    },
    "sources": [
      {
        "source": "npm voyageai 0.0.4, EmbedRequest",
        "read": "2026-11-23"
      },
      {
        "source": "npm @ai-sdk/voyage 1",
        "read": "2026-11-22"
      }
    ]
  },
  {
    "id": "zai-glm",
    "name": "GLM at Cerebras",
    "models": [
      "zai-glm-4*"
    ],
    "textOnly": [
      "zai-glm-4*"
    ],
    "template": {
      "tools": 90
    },
    "hosts": {
      "cerebras": {
        "thinking": {
          "form": "effort",
          "byDefault": true,
          "efforts": {
            "none": "none"
          }
        },
        "refuses": [
          "parallel_tool_calls"
        ]
      }
    },
    "sources": [
      {
        "source": "https://inference-docs.cerebras.ai/capabilities/reasoning",
        "read": "2026-11-22"
      },
      {
        "source": "https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles",
        "read": "2026-11-22"
      },
      {
        "source": "npm @earendil-works/pi-ai 1.5.2, dist/providers/data",
        "read": "2026-11-27"
      }
    ]
  }
]

/** What holds for every model of a provider, by the identifier of the provider. */
export const hosts: { readonly [provider: string]: Pick<ProviderSpec, 'lacks' | 'schemaLanguage' | 'template'> } = {
  "bedrock": {
    "lacks": [
      "schema",
      "json-mode"
    ]
  },
  "cohere": {
    "schemaLanguage": "cohere"
  },
  "groq": {
    "schemaLanguage": "groq"
  },
  "mistral": {
    "lacks": [
      "user-after-tool"
    ]
  },
  "perplexity": {
    "lacks": [
      "repeated-roles"
    ]
  },
  "xai": {
    "schemaLanguage": "xai",
    "template": {
      "chat": 4,
      "tools": 380
    }
  }
}

/** JSON Schema as far as models accept it, sorted by identifier. */
export const schemaLanguages: readonly SchemaLanguage[] = [
  {
    "id": "claude",
    "name": "Claude",
    "keywords": [
      "$defs",
      "$id",
      "$ref",
      "$schema",
      "additionalProperties",
      "allOf",
      "anyOf",
      "const",
      "default",
      "definitions",
      "description",
      "enum",
      "examples",
      "format",
      "items",
      "minItems",
      "properties",
      "required",
      "title",
      "type"
    ],
    "formats": [
      "date",
      "date-time",
      "duration",
      "email",
      "hostname",
      "ipv4",
      "ipv6",
      "time",
      "uri",
      "uuid"
    ],
    "enums": [
      "boolean",
      "null",
      "number",
      "string"
    ],
    "minItems": 1,
    "recursive": false,
    "closed": true,
    "rootUnions": false,
    "tools": "strict",
    "sources": [
      {
        "source": "https://github.com/dearlordylord/huly-mcp/issues/66",
        "read": "2026-11-27"
      },
      {
        "source": "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
        "read": "2026-11-27"
      },
      {
        "source": "npm @anthropic-ai/sdk 1.12.0, lib/transform-json-schema",
        "read": "2026-11-27"
      },
      {
        "source": "npm @ai-sdk/anthropic 4.0.105, sanitize-json-schema",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "cohere",
    "name": "Cohere",
    "refuses": [
      "allOf",
      "dependencies",
      "dependentRequired",
      "dependentSchemas",
      "else",
      "exclusiveMaximum",
      "exclusiveMinimum",
      "if",
      "maxContains",
      "maxItems",
      "maxLength",
      "maximum",
      "minItems",
      "minLength",
      "minimum",
      "not",
      "oneOf",
      "propertyNames",
      "then",
      "unevaluatedItems",
      "unevaluatedProperties",
      "uniqueItems"
    ],
    "formats": [
      "date",
      "date-time",
      "time",
      "uuid"
    ],
    "patterns": "unanchored",
    "tools": "all-if-strict",
    "sources": [
      {
        "source": "https://docs.cohere.com/docs/structured-outputs#parameter-types-support",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "gemini",
    "name": "Gemini",
    "keywords": [
      "$anchor",
      "$defs",
      "$id",
      "$ref",
      "additionalProperties",
      "anyOf",
      "description",
      "enum",
      "format",
      "items",
      "maxItems",
      "maximum",
      "minItems",
      "minimum",
      "prefixItems",
      "properties",
      "propertyOrdering",
      "required",
      "title",
      "type"
    ],
    "enums": [
      "number",
      "string"
    ],
    "tools": "none",
    "sources": [
      {
        "source": "https://ai.google.dev/api/generate-content#GenerationConfig",
        "read": "2026-11-27"
      },
      {
        "source": "https://ai.google.dev/gemini-api/docs/structured-output",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "groq",
    "name": "Groq",
    "refuses": [
      "allOf",
      "else",
      "if",
      "not",
      "oneOf",
      "then",
      "unevaluatedItems",
      "unevaluatedProperties"
    ],
    "complete": true,
    "tools": "none",
    "sources": [
      {
        "source": "https://console.groq.com/docs/structured-outputs",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "nova",
    "name": "Nova",
    "rootKeywords": [
      "properties",
      "required",
      "type"
    ],
    "tools": "all",
    "sources": [
      {
        "source": "https://docs.aws.amazon.com/nova/latest/userguide/tool-use-definition.html",
        "read": "2026-11-27"
      },
      {
        "source": "https://docs.aws.amazon.com/nova/latest/nova2-userguide/using-tools.html",
        "read": "2026-11-27"
      }
    ]
  },
  {
    "id": "xai",
    "name": "xAI",
    "refuses": [
      "allOf",
      "contains",
      "else",
      "if",
      "maxContains",
      "maxItems",
      "maxLength",
      "minContains",
      "minItems",
      "minLength",
      "not",
      "oneOf",
      "then",
      "unevaluatedItems",
      "unevaluatedProperties"
    ],
    "tools": "all",
    "sources": [
      {
        "source": "https://docs.x.ai/docs/guides/structured-outputs",
        "read": "2026-11-27"
      },
      {
        "source": "https://docs.x.ai/developers/model-capabilities/text/structured-outputs",
        "read": "2026-11-27"
      }
    ]
  }
]
