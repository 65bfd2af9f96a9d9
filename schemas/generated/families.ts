// Generated from schemas/ by schemas/generate.ts. Do not edit.
import type { ModelFamily } from './types.ts'

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
    "thinking": {
      "form": "none"
    },
    "lacks": [
      "schema"
    ],
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
    "id": "claude-opus-4-1",
    "name": "Claude Opus 4.1",
    "models": [
      "claude-opus-4-1*"
    ],
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
      }
    ]
  },
  {
    "id": "claude-opus-4-5",
    "name": "Claude Opus 4.5",
    "models": [
      "claude-opus-4-5*"
    ],
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
        }
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
    "sources": [
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
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
    "sources": [
      {
        "source": "github vercel/ai, packages/google, getGoogleLanguageModelEntry (npm @ai-sdk/google v4)",
        "read": "2026-11-22"
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
        "source": "https://developers.openai.com/api/docs/guides/latest-model#gpt-54-parameter-compatibility",
        "read": "2026-11-23"
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
    "lacks": [
      "tools-while-thinking"
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
        "source": "https://github.com/itzcrazykns/vane/issues/1173",
        "read": "2026-11-23"
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
  }
]
