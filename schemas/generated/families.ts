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
  }
]
