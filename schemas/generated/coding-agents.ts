// Generated from schemas/coding-agents/ by schemas/generate.ts. Do not edit.
import type { CodingAgent } from './types.ts'

/** The coding agents that `portolan connect` knows, sorted by identifier. */
export const codingAgents: readonly CodingAgent[] = [
  {
    "id": "aider",
    "name": "Aider",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://aider.chat/docs/llms/openai-compat.html"
    ],
    "steps": [
      {
        "variables": {
          "OPENAI_API_BASE": "{base}",
          "OPENAI_API_KEY": "{key}"
        }
      }
    ],
    "start": "aider --model openai/{model} --weak-model openai/{small}",
    "notes": [
      "`openai/` selects the API, and is not sent."
    ]
  },
  {
    "id": "claude-code",
    "name": "Claude Code",
    "package": "@anthropic-ai/claude-code",
    "tried": "2.1.332",
    "api": "messages",
    "models": [
      "claude-sonnet",
      "claude-opus",
      "claude"
    ],
    "sources": [
      "https://code.claude.com/docs/en/llm-gateway",
      "https://code.claude.com/docs/en/model-config",
      "https://code.claude.com/docs/en/settings",
      "https://code.claude.com/docs/en/iam"
    ],
    "steps": [
      {
        "file": ".claude/settings.json",
        "format": "json",
        "content": {
          "env": {
            "ANTHROPIC_BASE_URL": "{origin}",
            "ANTHROPIC_MODEL": "{model}",
            "ANTHROPIC_DEFAULT_OPUS_MODEL": "{model}",
            "ANTHROPIC_DEFAULT_SONNET_MODEL": "{model}",
            "ANTHROPIC_DEFAULT_HAIKU_MODEL": "{small}"
          },
          "apiKeyHelper": "{key_command}"
        },
        "variable": "CLAUDE_CONFIG_DIR"
      }
    ],
    "start": "claude",
    "notes": [
      "It adds `/v1` to the base URL itself.",
      "`claude --model haiku`, titles and summaries use `ANTHROPIC_DEFAULT_HAIKU_MODEL`.",
      "`ANTHROPIC_AUTH_TOKEN` and `ANTHROPIC_API_KEY` in the environment take precedence over `apiKeyHelper`."
    ]
  },
  {
    "id": "cline",
    "name": "Cline",
    "package": "cline",
    "tried": "3.0.65",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://docs.cline.bot/provider-config/openai-compatible",
      "https://docs.cline.bot/cline-cli/getting-started"
    ],
    "steps": [
      {
        "command": "cline auth openai --apikey \"{key}\" --baseurl {base} --modelid {model}"
      },
      {
        "enter": "In an editor: *API Provider* is OpenAI Compatible, *Base URL* `{base}`, *API Key* that of the gateway, *Model ID* `{model}`"
      }
    ],
    "start": "cline",
    "notes": [
      "It stores the key in `~/.cline`."
    ]
  },
  {
    "id": "codex",
    "name": "Codex",
    "package": "@openai/codex",
    "tried": "0.171.0",
    "api": "responses",
    "models": [
      "gpt-",
      "claude-sonnet"
    ],
    "sources": [
      "https://developers.openai.com/codex/config-advanced",
      "https://developers.openai.com/codex/config-reference"
    ],
    "steps": [
      {
        "file": ".codex/portolan.config.toml",
        "format": "toml",
        "content": {
          "model": "{model}",
          "model_provider": "portolan",
          "model_providers": {
            "portolan": {
              "name": "Portolan",
              "base_url": "{base}",
              "env_key": "PORTOLAN_API_KEY",
              "wire_api": "responses"
            }
          }
        },
        "variable": "CODEX_HOME",
        "signedIn": {
          "model_providers": {
            "portolan": {
              "env_key": null,
              "auth": {
                "command": "portolan",
                "args": [
                  "token",
                  "--gateway",
                  "{origin}"
                ]
              }
            }
          }
        }
      }
    ],
    "start": "codex --profile portolan",
    "notes": [
      "The profile is a file of its own, so that `codex` without it stays as it was.",
      "With `-c model_providers.portolan.supports_websockets=true` it calls over a WebSocket, and sends each turn only what is new."
    ]
  },
  {
    "id": "continue",
    "name": "Continue",
    "package": "@continuedev/cli",
    "tried": "1.5.47",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://docs.continue.dev/reference",
      "https://docs.continue.dev/customize/model-providers/top-level/openai"
    ],
    "steps": [
      {
        "file": ".continue/config.yaml",
        "format": "yaml",
        "content": {
          "models": [
            {
              "name": "Portolan",
              "provider": "openai",
              "model": "{model}",
              "apiBase": "{base}",
              "apiKey": "${{ secrets.PORTOLAN_API_KEY }}",
              "roles": [
                "chat",
                "edit",
                "apply"
              ]
            }
          ]
        },
        "initial": {
          "name": "Portolan",
          "version": "0.0.1",
          "schema": "v1"
        }
      }
    ],
    "start": "cn --config ~/.continue/config.yaml",
    "notes": [
      "`secrets` are read from the environment, and by the extensions for editors also from `~/.continue/.env`."
    ]
  },
  {
    "id": "copilot-cli",
    "name": "Copilot CLI",
    "package": "@github/copilot",
    "tried": "1.0.102",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/use-byok-models"
    ],
    "steps": [
      {
        "variables": {
          "COPILOT_PROVIDER_BASE_URL": "{base}",
          "COPILOT_PROVIDER_API_KEY_COMMAND": "{key_command}",
          "COPILOT_MODEL": "{model}"
        }
      }
    ],
    "start": "copilot",
    "notes": [
      "`COPILOT_OFFLINE=true` lets it call nothing but the gateway.",
      "With `COPILOT_PROVIDER_WIRE_API=responses` it calls `/v1/responses`, and over a WebSocket with `COPILOT_PROVIDER_TRANSPORT=websockets`."
    ]
  },
  {
    "id": "cursor",
    "name": "Cursor",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://cursor.com/docs/settings/api-keys"
    ],
    "steps": [
      {
        "enter": "*Cursor Settings*, *Models*, *API Keys*: *OpenAI API Key* is the key of the gateway, *Override OpenAI Base URL* `{base}`; *Add model* `{model}`"
      }
    ],
    "notes": [
      "Cursor calls from its own servers: the gateway must have a public URL with TLS.",
      "Tab completion uses the models of Cursor."
    ]
  },
  {
    "id": "gemini-cli",
    "name": "Gemini CLI",
    "package": "@google/gemini-cli",
    "tried": "0.61.0",
    "api": "gemini",
    "models": [
      "gemini-"
    ],
    "sources": [
      "https://github.com/google-gemini/gemini-cli/blob/main/docs/reference/configuration.md",
      "https://github.com/google-gemini/gemini-cli/blob/main/docs/get-started/authentication.md"
    ],
    "steps": [
      {
        "file": ".gemini/settings.json",
        "format": "json",
        "content": {
          "security": {
            "auth": {
              "selectedType": "gemini-api-key"
            }
          },
          "model": {
            "name": "{model}"
          }
        }
      },
      {
        "variables": {
          "GOOGLE_GEMINI_BASE_URL": "{origin}",
          "GEMINI_API_KEY": "{key}"
        }
      }
    ],
    "start": "gemini",
    "notes": [
      "It calls the API of Gemini: models of Google are passed on, those of other providers are translated.",
      "Some of its calls name small models themselves (`gemini-2.5-flash-lite`): `aliases` of the manifest, or `defaults: { provider: google }`, serve them."
    ]
  },
  {
    "id": "goose",
    "name": "Goose",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://block.github.io/goose/docs/getting-started/providers"
    ],
    "steps": [
      {
        "variables": {
          "GOOSE_PROVIDER": "openai",
          "GOOSE_MODEL": "{model}",
          "OPENAI_HOST": "{origin}",
          "OPENAI_API_KEY": "{key}"
        }
      }
    ],
    "start": "goose session",
    "notes": [
      "It adds `v1/chat/completions` itself."
    ]
  },
  {
    "id": "opencode",
    "name": "opencode",
    "package": "opencode-ai",
    "tried": "1.18.33",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://opencode.ai/docs/providers",
      "https://opencode.ai/docs/config"
    ],
    "steps": [
      {
        "file": ".config/opencode/opencode.json",
        "format": "json",
        "content": {
          "provider": {
            "portolan": {
              "npm": "@ai-sdk/openai-compatible",
              "name": "Portolan",
              "options": {
                "baseURL": "{base}",
                "apiKey": "{env:PORTOLAN_API_KEY}"
              },
              "models": {
                "{model}": {},
                "{small}": {}
              }
            }
          },
          "model": "portolan/{model}",
          "small_model": "portolan/{small}"
        },
        "initial": {
          "$schema": "https://opencode.ai/config.json"
        }
      }
    ],
    "start": "opencode",
    "notes": [
      "Titles and summaries use `small_model`."
    ]
  },
  {
    "id": "pi",
    "name": "pi",
    "package": "@earendil-works/pi-coding-agent",
    "tried": "1.6.0",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/models.md"
    ],
    "steps": [
      {
        "file": ".pi/agent/models.json",
        "format": "json",
        "content": {
          "providers": {
            "portolan": {
              "baseUrl": "{base}",
              "api": "openai-completions",
              "apiKey": "$PORTOLAN_API_KEY",
              "models": [
                {
                  "id": "{model}"
                }
              ]
            }
          }
        },
        "signedIn": {
          "providers": {
            "portolan": {
              "apiKey": "!{key_command}"
            }
          }
        },
        "variable": "PI_CODING_AGENT_DIR"
      }
    ],
    "start": "pi --provider portolan --model {model}"
  },
  {
    "id": "qwen-code",
    "name": "Qwen Code",
    "package": "@qwen-code/qwen-code",
    "tried": "0.24.4",
    "api": "chat",
    "models": [
      "qwen",
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://qwenlm.github.io/qwen-code-docs/en/users/configuration/model-providers/"
    ],
    "steps": [
      {
        "file": ".qwen/settings.json",
        "format": "json",
        "content": {
          "security": {
            "auth": {
              "selectedType": "openai"
            }
          },
          "model": {
            "name": "{model}"
          },
          "modelProviders": {
            "openai": [
              {
                "id": "{model}",
                "name": "Portolan",
                "envKey": "PORTOLAN_API_KEY",
                "baseUrl": "{base}"
              }
            ]
          }
        }
      }
    ],
    "start": "qwen"
  },
  {
    "id": "vscode",
    "name": "VS Code",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://code.visualstudio.com/docs/copilot/customization/language-models"
    ],
    "steps": [
      {
        "enter": "*Chat: Manage Language Models*, *Add Models*, *Custom Endpoint*, with the key of the gateway and the API *Chat Completions*; the list of models gets `{\"id\": \"{model}\", \"name\": \"{model}\", \"url\": \"{base}/chat/completions\", \"toolCalling\": true, \"vision\": true}`"
      }
    ],
    "notes": [
      "Version 1.122 or later. The editor stores the key itself; the file has none."
    ]
  },
  {
    "id": "zed",
    "name": "Zed",
    "api": "chat",
    "models": [
      "claude-sonnet",
      "gpt-"
    ],
    "sources": [
      "https://zed.dev/docs/ai/use-api-access"
    ],
    "steps": [
      {
        "file": ".config/zed/settings.json",
        "format": "json",
        "content": {
          "language_models": {
            "openai_compatible": {
              "portolan": {
                "api_url": "{base}",
                "available_models": [
                  {
                    "name": "{model}",
                    "max_tokens": 200000
                  }
                ]
              }
            }
          }
        }
      }
    ],
    "start": "zed",
    "notes": [
      "It reads the key as `PORTOLAN_API_KEY`, or from *Agent Settings*, *LLM Providers*.",
      "`max_tokens` is the context window of the model."
    ]
  }
]
