// Generated from schemas/control/ by schemas/generate.ts. Do not edit.

/** The interface as an OpenAPI document, with the default prefix of headers. */
export const openApi: object = {
  "openapi": "3.1.0",
  "info": {
    "title": "Portolan",
    "version": "1",
    "description": "Inference routes and the saved resources of the gateway.",
    "license": {
      "name": "Apache-2.0",
      "identifier": "Apache-2.0"
    }
  },
  "servers": [
    {
      "url": "/v1"
    }
  ],
  "security": [
    {
      "gatewayKey": []
    },
    {
      "bearer": []
    }
  ],
  "tags": [
    {
      "name": "Inference",
      "description": "The vendor's routes, served by any provider."
    },
    {
      "name": "Agent integrations",
      "description": "Agents outside of the gateway: where they are, how the gateway authenticates to them, what is done with their cards, and which workspaces may use them."
    },
    {
      "name": "Agent servers",
      "description": "Agents of workspaces: an integration at an address of the gateway, with the people that may use it."
    },
    {
      "name": "Analytics",
      "description": "Aggregates of request records, if the manifest has telemetry.log_store. Costs are US dollars as decimal numbers, durations are milliseconds, rates are shares from 0 to 1."
    },
    {
      "name": "API keys",
      "description": "Keys of the gateway: of services of the organisation, of services of a workspace, and of people in a workspace. A key is shown once, when it is made or rotated."
    },
    {
      "name": "Audit log",
      "description": "Every change of a saved resource: who made it, when, and what was there before and after, without secrets."
    },
    {
      "name": "Collections",
      "description": "Folders of prompts."
    },
    {
      "name": "Configs",
      "description": "Saved configs: compiled when they are written, and named by their slug in x-gateway-config."
    },
    {
      "name": "Deployments",
      "description": "A deployment is a named fleet of runtimes: the label that they follow, and the workspaces whose callers they serve."
    },
    {
      "name": "Feedback",
      "description": "Feedback on requests by their traces, if the manifest has telemetry.log_store."
    },
    {
      "name": "Integrations",
      "description": "An integration is a provider with its credential, which workspaces are given access to."
    },
    {
      "name": "Labels",
      "description": "Names for versions of prompts, which calls use as prompt@label."
    },
    {
      "name": "Log exports",
      "description": "Exports of records as JSON Lines. An export is a filter with a period: its lines are read from the log store while they are downloaded, so that retention and erasure hold for them too."
    },
    {
      "name": "Logs",
      "description": "Records of requests, if the manifest has telemetry.log_store; costs are US dollars as decimal numbers. Reading bodies, erasure and exports are recorded in the audit log."
    },
    {
      "name": "MCP connections",
      "description": "Accounts that users have connected at MCP servers. Users list and revoke their own; administrators of a workspace's users list and revoke all in it."
    },
    {
      "name": "MCP integrations",
      "description": "MCP servers outside of the gateway: where they are, how the gateway authenticates to them, and which workspaces may use them."
    },
    {
      "name": "MCP servers",
      "description": "MCP servers of workspaces: an integration at an address of the gateway, with the capabilities and people that may use it."
    },
    {
      "name": "Members",
      "description": "Users of the organisation and its workspaces, and their roles."
    },
    {
      "name": "Partials",
      "description": "Templates that prompts share, as {{>slug}}."
    },
    {
      "name": "Prompts",
      "description": "Saved prompts: templates with versions, of which one is published and others have labels."
    },
    {
      "name": "Providers",
      "description": "A provider is what calls of a workspace name as @slug."
    },
    {
      "name": "Rate limits",
      "description": "Rate-limit policies: how many requests or tokens fit into a sliding window."
    },
    {
      "name": "Releases",
      "description": "Releases of projects for portolan push and its siblings, which speak to a gateway as to any store."
    },
    {
      "name": "SCIM",
      "description": "People and groups as directories such as Okta and Entra write them (RFC 7643 and 7644). Also at /scim/v2, outside of the base URL."
    },
    {
      "name": "Secret references",
      "description": "A secret reference is the location of a secret in a secret manager of the operator."
    },
    {
      "name": "Settings",
      "description": "Permissions of workspace roles, for all workspaces and for single ones."
    },
    {
      "name": "Usage limits",
      "description": "Usage-limit policies: budgets of cost, tokens or requests."
    },
    {
      "name": "Virtual keys",
      "description": "Legacy form of providers: a credential with a slug, of one workspace."
    },
    {
      "name": "Workspaces",
      "description": "Workspaces divide an organisation: keys, prompts, policies and providers belong to one."
    }
  ],
  "paths": {
    "/chat/completions": {
      "post": {
        "operationId": "callChatCompletions",
        "tags": [
          "Inference"
        ],
        "summary": "Calls chat/completions of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply, or a stream of events where the request asks for one."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/completions": {
      "post": {
        "operationId": "callCompletions",
        "tags": [
          "Inference"
        ],
        "summary": "Calls completions of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply, or a stream of events where the request asks for one."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/embeddings": {
      "post": {
        "operationId": "callEmbeddings",
        "tags": [
          "Inference"
        ],
        "summary": "Calls embeddings of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/rerank": {
      "post": {
        "operationId": "callRerank",
        "tags": [
          "Inference"
        ],
        "summary": "Calls rerank of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/moderations": {
      "post": {
        "operationId": "callModerations",
        "tags": [
          "Inference"
        ],
        "summary": "Calls moderations of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/responses": {
      "post": {
        "operationId": "callResponses",
        "tags": [
          "Inference"
        ],
        "summary": "Calls responses of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply, or a stream of events where the request asks for one."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/messages": {
      "post": {
        "operationId": "callMessages",
        "tags": [
          "Inference"
        ],
        "summary": "Calls messages of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply, or a stream of events where the request asks for one."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/messages/count_tokens": {
      "post": {
        "operationId": "callMessagesCountTokens",
        "tags": [
          "Inference"
        ],
        "summary": "Calls messages/count_tokens of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/audio/speech": {
      "post": {
        "operationId": "callAudioSpeech",
        "tags": [
          "Inference"
        ],
        "summary": "Calls audio/speech of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply, or a stream of events where the request asks for one."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/audio/transcriptions": {
      "post": {
        "operationId": "callAudioTranscriptions",
        "tags": [
          "Inference"
        ],
        "summary": "Calls audio/transcriptions of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/audio/translations": {
      "post": {
        "operationId": "callAudioTranslations",
        "tags": [
          "Inference"
        ],
        "summary": "Calls audio/translations of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/images/generations": {
      "post": {
        "operationId": "callImagesGenerations",
        "tags": [
          "Inference"
        ],
        "summary": "Calls images/generations of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply, or a stream of events where the request asks for one."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/images/edits": {
      "post": {
        "operationId": "callImagesEdits",
        "tags": [
          "Inference"
        ],
        "summary": "Calls images/edits of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/images/variations": {
      "post": {
        "operationId": "callImagesVariations",
        "tags": [
          "Inference"
        ],
        "summary": "Calls images/variations of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/files": {
      "post": {
        "operationId": "callFiles",
        "tags": [
          "Inference"
        ],
        "summary": "Calls files of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/batches": {
      "post": {
        "operationId": "callBatches",
        "tags": [
          "Inference"
        ],
        "summary": "Calls batches of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/fine_tuning/jobs": {
      "post": {
        "operationId": "callFineTuningJobs",
        "tags": [
          "Inference"
        ],
        "summary": "Calls fine_tuning/jobs of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/threads": {
      "post": {
        "operationId": "callThreads",
        "tags": [
          "Inference"
        ],
        "summary": "Calls threads of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/models": {
      "post": {
        "operationId": "callModels",
        "tags": [
          "Inference"
        ],
        "summary": "Calls models of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/realtime": {
      "post": {
        "operationId": "callRealtime",
        "tags": [
          "Inference"
        ],
        "summary": "Calls realtime of the provider that the config selects.",
        "responses": {
          "200": {
            "description": "The vendor's reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/{promptId}/completions": {
      "post": {
        "operationId": "completePrompt",
        "tags": [
          "Inference"
        ],
        "summary": "Runs a saved prompt as a chat.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "description": "A prompt, by its slug or identifier, with @ and a version, a label or latest after it.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "description": "The variables, and parameters of chats that replace those of the prompt.",
                "properties": {
                  "variables": {
                    "type": "object",
                    "description": "The values of the variables by name."
                  },
                  "stream": {
                    "type": "boolean",
                    "default": false,
                    "description": "Whether the reply is a stream."
                  }
                },
                "required": [
                  "variables"
                ],
                "additionalProperties": true
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The completion, or a stream of events.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "properties": {
                    "status": {
                      "const": "success"
                    },
                    "headers": {
                      "type": "object",
                      "additionalProperties": {
                        "type": "string"
                      }
                    },
                    "body": {
                      "type": "object",
                      "description": "The chat completion."
                    }
                  },
                  "required": [
                    "status",
                    "headers",
                    "body"
                  ]
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/{promptId}/render": {
      "post": {
        "operationId": "renderPrompt",
        "tags": [
          "Inference"
        ],
        "summary": "Renders a saved prompt without calling a model.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "description": "A prompt, by its slug or identifier, with @ and a version, a label or latest after it.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "description": "The variables, and parameters of chats that replace those of the prompt.",
                "properties": {
                  "variables": {
                    "type": "object",
                    "description": "The values of the variables by name."
                  },
                  "stream": {
                    "type": "boolean",
                    "default": false,
                    "description": "Whether the reply is a stream."
                  }
                },
                "required": [
                  "variables"
                ],
                "additionalProperties": true
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The rendered prompt.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "properties": {
                    "success": {
                      "const": true
                    },
                    "data": {
                      "type": "object",
                      "description": "The body of a chat."
                    }
                  },
                  "required": [
                    "success",
                    "data"
                  ]
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/agent-integrations": {
      "get": {
        "operationId": "listAgentIntegrations",
        "tags": [
          "Agent integrations"
        ],
        "summary": "Lists the agent integrations that the caller may see.",
        "description": "Needs the scope organisation_agent_integrations.list or workspace_agent_integrations.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentIntegrationList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createAgentIntegration",
        "tags": [
          "Agent integrations"
        ],
        "summary": "Creates an agent integration.",
        "description": "Needs the scope organisation_agent_integrations.create or workspace_agent_integrations.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AgentIntegrationCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentIntegration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/agent-integrations/{agentIntegrationId}": {
      "get": {
        "operationId": "readAgentIntegration",
        "tags": [
          "Agent integrations"
        ],
        "summary": "Reads an agent integration by its identifier or slug.",
        "description": "Needs the scope organisation_agent_integrations.read or workspace_agent_integrations.read.",
        "parameters": [
          {
            "name": "agentIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentIntegration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateAgentIntegration",
        "tags": [
          "Agent integrations"
        ],
        "summary": "Updates an agent integration.",
        "description": "Needs the scope organisation_agent_integrations.update or workspace_agent_integrations.update.",
        "parameters": [
          {
            "name": "agentIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AgentIntegrationUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentIntegration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteAgentIntegration",
        "tags": [
          "Agent integrations"
        ],
        "summary": "Deletes an agent integration that no agent server uses.",
        "description": "Needs the scope organisation_agent_integrations.delete or workspace_agent_integrations.delete.",
        "parameters": [
          {
            "name": "agentIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/agent-integrations/{agentIntegrationId}/fetch-agent-card": {
      "post": {
        "operationId": "fetchAgentCard",
        "tags": [
          "Agent integrations"
        ],
        "summary": "Fetches the card of an agent now, and reports what the gateway uses of it and what it would refuse.",
        "description": "Needs the scope organisation_agent_integrations.read or workspace_agent_integrations.read.",
        "parameters": [
          {
            "name": "agentIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentCardReport"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/agent-integrations/{agentIntegrationId}/workspaces": {
      "get": {
        "operationId": "readAgentIntegrationWorkspaces",
        "tags": [
          "Agent integrations"
        ],
        "summary": "Reads which workspaces have access to an agent integration.",
        "description": "Needs the scope organisation_agent_integrations.read or workspace_agent_integrations.read.",
        "parameters": [
          {
            "name": "agentIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateAgentIntegrationWorkspaces",
        "tags": [
          "Agent integrations"
        ],
        "summary": "Changes which workspaces have access to an agent integration.",
        "description": "Needs the scope organisation_agent_integrations.update.",
        "parameters": [
          {
            "name": "agentIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceAccessUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/agent-servers": {
      "get": {
        "operationId": "listAgentServers",
        "tags": [
          "Agent servers"
        ],
        "summary": "Lists the agent servers that the caller may see.",
        "description": "Needs the scope agent_servers.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentServerList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createAgentServer",
        "tags": [
          "Agent servers"
        ],
        "summary": "Creates an agent server.",
        "description": "Needs the scope agent_servers.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AgentServerCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentServerObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/agent-servers/{agentServerId}": {
      "get": {
        "operationId": "readAgentServer",
        "tags": [
          "Agent servers"
        ],
        "summary": "Reads an agent server by its identifier or slug.",
        "description": "Needs the scope agent_servers.read.",
        "parameters": [
          {
            "name": "agentServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentServerObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateAgentServer",
        "tags": [
          "Agent servers"
        ],
        "summary": "Updates an agent server.",
        "description": "Needs the scope agent_servers.update.",
        "parameters": [
          {
            "name": "agentServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AgentServerUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentServerObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteAgentServer",
        "tags": [
          "Agent servers"
        ],
        "summary": "Deletes an agent server.",
        "description": "Needs the scope agent_servers.delete.",
        "parameters": [
          {
            "name": "agentServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/agent-servers/{agentServerId}/user-access": {
      "get": {
        "operationId": "readAgentServerUserAccess",
        "tags": [
          "Agent servers"
        ],
        "summary": "Reads which people may use an agent server.",
        "description": "Needs the scope agent_servers.read.",
        "parameters": [
          {
            "name": "agentServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UserAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateAgentServerUserAccess",
        "tags": [
          "Agent servers"
        ],
        "summary": "Changes which people may use an agent server.",
        "description": "Needs the scope agent_servers.update.",
        "parameters": [
          {
            "name": "agentServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UserAccessUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UserAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/analytics/groups/{groupBy}": {
      "get": {
        "operationId": "readGroups",
        "tags": [
          "Analytics"
        ],
        "summary": "Counts requests by ai_service, model, status_code, api_key, config, workspace, provider, prompt or users.",
        "description": "Needs the scope analytics.view.",
        "parameters": [
          {
            "name": "groupBy",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "time_of_generation_min",
            "in": "query",
            "required": true,
            "description": "The beginning of the period.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "time_of_generation_max",
            "in": "query",
            "required": true,
            "description": "The end of the period, which is not part of it.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "workspace_slug",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "Alias of workspace_slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "trace_id",
            "in": "query",
            "required": false,
            "description": "A trace.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "span_id",
            "in": "query",
            "required": false,
            "description": "A span.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status_code",
            "in": "query",
            "required": false,
            "description": "Statuses of replies, such as 200,429.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "api_key_ids",
            "in": "query",
            "required": false,
            "description": "Keys of the gateway, by their identifiers.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "configs",
            "in": "query",
            "required": false,
            "description": "Saved configs.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "prompt_slug",
            "in": "query",
            "required": false,
            "description": "Saved prompts, without versions.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_service",
            "in": "query",
            "required": false,
            "description": "Providers of the catalog.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "virtual_keys",
            "in": "query",
            "required": false,
            "description": "Stored providers, by their slugs; those of the catalog if none was used.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_org_model",
            "in": "query",
            "required": false,
            "description": "Models, as model or as provider__model.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cache_status",
            "in": "query",
            "required": false,
            "description": "Cache statuses, such as HIT,MISS.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "metadata",
            "in": "query",
            "required": false,
            "description": "A JSON object: values that keys of the metadata must have.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "error",
            "in": "query",
            "required": false,
            "description": "A part of the code or the sentence of the failure, in any case.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cost_min",
            "in": "query",
            "required": false,
            "description": "The least cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "cost_max",
            "in": "query",
            "required": false,
            "description": "The greatest cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "total_units_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "total_units_max",
            "in": "query",
            "required": false,
            "description": "The most tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "latency_min",
            "in": "query",
            "required": false,
            "description": "The shortest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "latency_max",
            "in": "query",
            "required": false,
            "description": "The longest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "weighted_feedback_min",
            "in": "query",
            "required": false,
            "description": "The lowest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "weighted_feedback_max",
            "in": "query",
            "required": false,
            "description": "The highest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "columns",
            "in": "query",
            "required": false,
            "description": "Columns besides requests, separated by commas: cost, total_tokens, avg_tokens, avg_input_tokens, avg_output_tokens, avg_latency, p95_latency, p99_latency, success_rate, error_count, cache_hit_rate, last_seen, first_seen.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "order_by",
            "in": "query",
            "required": false,
            "description": "Column that groups are sorted by.",
            "schema": {
              "type": "string",
              "enum": [
                "requests",
                "cost",
                "total_tokens",
                "last_seen"
              ],
              "default": "requests"
            }
          },
          {
            "name": "order_by_type",
            "in": "query",
            "required": false,
            "description": "The direction.",
            "schema": {
              "type": "string",
              "enum": [
                "asc",
                "desc"
              ],
              "default": "desc"
            }
          },
          {
            "name": "include_total",
            "in": "query",
            "required": false,
            "description": "Whether the number of groups on all pages is in the reply.",
            "schema": {
              "type": "boolean",
              "default": true
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AnalyticsGroups"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/analytics/groups/metadata/{metadataKey}": {
      "get": {
        "operationId": "readMetadataGroups",
        "tags": [
          "Analytics"
        ],
        "summary": "Counts requests by the values of a key of the metadata.",
        "description": "Needs the scope analytics.view.",
        "parameters": [
          {
            "name": "metadataKey",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "time_of_generation_min",
            "in": "query",
            "required": true,
            "description": "The beginning of the period.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "time_of_generation_max",
            "in": "query",
            "required": true,
            "description": "The end of the period, which is not part of it.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "workspace_slug",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "Alias of workspace_slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "trace_id",
            "in": "query",
            "required": false,
            "description": "A trace.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "span_id",
            "in": "query",
            "required": false,
            "description": "A span.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status_code",
            "in": "query",
            "required": false,
            "description": "Statuses of replies, such as 200,429.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "api_key_ids",
            "in": "query",
            "required": false,
            "description": "Keys of the gateway, by their identifiers.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "configs",
            "in": "query",
            "required": false,
            "description": "Saved configs.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "prompt_slug",
            "in": "query",
            "required": false,
            "description": "Saved prompts, without versions.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_service",
            "in": "query",
            "required": false,
            "description": "Providers of the catalog.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "virtual_keys",
            "in": "query",
            "required": false,
            "description": "Stored providers, by their slugs; those of the catalog if none was used.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_org_model",
            "in": "query",
            "required": false,
            "description": "Models, as model or as provider__model.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cache_status",
            "in": "query",
            "required": false,
            "description": "Cache statuses, such as HIT,MISS.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "metadata",
            "in": "query",
            "required": false,
            "description": "A JSON object: values that keys of the metadata must have.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "error",
            "in": "query",
            "required": false,
            "description": "A part of the code or the sentence of the failure, in any case.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cost_min",
            "in": "query",
            "required": false,
            "description": "The least cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "cost_max",
            "in": "query",
            "required": false,
            "description": "The greatest cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "total_units_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "total_units_max",
            "in": "query",
            "required": false,
            "description": "The most tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "latency_min",
            "in": "query",
            "required": false,
            "description": "The shortest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "latency_max",
            "in": "query",
            "required": false,
            "description": "The longest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "weighted_feedback_min",
            "in": "query",
            "required": false,
            "description": "The lowest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "weighted_feedback_max",
            "in": "query",
            "required": false,
            "description": "The highest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "columns",
            "in": "query",
            "required": false,
            "description": "Columns besides requests, separated by commas: cost, total_tokens, avg_tokens, avg_input_tokens, avg_output_tokens, avg_latency, p95_latency, p99_latency, success_rate, error_count, cache_hit_rate, last_seen, first_seen.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "order_by",
            "in": "query",
            "required": false,
            "description": "Column that groups are sorted by.",
            "schema": {
              "type": "string",
              "enum": [
                "requests",
                "cost",
                "total_tokens",
                "last_seen"
              ],
              "default": "requests"
            }
          },
          {
            "name": "order_by_type",
            "in": "query",
            "required": false,
            "description": "The direction.",
            "schema": {
              "type": "string",
              "enum": [
                "asc",
                "desc"
              ],
              "default": "desc"
            }
          },
          {
            "name": "include_total",
            "in": "query",
            "required": false,
            "description": "Whether the number of groups on all pages is in the reply.",
            "schema": {
              "type": "boolean",
              "default": true
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AnalyticsGroups"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/analytics/graphs/{graph}": {
      "get": {
        "operationId": "readGraph",
        "tags": [
          "Analytics"
        ],
        "summary": "Reads requests, cost, tokens, latency, errors, errors-rate, errors-status-code, cache-hit-rate or cache-latency over time.",
        "description": "Needs the scope analytics.view.",
        "parameters": [
          {
            "name": "graph",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "time_of_generation_min",
            "in": "query",
            "required": true,
            "description": "The beginning of the period.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "time_of_generation_max",
            "in": "query",
            "required": true,
            "description": "The end of the period, which is not part of it.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "workspace_slug",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "Alias of workspace_slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "trace_id",
            "in": "query",
            "required": false,
            "description": "A trace.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "span_id",
            "in": "query",
            "required": false,
            "description": "A span.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status_code",
            "in": "query",
            "required": false,
            "description": "Statuses of replies, such as 200,429.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "api_key_ids",
            "in": "query",
            "required": false,
            "description": "Keys of the gateway, by their identifiers.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "configs",
            "in": "query",
            "required": false,
            "description": "Saved configs.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "prompt_slug",
            "in": "query",
            "required": false,
            "description": "Saved prompts, without versions.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_service",
            "in": "query",
            "required": false,
            "description": "Providers of the catalog.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "virtual_keys",
            "in": "query",
            "required": false,
            "description": "Stored providers, by their slugs; those of the catalog if none was used.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_org_model",
            "in": "query",
            "required": false,
            "description": "Models, as model or as provider__model.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cache_status",
            "in": "query",
            "required": false,
            "description": "Cache statuses, such as HIT,MISS.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "metadata",
            "in": "query",
            "required": false,
            "description": "A JSON object: values that keys of the metadata must have.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "error",
            "in": "query",
            "required": false,
            "description": "A part of the code or the sentence of the failure, in any case.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cost_min",
            "in": "query",
            "required": false,
            "description": "The least cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "cost_max",
            "in": "query",
            "required": false,
            "description": "The greatest cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "total_units_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "total_units_max",
            "in": "query",
            "required": false,
            "description": "The most tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "latency_min",
            "in": "query",
            "required": false,
            "description": "The shortest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "latency_max",
            "in": "query",
            "required": false,
            "description": "The longest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "weighted_feedback_min",
            "in": "query",
            "required": false,
            "description": "The lowest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "weighted_feedback_max",
            "in": "query",
            "required": false,
            "description": "The highest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "step",
            "in": "query",
            "required": false,
            "description": "The length of a point; by default what gives a graph of some hundred points.",
            "schema": {
              "type": "string",
              "enum": [
                "minute",
                "hour",
                "day"
              ]
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AnalyticsGraph"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/analytics/summary/cache": {
      "get": {
        "operationId": "readCacheSummary",
        "tags": [
          "Analytics"
        ],
        "summary": "Reads cache hits, their latency, and the saved cost, estimated from the mean of the misses.",
        "description": "Needs the scope analytics.view.",
        "parameters": [
          {
            "name": "time_of_generation_min",
            "in": "query",
            "required": true,
            "description": "The beginning of the period.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "time_of_generation_max",
            "in": "query",
            "required": true,
            "description": "The end of the period, which is not part of it.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "workspace_slug",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "Alias of workspace_slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "trace_id",
            "in": "query",
            "required": false,
            "description": "A trace.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "span_id",
            "in": "query",
            "required": false,
            "description": "A span.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status_code",
            "in": "query",
            "required": false,
            "description": "Statuses of replies, such as 200,429.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "api_key_ids",
            "in": "query",
            "required": false,
            "description": "Keys of the gateway, by their identifiers.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "configs",
            "in": "query",
            "required": false,
            "description": "Saved configs.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "prompt_slug",
            "in": "query",
            "required": false,
            "description": "Saved prompts, without versions.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_service",
            "in": "query",
            "required": false,
            "description": "Providers of the catalog.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "virtual_keys",
            "in": "query",
            "required": false,
            "description": "Stored providers, by their slugs; those of the catalog if none was used.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_org_model",
            "in": "query",
            "required": false,
            "description": "Models, as model or as provider__model.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cache_status",
            "in": "query",
            "required": false,
            "description": "Cache statuses, such as HIT,MISS.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "metadata",
            "in": "query",
            "required": false,
            "description": "A JSON object: values that keys of the metadata must have.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "error",
            "in": "query",
            "required": false,
            "description": "A part of the code or the sentence of the failure, in any case.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cost_min",
            "in": "query",
            "required": false,
            "description": "The least cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "cost_max",
            "in": "query",
            "required": false,
            "description": "The greatest cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "total_units_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "total_units_max",
            "in": "query",
            "required": false,
            "description": "The most tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "latency_min",
            "in": "query",
            "required": false,
            "description": "The shortest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "latency_max",
            "in": "query",
            "required": false,
            "description": "The longest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "weighted_feedback_min",
            "in": "query",
            "required": false,
            "description": "The lowest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "weighted_feedback_max",
            "in": "query",
            "required": false,
            "description": "The highest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CacheSummary"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys/organisation/service": {
      "post": {
        "operationId": "createOrganisationServiceKey",
        "tags": [
          "API keys"
        ],
        "summary": "Creates a key of a service that manages the organisation; it calls no models.",
        "description": "Needs the scope organisation_service_api_keys.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/OrganisationServiceKeyCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CreatedKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys/workspace/service": {
      "post": {
        "operationId": "createWorkspaceServiceKey",
        "tags": [
          "API keys"
        ],
        "summary": "Creates a key of a service in a workspace.",
        "description": "Needs the scope workspace_service_api_keys.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceServiceKeyCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CreatedKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys/workspace/user": {
      "post": {
        "operationId": "createWorkspaceUserKey",
        "tags": [
          "API keys"
        ],
        "summary": "Creates a key of a person in a workspace.",
        "description": "Needs the scope workspace_user_api_keys.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceUserKeyCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CreatedKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys": {
      "get": {
        "operationId": "listApiKeys",
        "tags": [
          "API keys"
        ],
        "summary": "Lists the keys that the caller may see.",
        "description": "Needs the scope organisation_service_api_keys.list or workspace_service_api_keys.list or workspace_user_api_keys.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "The identifier or slug of a workspace.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "type",
            "in": "query",
            "required": false,
            "description": "The kind of the key.",
            "schema": {
              "type": "string",
              "enum": [
                "organisation-service",
                "workspace-service",
                "workspace-user"
              ]
            }
          },
          {
            "name": "status",
            "in": "query",
            "required": false,
            "description": "The status.",
            "schema": {
              "type": "string",
              "enum": [
                "active",
                "disabled",
                "exhausted",
                "expired"
              ]
            }
          },
          {
            "name": "user_id",
            "in": "query",
            "required": false,
            "description": "The identifier of the person.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "name",
            "in": "query",
            "required": false,
            "description": "A part of the name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ApiKeyList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys/{apiKeyId}": {
      "get": {
        "operationId": "readApiKey",
        "tags": [
          "API keys"
        ],
        "summary": "Reads a key, masked.",
        "description": "Needs the scope organisation_service_api_keys.read or workspace_service_api_keys.read or workspace_user_api_keys.read.",
        "parameters": [
          {
            "name": "apiKeyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ApiKeyObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateApiKey",
        "tags": [
          "API keys"
        ],
        "summary": "Updates, disables or enables a key; its type and person never change.",
        "description": "Needs the scope organisation_service_api_keys.update or workspace_service_api_keys.update or workspace_user_api_keys.update.",
        "parameters": [
          {
            "name": "apiKeyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ApiKeyUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ApiKeyObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "revokeApiKey",
        "tags": [
          "API keys"
        ],
        "summary": "Revokes a key for good; it is refused everywhere within two seconds.",
        "description": "Needs the scope organisation_service_api_keys.delete or workspace_service_api_keys.delete or workspace_user_api_keys.delete.",
        "parameters": [
          {
            "name": "apiKeyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys/{apiKeyId}/rotate": {
      "post": {
        "operationId": "rotateApiKey",
        "tags": [
          "API keys"
        ],
        "summary": "Replaces the secret of a key; the old one stays valid for a transition.",
        "description": "Needs the scope organisation_service_api_keys.rotate or workspace_service_api_keys.rotate or workspace_user_api_keys.rotate.",
        "parameters": [
          {
            "name": "apiKeyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ApiKeyRotate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RotatedKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys/{apiKeyId}/rotate/complete": {
      "post": {
        "operationId": "completeKeyRotation",
        "tags": [
          "API keys"
        ],
        "summary": "Ends the transition of a rotation at once: the old secret is refused from now on.",
        "description": "Needs the scope organisation_service_api_keys.rotate or workspace_service_api_keys.rotate or workspace_user_api_keys.rotate.",
        "parameters": [
          {
            "name": "apiKeyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ApiKeyObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys/{apiKeyId}/accept": {
      "post": {
        "operationId": "acceptApiKey",
        "tags": [
          "API keys"
        ],
        "summary": "Accepts a key that someone else made or changed for the person who signs in. The reply has a new secret, the earlier ones are refused at once, and from then on the key reaches the person's connected accounts.",
        "parameters": [
          {
            "name": "apiKeyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CreatedKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/api-keys/self/rotate": {
      "post": {
        "operationId": "rotateOwnKey",
        "tags": [
          "API keys"
        ],
        "summary": "Gives the holder of a key that is due by its rotation policy the new secret, in exchange for the old one.",
        "parameters": [],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RotatedKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/audit-logs": {
      "get": {
        "operationId": "listAuditLogs",
        "tags": [
          "Audit log"
        ],
        "summary": "Lists changes of a period, the newest first.",
        "description": "Needs the scope audit_logs.list.",
        "parameters": [
          {
            "name": "start_time",
            "in": "query",
            "required": true,
            "description": "The beginning of the period.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "end_time",
            "in": "query",
            "required": true,
            "description": "The end of the period.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "method",
            "in": "query",
            "required": false,
            "description": "The method of the request.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "uri",
            "in": "query",
            "required": false,
            "description": "A part of the path of the request.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "user",
            "in": "query",
            "required": false,
            "description": "The identifier of who made the change.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "resource_type",
            "in": "query",
            "required": false,
            "description": "The kind of the resource.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "action",
            "in": "query",
            "required": false,
            "description": "The operation, such as create, update or delete.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AuditLogList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/collections": {
      "get": {
        "operationId": "listCollections",
        "tags": [
          "Collections"
        ],
        "summary": "Lists collections.",
        "description": "Needs the scope prompts.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "name",
            "in": "query",
            "required": false,
            "description": "A part of the name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "search",
            "in": "query",
            "required": false,
            "description": "Alias of name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptCollectionList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createCollection",
        "tags": [
          "Collections"
        ],
        "summary": "Creates a collection.",
        "description": "Needs the scope prompts.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CollectionCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptCollection"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/collections/{collectionId}": {
      "get": {
        "operationId": "readCollection",
        "tags": [
          "Collections"
        ],
        "summary": "Reads a collection by its identifier or slug.",
        "description": "Needs the scope prompts.read.",
        "parameters": [
          {
            "name": "collectionId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptCollection"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateCollection",
        "tags": [
          "Collections"
        ],
        "summary": "Changes a collection.",
        "description": "Needs the scope prompts.update.",
        "parameters": [
          {
            "name": "collectionId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CollectionUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptCollection"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteCollection",
        "tags": [
          "Collections"
        ],
        "summary": "Deletes a collection.",
        "description": "Needs the scope prompts.delete.",
        "parameters": [
          {
            "name": "collectionId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/configs": {
      "get": {
        "operationId": "listConfigs",
        "tags": [
          "Configs"
        ],
        "summary": "Lists saved configs, those of the project and those of the store.",
        "description": "Needs the scope configs.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status",
            "in": "query",
            "required": false,
            "description": "The status.",
            "schema": {
              "type": "string",
              "enum": [
                "active",
                "archived"
              ],
              "default": "active"
            }
          },
          {
            "name": "name",
            "in": "query",
            "required": false,
            "description": "A part of the name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConfigList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createConfig",
        "tags": [
          "Configs"
        ],
        "summary": "Saves a config, if it compiles.",
        "description": "Needs the scope configs.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ConfigCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConfigWritten"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/configs/{slug}": {
      "get": {
        "operationId": "readConfig",
        "tags": [
          "Configs"
        ],
        "summary": "Reads the version of a config that is in use.",
        "description": "Needs the scope configs.read.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConfigRead"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateConfig",
        "tags": [
          "Configs"
        ],
        "summary": "Adds a version of a config, if it compiles, and uses it unless promote is false.",
        "description": "Needs the scope configs.update.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ConfigUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConfigWritten"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteConfig",
        "tags": [
          "Configs"
        ],
        "summary": "Deletes a config and its versions.",
        "description": "Needs the scope configs.delete.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/configs/{slug}/versions": {
      "get": {
        "operationId": "listConfigVersions",
        "tags": [
          "Configs"
        ],
        "summary": "Lists the versions of a config, the newest first.",
        "description": "Needs the scope configs.read.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConfigVersionList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/configs/{slug}/versions/{version}": {
      "get": {
        "operationId": "readConfigVersion",
        "tags": [
          "Configs"
        ],
        "summary": "Reads a version by its number or label.",
        "description": "Needs the scope configs.read.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "version",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConfigVersion"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/configs/{slug}/labels/{label}": {
      "put": {
        "operationId": "moveConfigLabel",
        "tags": [
          "Configs"
        ],
        "summary": "Points a label at a version; live is the one in use.",
        "description": "Needs the scope configs.promote.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "label",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ConfigLabelMove"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConfigLabel"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteConfigLabel",
        "tags": [
          "Configs"
        ],
        "summary": "Deletes a label other than live.",
        "description": "Needs the scope configs.promote.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "label",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/deployments": {
      "get": {
        "operationId": "listDeployments",
        "tags": [
          "Deployments"
        ],
        "summary": "Lists the deployments that serve the caller's workspaces.",
        "description": "Needs the scope deployments.list.",
        "parameters": [
          {
            "name": "production",
            "in": "query",
            "required": false,
            "description": "Only those that serve production, or only the others.",
            "schema": {
              "type": "boolean"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeploymentList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createDeployment",
        "tags": [
          "Deployments"
        ],
        "summary": "Creates a deployment.",
        "description": "Needs the scope deployments.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/DeploymentCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Deployment"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/deployments/{deploymentId}": {
      "get": {
        "operationId": "readDeployment",
        "tags": [
          "Deployments"
        ],
        "summary": "Reads a deployment by its identifier or slug.",
        "description": "Needs the scope deployments.read.",
        "parameters": [
          {
            "name": "deploymentId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Deployment"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateDeployment",
        "tags": [
          "Deployments"
        ],
        "summary": "Updates a deployment; its runtimes follow within two seconds.",
        "description": "Needs the scope deployments.update.",
        "parameters": [
          {
            "name": "deploymentId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/DeploymentUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Deployment"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteDeployment",
        "tags": [
          "Deployments"
        ],
        "summary": "Deletes a deployment that no runtime serves.",
        "description": "Needs the scope deployments.delete.",
        "parameters": [
          {
            "name": "deploymentId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/feedback": {
      "post": {
        "operationId": "createFeedback",
        "tags": [
          "Feedback"
        ],
        "summary": "Gives feedback on a trace: one, or a list of up to 1,000.",
        "description": "Needs the scope logs.write or inference.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/FeedbackCreate"
                  },
                  {
                    "type": "array",
                    "items": {
                      "$ref": "#/components/schemas/FeedbackCreate"
                    }
                  }
                ]
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/FeedbackSaved"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/feedback/{feedbackID}": {
      "put": {
        "operationId": "updateFeedback",
        "tags": [
          "Feedback"
        ],
        "summary": "Changes feedback; omitted fields are unchanged.",
        "description": "Needs the scope logs.write or inference.",
        "parameters": [
          {
            "name": "feedbackID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/FeedbackUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/FeedbackSaved"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/integrations": {
      "get": {
        "operationId": "listIntegrations",
        "tags": [
          "Integrations"
        ],
        "summary": "Lists the integrations that the caller may see.",
        "description": "Needs the scope organisation_integrations.list or workspace_integrations.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/IntegrationList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createIntegration",
        "tags": [
          "Integrations"
        ],
        "summary": "Creates an integration.",
        "description": "Needs the scope organisation_integrations.create or workspace_integrations.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/IntegrationCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Integration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/integrations/{integrationId}": {
      "get": {
        "operationId": "readIntegration",
        "tags": [
          "Integrations"
        ],
        "summary": "Reads an integration by its identifier or slug.",
        "description": "Needs the scope organisation_integrations.read or workspace_integrations.read.",
        "parameters": [
          {
            "name": "integrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Integration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateIntegration",
        "tags": [
          "Integrations"
        ],
        "summary": "Updates an integration.",
        "description": "Needs the scope organisation_integrations.update or workspace_integrations.update.",
        "parameters": [
          {
            "name": "integrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/IntegrationUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Integration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteIntegration",
        "tags": [
          "Integrations"
        ],
        "summary": "Deletes an integration.",
        "description": "Needs the scope organisation_integrations.delete or workspace_integrations.delete.",
        "parameters": [
          {
            "name": "integrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/integrations/{integrationId}/workspaces": {
      "get": {
        "operationId": "readIntegrationWorkspaces",
        "tags": [
          "Integrations"
        ],
        "summary": "Reads which workspaces have access to an integration.",
        "description": "Needs the scope organisation_integrations.read or workspace_integrations.read.",
        "parameters": [
          {
            "name": "integrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/IntegrationAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateIntegrationWorkspaces",
        "tags": [
          "Integrations"
        ],
        "summary": "Changes which workspaces have access to an integration.",
        "description": "Needs the scope organisation_integrations.update.",
        "parameters": [
          {
            "name": "integrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/IntegrationAccessUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/IntegrationAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/integrations/{integrationId}/models": {
      "get": {
        "operationId": "readIntegrationModels",
        "tags": [
          "Integrations"
        ],
        "summary": "Reads which models an integration serves.",
        "description": "Needs the scope organisation_integrations.read or workspace_integrations.read.",
        "parameters": [
          {
            "name": "integrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/IntegrationModels"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateIntegrationModels",
        "tags": [
          "Integrations"
        ],
        "summary": "Switches models of an integration on and off.",
        "description": "Needs the scope organisation_integrations.update or workspace_integrations.update.",
        "parameters": [
          {
            "name": "integrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/IntegrationModelsUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/IntegrationModels"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteIntegrationModels",
        "tags": [
          "Integrations"
        ],
        "summary": "Removes models that were added to an integration.",
        "description": "Needs the scope organisation_integrations.update or workspace_integrations.update.",
        "parameters": [
          {
            "name": "integrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "slugs",
            "in": "query",
            "required": true,
            "description": "The models, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/IntegrationModels"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/labels": {
      "get": {
        "operationId": "listLabels",
        "tags": [
          "Labels"
        ],
        "summary": "Lists labels.",
        "description": "Needs the scope prompts.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "name",
            "in": "query",
            "required": false,
            "description": "A part of the name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "search",
            "in": "query",
            "required": false,
            "description": "Alias of name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptLabelList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createLabel",
        "tags": [
          "Labels"
        ],
        "summary": "Creates a label.",
        "description": "Needs the scope prompts.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LabelCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptLabel"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/labels/{labelId}": {
      "get": {
        "operationId": "readLabel",
        "tags": [
          "Labels"
        ],
        "summary": "Reads a label by its identifier or name.",
        "description": "Needs the scope prompts.read.",
        "parameters": [
          {
            "name": "labelId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptLabel"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateLabel",
        "tags": [
          "Labels"
        ],
        "summary": "Changes a label.",
        "description": "Needs the scope prompts.update.",
        "parameters": [
          {
            "name": "labelId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LabelUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptLabel"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteLabel",
        "tags": [
          "Labels"
        ],
        "summary": "Deletes a label.",
        "description": "Needs the scope prompts.delete.",
        "parameters": [
          {
            "name": "labelId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/exports": {
      "post": {
        "operationId": "createLogExport",
        "tags": [
          "Log exports"
        ],
        "summary": "Creates an export.",
        "description": "Needs the scope logs.export.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LogExportCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogExportCreated"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "get": {
        "operationId": "listLogExports",
        "tags": [
          "Log exports"
        ],
        "summary": "Lists exports, the newest first.",
        "description": "Needs the scope logs.export.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogExportList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/exports/{exportId}": {
      "get": {
        "operationId": "readLogExport",
        "tags": [
          "Log exports"
        ],
        "summary": "Reads an export and its state.",
        "description": "Needs the scope logs.export.",
        "parameters": [
          {
            "name": "exportId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogExport"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateLogExport",
        "tags": [
          "Log exports"
        ],
        "summary": "Changes an export that has not been started.",
        "description": "Needs the scope logs.export.",
        "parameters": [
          {
            "name": "exportId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LogExportUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogExportCreated"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/exports/{exportId}/start": {
      "post": {
        "operationId": "startLogExport",
        "tags": [
          "Log exports"
        ],
        "summary": "Counts the records of an export, after which it can be downloaded.",
        "description": "Needs the scope logs.export.",
        "parameters": [
          {
            "name": "exportId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LogExportAction"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogExportMoved"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/exports/{exportId}/cancel": {
      "post": {
        "operationId": "cancelLogExport",
        "tags": [
          "Log exports"
        ],
        "summary": "Stops an export: it cannot be downloaded any more, and downloads in progress end.",
        "description": "Needs the scope logs.export.",
        "parameters": [
          {
            "name": "exportId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LogExportAction"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogExportMoved"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/exports/{exportId}/download": {
      "get": {
        "operationId": "downloadLogExport",
        "tags": [
          "Log exports"
        ],
        "summary": "Streams the records as JSON Lines, the newest first.",
        "description": "Needs the scope logs.export.",
        "parameters": [
          {
            "name": "exportId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogExportLine"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs": {
      "get": {
        "operationId": "listLogs",
        "tags": [
          "Logs"
        ],
        "summary": "Lists records of a period, the newest first.",
        "description": "Needs the scope logs.list.",
        "parameters": [
          {
            "name": "time_of_generation_min",
            "in": "query",
            "required": true,
            "description": "The beginning of the period.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "time_of_generation_max",
            "in": "query",
            "required": true,
            "description": "The end of the period, which is not part of it.",
            "schema": {
              "type": "string",
              "format": "date-time"
            }
          },
          {
            "name": "workspace_slug",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "Alias of workspace_slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "trace_id",
            "in": "query",
            "required": false,
            "description": "A trace.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "span_id",
            "in": "query",
            "required": false,
            "description": "A span.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status_code",
            "in": "query",
            "required": false,
            "description": "Statuses of replies, such as 200,429.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "api_key_ids",
            "in": "query",
            "required": false,
            "description": "Keys of the gateway, by their identifiers.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "configs",
            "in": "query",
            "required": false,
            "description": "Saved configs.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "prompt_slug",
            "in": "query",
            "required": false,
            "description": "Saved prompts, without versions.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_service",
            "in": "query",
            "required": false,
            "description": "Providers of the catalog.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "virtual_keys",
            "in": "query",
            "required": false,
            "description": "Stored providers, by their slugs; those of the catalog if none was used.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "ai_org_model",
            "in": "query",
            "required": false,
            "description": "Models, as model or as provider__model.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cache_status",
            "in": "query",
            "required": false,
            "description": "Cache statuses, such as HIT,MISS.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "metadata",
            "in": "query",
            "required": false,
            "description": "A JSON object: values that keys of the metadata must have.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "error",
            "in": "query",
            "required": false,
            "description": "A part of the code or the sentence of the failure, in any case.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "cost_min",
            "in": "query",
            "required": false,
            "description": "The least cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "cost_max",
            "in": "query",
            "required": false,
            "description": "The greatest cost, in US dollars.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "total_units_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "total_units_max",
            "in": "query",
            "required": false,
            "description": "The most tokens.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "prompt_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the request.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_min",
            "in": "query",
            "required": false,
            "description": "The fewest tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "completion_token_max",
            "in": "query",
            "required": false,
            "description": "The most tokens of the reply.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "latency_min",
            "in": "query",
            "required": false,
            "description": "The shortest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "latency_max",
            "in": "query",
            "required": false,
            "description": "The longest time, in milliseconds.",
            "schema": {
              "type": "number",
              "minimum": 0
            }
          },
          {
            "name": "weighted_feedback_min",
            "in": "query",
            "required": false,
            "description": "The lowest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "weighted_feedback_max",
            "in": "query",
            "required": false,
            "description": "The highest mean of its feedback, weighted.",
            "schema": {
              "type": "number",
              "minimum": -10,
              "maximum": 10
            }
          },
          {
            "name": "cursor",
            "in": "query",
            "required": false,
            "description": "Start of the page: next_cursor of the previous page.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of records on a page.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "default": 100
            }
          },
          {
            "name": "include_total",
            "in": "query",
            "required": false,
            "description": "Whether the records of all pages are counted.",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "insertLogs",
        "tags": [
          "Logs"
        ],
        "summary": "Stores records of requests that went past the gateway: one, or a list of up to 1,000.",
        "description": "Needs the scope logs.write.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/LogInsert"
                  },
                  {
                    "type": "array",
                    "items": {
                      "$ref": "#/components/schemas/LogInsert"
                    }
                  }
                ]
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogInserted"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/bodies": {
      "delete": {
        "operationId": "eraseLogBodies",
        "tags": [
          "Logs"
        ],
        "summary": "Erases the bodies of a workspace, or of one user in it (_user of the metadata), by dropping the keys that encrypt them.",
        "description": "Needs the scope logs.erase.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "The workspace, by its identifier or slug; that of the key when absent.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "user",
            "in": "query",
            "required": false,
            "description": "The value of _user in the metadata; all users when absent.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogErasure"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/facets/{facet}": {
      "get": {
        "operationId": "readLogFacets",
        "tags": [
          "Logs"
        ],
        "summary": "Lists the values of a group (model, status_code and the others of analytics), or the keys of the metadata.",
        "description": "Needs the scope logs.list.",
        "parameters": [
          {
            "name": "facet",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogFacets"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/traces/{traceId}": {
      "get": {
        "operationId": "readLogTrace",
        "tags": [
          "Logs"
        ],
        "summary": "Reads all records of a trace, without bodies.",
        "description": "Needs the scope logs.view.",
        "parameters": [
          {
            "name": "traceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "log_format",
            "in": "query",
            "required": false,
            "description": "interface: names and dollars of the interface; record: the line of the request log.",
            "schema": {
              "type": "string",
              "enum": [
                "interface",
                "record"
              ],
              "default": "interface"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogTrace"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/{logId}": {
      "get": {
        "operationId": "readLog",
        "tags": [
          "Logs"
        ],
        "summary": "Reads a record by its identifier, with its bodies if they are stored.",
        "description": "Needs the scope logs.view.",
        "parameters": [
          {
            "name": "logId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "log_format",
            "in": "query",
            "required": false,
            "description": "interface: names and dollars of the interface; record: the line of the request log.",
            "schema": {
              "type": "string",
              "enum": [
                "interface",
                "record"
              ],
              "default": "interface"
            }
          },
          {
            "name": "bodies",
            "in": "query",
            "required": false,
            "description": "Whether bodies are read. Doing so is in the audit log.",
            "schema": {
              "type": "boolean",
              "default": true
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogReply"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/logs/{logId}/replay": {
      "post": {
        "operationId": "replayLog",
        "tags": [
          "Logs"
        ],
        "summary": "Replays a logged request through another config, without calling a provider.",
        "description": "Needs the scope logs.view.",
        "parameters": [
          {
            "name": "logId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LogReplay"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogReplayed"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/v2/mcp-servers/{mcpServerId}/connections": {
      "get": {
        "operationId": "listMcpConnections",
        "tags": [
          "MCP connections"
        ],
        "summary": "Lists the connections of an MCP server that the caller may see.",
        "description": "Needs the scope mcp_servers.read.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "user_id",
            "in": "query",
            "required": false,
            "description": "A person, by identifier.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace in which they were connected, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpConnectionList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteMcpConnection",
        "tags": [
          "MCP connections"
        ],
        "summary": "Revokes the connection of a person, here and at the authorization server.",
        "description": "Needs the scope mcp_servers.read.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "user_id",
            "in": "query",
            "required": false,
            "description": "The person, by identifier; the caller by default. Keys of services must name one.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "The workspace in which it was connected, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpConnectionRevoked"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-integrations": {
      "get": {
        "operationId": "listMcpIntegrations",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Lists the MCP integrations that the caller may see.",
        "description": "Needs the scope organisation_mcp_integrations.list or workspace_mcp_integrations.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpIntegrationList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createMcpIntegration",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Creates an MCP integration.",
        "description": "Needs the scope organisation_mcp_integrations.create or workspace_mcp_integrations.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpIntegrationCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpIntegration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-integrations/import": {
      "post": {
        "operationId": "importMcpIntegration",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Creates an MCP integration from a server.json of the MCP Registry.",
        "description": "Needs the scope organisation_mcp_integrations.create or workspace_mcp_integrations.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpIntegrationImport"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpIntegration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-integrations/{mcpIntegrationId}": {
      "get": {
        "operationId": "readMcpIntegration",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Reads an MCP integration by its identifier or slug.",
        "description": "Needs the scope organisation_mcp_integrations.read or workspace_mcp_integrations.read.",
        "parameters": [
          {
            "name": "mcpIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpIntegration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateMcpIntegration",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Updates an MCP integration.",
        "description": "Needs the scope organisation_mcp_integrations.update or workspace_mcp_integrations.update.",
        "parameters": [
          {
            "name": "mcpIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpIntegrationUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpIntegration"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteMcpIntegration",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Deletes an MCP integration that no server uses.",
        "description": "Needs the scope organisation_mcp_integrations.delete or workspace_mcp_integrations.delete.",
        "parameters": [
          {
            "name": "mcpIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-integrations/{mcpIntegrationId}/workspaces": {
      "get": {
        "operationId": "readMcpIntegrationWorkspaces",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Reads which workspaces have access to an MCP integration.",
        "description": "Needs the scope organisation_mcp_integrations.read or workspace_mcp_integrations.read.",
        "parameters": [
          {
            "name": "mcpIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateMcpIntegrationWorkspaces",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Changes which workspaces have access to an MCP integration.",
        "description": "Needs the scope organisation_mcp_integrations.update.",
        "parameters": [
          {
            "name": "mcpIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceAccessUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-integrations/{mcpIntegrationId}/capabilities": {
      "get": {
        "operationId": "readMcpIntegrationCapabilities",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Lists what is switched off for all servers of an MCP integration.",
        "description": "Needs the scope organisation_mcp_integrations.read or workspace_mcp_integrations.read.",
        "parameters": [
          {
            "name": "mcpIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpCapabilityList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateMcpIntegrationCapabilities",
        "tags": [
          "MCP integrations"
        ],
        "summary": "Switches capabilities for all servers of an MCP integration.",
        "description": "Needs the scope organisation_mcp_integrations.update or workspace_mcp_integrations.update.",
        "parameters": [
          {
            "name": "mcpIntegrationId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpCapabilitiesUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpCapabilityList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-servers": {
      "get": {
        "operationId": "listMcpServers",
        "tags": [
          "MCP servers"
        ],
        "summary": "Lists the MCP servers that the caller may see.",
        "description": "Needs the scope mcp_servers.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createMcpServer",
        "tags": [
          "MCP servers"
        ],
        "summary": "Creates an MCP server.",
        "description": "Needs the scope mcp_servers.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpServerCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-servers/{mcpServerId}": {
      "get": {
        "operationId": "readMcpServer",
        "tags": [
          "MCP servers"
        ],
        "summary": "Reads an MCP server by its identifier or slug.",
        "description": "Needs the scope mcp_servers.read.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateMcpServer",
        "tags": [
          "MCP servers"
        ],
        "summary": "Updates an MCP server.",
        "description": "Needs the scope mcp_servers.update.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpServerUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerObject"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteMcpServer",
        "tags": [
          "MCP servers"
        ],
        "summary": "Deletes an MCP server.",
        "description": "Needs the scope mcp_servers.delete.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-servers/{mcpServerId}/capabilities": {
      "get": {
        "operationId": "readMcpServerCapabilities",
        "tags": [
          "MCP servers"
        ],
        "summary": "Lists the capabilities of an MCP server: whether they are switched on, and which tools are held.",
        "description": "Needs the scope mcp_servers.read.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerCapabilityList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateMcpServerCapabilities",
        "tags": [
          "MCP servers"
        ],
        "summary": "Enables or disables capabilities of an MCP server for all users, a person or a key.",
        "description": "Needs the scope mcp_servers.update.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpCapabilitiesUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerCapabilityList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-servers/{mcpServerId}/capabilities/approve": {
      "post": {
        "operationId": "approveMcpTools",
        "tags": [
          "MCP servers"
        ],
        "summary": "Trusts definitions of tools that are held.",
        "description": "Needs the scope mcp_servers.update.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpToolApproval"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerCapabilityList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-servers/{mcpServerId}/user-access": {
      "get": {
        "operationId": "readMcpServerUserAccess",
        "tags": [
          "MCP servers"
        ],
        "summary": "Reads which people may use an MCP server.",
        "description": "Needs the scope mcp_servers.read.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UserAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateMcpServerUserAccess",
        "tags": [
          "MCP servers"
        ],
        "summary": "Changes which people may use an MCP server.",
        "description": "Needs the scope mcp_servers.update.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UserAccessUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UserAccess"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-servers/{mcpServerId}/test": {
      "post": {
        "operationId": "testMcpServer",
        "tags": [
          "MCP servers"
        ],
        "summary": "Queries an MCP server for its identity and tools.",
        "description": "Needs the scope mcp_servers.read.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerTest"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/mcp-servers/{mcpServerId}/metadata": {
      "get": {
        "operationId": "readMcpServerMetadata",
        "tags": [
          "MCP servers"
        ],
        "summary": "Reads the self-reported metadata of an MCP server.",
        "description": "Needs the scope mcp_servers.read.",
        "parameters": [
          {
            "name": "mcpServerId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpServerMetadata"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/organisation/users": {
      "get": {
        "operationId": "listOrganisationUsers",
        "tags": [
          "Members"
        ],
        "summary": "Lists the people of the organisation.",
        "description": "Needs the scope organisation_users.list.",
        "parameters": [
          {
            "name": "email",
            "in": "query",
            "required": false,
            "description": "The address.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "role",
            "in": "query",
            "required": false,
            "description": "The role.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OrganisationUserList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createOrganisationUser",
        "tags": [
          "Members"
        ],
        "summary": "Adds a person to the organisation.",
        "description": "Needs the scope organisation_users.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/OrganisationUserCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OrganisationUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/organisation/users/{userId}": {
      "get": {
        "operationId": "readOrganisationUser",
        "tags": [
          "Members"
        ],
        "summary": "Reads a person.",
        "description": "Needs the scope organisation_users.read.",
        "parameters": [
          {
            "name": "userId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OrganisationUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateOrganisationUser",
        "tags": [
          "Members"
        ],
        "summary": "Updates the name or the role of a person.",
        "description": "Needs the scope organisation_users.update.",
        "parameters": [
          {
            "name": "userId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/OrganisationUserUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OrganisationUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "removeOrganisationUser",
        "tags": [
          "Members"
        ],
        "summary": "Removes a person from the organisation and from all workspaces, and revokes their keys.",
        "description": "Needs the scope organisation_users.delete.",
        "parameters": [
          {
            "name": "userId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/workspaces/{workspaceId}/users": {
      "get": {
        "operationId": "listWorkspaceUsers",
        "tags": [
          "Members"
        ],
        "summary": "Lists the members of a workspace.",
        "description": "Needs the scope workspace_users.list.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "role",
            "in": "query",
            "required": false,
            "description": "The role.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceUserList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "addWorkspaceUsers",
        "tags": [
          "Members"
        ],
        "summary": "Adds people of the organisation to a workspace.",
        "description": "Needs the scope workspace_users.create.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceUsersAdd"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceUserList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/workspaces/{workspaceId}/users/{userId}": {
      "get": {
        "operationId": "readWorkspaceUser",
        "tags": [
          "Members"
        ],
        "summary": "Reads a member of a workspace.",
        "description": "Needs the scope workspace_users.read.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "userId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateWorkspaceUser",
        "tags": [
          "Members"
        ],
        "summary": "Changes the role of a member.",
        "description": "Needs the scope workspace_users.update.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "userId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceUserUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "removeWorkspaceUser",
        "tags": [
          "Members"
        ],
        "summary": "Removes a member from a workspace, and revokes their keys in it.",
        "description": "Needs the scope workspace_users.delete.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "userId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/partials": {
      "get": {
        "operationId": "listPartials",
        "tags": [
          "Partials"
        ],
        "summary": "Lists partials, those of the project and those of the store.",
        "description": "Needs the scope prompts.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "name",
            "in": "query",
            "required": false,
            "description": "A part of the name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "search",
            "in": "query",
            "required": false,
            "description": "Alias of name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SavedPartialList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createPartial",
        "tags": [
          "Partials"
        ],
        "summary": "Saves a partial; its first version is published.",
        "description": "Needs the scope prompts.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PartialCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PartialWritten"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/partials/{partialId}": {
      "get": {
        "operationId": "readPartial",
        "tags": [
          "Partials"
        ],
        "summary": "Reads a partial and its published version.",
        "description": "Needs the scope prompts.read.",
        "parameters": [
          {
            "name": "partialId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SavedPartial"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updatePartial",
        "tags": [
          "Partials"
        ],
        "summary": "Changes a partial, or adds a version of it, which is not published.",
        "description": "Needs the scope prompts.update.",
        "parameters": [
          {
            "name": "partialId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PartialUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PartialWritten"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deletePartial",
        "tags": [
          "Partials"
        ],
        "summary": "Deletes a partial that no other template includes.",
        "description": "Needs the scope prompts.delete.",
        "parameters": [
          {
            "name": "partialId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/partials/{partialId}/versions": {
      "get": {
        "operationId": "listPartialVersions",
        "tags": [
          "Partials"
        ],
        "summary": "Lists the versions of a partial, the newest first.",
        "description": "Needs the scope prompts.read.",
        "parameters": [
          {
            "name": "partialId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PartialVersionList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/partials/{partialId}/versions/{version}": {
      "get": {
        "operationId": "readPartialVersion",
        "tags": [
          "Partials"
        ],
        "summary": "Reads a version by its number.",
        "description": "Needs the scope prompts.read.",
        "parameters": [
          {
            "name": "partialId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "version",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PartialVersion"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/partials/{partialId}/makeDefault": {
      "put": {
        "operationId": "publishPartial",
        "tags": [
          "Partials"
        ],
        "summary": "Publishes a version: templates that name none use it.",
        "description": "Needs the scope prompts.publish.",
        "parameters": [
          {
            "name": "partialId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PublishVersion"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts": {
      "get": {
        "operationId": "listPrompts",
        "tags": [
          "Prompts"
        ],
        "summary": "Lists saved prompts, those of the project and those of the store.",
        "description": "Needs the scope prompts.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "collection_id",
            "in": "query",
            "required": false,
            "description": "A collection, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "name",
            "in": "query",
            "required": false,
            "description": "A part of the name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "search",
            "in": "query",
            "required": false,
            "description": "Alias of name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SavedPromptList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createPrompt",
        "tags": [
          "Prompts"
        ],
        "summary": "Saves a prompt; its first version is published.",
        "description": "Needs the scope prompts.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PromptCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptWritten"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/{promptId}": {
      "get": {
        "operationId": "readPrompt",
        "tags": [
          "Prompts"
        ],
        "summary": "Reads a prompt and its published version.",
        "description": "Needs the scope prompts.read.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SavedPrompt"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updatePrompt",
        "tags": [
          "Prompts"
        ],
        "summary": "Changes a prompt, or adds a version of it, which is not published.",
        "description": "Needs the scope prompts.update.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "patch",
            "in": "query",
            "required": false,
            "description": "The same as patch of the body.",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PromptUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptWritten"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deletePrompt",
        "tags": [
          "Prompts"
        ],
        "summary": "Deletes a prompt and its versions.",
        "description": "Needs the scope prompts.delete.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/{promptId}/versions": {
      "get": {
        "operationId": "listPromptVersions",
        "tags": [
          "Prompts"
        ],
        "summary": "Lists the versions of a prompt, the newest first.",
        "description": "Needs the scope prompts.read.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptVersionList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/{promptId}/versions/{version}": {
      "get": {
        "operationId": "readPromptVersion",
        "tags": [
          "Prompts"
        ],
        "summary": "Reads a version by its number or label.",
        "description": "Needs the scope prompts.read.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "version",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PromptVersion"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "labelPromptVersion",
        "tags": [
          "Prompts"
        ],
        "summary": "Moves a label to a version, or removes its labels.",
        "description": "Needs the scope prompts.publish.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "version",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PromptVersionLabel"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/prompts/{promptId}/makeDefault": {
      "put": {
        "operationId": "publishPrompt",
        "tags": [
          "Prompts"
        ],
        "summary": "Publishes a version: calls that name none use it.",
        "description": "Needs the scope prompts.publish.",
        "parameters": [
          {
            "name": "promptId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PublishVersion"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/providers": {
      "get": {
        "operationId": "listProviders",
        "tags": [
          "Providers"
        ],
        "summary": "Lists the providers that the caller may see.",
        "description": "Needs the scope providers.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ProviderList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createProvider",
        "tags": [
          "Providers"
        ],
        "summary": "Creates a provider.",
        "description": "Needs the scope providers.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ProviderCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Provider"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/providers/{providerSlug}": {
      "get": {
        "operationId": "readProvider",
        "tags": [
          "Providers"
        ],
        "summary": "Reads a provider by its identifier or slug.",
        "description": "Needs the scope providers.read.",
        "parameters": [
          {
            "name": "providerSlug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Provider"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateProvider",
        "tags": [
          "Providers"
        ],
        "summary": "Updates a provider.",
        "description": "Needs the scope providers.update.",
        "parameters": [
          {
            "name": "providerSlug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ProviderUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Provider"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteProvider",
        "tags": [
          "Providers"
        ],
        "summary": "Deletes a provider.",
        "description": "Needs the scope providers.delete.",
        "parameters": [
          {
            "name": "providerSlug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/policies/rate-limits": {
      "get": {
        "operationId": "listRateLimits",
        "tags": [
          "Rate limits"
        ],
        "summary": "Lists rate-limit policies, those of the manifest and those of the store.",
        "description": "Needs the scope policies.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status",
            "in": "query",
            "required": false,
            "description": "The status.",
            "schema": {
              "type": "string",
              "enum": [
                "active",
                "archived"
              ],
              "default": "active"
            }
          },
          {
            "name": "type",
            "in": "query",
            "required": false,
            "description": "Unit that is counted.",
            "schema": {
              "type": "string",
              "enum": [
                "requests",
                "tokens"
              ]
            }
          },
          {
            "name": "unit",
            "in": "query",
            "required": false,
            "description": "The window: a minute, an hour, a day or a week, ending now.",
            "schema": {
              "type": "string",
              "enum": [
                "rpm",
                "rph",
                "rpd",
                "rpw"
              ]
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RateLimitsPolicyList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createRateLimit",
        "tags": [
          "Rate limits"
        ],
        "summary": "Creates a rate-limit policy.",
        "description": "Needs the scope policies.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RateLimitCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RateLimitsPolicy"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/policies/rate-limits/{rateLimitsPolicyId}": {
      "get": {
        "operationId": "readRateLimit",
        "tags": [
          "Rate limits"
        ],
        "summary": "Reads a rate-limit policy.",
        "description": "Needs the scope policies.read.",
        "parameters": [
          {
            "name": "rateLimitsPolicyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status",
            "in": "query",
            "required": false,
            "description": "The status that it must have.",
            "schema": {
              "type": "string",
              "enum": [
                "active",
                "archived"
              ],
              "default": "active"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RateLimitsPolicy"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateRateLimit",
        "tags": [
          "Rate limits"
        ],
        "summary": "Changes name, unit, value or conditions; usage is unchanged.",
        "description": "Needs the scope policies.update.",
        "parameters": [
          {
            "name": "rateLimitsPolicyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RateLimitUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RateLimitsPolicy"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "archiveRateLimit",
        "tags": [
          "Rate limits"
        ],
        "summary": "Archives a rate-limit policy, which limits nothing from then on.",
        "description": "Needs the scope policies.delete.",
        "parameters": [
          {
            "name": "rateLimitsPolicyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/releases/revision": {
      "get": {
        "operationId": "readReleaseRevision",
        "tags": [
          "Releases"
        ],
        "summary": "Reads the revision of the store.",
        "description": "Needs the scope configs.list.",
        "parameters": [],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReleaseRevision"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/releases/resources": {
      "get": {
        "operationId": "listReleaseResources",
        "tags": [
          "Releases"
        ],
        "summary": "Lists releases, versions, labels or projects in the order of their identifiers.",
        "description": "Needs the scope configs.read.",
        "parameters": [
          {
            "name": "kind",
            "in": "query",
            "required": true,
            "description": "The kind.",
            "schema": {
              "type": "string",
              "enum": [
                "release",
                "release-config",
                "label",
                "project"
              ]
            }
          },
          {
            "name": "prefix",
            "in": "query",
            "required": false,
            "description": "Prefix of the identifiers.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "after",
            "in": "query",
            "required": false,
            "description": "The identifier after which the list begins.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "limit",
            "in": "query",
            "required": false,
            "description": "The most that are listed.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "default": 100
            }
          },
          {
            "name": "descending",
            "in": "query",
            "required": false,
            "description": "Whether the last come first.",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReleaseResourceList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/releases/resource": {
      "get": {
        "operationId": "readReleaseResource",
        "tags": [
          "Releases"
        ],
        "summary": "Reads one of them; null if there is none.",
        "description": "Needs the scope configs.read.",
        "parameters": [
          {
            "name": "kind",
            "in": "query",
            "required": true,
            "description": "The kind.",
            "schema": {
              "type": "string",
              "enum": [
                "release",
                "release-config",
                "label",
                "project"
              ]
            }
          },
          {
            "name": "id",
            "in": "query",
            "required": true,
            "description": "The identifier.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReleaseResourceRead"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/releases/blobs/{digest}": {
      "get": {
        "operationId": "readReleaseBlob",
        "tags": [
          "Releases"
        ],
        "summary": "Reads bytes by their digest; null if there are none.",
        "description": "Needs the scope configs.read.",
        "parameters": [
          {
            "name": "digest",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReleaseBlob"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/releases/changes": {
      "get": {
        "operationId": "listReleaseChanges",
        "tags": [
          "Releases"
        ],
        "summary": "Lists what has changed since a revision.",
        "description": "Needs the scope configs.read.",
        "parameters": [
          {
            "name": "since",
            "in": "query",
            "required": true,
            "description": "The revision that is known.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReleaseChanges"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/releases/runtimes": {
      "get": {
        "operationId": "listReleaseRuntimes",
        "tags": [
          "Releases"
        ],
        "summary": "Lists the runtimes that follow the store, with the revision and plan that each has.",
        "description": "Needs the scope configs.read.",
        "parameters": [],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReleaseRuntimes"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/releases/commit": {
      "post": {
        "operationId": "commitRelease",
        "tags": [
          "Releases"
        ],
        "summary": "Writes a push or the move of a label, whole or not at all.",
        "description": "Needs the scope configs.create or configs.promote.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ReleaseCommit"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReleaseCommitted"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/ServiceProviderConfig": {
      "get": {
        "operationId": "readScimConfig",
        "tags": [
          "SCIM"
        ],
        "summary": "Lists the supported features of SCIM.",
        "parameters": [],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimDocument"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/Schemas": {
      "get": {
        "operationId": "listScimSchemas",
        "tags": [
          "SCIM"
        ],
        "summary": "Lists the attributes of people and groups.",
        "parameters": [],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/Schemas/{schemaId}": {
      "get": {
        "operationId": "readScimSchema",
        "tags": [
          "SCIM"
        ],
        "summary": "Reads the attributes of people or of groups.",
        "parameters": [
          {
            "name": "schemaId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimDocument"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/ResourceTypes": {
      "get": {
        "operationId": "listScimResourceTypes",
        "tags": [
          "SCIM"
        ],
        "summary": "Lists the kinds of resources.",
        "parameters": [],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/ResourceTypes/{typeId}": {
      "get": {
        "operationId": "readScimResourceType",
        "tags": [
          "SCIM"
        ],
        "summary": "Reads a kind of resources.",
        "parameters": [
          {
            "name": "typeId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimDocument"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/Users": {
      "get": {
        "operationId": "listScimUsers",
        "tags": [
          "SCIM"
        ],
        "summary": "Lists people, or those that a filter names.",
        "description": "Needs the scope organisation_users.list.",
        "parameters": [
          {
            "name": "filter",
            "in": "query",
            "required": false,
            "description": "A filter such as userName eq \"ada@example.org\"; conditions are joined with and.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "startIndex",
            "in": "query",
            "required": false,
            "description": "The first resource, counted from 1.",
            "schema": {
              "type": "integer",
              "minimum": -2147483648,
              "default": 1
            }
          },
          {
            "name": "count",
            "in": "query",
            "required": false,
            "description": "The number of resources of the reply, at most 1000.",
            "schema": {
              "type": "integer",
              "minimum": -2147483648,
              "default": 100
            }
          },
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createScimUser",
        "tags": [
          "SCIM"
        ],
        "summary": "Adds a person.",
        "description": "Needs the scope organisation_users.create.",
        "parameters": [
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/scim+json": {
              "schema": {
                "$ref": "#/components/schemas/ScimUser"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/Users/{scimId}": {
      "get": {
        "operationId": "readScimUser",
        "tags": [
          "SCIM"
        ],
        "summary": "Reads a person.",
        "description": "Needs the scope organisation_users.read.",
        "parameters": [
          {
            "name": "scimId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "replaceScimUser",
        "tags": [
          "SCIM"
        ],
        "summary": "Replaces a person; omitted roles and active are unchanged.",
        "description": "Needs the scope organisation_users.update.",
        "parameters": [
          {
            "name": "scimId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/scim+json": {
              "schema": {
                "$ref": "#/components/schemas/ScimUser"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      },
      "patch": {
        "operationId": "patchScimUser",
        "tags": [
          "SCIM"
        ],
        "summary": "Changes attributes of a person.",
        "description": "Needs the scope organisation_users.update.",
        "parameters": [
          {
            "name": "scimId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/scim+json": {
              "schema": {
                "$ref": "#/components/schemas/ScimPatch"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimUser"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteScimUser",
        "tags": [
          "SCIM"
        ],
        "summary": "Removes a person from the organisation and from all workspaces, and revokes their keys.",
        "description": "Needs the scope organisation_users.delete.",
        "parameters": [
          {
            "name": "scimId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/Groups": {
      "get": {
        "operationId": "listScimGroups",
        "tags": [
          "SCIM"
        ],
        "summary": "Lists groups, or those that a filter names.",
        "description": "Needs the scope organisation_users.list.",
        "parameters": [
          {
            "name": "filter",
            "in": "query",
            "required": false,
            "description": "A filter such as userName eq \"ada@example.org\"; conditions are joined with and.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "startIndex",
            "in": "query",
            "required": false,
            "description": "The first resource, counted from 1.",
            "schema": {
              "type": "integer",
              "minimum": -2147483648,
              "default": 1
            }
          },
          {
            "name": "count",
            "in": "query",
            "required": false,
            "description": "The number of resources of the reply, at most 1000.",
            "schema": {
              "type": "integer",
              "minimum": -2147483648,
              "default": 100
            }
          },
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createScimGroup",
        "tags": [
          "SCIM"
        ],
        "summary": "Adds a group.",
        "description": "Needs the scope organisation_users.update.",
        "parameters": [
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/scim+json": {
              "schema": {
                "$ref": "#/components/schemas/ScimGroup"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimGroup"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/scim/v2/Groups/{scimId}": {
      "get": {
        "operationId": "readScimGroup",
        "tags": [
          "SCIM"
        ],
        "summary": "Reads a group.",
        "description": "Needs the scope organisation_users.read.",
        "parameters": [
          {
            "name": "scimId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimGroup"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "replaceScimGroup",
        "tags": [
          "SCIM"
        ],
        "summary": "Replaces a group and its members.",
        "description": "Needs the scope organisation_users.update.",
        "parameters": [
          {
            "name": "scimId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/scim+json": {
              "schema": {
                "$ref": "#/components/schemas/ScimGroup"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimGroup"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      },
      "patch": {
        "operationId": "patchScimGroup",
        "tags": [
          "SCIM"
        ],
        "summary": "Changes attributes of a group.",
        "description": "Needs the scope organisation_users.update.",
        "parameters": [
          {
            "name": "scimId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "attributes",
            "in": "query",
            "required": false,
            "description": "The attributes of the reply, separated by commas.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "excludedAttributes",
            "in": "query",
            "required": false,
            "description": "Attributes that the reply lacks, separated by commas.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/scim+json": {
              "schema": {
                "$ref": "#/components/schemas/ScimPatch"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimGroup"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteScimGroup",
        "tags": [
          "SCIM"
        ],
        "summary": "Deletes a group, and removes the roles that it granted its members.",
        "description": "Needs the scope organisation_users.update.",
        "parameters": [
          {
            "name": "scimId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/scim+json": {
                "schema": {
                  "$ref": "#/components/schemas/ScimError"
                }
              }
            }
          }
        }
      }
    },
    "/secret-references": {
      "get": {
        "operationId": "listSecretReferences",
        "tags": [
          "Secret references"
        ],
        "summary": "Lists the secret references that the caller may see.",
        "description": "Needs the scope secret_references.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SecretReferenceList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createSecretReference",
        "tags": [
          "Secret references"
        ],
        "summary": "Creates a secret reference.",
        "description": "Needs the scope secret_references.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SecretReferenceCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SecretReference"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/secret-references/{secretReferenceId}": {
      "get": {
        "operationId": "readSecretReference",
        "tags": [
          "Secret references"
        ],
        "summary": "Reads a secret reference by its identifier or slug.",
        "description": "Needs the scope secret_references.read.",
        "parameters": [
          {
            "name": "secretReferenceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SecretReference"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateSecretReference",
        "tags": [
          "Secret references"
        ],
        "summary": "Updates a secret reference.",
        "description": "Needs the scope secret_references.update.",
        "parameters": [
          {
            "name": "secretReferenceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SecretReferenceUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SecretReference"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteSecretReference",
        "tags": [
          "Secret references"
        ],
        "summary": "Deletes a secret reference.",
        "description": "Needs the scope secret_references.delete.",
        "parameters": [
          {
            "name": "secretReferenceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/organisation/settings": {
      "get": {
        "operationId": "readOrganisationSettings",
        "tags": [
          "Settings"
        ],
        "summary": "Reads the settings of all workspaces, with their defaults.",
        "description": "Needs the scope settings.read.",
        "parameters": [],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OrganisationSettings"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateOrganisationSettings",
        "tags": [
          "Settings"
        ],
        "summary": "Changes settings of all workspaces; omitted fields are unchanged, and null returns to the default.",
        "description": "Needs the scope settings.update.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/OrganisationSettingsUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OrganisationSettings"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/workspaces/{workspaceId}/settings": {
      "get": {
        "operationId": "readWorkspaceSettings",
        "tags": [
          "Settings"
        ],
        "summary": "Reads the settings of a workspace as they apply: its own, or else those of the organisation.",
        "description": "Needs the scope settings.read.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceSettings"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateWorkspaceSettings",
        "tags": [
          "Settings"
        ],
        "summary": "Changes settings of a workspace, which override those of the organisation; omitted fields are unchanged, and null returns to them.",
        "description": "Needs the scope settings.update.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceSettingsUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceSettings"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/policies/usage-limits": {
      "get": {
        "operationId": "listUsageLimits",
        "tags": [
          "Usage limits"
        ],
        "summary": "Lists usage-limit policies, those of the manifest and those of the store.",
        "description": "Needs the scope policies.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by its identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status",
            "in": "query",
            "required": false,
            "description": "The status.",
            "schema": {
              "type": "string",
              "enum": [
                "active",
                "archived"
              ],
              "default": "active"
            }
          },
          {
            "name": "type",
            "in": "query",
            "required": false,
            "description": "Unit that is counted; cost in US dollars.",
            "schema": {
              "type": "string",
              "enum": [
                "cost",
                "tokens",
                "requests"
              ]
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UsageLimitsPolicyList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createUsageLimit",
        "tags": [
          "Usage limits"
        ],
        "summary": "Creates a usage-limit policy.",
        "description": "Needs the scope policies.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UsageLimitCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UsageLimitsPolicy"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/policies/usage-limits/{usageLimitsPolicyId}": {
      "get": {
        "operationId": "readUsageLimit",
        "tags": [
          "Usage limits"
        ],
        "summary": "Reads a usage-limit policy.",
        "description": "Needs the scope policies.read.",
        "parameters": [
          {
            "name": "usageLimitsPolicyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "status",
            "in": "query",
            "required": false,
            "description": "The status that it must have.",
            "schema": {
              "type": "string",
              "enum": [
                "active",
                "archived"
              ],
              "default": "active"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UsageLimitsPolicy"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateUsageLimit",
        "tags": [
          "Usage limits"
        ],
        "summary": "Changes a usage-limit policy; reset_usage_for_value also resets the usage of one entity.",
        "description": "Needs the scope policies.update.",
        "parameters": [
          {
            "name": "usageLimitsPolicyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UsageLimitUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UsageLimitsPolicy"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "archiveUsageLimit",
        "tags": [
          "Usage limits"
        ],
        "summary": "Archives a usage-limit policy, which limits nothing from then on.",
        "description": "Needs the scope policies.delete.",
        "parameters": [
          {
            "name": "usageLimitsPolicyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/policies/usage-limits/{usageLimitsPolicyId}/entities": {
      "get": {
        "operationId": "listUsageEntities",
        "tags": [
          "Usage limits"
        ],
        "summary": "Lists what is counted apart under a policy, with its usage.",
        "description": "Needs the scope policies.read.",
        "parameters": [
          {
            "name": "usageLimitsPolicyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UsageEntityList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/policies/usage-limits/{usageLimitsPolicyId}/entities/{entityId}/reset": {
      "put": {
        "operationId": "resetUsageEntity",
        "tags": [
          "Usage limits"
        ],
        "summary": "Resets the usage of an entity.",
        "description": "Needs the scope policies.update.",
        "parameters": [
          {
            "name": "usageLimitsPolicyId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "entityId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/virtual-keys": {
      "get": {
        "operationId": "listVirtualKeys",
        "tags": [
          "Virtual keys"
        ],
        "summary": "Lists the virtual keys that the caller may see.",
        "description": "Needs the scope virtual_keys.list.",
        "parameters": [
          {
            "name": "workspace_id",
            "in": "query",
            "required": false,
            "description": "A workspace, by identifier or slug.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/VirtualKeyList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createVirtualKey",
        "tags": [
          "Virtual keys"
        ],
        "summary": "Creates a virtual key.",
        "description": "Needs the scope virtual_keys.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/VirtualKeyCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/VirtualKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/virtual-keys/{slug}": {
      "get": {
        "operationId": "readVirtualKey",
        "tags": [
          "Virtual keys"
        ],
        "summary": "Reads a virtual key by its identifier or slug.",
        "description": "Needs the scope virtual_keys.read.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/VirtualKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateVirtualKey",
        "tags": [
          "Virtual keys"
        ],
        "summary": "Updates a virtual key.",
        "description": "Needs the scope virtual_keys.update.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/VirtualKeyUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/VirtualKey"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteVirtualKey",
        "tags": [
          "Virtual keys"
        ],
        "summary": "Deletes a virtual key.",
        "description": "Needs the scope virtual_keys.delete.",
        "parameters": [
          {
            "name": "slug",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/workspaces": {
      "get": {
        "operationId": "listWorkspaces",
        "tags": [
          "Workspaces"
        ],
        "summary": "Lists the workspaces that the caller may see.",
        "description": "Needs the scope workspaces.list.",
        "parameters": [
          {
            "name": "status",
            "in": "query",
            "required": false,
            "description": "Statuses, separated by commas: active, archived. Only admins and owners see archived workspaces.",
            "schema": {
              "type": "string",
              "default": "active"
            }
          },
          {
            "name": "name",
            "in": "query",
            "required": false,
            "description": "A part of the name.",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "page_size",
            "in": "query",
            "required": false,
            "description": "The number of items on a page, at most 1000; 0 gives the total alone.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 100
            }
          },
          {
            "name": "current_page",
            "in": "query",
            "required": false,
            "description": "The page, counted from 0.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkspaceList"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "createWorkspace",
        "tags": [
          "Workspaces"
        ],
        "summary": "Creates a workspace.",
        "description": "Needs the scope workspaces.create.",
        "parameters": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceCreate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Workspace"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    },
    "/workspaces/{workspaceId}": {
      "get": {
        "operationId": "readWorkspace",
        "tags": [
          "Workspaces"
        ],
        "summary": "Reads a workspace by its identifier or slug.",
        "description": "Needs the scope workspaces.read.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Workspace"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "put": {
        "operationId": "updateWorkspace",
        "tags": [
          "Workspaces"
        ],
        "summary": "Updates a workspace.",
        "description": "Needs the scope workspaces.update.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WorkspaceUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The reply.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Workspace"
                }
              }
            }
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "archiveWorkspace",
        "tags": [
          "Workspaces"
        ],
        "summary": "Archives a workspace; its keys are refused from then on.",
        "description": "Needs the scope workspaces.delete.",
        "parameters": [
          {
            "name": "workspaceId",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The reply."
          },
          "default": {
            "description": "A failure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                }
              }
            }
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "gatewayKey": {
        "type": "apiKey",
        "in": "header",
        "name": "x-gateway-api-key"
      },
      "bearer": {
        "type": "http",
        "scheme": "bearer"
      }
    },
    "schemas": {
      "AgentIntegration": {
        "title": "AgentIntegration",
        "type": "object",
        "description": "An agent that workspaces can use; never its credential.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier.",
            "format": "uuid"
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "description": "The name in paths."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "card_url": {
            "type": "string",
            "description": "The URL of the agent's card."
          },
          "interfaces": {
            "type": [
              "array",
              "null"
            ],
            "description": "URLs of the agent that override the interfaces of its card; null for those of the card.",
            "items": {
              "title": "AgentInterfaceShown",
              "type": "object",
              "description": "URL of an agent for one binding in one version.",
              "properties": {
                "url": {
                  "type": "string",
                  "description": "The URL."
                },
                "binding": {
                  "type": "string",
                  "description": "The binding of the protocol."
                },
                "version": {
                  "type": "string",
                  "description": "The version of the protocol."
                }
              },
              "required": [
                "url",
                "binding",
                "version"
              ]
            }
          },
          "versions": {
            "type": [
              "array",
              "null"
            ],
            "description": "The versions of the protocol that are served; null for all that the agent has.",
            "items": {
              "type": "string"
            }
          },
          "headers": {
            "type": "object",
            "description": "The names of the headers of every request to the agent, with the ends of their values.",
            "additionalProperties": {
              "type": "string"
            }
          },
          "timeout": {
            "type": "integer",
            "description": "Milliseconds without a byte of the agent after which a request or a stream is given up."
          },
          "webhook_hosts": {
            "type": [
              "array",
              "null"
            ],
            "description": "Hosts to which the agent may send push notifications; null for none.",
            "items": {
              "type": "string"
            }
          },
          "card": {
            "title": "AgentCardHandlingShown",
            "type": "object",
            "description": "Changes to the agent's card as clients see it.",
            "properties": {
              "signing_key": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The key that the gateway signs cards with: masked, or a reference; null without."
              },
              "signatures": {
                "type": "string",
                "description": "Handling of a signed card: signed again, refused, or served without signatures.",
                "enum": [
                  "sign",
                  "refuse",
                  "drop"
                ]
              },
              "trusted_keys": {
                "type": [
                  "array",
                  "null"
                ],
                "description": "Public keys, one of which must have signed the agent's card; null if signatures are not required.",
                "items": {
                  "type": "object",
                  "additionalProperties": true
                }
              }
            },
            "required": [
              "signing_key",
              "signatures",
              "trusted_keys"
            ]
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace that it belongs to; null for the organisation."
          },
          "owner": {
            "type": "string",
            "description": "Source of the resource: the manifest in git, or this API.",
            "enum": [
              "git",
              "api"
            ]
          },
          "created_at": {
            "type": "string",
            "description": "Creation time.",
            "format": "date-time"
          },
          "last_updated_at": {
            "type": "string",
            "description": "Time of the last change.",
            "format": "date-time"
          },
          "object": {
            "const": "agent-integration",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "name",
          "slug",
          "card_url",
          "headers",
          "timeout",
          "card",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "AgentIntegrationList": {
        "title": "AgentIntegrationList",
        "type": "object",
        "description": "A page of agent integrations.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of agent integrations on all pages."
          },
          "data": {
            "type": "array",
            "description": "The agent integrations.",
            "items": {
              "$ref": "#/components/schemas/AgentIntegration"
            }
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "AgentCardHandling": {
        "title": "AgentCardHandling",
        "type": "object",
        "description": "Changes to the agent's card as clients see it; null removes a setting. The gateway writes its own URL into it, which invalidates the agent's signature.",
        "additionalProperties": false,
        "properties": {
          "signing_key": {
            "type": [
              "string",
              "object",
              "null"
            ],
            "description": "The key that the gateway signs cards with, never read back: a private JWK of the curve P-256 (ES256) or Ed25519 (EdDSA), or a reference to a saved secret reference with one, such as ${secret:card-key}.",
            "additionalProperties": true
          },
          "signatures": {
            "type": [
              "string",
              "null"
            ],
            "description": "Handling of a signed card without a signing_key: refused (the default), or served without signatures.",
            "enum": [
              "refuse",
              "drop",
              null
            ]
          },
          "trusted_keys": {
            "type": [
              "array",
              "null"
            ],
            "description": "Public keys, one of which must have signed the agent's card; other cards are refused.",
            "minItems": 1,
            "items": {
              "title": "AgentCardKey",
              "type": "object",
              "description": "A public JSON Web Key.",
              "additionalProperties": false,
              "properties": {
                "kty": {
                  "type": "string",
                  "description": "The type.",
                  "enum": [
                    "EC",
                    "OKP",
                    "RSA"
                  ]
                },
                "crv": {
                  "type": "string",
                  "description": "The curve.",
                  "enum": [
                    "P-256",
                    "P-384",
                    "P-521",
                    "Ed25519"
                  ]
                },
                "x": {
                  "type": "string",
                  "description": "The x coordinate, or the key of Ed25519.",
                  "minLength": 1
                },
                "y": {
                  "type": "string",
                  "description": "The y coordinate.",
                  "minLength": 1
                },
                "n": {
                  "type": "string",
                  "description": "The modulus of RSA.",
                  "minLength": 1
                },
                "e": {
                  "type": "string",
                  "description": "The exponent of RSA.",
                  "minLength": 1
                },
                "kid": {
                  "type": "string",
                  "description": "The identifier that signatures name; without it the key is tried for all of them.",
                  "minLength": 1
                },
                "alg": {
                  "type": "string",
                  "description": "The algorithm.",
                  "enum": [
                    "ES256",
                    "ES384",
                    "ES512",
                    "EdDSA",
                    "Ed25519",
                    "RS256",
                    "PS256"
                  ]
                },
                "use": {
                  "type": "string",
                  "description": "Purpose of the key.",
                  "enum": [
                    "sig"
                  ]
                }
              },
              "required": [
                "kty"
              ]
            }
          }
        }
      },
      "AgentIntegrationCreate": {
        "title": "AgentIntegrationCreate",
        "type": "object",
        "description": "A new agent integration.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name for people.",
            "minLength": 1,
            "maxLength": 255
          },
          "slug": {
            "type": "string",
            "description": "The name in paths.",
            "pattern": "^[a-z0-9][a-z0-9_-]{2,49}$"
          },
          "description": {
            "type": "string",
            "description": "Purpose."
          },
          "card_url": {
            "type": "string",
            "description": "The URL of the agent's card. Interfaces that the card names at other origins are not called; name them in interfaces.",
            "minLength": 1,
            "maxLength": 2048
          },
          "interfaces": {
            "type": "array",
            "description": "URLs of the agent that override the interfaces of its card, for cards that name internal addresses or other origins.",
            "minItems": 1,
            "items": {
              "$ref": "#/components/schemas/AgentIntegrationInterface"
            }
          },
          "versions": {
            "type": "array",
            "description": "The versions of the protocol that are served, all that the agent has if absent.",
            "minItems": 1,
            "items": {
              "type": "string",
              "enum": [
                "1.0",
                "0.3"
              ]
            }
          },
          "headers": {
            "type": "object",
            "description": "Headers of every request to the agent, such as its credential; replies mask all but the ends of their values.",
            "additionalProperties": {
              "type": "string",
              "minLength": 1
            }
          },
          "timeout": {
            "type": "integer",
            "description": "Milliseconds without a byte of the agent after which a request or a stream is given up.",
            "minimum": 1,
            "maximum": 3600000,
            "default": 300000
          },
          "webhook_hosts": {
            "type": "array",
            "description": "Hosts that push notifications may be sent to, such as hooks.example.com or *.example.com, with a port if it is not 443. Without them push notifications are refused, since the agent sends them past the gateway.",
            "minItems": 1,
            "items": {
              "type": "string",
              "pattern": "^(?:\\*\\.)?[a-z0-9][a-z0-9.-]*(?::[0-9]{1,5})?$"
            }
          },
          "card": {
            "$ref": "#/components/schemas/AgentCardHandling"
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace that it belongs to."
          }
        },
        "required": [
          "name",
          "card_url"
        ]
      },
      "AgentIntegrationUpdate": {
        "title": "AgentIntegrationUpdate",
        "type": "object",
        "description": "Changes of an agent integration. Omitted fields are unchanged; null removes a setting.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name for people.",
            "minLength": 1,
            "maxLength": 255
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "card_url": {
            "type": "string",
            "description": "The URL of the agent's card. Interfaces that the card names at other origins are not called; name them in interfaces.",
            "minLength": 1,
            "maxLength": 2048
          },
          "interfaces": {
            "type": [
              "array",
              "null"
            ],
            "description": "URLs of the agent that override the interfaces of its card.",
            "minItems": 1,
            "items": {
              "$ref": "#/components/schemas/AgentIntegrationInterface"
            }
          },
          "versions": {
            "type": [
              "array",
              "null"
            ],
            "description": "The versions of the protocol that are served.",
            "minItems": 1,
            "items": {
              "type": "string",
              "enum": [
                "1.0",
                "0.3"
              ]
            }
          },
          "headers": {
            "type": "object",
            "description": "Headers of every request to the agent, such as its credential; replies mask all but the ends of their values.",
            "additionalProperties": {
              "type": "string",
              "minLength": 1
            }
          },
          "timeout": {
            "type": "integer",
            "description": "Milliseconds without a byte of the agent after which a request or a stream is given up.",
            "minimum": 1,
            "maximum": 3600000,
            "default": 300000
          },
          "webhook_hosts": {
            "type": [
              "array",
              "null"
            ],
            "description": "Hosts to which the agent may send push notifications.",
            "minItems": 1,
            "items": {
              "type": "string",
              "pattern": "^(?:\\*\\.)?[a-z0-9][a-z0-9.-]*(?::[0-9]{1,5})?$"
            }
          },
          "card": {
            "$ref": "#/components/schemas/AgentCardHandling"
          }
        },
        "minProperties": 1
      },
      "AgentCardReport": {
        "title": "AgentCardReport",
        "type": "object",
        "description": "The gateway's evaluation of an agent's card.",
        "properties": {
          "success": {
            "type": "boolean",
            "description": "Whether the card was fetched, and nothing would be refused."
          },
          "error": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why it was not fetched."
          },
          "card_url": {
            "type": "string",
            "description": "URL of the fetch."
          },
          "fetched_at": {
            "type": "string",
            "description": "Time of the fetch.",
            "format": "date-time"
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name of the agent."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "The description that the agent gives of itself."
          },
          "version": {
            "type": [
              "string",
              "null"
            ],
            "description": "The version of the agent."
          },
          "protocol_versions": {
            "type": "array",
            "description": "The versions of the protocol that the card names.",
            "items": {
              "type": "string"
            }
          },
          "interfaces": {
            "type": "array",
            "description": "The interfaces that the card names.",
            "items": {
              "title": "AgentCardInterface",
              "type": "object",
              "description": "An interface of a card.",
              "properties": {
                "url": {
                  "type": "string",
                  "description": "The URL."
                },
                "binding": {
                  "type": "string",
                  "description": "The binding of the protocol."
                },
                "version": {
                  "type": "string",
                  "description": "The version of the protocol."
                },
                "served": {
                  "type": "boolean",
                  "description": "Whether the gateway calls it."
                },
                "reason": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "Why it does not."
                }
              },
              "required": [
                "url",
                "binding",
                "version",
                "served",
                "reason"
              ]
            }
          },
          "skills": {
            "type": "array",
            "description": "Skills of the agent.",
            "items": {
              "title": "AgentCardSkill",
              "type": "object",
              "description": "A skill of an agent.",
              "properties": {
                "id": {
                  "type": "string",
                  "description": "The identifier."
                },
                "name": {
                  "type": "string",
                  "description": "The name."
                },
                "description": {
                  "type": "string",
                  "description": "Description of the skill."
                }
              },
              "required": [
                "id",
                "name",
                "description"
              ]
            }
          },
          "signed": {
            "type": "boolean",
            "description": "Whether the card is signed."
          },
          "signature_trusted": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether one of the signatures is by one of trusted_keys; null if there are none."
          },
          "refused": {
            "type": "array",
            "description": "Problems that clients would be refused for, with reasons.",
            "items": {
              "title": "AgentCardRefusal",
              "type": "object",
              "description": "A problem that clients would be refused for.",
              "properties": {
                "what": {
                  "type": "string",
                  "description": "The calls of the agent, or the card.",
                  "enum": [
                    "calls",
                    "card"
                  ]
                },
                "reason": {
                  "type": "string",
                  "description": "Why."
                }
              },
              "required": [
                "what",
                "reason"
              ]
            }
          }
        },
        "required": [
          "success",
          "error",
          "card_url",
          "fetched_at",
          "name",
          "description",
          "version",
          "protocol_versions",
          "interfaces",
          "skills",
          "signed",
          "signature_trusted",
          "refused"
        ]
      },
      "AgentIntegrationInterface": {
        "title": "AgentInterface",
        "type": "object",
        "description": "URL of an agent for one binding in one version.",
        "additionalProperties": false,
        "properties": {
          "url": {
            "type": "string",
            "description": "The URL, for HTTP+JSON without the path of the operation.",
            "minLength": 1
          },
          "binding": {
            "type": "string",
            "description": "The binding of the protocol.",
            "enum": [
              "JSONRPC",
              "HTTP+JSON"
            ],
            "default": "JSONRPC"
          },
          "version": {
            "type": "string",
            "description": "The version of the protocol.",
            "enum": [
              "1.0",
              "0.3"
            ],
            "default": "1.0"
          }
        },
        "required": [
          "url"
        ]
      },
      "AgentServerObject": {
        "title": "AgentServerObject",
        "type": "object",
        "description": "An agent of a workspace, served at /agents/{slug}.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier.",
            "format": "uuid"
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "description": "The name in paths."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "agent_integration_id": {
            "type": "string",
            "description": "The integration that it uses."
          },
          "url": {
            "type": "string",
            "description": "The URL of the gateway that clients use."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace that it belongs to; null for all."
          },
          "owner": {
            "type": "string",
            "description": "Source of the resource: the manifest in git, or this API.",
            "enum": [
              "git",
              "api"
            ]
          },
          "created_at": {
            "type": "string",
            "description": "Creation time.",
            "format": "date-time"
          },
          "last_updated_at": {
            "type": "string",
            "description": "Time of the last change.",
            "format": "date-time"
          },
          "object": {
            "const": "agent-server",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "name",
          "slug",
          "url",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "AgentServerList": {
        "title": "AgentServerList",
        "type": "object",
        "description": "A page of agent servers.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of agent servers on all pages."
          },
          "data": {
            "type": "array",
            "description": "The agent servers.",
            "items": {
              "$ref": "#/components/schemas/AgentServerObject"
            }
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "AgentServerCreate": {
        "title": "AgentServerCreate",
        "type": "object",
        "description": "A new agent server.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name for people.",
            "minLength": 1,
            "maxLength": 255
          },
          "agent_integration_id": {
            "type": "string",
            "description": "The integration, by identifier or slug.",
            "minLength": 1
          },
          "slug": {
            "type": "string",
            "description": "The name in paths.",
            "pattern": "^[a-z0-9][a-z0-9_-]{2,49}$"
          },
          "description": {
            "type": "string",
            "description": "Purpose."
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace that it belongs to."
          }
        },
        "required": [
          "name",
          "agent_integration_id"
        ]
      },
      "AgentServerUpdate": {
        "title": "AgentServerUpdate",
        "type": "object",
        "description": "Changes of an agent server.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name for people.",
            "minLength": 1,
            "maxLength": 255
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          }
        },
        "minProperties": 1
      },
      "AnalyticsGroup": {
        "title": "AnalyticsGroup",
        "type": "object",
        "description": "One group: its value under the name of the group, requests, and the requested columns. Unknown values are null.",
        "properties": {
          "requests": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of requests."
          },
          "object": {
            "const": "analytics-group",
            "description": "The kind of the object."
          }
        },
        "required": [
          "requests",
          "object"
        ],
        "additionalProperties": true
      },
      "AnalyticsGroups": {
        "title": "AnalyticsGroups",
        "type": "object",
        "description": "A page of groups.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of groups on all pages."
          },
          "exact": {
            "type": "boolean",
            "description": "Whether percentiles are exact; otherwise they are within 1 %."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/AnalyticsGroup"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "exact",
          "data"
        ]
      },
      "AnalyticsGraph": {
        "title": "AnalyticsGraph",
        "type": "object",
        "description": "A graph over time. Points without requests have 0 for counts and null for measurements.",
        "properties": {
          "object": {
            "const": "analytics-graph",
            "description": "The kind of the object."
          },
          "step": {
            "type": "string",
            "description": "The length of a point: minute, hour or day."
          },
          "exact": {
            "type": "boolean",
            "description": "Whether percentiles are exact; otherwise they are within 1 %."
          },
          "summary": {
            "type": "object",
            "description": "The same of the whole period."
          },
          "data_points": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "timestamp": {
                  "type": "string",
                  "format": "date-time",
                  "description": "The beginning of the point."
                }
              },
              "required": [
                "timestamp"
              ],
              "additionalProperties": true
            },
            "description": "The points, in their order."
          }
        },
        "required": [
          "object",
          "step",
          "exact",
          "summary",
          "data_points"
        ]
      },
      "CacheSummary": {
        "title": "CacheSummary",
        "type": "object",
        "description": "Cache status.",
        "properties": {
          "object": {
            "const": "analytics-summary",
            "description": "The kind of the object."
          },
          "summary": {
            "type": "object",
            "description": "requests, lookups, hits, hit_rate, avg_latency of hits and of misses, and saved_cost in US dollars: what hits would have cost by the mean of the misses."
          }
        },
        "required": [
          "object",
          "summary"
        ]
      },
      "KeyScope": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scope",
        "type": "string",
        "description": "Scopes of a key: calls (inference), the list of models (models), versions of configs in calls (configs.pin), calls of MCP servers (mcp.invoke) and agents (agents.invoke), and the operations of saved resources.",
        "enum": [
          "inference",
          "models",
          "configs.pin",
          "mcp.invoke",
          "agents.invoke",
          "organisation_users.create",
          "organisation_users.read",
          "organisation_users.update",
          "organisation_users.delete",
          "organisation_users.list",
          "workspaces.create",
          "workspaces.read",
          "workspaces.update",
          "workspaces.delete",
          "workspaces.list",
          "workspace_users.create",
          "workspace_users.read",
          "workspace_users.update",
          "workspace_users.delete",
          "workspace_users.list",
          "organisation_service_api_keys.create",
          "organisation_service_api_keys.read",
          "organisation_service_api_keys.update",
          "organisation_service_api_keys.delete",
          "organisation_service_api_keys.list",
          "organisation_service_api_keys.rotate",
          "workspace_service_api_keys.create",
          "workspace_service_api_keys.read",
          "workspace_service_api_keys.update",
          "workspace_service_api_keys.delete",
          "workspace_service_api_keys.list",
          "workspace_service_api_keys.rotate",
          "workspace_user_api_keys.create",
          "workspace_user_api_keys.read",
          "workspace_user_api_keys.update",
          "workspace_user_api_keys.delete",
          "workspace_user_api_keys.list",
          "workspace_user_api_keys.rotate",
          "api_keys.outlive",
          "prompts.create",
          "prompts.read",
          "prompts.update",
          "prompts.delete",
          "prompts.list",
          "prompts.publish",
          "prompts.render",
          "configs.create",
          "configs.read",
          "configs.update",
          "configs.delete",
          "configs.list",
          "configs.promote",
          "guardrails.create",
          "guardrails.read",
          "guardrails.update",
          "guardrails.delete",
          "guardrails.list",
          "virtual_keys.create",
          "virtual_keys.read",
          "virtual_keys.update",
          "virtual_keys.delete",
          "virtual_keys.list",
          "providers.create",
          "providers.read",
          "providers.update",
          "providers.delete",
          "providers.list",
          "policies.create",
          "policies.read",
          "policies.update",
          "policies.delete",
          "policies.list",
          "organisation_integrations.create",
          "organisation_integrations.read",
          "organisation_integrations.update",
          "organisation_integrations.delete",
          "organisation_integrations.list",
          "workspace_integrations.create",
          "workspace_integrations.read",
          "workspace_integrations.update",
          "workspace_integrations.delete",
          "workspace_integrations.list",
          "organisation_mcp_integrations.create",
          "organisation_mcp_integrations.read",
          "organisation_mcp_integrations.update",
          "organisation_mcp_integrations.delete",
          "organisation_mcp_integrations.list",
          "workspace_mcp_integrations.create",
          "workspace_mcp_integrations.read",
          "workspace_mcp_integrations.update",
          "workspace_mcp_integrations.delete",
          "workspace_mcp_integrations.list",
          "mcp_servers.create",
          "mcp_servers.read",
          "mcp_servers.update",
          "mcp_servers.delete",
          "mcp_servers.list",
          "organisation_agent_integrations.create",
          "organisation_agent_integrations.read",
          "organisation_agent_integrations.update",
          "organisation_agent_integrations.delete",
          "organisation_agent_integrations.list",
          "workspace_agent_integrations.create",
          "workspace_agent_integrations.read",
          "workspace_agent_integrations.update",
          "workspace_agent_integrations.delete",
          "workspace_agent_integrations.list",
          "agent_servers.create",
          "agent_servers.read",
          "agent_servers.update",
          "agent_servers.delete",
          "agent_servers.list",
          "secret_references.create",
          "secret_references.read",
          "secret_references.update",
          "secret_references.delete",
          "secret_references.list",
          "deployments.create",
          "deployments.read",
          "deployments.update",
          "deployments.delete",
          "deployments.list",
          "settings.read",
          "settings.update",
          "logs.view",
          "logs.list",
          "logs.write",
          "logs.export",
          "logs.erase",
          "logs.all",
          "analytics.view",
          "audit_logs.list"
        ]
      },
      "KeyDefaults": {
        "title": "KeyDefaults",
        "type": "object",
        "description": "Defaults for the calls of a key.",
        "additionalProperties": false,
        "properties": {
          "metadata": {
            "type": "object",
            "description": "Metadata of calls that do not set it.",
            "maxProperties": 32,
            "additionalProperties": {
              "type": "string",
              "maxLength": 128
            }
          },
          "config_id": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The saved config of calls of models that name none. Its guardrails run only in those calls, not in calls of MCP servers and agents."
          },
          "input_guardrails": {
            "type": "array",
            "maxItems": 32,
            "description": "Guardrails of the manifest of the gateway that see every request of the key: of models, of MCP tools, and to agents. They run after those of the gateway, before those of the config.",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255
            }
          },
          "output_guardrails": {
            "type": "array",
            "maxItems": 32,
            "description": "The same for every reply.",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255
            }
          },
          "allow_config_override": {
            "type": "boolean",
            "default": true,
            "description": "Whether calls may name another config or a provider; false needs config_id."
          },
          "allow_inline_config": {
            "type": "boolean",
            "description": "Whether calls may send a config as JSON; never if the manifest of the gateway forbids it."
          },
          "allow_custom_hosts": {
            "type": "boolean",
            "description": "Whether calls may name the host of a provider; never if the manifest of the gateway forbids it."
          }
        }
      },
      "KeyRateLimit": {
        "title": "KeyRateLimit",
        "type": "object",
        "description": "A rate limit of a key.",
        "additionalProperties": false,
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "requests",
              "tokens"
            ],
            "description": "Unit that is counted."
          },
          "unit": {
            "type": "string",
            "enum": [
              "rpm",
              "rph",
              "rpd",
              "rpw"
            ],
            "description": "Per minute, hour, day or week."
          },
          "value": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000000000,
            "description": "The limit."
          }
        },
        "required": [
          "type",
          "unit",
          "value"
        ]
      },
      "KeyUsageLimits": {
        "title": "KeyUsageLimits",
        "type": "object",
        "description": "The budget of a key.",
        "additionalProperties": false,
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "cost",
              "tokens"
            ],
            "description": "Unit that is counted."
          },
          "credit_limit": {
            "type": "number",
            "minimum": 1,
            "maximum": 1000000000000,
            "description": "The limit, in US dollars or tokens."
          },
          "alert_threshold": {
            "type": "number",
            "minimum": 1,
            "maximum": 1000000000000,
            "description": "The usage at which an alert is sent; below credit_limit."
          },
          "periodic_reset": {
            "type": "string",
            "enum": [
              "weekly",
              "monthly"
            ],
            "description": "Schedule of resets of usage: on Mondays, or on the first of a month, at 00:00 UTC."
          },
          "periodic_reset_days": {
            "type": "integer",
            "minimum": 1,
            "maximum": 365,
            "description": "Number of days after which usage resets, instead of periodic_reset."
          },
          "next_usage_reset_at": {
            "type": "string",
            "maxLength": 40,
            "description": "Time of the next reset of usage."
          }
        },
        "required": [
          "type",
          "credit_limit"
        ]
      },
      "RotationPolicy": {
        "title": "RotationPolicy",
        "type": "object",
        "description": "Schedule of rotations of a key's secret. From next_rotation_at on, its holder gets a new secret in exchange for the old one, which is refused once key_transition_period_ms have passed.",
        "additionalProperties": false,
        "properties": {
          "rotation_period": {
            "type": "string",
            "enum": [
              "weekly",
              "monthly"
            ],
            "description": "Mondays, or the first of a month, at 00:00 UTC."
          },
          "rotation_period_days": {
            "type": "integer",
            "minimum": 1,
            "maximum": 365,
            "description": "The days between two rotations, instead of rotation_period."
          },
          "next_rotation_at": {
            "type": "string",
            "maxLength": 40,
            "description": "The time of the next rotation, cut to 00:00 UTC of its day; by default the next that the period gives."
          },
          "key_transition_period_ms": {
            "type": "integer",
            "minimum": 1800000,
            "default": 1800000,
            "description": "Transition in milliseconds during which the old secret stays valid: at least 30 minutes, and less than the period."
          }
        }
      },
      "ApiKeyObject": {
        "title": "ApiKeyObject",
        "type": "object",
        "description": "A key, without its secret.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "object": {
            "const": "api-key",
            "description": "The kind of the object."
          },
          "type": {
            "type": "string",
            "enum": [
              "organisation-service",
              "workspace-service",
              "workspace-user"
            ],
            "description": "The kind of the key."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "masked_key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The prefix and the last four characters; null for keys of the manifest."
          },
          "organisation_id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier of the organisation."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The identifier of the workspace; null for keys of the organisation."
          },
          "user_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The identifier of the person; null for keys of services."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "disabled",
              "exhausted",
              "expired"
            ],
            "description": "Whether it is accepted."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the manifest in git, or this API."
          },
          "scopes": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Scopes of the key."
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Expiry time."
          },
          "defaults": {
            "$ref": "#/components/schemas/KeyDefaults"
          },
          "rate_limits": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "Its rate limits."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "Its budget."
          },
          "alert_emails": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Recipients of its budget alerts."
          },
          "rotation_policy": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RotationPolicy"
              },
              {
                "type": "null"
              }
            ],
            "description": "Schedule of rotations of the secret."
          },
          "accepted_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time when the person created or accepted the key while signed in, which lets it reach the person's connected accounts. Null until then, after others have changed it, and for keys of services."
          },
          "key_transition_expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Until when the old secret is accepted besides the new one; null outside of rotations."
          },
          "last_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the last reset of usage; null for never, or without a budget."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          }
        },
        "required": [
          "id",
          "object",
          "type",
          "name",
          "description",
          "masked_key",
          "organisation_id",
          "workspace_id",
          "user_id",
          "status",
          "owner",
          "scopes",
          "expires_at",
          "defaults",
          "rate_limits",
          "usage_limits",
          "alert_emails",
          "rotation_policy",
          "accepted_at",
          "key_transition_expires_at",
          "last_reset_at",
          "created_at",
          "last_updated_at"
        ]
      },
      "ApiKeyList": {
        "title": "ApiKeyList",
        "type": "object",
        "description": "A page of keys.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of keys on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiKeyObject"
            },
            "description": "The keys of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "CreatedKey": {
        "title": "CreatedKey",
        "type": "object",
        "description": "A new key.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "key": {
            "type": "string",
            "description": "The secret, which is not shown again."
          },
          "object": {
            "const": "api-key",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "key",
          "object"
        ]
      },
      "RotatedKey": {
        "title": "RotatedKey",
        "type": "object",
        "description": "A key with a new secret.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "key": {
            "type": "string",
            "description": "The new secret, which is not shown again."
          },
          "key_transition_expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "Until when the old secret is accepted."
          }
        },
        "required": [
          "id",
          "key",
          "key_transition_expires_at"
        ]
      },
      "KeyScopes": {
        "title": "KeyScopes",
        "type": "array",
        "description": "Scopes of the key, which must be among those of its creator.",
        "items": {
          "$ref": "#/components/schemas/KeyScope"
        },
        "maxItems": 256
      },
      "OrganisationServiceKeyCreate": {
        "title": "OrganisationServiceKeyCreate",
        "type": "object",
        "description": "A new key of the organisation.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Purpose."
          },
          "scopes": {
            "$ref": "#/components/schemas/KeyScopes"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 40,
            "description": "Expiry time."
          },
          "rotation_policy": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RotationPolicy"
              },
              {
                "type": "null"
              }
            ],
            "description": "Schedule of rotations of the secret."
          }
        },
        "required": [
          "name",
          "scopes"
        ]
      },
      "WorkspaceServiceKeyCreate": {
        "title": "WorkspaceServiceKeyCreate",
        "type": "object",
        "description": "A new key of a service in a workspace.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Purpose."
          },
          "workspace_id": {
            "type": "string",
            "maxLength": 255,
            "description": "The identifier or slug of the workspace; callers of one workspace need not name it."
          },
          "scopes": {
            "$ref": "#/components/schemas/KeyScopes"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 40,
            "description": "Expiry time."
          },
          "defaults": {
            "$ref": "#/components/schemas/KeyDefaults"
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 16,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "Its rate limits."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "Its budget."
          },
          "alert_emails": {
            "type": "array",
            "maxItems": 0,
            "items": {
              "type": "string"
            },
            "description": "Must be empty: no mail is sent. Budget alerts go to alerts.webhook of the manifest."
          },
          "rotation_policy": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RotationPolicy"
              },
              {
                "type": "null"
              }
            ],
            "description": "Schedule of rotations of the secret."
          }
        },
        "required": [
          "name",
          "scopes"
        ]
      },
      "WorkspaceUserKeyCreate": {
        "title": "WorkspaceUserKeyCreate",
        "type": "object",
        "description": "A new key of a person in a workspace.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Purpose."
          },
          "workspace_id": {
            "type": "string",
            "maxLength": 255,
            "description": "The identifier or slug of the workspace; callers of one workspace need not name it."
          },
          "user_id": {
            "type": "string",
            "maxLength": 255,
            "description": "The identifier of the person, a member of the workspace; by default the caller."
          },
          "scopes": {
            "$ref": "#/components/schemas/KeyScopes"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 40,
            "description": "Expiry time."
          },
          "defaults": {
            "$ref": "#/components/schemas/KeyDefaults"
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 16,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "Its rate limits."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "Its budget."
          },
          "alert_emails": {
            "type": "array",
            "maxItems": 0,
            "items": {
              "type": "string"
            },
            "description": "Must be empty: no mail is sent. Budget alerts go to alerts.webhook of the manifest."
          },
          "rotation_policy": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RotationPolicy"
              },
              {
                "type": "null"
              }
            ],
            "description": "Schedule of rotations of the secret."
          }
        },
        "required": [
          "name",
          "scopes"
        ]
      },
      "ApiKeyUpdate": {
        "title": "ApiKeyUpdate",
        "type": "object",
        "description": "Changes of a key; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "reset_usage": {
            "type": "boolean",
            "description": "Whether to reset usage now."
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Purpose."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "disabled"
            ],
            "description": "A disabled key is refused until it is active again."
          },
          "scopes": {
            "$ref": "#/components/schemas/KeyScopes"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 40,
            "description": "Expiry time."
          },
          "defaults": {
            "$ref": "#/components/schemas/KeyDefaults"
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 16,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "Its rate limits."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "Its budget."
          },
          "alert_emails": {
            "type": "array",
            "maxItems": 0,
            "items": {
              "type": "string"
            },
            "description": "Must be empty: no mail is sent. Budget alerts go to alerts.webhook of the manifest."
          },
          "rotation_policy": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RotationPolicy"
              },
              {
                "type": "null"
              }
            ],
            "description": "Schedule of rotations of the secret; null removes it."
          }
        }
      },
      "ApiKeyRotate": {
        "title": "ApiKeyRotate",
        "type": "object",
        "description": "Rotation of a key.",
        "additionalProperties": false,
        "properties": {
          "key_transition_period_ms": {
            "type": "integer",
            "minimum": 1800000,
            "maximum": 31536000000,
            "description": "Transition in milliseconds during which the old secret stays valid. Defaults to that of the rotation policy, or 30 minutes."
          }
        }
      },
      "AuditLog": {
        "title": "AuditLog",
        "type": "object",
        "description": "One change.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the change."
          },
          "user": {
            "type": "string",
            "description": "The key or person that made it."
          },
          "user_type": {
            "type": "string",
            "description": "Authentication of the author; gateway for changes by the gateway itself."
          },
          "workspace": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace of the resource; null for those of the organisation."
          },
          "method": {
            "type": "string",
            "description": "The method of the request."
          },
          "uri": {
            "type": "string",
            "description": "The path of the request."
          },
          "action": {
            "type": "string",
            "description": "The operation, such as create, update or delete."
          },
          "resource_type": {
            "type": "string",
            "description": "The kind of the resource."
          },
          "resource_id": {
            "type": "string",
            "description": "The identifier of the resource."
          },
          "before": {
            "type": [
              "object",
              "null"
            ],
            "description": "The resource before the change, without secrets."
          },
          "after": {
            "type": [
              "object",
              "null"
            ],
            "description": "The resource after the change, without secrets."
          }
        },
        "required": [
          "id",
          "timestamp",
          "user",
          "user_type",
          "workspace",
          "method",
          "uri",
          "action",
          "resource_type",
          "resource_id",
          "before",
          "after"
        ]
      },
      "AuditLogList": {
        "title": "AuditLogList",
        "type": "object",
        "description": "A page of changes.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of changes on all pages."
          },
          "records": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/AuditLog"
            },
            "description": "The changes of the page."
          }
        },
        "required": [
          "object",
          "total",
          "records"
        ]
      },
      "PromptCollection": {
        "title": "PromptCollection",
        "type": "object",
        "description": "A collection.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "slug": {
            "type": "string",
            "description": "The slug."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace; null for one that every workspace has."
          },
          "built_in": {
            "type": "boolean",
            "description": "Whether it is part of the gateway, and cannot be changed."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "collection",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "name",
          "slug",
          "workspace_id",
          "built_in",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "PromptCollectionList": {
        "title": "PromptCollectionList",
        "type": "object",
        "description": "A page of collections.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/PromptCollection"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "CollectionCreate": {
        "title": "CollectionCreate",
        "type": "object",
        "description": "A new collection.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-zA-Z0-9_-]{1,255}$",
            "description": "The slug, derived from the name when absent."
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace, by its identifier or slug; that of the key when absent."
          }
        },
        "required": [
          "name"
        ]
      },
      "CollectionUpdate": {
        "title": "CollectionUpdate",
        "type": "object",
        "description": "Changes of a collection.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          }
        },
        "required": [
          "name"
        ]
      },
      "Config": {
        "title": "Config",
        "type": "object",
        "description": "A saved config without its text.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "Slug used in x-gateway-config."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace; null for configs of the project, which serve all."
          },
          "organisation_id": {
            "type": "string",
            "description": "The organisation."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "archived"
            ],
            "description": "Archived configs serve no calls."
          },
          "version": {
            "type": "integer",
            "description": "The number of the version in use, as slug@number names it; 1 for a config of the project that is served from a file rather than from a release."
          },
          "version_id": {
            "type": "string",
            "description": "The identifier of the version in use."
          },
          "labels": {
            "type": "object",
            "additionalProperties": {
              "type": "integer"
            },
            "description": "The versions that labels point at."
          },
          "plan": {
            "type": "string",
            "description": "The digest of the plan in use."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the project in git, or this API."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "config",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "workspace_id",
          "organisation_id",
          "status",
          "version",
          "version_id",
          "labels",
          "plan",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "ConfigList": {
        "title": "ConfigList",
        "type": "object",
        "description": "A page of configs.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "success": {
            "const": true,
            "description": "Always true."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Config"
            },
            "description": "The configs of the page."
          }
        },
        "required": [
          "object",
          "success",
          "total",
          "data"
        ]
      },
      "ConfigRead": {
        "title": "ConfigRead",
        "type": "object",
        "description": "A config with its text: its properties, repeated in data for other clients.",
        "properties": {
          "success": {
            "const": true,
            "description": "Always true."
          },
          "config": {
            "type": [
              "object",
              "null"
            ],
            "description": "The config; null for one of the project, whose sources are in git."
          },
          "data": {
            "type": "object",
            "description": "The config again, with its text as a string."
          }
        },
        "required": [
          "success",
          "config",
          "data"
        ]
      },
      "ConfigWritten": {
        "title": "ConfigWritten",
        "type": "object",
        "description": "Identifiers of the written resource, repeated in data for other clients.",
        "properties": {
          "success": {
            "const": true,
            "description": "Always true."
          },
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The slug."
          },
          "version": {
            "type": "integer",
            "description": "The number of the version."
          },
          "version_id": {
            "type": "string",
            "description": "The identifier of the version."
          },
          "diagnostics": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Warnings and notes of the compiler."
          },
          "object": {
            "const": "config",
            "description": "The kind of the object."
          },
          "data": {
            "type": "object",
            "description": "The identifiers again."
          }
        },
        "required": [
          "success",
          "id",
          "slug",
          "version",
          "version_id",
          "diagnostics",
          "object",
          "data"
        ]
      },
      "ConfigVersion": {
        "title": "ConfigVersion",
        "type": "object",
        "description": "One version, which never changes.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "version": {
            "type": "integer",
            "description": "The number."
          },
          "config": {
            "type": "string",
            "description": "The config as JSON text."
          },
          "plan": {
            "type": "string",
            "description": "The digest of its plan."
          },
          "labels": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "The labels that point at it."
          },
          "created_by": {
            "type": "string",
            "description": "Author."
          },
          "message": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the write."
          },
          "object": {
            "const": "config_version",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "version",
          "config",
          "plan",
          "labels",
          "created_by",
          "message",
          "created_at",
          "object"
        ]
      },
      "ConfigVersionList": {
        "title": "ConfigVersionList",
        "type": "object",
        "description": "A page of versions.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ConfigVersion"
            },
            "description": "The versions of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "ConfigCreate": {
        "title": "ConfigCreate",
        "type": "object",
        "description": "A new config.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-zA-Z0-9_-]{1,255}$",
            "description": "Slug used in x-gateway-config, derived from the name when absent."
          },
          "config": {
            "type": [
              "object",
              "string"
            ],
            "description": "The config, as an object or as JSON text."
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace, by its identifier or slug; that of the key when absent."
          },
          "isDefault": {
            "enum": [
              false,
              0
            ],
            "description": "Configs for calls that name none are set by the defaults of keys."
          },
          "is_default": {
            "enum": [
              false,
              0
            ],
            "description": "Alias of isDefault."
          },
          "message": {
            "type": "string",
            "maxLength": 1000,
            "description": "Why, for the history."
          }
        },
        "required": [
          "name",
          "config"
        ]
      },
      "ConfigUpdate": {
        "title": "ConfigUpdate",
        "type": "object",
        "description": "Changes of a config; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "config": {
            "type": [
              "object",
              "string"
            ],
            "description": "The config of a new version, as an object or as JSON text."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "archived"
            ],
            "description": "Archived configs serve no calls."
          },
          "promote": {
            "type": "boolean",
            "default": true,
            "description": "Whether the new version is used at once; otherwise labels lead to it."
          },
          "message": {
            "type": "string",
            "maxLength": 1000,
            "description": "Why, for the history."
          }
        }
      },
      "ConfigLabelMove": {
        "title": "ConfigLabelMove",
        "type": "object",
        "description": "Release that a label points to.",
        "additionalProperties": false,
        "properties": {
          "version": {
            "type": "integer",
            "minimum": 1,
            "description": "The number of the version."
          }
        },
        "required": [
          "version"
        ]
      },
      "ConfigLabel": {
        "title": "ConfigLabel",
        "type": "object",
        "description": "A label and its version.",
        "properties": {
          "label": {
            "type": "string",
            "description": "The label."
          },
          "version": {
            "type": "integer",
            "description": "The number of the version."
          },
          "object": {
            "const": "config_label",
            "description": "The kind of the object."
          }
        },
        "required": [
          "label",
          "version",
          "object"
        ]
      },
      "Deployment": {
        "title": "Deployment",
        "type": "object",
        "description": "A named fleet of runtimes.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The name that runtimes are started with."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "production": {
            "type": "boolean",
            "description": "Whether it serves production."
          },
          "label": {
            "type": "string",
            "description": "The label of releases that it follows."
          },
          "workspaces": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "The slugs of the workspaces whose callers it serves; empty for all."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "deployment",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "production",
          "label",
          "workspaces",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "DeploymentList": {
        "title": "DeploymentList",
        "type": "object",
        "description": "A page of deployments.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of deployments on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Deployment"
            },
            "description": "The deployments of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "DeploymentCreate": {
        "title": "DeploymentCreate",
        "type": "object",
        "description": "A new deployment.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-zA-Z0-9_-]{1,255}$",
            "description": "The name that runtimes are started with, derived from the name when absent."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Purpose."
          },
          "production": {
            "type": "boolean",
            "description": "Whether it serves production."
          },
          "label": {
            "type": "string",
            "minLength": 1,
            "description": "The label of releases that it follows, by default live."
          },
          "workspaces": {
            "type": "array",
            "maxItems": 1000,
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "The slugs or identifiers of the workspaces whose callers it serves; empty for all."
          }
        },
        "required": [
          "name"
        ]
      },
      "DeploymentUpdate": {
        "title": "DeploymentUpdate",
        "type": "object",
        "description": "Changes of a deployment; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Purpose."
          },
          "production": {
            "type": "boolean",
            "description": "Whether it serves production."
          },
          "label": {
            "type": "string",
            "minLength": 1,
            "description": "The label of releases that it follows."
          },
          "workspaces": {
            "type": "array",
            "maxItems": 1000,
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "The slugs or identifiers of the workspaces whose callers it serves; empty for all."
          }
        }
      },
      "FeedbackCreate": {
        "title": "FeedbackCreate",
        "type": "object",
        "additionalProperties": false,
        "description": "Feedback on all requests of a trace.",
        "properties": {
          "trace_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The trace."
          },
          "value": {
            "type": "number",
            "minimum": -10,
            "maximum": 10,
            "description": "Rating from -10 to 10."
          },
          "weight": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "Weight, from 0 to 1; 1 when absent."
          },
          "metadata": {
            "type": "object",
            "description": "Metadata of the feedback.",
            "maxProperties": 32
          }
        },
        "required": [
          "trace_id",
          "value"
        ]
      },
      "FeedbackUpdate": {
        "title": "FeedbackUpdate",
        "type": "object",
        "additionalProperties": false,
        "minProperties": 1,
        "description": "Changes of feedback.",
        "properties": {
          "value": {
            "type": "number",
            "minimum": -10,
            "maximum": 10,
            "description": "Rating from -10 to 10."
          },
          "weight": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "Weight, from 0 to 1; 1 when absent."
          },
          "metadata": {
            "type": "object",
            "description": "Metadata of the feedback.",
            "maxProperties": 32
          }
        }
      },
      "FeedbackSaved": {
        "title": "FeedbackSaved",
        "type": "object",
        "description": "Result of the write.",
        "properties": {
          "status": {
            "const": "success",
            "description": "That it was stored."
          },
          "message": {
            "type": "string",
            "description": "The same as a sentence."
          },
          "feedback_ids": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "The identifiers, in their order."
          }
        },
        "required": [
          "status",
          "message",
          "feedback_ids"
        ]
      },
      "Integration": {
        "title": "Integration",
        "type": "object",
        "description": "An integration.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The name."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "ai_provider_id": {
            "type": "string",
            "description": "The provider of the catalog."
          },
          "masked_key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The end of the key."
          },
          "configurations": {
            "type": "object",
            "description": "Settings of the provider, with masked secrets."
          },
          "create_default_provider": {
            "type": "boolean",
            "description": "Whether workspaces with access have a provider of it."
          },
          "default_provider_slug": {
            "type": "string",
            "description": "The slug of that provider."
          },
          "secret_mappings": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Fields whose values are in secret managers."
          },
          "tags": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Names and values for people."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace that it belongs to; null for the organisation."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the manifest in git, or this API."
          },
          "last_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the last reset of usage; null for never, or without a budget."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "integration",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "ai_provider_id",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "IntegrationList": {
        "title": "IntegrationList",
        "type": "object",
        "description": "A page of integrations.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of integrations on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Integration"
            },
            "description": "The integrations of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "IntegrationCreate": {
        "title": "IntegrationCreate",
        "type": "object",
        "description": "A new integration.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Purpose."
          },
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 16384,
            "description": "The API key of the provider, never read back."
          },
          "configurations": {
            "type": "object",
            "maxProperties": 64,
            "description": "Settings and credentials of the provider, by their names in configs. Secrets among them are never read back."
          },
          "create_default_provider": {
            "type": "boolean",
            "description": "Whether workspaces with access get a provider of it automatically."
          },
          "default_provider_slug": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9._-]{0,254}$",
            "description": "The slug of that provider, by default that of the integration."
          },
          "secret_mappings": {
            "type": "array",
            "maxItems": 64,
            "items": {
              "title": "SecretMapping",
              "type": "object",
              "description": "A field whose value is in a secret manager.",
              "additionalProperties": false,
              "properties": {
                "target_field": {
                  "type": "string",
                  "pattern": "^(key|configurations\\.[A-Za-z0-9_]{1,64})$",
                  "description": "The field: key, or configurations. and the name of one."
                },
                "secret_reference_id": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255,
                  "description": "The secret reference, by identifier or slug."
                },
                "secret_key": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "minLength": 1,
                  "maxLength": 255,
                  "description": "The property of the secret, in place of the reference's own."
                },
                "value_format": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "enum": [
                    "string",
                    "json",
                    null
                  ],
                  "description": "The format of the value: a string, or JSON for fields that are objects."
                }
              },
              "required": [
                "target_field",
                "secret_reference_id"
              ]
            },
            "description": "Fields whose values are in secret managers."
          },
          "tags": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Names and values for people."
          },
          "ai_provider_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "The provider of the catalog, such as openai."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9._-]{0,254}$",
            "description": "The name in configs and calls, derived from the name when absent."
          },
          "workspace_id": {
            "type": "string",
            "minLength": 1,
            "description": "The workspace, by identifier or slug; by default that of the key."
          }
        },
        "required": [
          "name",
          "ai_provider_id"
        ]
      },
      "IntegrationUpdate": {
        "title": "IntegrationUpdate",
        "type": "object",
        "description": "Changes of an integration; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Purpose."
          },
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 16384,
            "description": "The API key of the provider, never read back."
          },
          "configurations": {
            "type": "object",
            "maxProperties": 64,
            "description": "Settings and credentials of the provider, by their names in configs. Secrets among them are never read back."
          },
          "create_default_provider": {
            "type": "boolean",
            "description": "Whether workspaces with access get a provider of it automatically."
          },
          "default_provider_slug": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9._-]{0,254}$",
            "description": "The slug of that provider, by default that of the integration."
          },
          "secret_mappings": {
            "type": "array",
            "maxItems": 64,
            "items": {
              "title": "SecretMapping",
              "type": "object",
              "description": "A field whose value is in a secret manager.",
              "additionalProperties": false,
              "properties": {
                "target_field": {
                  "type": "string",
                  "pattern": "^(key|configurations\\.[A-Za-z0-9_]{1,64})$",
                  "description": "The field: key, or configurations. and the name of one."
                },
                "secret_reference_id": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255,
                  "description": "The secret reference, by identifier or slug."
                },
                "secret_key": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "minLength": 1,
                  "maxLength": 255,
                  "description": "The property of the secret, in place of the reference's own."
                },
                "value_format": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "enum": [
                    "string",
                    "json",
                    null
                  ],
                  "description": "The format of the value: a string, or JSON for fields that are objects."
                }
              },
              "required": [
                "target_field",
                "secret_reference_id"
              ]
            },
            "description": "Fields whose values are in secret managers."
          },
          "tags": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Names and values for people."
          }
        }
      },
      "IntegrationAccess": {
        "title": "IntegrationAccess",
        "type": "object",
        "description": "The workspaces with access.",
        "properties": {
          "global_workspace_access": {
            "type": "object",
            "description": "Whether all workspaces have access.",
            "additionalProperties": false,
            "properties": {
              "enabled": {
                "type": "boolean",
                "description": "Whether they have."
              }
            },
            "required": [
              "enabled"
            ]
          },
          "workspaces": {
            "type": "array",
            "description": "The workspaces that were named.",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "id": {
                  "type": "string",
                  "description": "The workspace."
                },
                "slug": {
                  "type": "string",
                  "description": "Its slug."
                },
                "enabled": {
                  "type": "boolean",
                  "description": "Whether it has access."
                },
                "rate_limits": {
                  "type": "array",
                  "maxItems": 8,
                  "items": {
                    "$ref": "#/components/schemas/KeyRateLimit"
                  },
                  "description": "The rate limits of the integration in the workspace."
                },
                "usage_limits": {
                  "anyOf": [
                    {
                      "$ref": "#/components/schemas/KeyUsageLimits"
                    },
                    {
                      "type": "null"
                    }
                  ],
                  "description": "The budget of the integration in the workspace."
                },
                "status": {
                  "type": "string",
                  "enum": [
                    "active",
                    "exhausted"
                  ],
                  "description": "Whether the budget has something left."
                },
                "last_reset_at": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "format": "date-time",
                  "description": "Time of the last reset of usage; null for never, or without a budget."
                }
              },
              "required": [
                "id",
                "enabled"
              ]
            }
          }
        },
        "required": [
          "workspaces"
        ]
      },
      "IntegrationAccessUpdate": {
        "title": "IntegrationAccessUpdate",
        "type": "object",
        "description": "Workspaces to grant or revoke access; others are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "global_workspace_access": {
            "type": "object",
            "description": "Whether all workspaces have access, also those that are made later.",
            "additionalProperties": false,
            "properties": {
              "enabled": {
                "type": "boolean",
                "description": "Whether they have."
              }
            },
            "required": [
              "enabled"
            ]
          },
          "override_existing_workspace_access": {
            "type": "boolean",
            "description": "Whether access that was given before ends."
          },
          "workspaces": {
            "type": "array",
            "maxItems": 1000,
            "description": "Workspaces, by identifier or slug.",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "id": {
                  "type": "string",
                  "minLength": 1,
                  "description": "The workspace, by identifier or slug."
                },
                "enabled": {
                  "type": "boolean",
                  "description": "Whether it has access."
                },
                "rate_limits": {
                  "type": "array",
                  "maxItems": 8,
                  "items": {
                    "$ref": "#/components/schemas/KeyRateLimit"
                  },
                  "description": "The rate limits of the integration in the workspace."
                },
                "usage_limits": {
                  "anyOf": [
                    {
                      "$ref": "#/components/schemas/KeyUsageLimits"
                    },
                    {
                      "type": "null"
                    }
                  ],
                  "description": "The budget of the integration in the workspace; null for none."
                },
                "reset_usage": {
                  "type": "boolean",
                  "description": "Whether to reset usage now."
                }
              },
              "required": [
                "id",
                "enabled"
              ]
            }
          }
        }
      },
      "IntegrationModels": {
        "title": "IntegrationModels",
        "type": "object",
        "description": "The models of an integration.",
        "properties": {
          "allow_all_models": {
            "type": "boolean",
            "description": "Whether models without an explicit setting are served, including unknown ones."
          },
          "total": {
            "type": "integer",
            "description": "The number of models."
          },
          "models": {
            "type": "array",
            "description": "The known models of the provider, and those that were switched.",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "slug": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255,
                  "description": "The model, as calls name it after @slug/."
                },
                "enabled": {
                  "type": "boolean",
                  "description": "Whether calls may use it."
                },
                "is_custom": {
                  "type": "boolean",
                  "description": "Whether it was added here, because the provider is not known to have it."
                }
              },
              "required": [
                "slug",
                "enabled",
                "is_custom"
              ]
            }
          }
        },
        "required": [
          "allow_all_models",
          "total",
          "models"
        ]
      },
      "IntegrationModelsUpdate": {
        "title": "IntegrationModelsUpdate",
        "type": "object",
        "description": "Models to switch on or off; others are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "allow_all_models": {
            "type": "boolean",
            "description": "Whether models without an explicit setting are served, including unknown ones."
          },
          "models": {
            "type": "array",
            "maxItems": 1000,
            "description": "Models to switch.",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "slug": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255,
                  "description": "The model, as calls name it after @slug/."
                },
                "enabled": {
                  "type": "boolean",
                  "description": "Whether calls may use it."
                },
                "is_custom": {
                  "type": "boolean",
                  "default": false,
                  "description": "True for a model that the provider is not known to have."
                }
              },
              "required": [
                "slug",
                "enabled"
              ]
            }
          }
        }
      },
      "PromptLabel": {
        "title": "PromptLabel",
        "type": "object",
        "description": "A label.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Meaning of the label."
          },
          "color_code": {
            "type": [
              "string",
              "null"
            ],
            "description": "The color that consoles show it in."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace; null for one that every workspace has."
          },
          "built_in": {
            "type": "boolean",
            "description": "Whether it is part of the gateway, and cannot be changed."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "label",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "name",
          "description",
          "color_code",
          "workspace_id",
          "built_in",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "PromptLabelList": {
        "title": "PromptLabelList",
        "type": "object",
        "description": "A page of labels.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/PromptLabel"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "LabelCreate": {
        "title": "LabelCreate",
        "type": "object",
        "description": "A new label.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]{1,64}$",
            "description": "The name: letters, digits, dots, underscores and hyphens, but not only digits, latest or default."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Meaning of the label."
          },
          "color_code": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 32,
            "description": "The color that consoles show it in."
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace, by its identifier or slug; that of the key when absent."
          }
        },
        "required": [
          "name"
        ]
      },
      "LabelUpdate": {
        "title": "LabelUpdate",
        "type": "object",
        "description": "Changes of a label.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]{1,64}$",
            "description": "The name: letters, digits, dots, underscores and hyphens, but not only digits, latest or default."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Meaning of the label."
          },
          "color_code": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 32,
            "description": "The color that consoles show it in."
          }
        }
      },
      "LogExport": {
        "title": "LogExport",
        "type": "object",
        "description": "An export.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace; null if the export has all records visible to its reader."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "filters": {
            "type": "object",
            "description": "Filter of the export."
          },
          "requested_data": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "The fields of each line."
          },
          "status": {
            "enum": [
              "draft",
              "in_progress",
              "success",
              "failed",
              "stopped"
            ],
            "description": "draft until it is started, in_progress while its records are counted, then success: it can be downloaded."
          },
          "total_records": {
            "type": [
              "integer",
              "null"
            ],
            "description": "The number of records when it was started."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "created_by": {
            "type": "string",
            "description": "The key or person that created it."
          },
          "object": {
            "const": "export",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "workspace_id",
          "description",
          "filters",
          "requested_data",
          "status",
          "total_records",
          "created_at",
          "last_updated_at",
          "created_by",
          "object"
        ]
      },
      "LogExportList": {
        "title": "LogExportList",
        "type": "object",
        "description": "A page of exports.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/LogExport"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "LogExportCreate": {
        "title": "LogExportCreate",
        "type": "object",
        "additionalProperties": false,
        "description": "A new export.",
        "properties": {
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace, by its identifier or slug; that of the key when absent. null exports all records visible to the caller: those of several workspaces, and for owners also those of requests without one, such as refused ones."
          },
          "description": {
            "type": "string",
            "maxLength": 1000,
            "description": "Purpose."
          },
          "filters": {
            "type": "object",
            "description": "The filters of GET /logs by the same names: strings, numbers, or lists."
          },
          "requested_data": {
            "type": "array",
            "items": {
              "type": "string",
              "maxLength": 64
            },
            "maxItems": 64,
            "description": "The fields of each line, by the names of the list of records, and request and response for bodies; all but bodies when absent."
          }
        },
        "required": [
          "filters"
        ]
      },
      "LogExportUpdate": {
        "title": "LogExportUpdate",
        "type": "object",
        "additionalProperties": false,
        "minProperties": 1,
        "description": "Changes of an export.",
        "properties": {
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "Its workspace, which does not change."
          },
          "description": {
            "type": "string",
            "maxLength": 1000,
            "description": "Purpose."
          },
          "filters": {
            "type": "object",
            "description": "The filters of GET /logs by the same names: strings, numbers, or lists."
          },
          "requested_data": {
            "type": "array",
            "items": {
              "type": "string",
              "maxLength": 64
            },
            "maxItems": 64,
            "description": "The fields of each line, by the names of the list of records, and request and response for bodies; all but bodies when absent."
          }
        }
      },
      "LogExportCreated": {
        "title": "LogExportCreated",
        "type": "object",
        "description": "The export that was written.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "total": {
            "type": [
              "integer",
              "null"
            ],
            "description": "The number of records; null until it is started."
          },
          "object": {
            "const": "export",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "total",
          "object"
        ]
      },
      "LogExportAction": {
        "title": "LogExportAction",
        "type": "object",
        "additionalProperties": false,
        "description": "Nothing.",
        "properties": {}
      },
      "LogExportMoved": {
        "title": "LogExportMoved",
        "type": "object",
        "description": "Result of the change.",
        "properties": {
          "message": {
            "type": "string",
            "description": "Result as a sentence."
          },
          "object": {
            "const": "export",
            "description": "The kind of the object."
          }
        },
        "required": [
          "message",
          "object"
        ]
      },
      "LogExportLine": {
        "title": "LogExportLine",
        "type": "object",
        "description": "One line: the requested fields.",
        "additionalProperties": true,
        "properties": {}
      },
      "LogEntry": {
        "title": "LogEntry",
        "type": "object",
        "description": "Summary of one request. Costs are US dollars, durations are milliseconds.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier of the record."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Arrival time of the request."
          },
          "trace_id": {
            "type": "string",
            "description": "The trace that it belongs to."
          },
          "span_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The span that the client named."
          },
          "parent_span_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "Its parent."
          },
          "span_name": {
            "type": [
              "string",
              "null"
            ],
            "description": "Its name."
          },
          "workspace_slug": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace of the caller."
          },
          "api_key_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The key of the gateway, by its identifier."
          },
          "config": {
            "type": [
              "string",
              "null"
            ],
            "description": "The saved config, or inline or headers."
          },
          "prompt": {
            "type": [
              "string",
              "null"
            ],
            "description": "The saved prompt, as id@version."
          },
          "method": {
            "type": "string",
            "description": "The method of the request."
          },
          "path": {
            "type": "string",
            "description": "Its path, without the query."
          },
          "endpoint": {
            "type": [
              "string",
              "null"
            ],
            "description": "The route of models that was called."
          },
          "ai_service": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider of the catalog that replied."
          },
          "provider": {
            "type": [
              "string",
              "null"
            ],
            "description": "The stored provider that replied, by its slug; that of the catalog if none was used."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "description": "The model as the client named it."
          },
          "served_model": {
            "type": [
              "string",
              "null"
            ],
            "description": "Model sent upstream, if different."
          },
          "target": {
            "type": [
              "string",
              "null"
            ],
            "description": "The target that replied, such as config.targets[1]."
          },
          "status_code": {
            "type": "integer",
            "description": "The status of the reply."
          },
          "is_success": {
            "type": "boolean",
            "description": "Whether the status is below 400 and no stream broke."
          },
          "is_stream": {
            "type": "boolean",
            "description": "Whether the client requested a stream."
          },
          "client_left": {
            "type": "boolean",
            "description": "Whether the client disconnected before the end of the reply."
          },
          "is_outside": {
            "type": "boolean",
            "description": "Whether the request went past the gateway and was reported by POST /logs."
          },
          "cache_status": {
            "type": [
              "string",
              "null"
            ],
            "description": "Cache status."
          },
          "retries": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Retries at the target that replied; -1 when all of its attempts failed."
          },
          "latency": {
            "type": "number",
            "description": "Milliseconds from the first byte of the request to the last of the reply."
          },
          "time_to_first_token": {
            "type": [
              "number",
              "null"
            ],
            "description": "Milliseconds until the reply began."
          },
          "gateway_time": {
            "type": [
              "number",
              "null"
            ],
            "description": "Milliseconds that the gateway itself took until then."
          },
          "input_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Tokens of the request; null if unknown."
          },
          "output_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Tokens of the reply; null if unknown."
          },
          "total_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Both together."
          },
          "cost": {
            "type": [
              "number",
              "null"
            ],
            "description": "Cost of the tokens in US dollars as a decimal number; null, not 0, if unknown."
          },
          "error": {
            "type": [
              "string",
              "null"
            ],
            "description": "The code of a failure in the gateway."
          },
          "message": {
            "type": [
              "string",
              "null"
            ],
            "description": "The sentence of that failure, or why a stream broke."
          },
          "metadata": {
            "type": "object",
            "description": "The metadata of the request."
          },
          "feedback": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/LogFeedback"
            },
            "description": "Feedback on the trace."
          },
          "has_bodies": {
            "type": "boolean",
            "description": "Whether bodies are stored with it."
          },
          "object": {
            "const": "log",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "created_at",
          "trace_id",
          "span_id",
          "parent_span_id",
          "span_name",
          "workspace_slug",
          "api_key_id",
          "config",
          "prompt",
          "method",
          "path",
          "endpoint",
          "ai_service",
          "provider",
          "model",
          "served_model",
          "target",
          "status_code",
          "is_success",
          "is_stream",
          "client_left",
          "is_outside",
          "cache_status",
          "retries",
          "latency",
          "time_to_first_token",
          "gateway_time",
          "input_tokens",
          "output_tokens",
          "total_tokens",
          "cost",
          "error",
          "message",
          "metadata",
          "feedback",
          "has_bodies",
          "object"
        ]
      },
      "LogFeedback": {
        "title": "LogFeedback",
        "type": "object",
        "description": "Feedback on a trace.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "value": {
            "type": "number",
            "description": "Rating from -10 to 10."
          },
          "weight": {
            "type": "number",
            "description": "Weight, from 0 to 1."
          },
          "metadata": {
            "type": "object",
            "description": "Metadata of the feedback."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the feedback."
          }
        },
        "required": [
          "id",
          "value",
          "weight",
          "metadata",
          "created_at"
        ]
      },
      "LogList": {
        "title": "LogList",
        "type": "object",
        "description": "A page of records, the newest first.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of records on all pages, if include_total is true."
          },
          "has_more": {
            "type": "boolean",
            "description": "Whether there is another page."
          },
          "next_cursor": {
            "type": [
              "string",
              "null"
            ],
            "description": "Value of cursor for the next page; null at the end."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/LogEntry"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "has_more",
          "next_cursor",
          "data"
        ]
      },
      "LogTrace": {
        "title": "LogTrace",
        "type": "object",
        "description": "All records of a trace, in the order of their times.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "Their number."
          },
          "data": {
            "type": "array",
            "items": {
              "anyOf": [
                {
                  "$ref": "#/components/schemas/Log"
                },
                {
                  "$ref": "#/components/schemas/LogRecordFormat"
                }
              ]
            },
            "description": "The records, without bodies."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "Log": {
        "title": "Log",
        "type": "object",
        "description": "All that is known of one request. Costs are US dollars, durations are milliseconds.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier of the record."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Arrival time of the request."
          },
          "trace_id": {
            "type": "string",
            "description": "The trace that it belongs to."
          },
          "span_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The span that the client named."
          },
          "parent_span_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "Its parent."
          },
          "span_name": {
            "type": [
              "string",
              "null"
            ],
            "description": "Its name."
          },
          "workspace_slug": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace of the caller."
          },
          "api_key_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The key of the gateway, by its identifier."
          },
          "config": {
            "type": [
              "string",
              "null"
            ],
            "description": "The saved config, or inline or headers."
          },
          "prompt": {
            "type": [
              "string",
              "null"
            ],
            "description": "The saved prompt, as id@version."
          },
          "method": {
            "type": "string",
            "description": "The method of the request."
          },
          "path": {
            "type": "string",
            "description": "Its path, without the query."
          },
          "endpoint": {
            "type": [
              "string",
              "null"
            ],
            "description": "The route of models that was called."
          },
          "ai_service": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider of the catalog that replied."
          },
          "provider": {
            "type": [
              "string",
              "null"
            ],
            "description": "The stored provider that replied, by its slug; that of the catalog if none was used."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "description": "The model as the client named it."
          },
          "served_model": {
            "type": [
              "string",
              "null"
            ],
            "description": "Model sent upstream, if different."
          },
          "target": {
            "type": [
              "string",
              "null"
            ],
            "description": "The target that replied, such as config.targets[1]."
          },
          "status_code": {
            "type": "integer",
            "description": "The status of the reply."
          },
          "is_success": {
            "type": "boolean",
            "description": "Whether the status is below 400 and no stream broke."
          },
          "is_stream": {
            "type": "boolean",
            "description": "Whether the client requested a stream."
          },
          "client_left": {
            "type": "boolean",
            "description": "Whether the client disconnected before the end of the reply."
          },
          "is_outside": {
            "type": "boolean",
            "description": "Whether the request went past the gateway and was reported by POST /logs."
          },
          "cache_status": {
            "type": [
              "string",
              "null"
            ],
            "description": "Cache status."
          },
          "retries": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Retries at the target that replied; -1 when all of its attempts failed."
          },
          "latency": {
            "type": "number",
            "description": "Milliseconds from the first byte of the request to the last of the reply."
          },
          "time_to_first_token": {
            "type": [
              "number",
              "null"
            ],
            "description": "Milliseconds until the reply began."
          },
          "gateway_time": {
            "type": [
              "number",
              "null"
            ],
            "description": "Milliseconds that the gateway itself took until then."
          },
          "input_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Tokens of the request; null if unknown."
          },
          "output_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Tokens of the reply; null if unknown."
          },
          "total_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Both together."
          },
          "cost": {
            "type": [
              "number",
              "null"
            ],
            "description": "Cost of the tokens in US dollars as a decimal number; null, not 0, if unknown."
          },
          "error": {
            "type": [
              "string",
              "null"
            ],
            "description": "The code of a failure in the gateway."
          },
          "message": {
            "type": [
              "string",
              "null"
            ],
            "description": "The sentence of that failure, or why a stream broke."
          },
          "metadata": {
            "type": "object",
            "description": "The metadata of the request."
          },
          "feedback": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/LogFeedback"
            },
            "description": "Feedback on the trace."
          },
          "has_bodies": {
            "type": "boolean",
            "description": "Whether bodies are stored with it."
          },
          "object": {
            "const": "log",
            "description": "The kind of the object."
          },
          "log_format": {
            "const": "interface",
            "description": "The format of the reply."
          },
          "request": {
            "type": "object",
            "description": "method, url, bytes and, if stored and requested, body: JSON, or a string."
          },
          "response": {
            "type": "object",
            "description": "status, bytes and, if stored and requested, body: JSON, a string, or the events of a stream as a string."
          },
          "metrics": {
            "type": "object",
            "description": "Measurements by the names of the list, with tokens by kind and source, and the day of the list of prices."
          },
          "plan": {
            "type": "string",
            "description": "The start of the digest of the release that was in use."
          },
          "steps": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "The path through the plan: at, to and because of each choice."
          },
          "attempts": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Every attempt at a provider, with its target, status and times in milliseconds."
          },
          "guards": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Results of guards that ran before the reply was sent."
          },
          "skipped_targets": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Targets that were skipped because their circuits were open."
          },
          "limit": {
            "type": [
              "string",
              "null"
            ],
            "description": "The limit that refused the request, or a target of it."
          }
        },
        "required": [
          "id",
          "created_at",
          "trace_id",
          "span_id",
          "parent_span_id",
          "span_name",
          "workspace_slug",
          "api_key_id",
          "config",
          "prompt",
          "method",
          "path",
          "endpoint",
          "ai_service",
          "provider",
          "model",
          "served_model",
          "target",
          "status_code",
          "is_success",
          "is_stream",
          "client_left",
          "is_outside",
          "cache_status",
          "retries",
          "latency",
          "time_to_first_token",
          "gateway_time",
          "input_tokens",
          "output_tokens",
          "total_tokens",
          "cost",
          "error",
          "message",
          "metadata",
          "feedback",
          "has_bodies",
          "object",
          "log_format",
          "request",
          "response",
          "metrics",
          "plan",
          "steps",
          "attempts",
          "guards",
          "skipped_targets",
          "limit"
        ]
      },
      "LogRecordFormat": {
        "title": "LogRecordFormat",
        "type": "object",
        "description": "One request as the line of the request log: costs are billionths of a US dollar.",
        "properties": {
          "object": {
            "const": "log",
            "description": "The kind of the object."
          },
          "log_format": {
            "const": "record",
            "description": "The format of the reply."
          },
          "record": {
            "type": "object",
            "description": "The record, as log-record.schema.json describes it."
          },
          "feedback": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/LogFeedback"
            },
            "description": "Feedback on the trace."
          },
          "has_bodies": {
            "type": "boolean",
            "description": "Whether bodies are stored with it."
          },
          "request_body": {
            "description": "The body of the request, if stored and requested."
          },
          "response_body": {
            "description": "The body of the reply, if stored and requested."
          }
        },
        "required": [
          "object",
          "log_format",
          "record",
          "feedback",
          "has_bodies"
        ]
      },
      "LogReply": {
        "title": "LogReply",
        "description": "A record in the requested format.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/Log"
          },
          {
            "$ref": "#/components/schemas/LogRecordFormat"
          }
        ]
      },
      "LogInsert": {
        "title": "LogInsert",
        "type": "object",
        "additionalProperties": false,
        "description": "A request that went past the gateway. Its key and workspace are those of the caller.",
        "properties": {
          "request": {
            "type": "object",
            "description": "The request.",
            "additionalProperties": true,
            "properties": {
              "url": {
                "type": "string",
                "maxLength": 2000,
                "description": "The address, of which the path is stored."
              },
              "method": {
                "type": "string",
                "maxLength": 16,
                "description": "The method; POST when absent."
              },
              "provider": {
                "type": "string",
                "maxLength": 64,
                "description": "The provider of the catalog."
              },
              "body": {
                "description": "The body, from which the model is read. It is stored if the manifest has telemetry.bodies."
              }
            }
          },
          "response": {
            "type": "object",
            "description": "The reply.",
            "additionalProperties": true,
            "properties": {
              "status": {
                "type": "integer",
                "minimum": 100,
                "maximum": 599,
                "description": "The status; 200 when absent."
              },
              "response_time": {
                "type": "number",
                "minimum": 0,
                "description": "Milliseconds that it took. Without it the latency counts as 0, in means and percentiles too."
              },
              "body": {
                "description": "The body, from which usage is read. It is stored if the manifest has telemetry.bodies."
              }
            }
          },
          "metadata": {
            "type": "object",
            "description": "The metadata, with trace_id, span_id, parent_span_id and span_name, or traceId and so on."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time when the request was sent; now when absent."
          }
        },
        "required": [
          "request",
          "response"
        ]
      },
      "LogInserted": {
        "title": "LogInserted",
        "type": "object",
        "description": "Result of the write.",
        "properties": {
          "status": {
            "const": "success",
            "description": "That it was stored."
          },
          "ids": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "The identifiers of the records, in their order."
          },
          "object": {
            "const": "logs",
            "description": "The kind of the object."
          }
        },
        "required": [
          "status",
          "ids",
          "object"
        ]
      },
      "LogErasure": {
        "title": "LogErasure",
        "type": "object",
        "description": "Result of the erasure.",
        "properties": {
          "erased": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of records that had bodies. The records stay."
          },
          "object": {
            "const": "erasure",
            "description": "The kind of the object."
          }
        },
        "required": [
          "erased",
          "object"
        ]
      },
      "LogFacets": {
        "title": "LogFacets",
        "type": "object",
        "description": "The values that a filter may have, the most frequent first.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "Their number."
          },
          "data": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "value": {
                  "type": "string",
                  "description": "The value."
                },
                "last_seen": {
                  "type": "string",
                  "format": "date-time",
                  "description": "Time of the last record with the value."
                }
              },
              "required": [
                "value",
                "last_seen"
              ]
            },
            "description": "The values."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "LogReplay": {
        "title": "LogReplay",
        "type": "object",
        "additionalProperties": false,
        "description": "The config that a logged request is replayed through, without calling a provider.",
        "properties": {
          "config": {
            "type": [
              "string",
              "object"
            ],
            "description": "A saved config by its identifier, a version of one that was saved by API (slug@3), or a config."
          }
        },
        "required": [
          "config"
        ]
      },
      "LogReplayed": {
        "title": "LogReplayed",
        "type": "object",
        "description": "Path of a logged request through another config.",
        "properties": {
          "object": {
            "const": "replay",
            "description": "The kind of the object."
          },
          "log_id": {
            "type": "string",
            "description": "The record."
          },
          "was": {
            "type": "object",
            "description": "Path of the request: target, provider, model, steps, and each attempt with its status."
          },
          "decided": {
            "type": "boolean",
            "description": "Whether the first target is certain."
          },
          "outcomes": {
            "type": "array",
            "description": "The targets that would be called first, each with its share of such requests if known, and the target that a fallback calls after it.",
            "items": {
              "type": "object",
              "properties": {
                "target": {
                  "type": "string",
                  "description": "The target, such as config.targets[1]."
                },
                "provider": {
                  "type": "string",
                  "description": "Its provider."
                },
                "model": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The model that would be sent."
                },
                "share": {
                  "type": [
                    "number",
                    "null"
                  ],
                  "description": "Probability from 0 to 1; null if it depends on an undecided condition."
                },
                "steps": {
                  "type": "array",
                  "items": {
                    "type": "object"
                  },
                  "description": "The choices on the way: at, to and because."
                },
                "next": {
                  "type": "array",
                  "items": {
                    "type": "object"
                  },
                  "description": "Fallbacks of the target in order: the statuses (on), and the part of the config (to)."
                },
                "undecided": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  },
                  "description": "Undecided choices on the path, with reasons."
                }
              },
              "required": [
                "target",
                "provider",
                "model",
                "share",
                "steps",
                "next",
                "undecided"
              ]
            }
          }
        },
        "required": [
          "object",
          "log_id",
          "was",
          "decided",
          "outcomes"
        ]
      },
      "McpConnectionObject": {
        "title": "McpConnectionObject",
        "type": "object",
        "description": "The connection of a person.",
        "properties": {
          "user_id": {
            "type": "string",
            "description": "The person."
          },
          "connected": {
            "type": "boolean",
            "description": "Whether calls of the person can use it."
          },
          "created_at": {
            "type": "string",
            "description": "Time when the account was first connected.",
            "format": "date-time"
          },
          "last_updated_at": {
            "type": "string",
            "description": "Time of the last connection or renewal of the token.",
            "format": "date-time"
          }
        },
        "required": [
          "user_id",
          "connected",
          "created_at",
          "last_updated_at"
        ]
      },
      "McpConnectionList": {
        "title": "McpConnectionList",
        "type": "object",
        "description": "A page of connections.",
        "properties": {
          "data": {
            "type": "array",
            "description": "The connections.",
            "items": {
              "$ref": "#/components/schemas/McpConnectionObject"
            }
          },
          "total": {
            "type": "integer",
            "description": "Total on all pages."
          },
          "has_more": {
            "type": "boolean",
            "description": "Whether another page follows."
          }
        },
        "required": [
          "data",
          "total",
          "has_more"
        ]
      },
      "McpConnectionRevoked": {
        "title": "McpConnectionRevoked",
        "type": "object",
        "description": "The result.",
        "properties": {
          "success": {
            "type": "boolean",
            "description": "True."
          }
        },
        "required": [
          "success"
        ]
      },
      "McpIntegration": {
        "title": "McpIntegration",
        "type": "object",
        "description": "An MCP server that workspaces can use; never its credential.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier.",
            "format": "uuid"
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "description": "The name in paths."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "url": {
            "type": "string",
            "description": "The URL of the server."
          },
          "auth_type": {
            "type": "string",
            "description": "Authentication to the server: none, with custom_headers, with the account of each person (oauth_auto), or with an account of the gateway (client_credentials).",
            "enum": [
              "none",
              "headers",
              "oauth_auto",
              "client_credentials"
            ]
          },
          "transport": {
            "type": "string",
            "description": "The transport of the server.",
            "enum": [
              "http"
            ]
          },
          "configurations": {
            "$ref": "#/components/schemas/McpConfigurations"
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace that it belongs to; null for the organisation."
          },
          "owner": {
            "type": "string",
            "description": "Source of the resource: the manifest in git, or this API.",
            "enum": [
              "git",
              "api"
            ]
          },
          "created_at": {
            "type": "string",
            "description": "Creation time.",
            "format": "date-time"
          },
          "last_updated_at": {
            "type": "string",
            "description": "Time of the last change.",
            "format": "date-time"
          },
          "object": {
            "const": "mcp-integration",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "name",
          "slug",
          "url",
          "auth_type",
          "transport",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "McpIntegrationList": {
        "title": "McpIntegrationList",
        "type": "object",
        "description": "A page of MCP integrations.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of MCP integrations on all pages."
          },
          "data": {
            "type": "array",
            "description": "The MCP integrations.",
            "items": {
              "$ref": "#/components/schemas/McpIntegration"
            }
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "McpConfigurations": {
        "title": "McpConfigurations",
        "type": "object",
        "description": "Headers and OAuth settings of requests to the server.",
        "additionalProperties": false,
        "properties": {
          "custom_headers": {
            "type": "object",
            "description": "Headers of every request; replies mask all but the ends of their values.",
            "additionalProperties": {
              "type": "string",
              "minLength": 1
            }
          },
          "oauth": {
            "$ref": "#/components/schemas/McpOAuth"
          }
        }
      },
      "McpIntegrationCreate": {
        "title": "McpIntegrationCreate",
        "type": "object",
        "description": "A new MCP integration.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name for people.",
            "minLength": 1,
            "maxLength": 255
          },
          "slug": {
            "type": "string",
            "description": "The name in paths.",
            "pattern": "^[a-z0-9][a-z0-9_-]{2,49}$"
          },
          "description": {
            "type": "string",
            "description": "Purpose."
          },
          "url": {
            "type": "string",
            "description": "The URL of the server.",
            "minLength": 1,
            "maxLength": 2048
          },
          "auth_type": {
            "type": "string",
            "description": "Authentication to the server: none, with custom_headers, with the account of each person (oauth_auto), or with an account of the gateway (client_credentials).",
            "enum": [
              "none",
              "headers",
              "oauth_auto",
              "client_credentials"
            ]
          },
          "transport": {
            "type": "string",
            "description": "The transport of the server; processes (stdio) and HTTP+SSE are not supported.",
            "enum": [
              "http"
            ]
          },
          "configurations": {
            "$ref": "#/components/schemas/McpConfigurations"
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace that it belongs to."
          }
        },
        "required": [
          "name",
          "url",
          "auth_type"
        ]
      },
      "McpIntegrationUpdate": {
        "title": "McpIntegrationUpdate",
        "type": "object",
        "description": "Changes of an MCP integration.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name for people.",
            "minLength": 1,
            "maxLength": 255
          },
          "description": {
            "type": "string",
            "description": "Purpose."
          },
          "url": {
            "type": "string",
            "description": "The URL of the server.",
            "minLength": 1,
            "maxLength": 2048
          },
          "auth_type": {
            "type": "string",
            "description": "Authentication to the server: none, with custom_headers, with the account of each person (oauth_auto), or with an account of the gateway (client_credentials).",
            "enum": [
              "none",
              "headers",
              "oauth_auto",
              "client_credentials"
            ]
          },
          "transport": {
            "type": "string",
            "description": "The transport of the server; processes (stdio) and HTTP+SSE are not supported.",
            "enum": [
              "http"
            ]
          },
          "configurations": {
            "$ref": "#/components/schemas/McpConfigurations"
          }
        },
        "minProperties": 1
      },
      "McpIntegrationImport": {
        "title": "McpIntegrationImport",
        "type": "object",
        "description": "A server of the MCP Registry.",
        "additionalProperties": false,
        "properties": {
          "server": {
            "type": "object",
            "description": "The server.json of the registry: its first remote of the streamable HTTP transport is used.",
            "additionalProperties": true
          },
          "slug": {
            "type": "string",
            "description": "The name in paths; derived from the name if absent.",
            "pattern": "^[a-z0-9][a-z0-9_-]{2,49}$"
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace that it belongs to."
          }
        },
        "required": [
          "server"
        ]
      },
      "WorkspaceAccess": {
        "title": "WorkspaceAccess",
        "type": "object",
        "description": "Workspaces with access.",
        "properties": {
          "global_workspace_access": {
            "title": "OtherWorkspacesShown",
            "type": "object",
            "description": "Access of all other workspaces.",
            "properties": {
              "enabled": {
                "type": "boolean",
                "description": "Whether they have access."
              }
            },
            "required": [
              "enabled"
            ]
          },
          "workspaces": {
            "type": "array",
            "description": "Access of single workspaces.",
            "items": {
              "title": "WorkspaceAccessShown",
              "type": "object",
              "description": "Access of a workspace.",
              "properties": {
                "id": {
                  "type": "string",
                  "description": "The identifier."
                },
                "slug": {
                  "type": "string",
                  "description": "The slug."
                },
                "enabled": {
                  "type": "boolean",
                  "description": "Whether it has access."
                }
              },
              "required": [
                "id",
                "slug",
                "enabled"
              ]
            }
          }
        },
        "required": [
          "global_workspace_access",
          "workspaces"
        ]
      },
      "WorkspaceAccessUpdate": {
        "title": "WorkspaceAccessUpdate",
        "type": "object",
        "description": "Workspaces with access.",
        "additionalProperties": false,
        "properties": {
          "workspaces": {
            "type": "array",
            "description": "Access of single workspaces.",
            "items": {
              "title": "WorkspaceAccessEntry",
              "type": "object",
              "description": "Access of a workspace.",
              "additionalProperties": false,
              "properties": {
                "id": {
                  "type": "string",
                  "description": "The workspace, by identifier or slug.",
                  "minLength": 1
                },
                "enabled": {
                  "type": "boolean",
                  "description": "Whether it has access."
                }
              },
              "required": [
                "id",
                "enabled"
              ]
            }
          },
          "global_workspace_access": {
            "title": "OtherWorkspaces",
            "type": "object",
            "description": "Access of all other workspaces.",
            "additionalProperties": false,
            "properties": {
              "enabled": {
                "type": "boolean",
                "description": "Whether they have access."
              }
            },
            "required": [
              "enabled"
            ]
          },
          "override_existing_workspace_access": {
            "type": "boolean",
            "description": "Whether workspaces that are not listed lose their access."
          }
        },
        "minProperties": 1
      },
      "McpCapability": {
        "title": "McpCapability",
        "type": "object",
        "description": "A tool, prompt or resource, and whether it is switched on.",
        "properties": {
          "name": {
            "type": "string",
            "description": "The name, or the address of a resource."
          },
          "type": {
            "type": "string",
            "description": "Kind of capability.",
            "enum": [
              "tool",
              "prompt",
              "resource"
            ]
          },
          "enabled": {
            "type": "boolean",
            "description": "Whether it is switched on."
          },
          "user_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The person for whom it is switched; null for all users."
          },
          "api_key_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The key for which it is switched; null for all."
          },
          "status": {
            "type": "string",
            "description": "Whether the definition of a tool is trusted, or held until it is approved.",
            "enum": [
              "trusted",
              "held"
            ]
          },
          "digest": {
            "type": "string",
            "description": "Digest of the current definition of a tool."
          },
          "approved_digest": {
            "type": [
              "string",
              "null"
            ],
            "description": "Trusted definition of a held tool."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Description reported by its server."
          }
        },
        "required": [
          "name",
          "type",
          "enabled"
        ]
      },
      "McpCapabilityList": {
        "title": "McpCapabilityList",
        "type": "object",
        "description": "A page of capabilities.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of capabilities on all pages."
          },
          "data": {
            "type": "array",
            "description": "The capabilities.",
            "items": {
              "$ref": "#/components/schemas/McpCapability"
            }
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "McpCapabilitiesUpdate": {
        "title": "McpCapabilitiesUpdate",
        "type": "object",
        "description": "Capabilities to switch.",
        "additionalProperties": false,
        "properties": {
          "capabilities": {
            "type": "array",
            "description": "The capabilities; others stay as they are.",
            "minItems": 1,
            "maxItems": 1000,
            "items": {
              "title": "McpCapabilitySwitch",
              "type": "object",
              "description": "A capability to switch.",
              "additionalProperties": false,
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The name, or the address of a resource; one that ends with * is a prefix.",
                  "minLength": 1,
                  "maxLength": 2048
                },
                "type": {
                  "type": "string",
                  "description": "Kind of capability.",
                  "enum": [
                    "tool",
                    "prompt",
                    "resource"
                  ]
                },
                "enabled": {
                  "type": "boolean",
                  "description": "Whether it is switched on."
                },
                "user_id": {
                  "type": "string",
                  "description": "The person for whom it is switched, all users if absent.",
                  "minLength": 1
                },
                "api_key_id": {
                  "type": "string",
                  "description": "The key for which it is switched, all if absent.",
                  "minLength": 1
                }
              },
              "required": [
                "name",
                "type",
                "enabled"
              ]
            }
          }
        },
        "required": [
          "capabilities"
        ]
      },
      "McpOAuth": {
        "title": "McpOAuth",
        "type": "object",
        "description": "OAuth towards the server, for the types oauth_auto and client_credentials.",
        "additionalProperties": false,
        "properties": {
          "issuer": {
            "type": "string",
            "description": "The authorization server; for oauth_auto, discovered from the server by default.",
            "pattern": "^https?://[^\\s?#]+$",
            "maxLength": 2048
          },
          "token_url": {
            "type": "string",
            "description": "Token endpoint for client_credentials; defaults to that in the metadata of issuer.",
            "pattern": "^https?://[^\\s#]+$",
            "maxLength": 2048
          },
          "client_id": {
            "type": "string",
            "description": "The client that the gateway is registered as; for oauth_auto it registers itself by default.",
            "minLength": 1,
            "maxLength": 1024
          },
          "client_secret": {
            "type": "string",
            "description": "The secret of the client, which is sent only to the authorization server; readers see its last characters.",
            "minLength": 1,
            "maxLength": 8192
          },
          "scopes": {
            "type": "array",
            "description": "The requested scopes; by default those that the server names.",
            "maxItems": 100,
            "items": {
              "type": "string",
              "pattern": "^[!#-\\[\\]-~]+$"
            }
          }
        }
      },
      "McpServerObject": {
        "title": "McpServerObject",
        "type": "object",
        "description": "An MCP server of a workspace, served at /mcp/{slug}.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier.",
            "format": "uuid"
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "description": "The name in paths."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "mcp_integration_id": {
            "type": "string",
            "description": "The integration that it uses."
          },
          "url": {
            "type": "string",
            "description": "The path of the gateway that clients use."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace that it belongs to; null for all."
          },
          "owner": {
            "type": "string",
            "description": "Source of the resource: the manifest in git, or this API.",
            "enum": [
              "git",
              "api"
            ]
          },
          "created_at": {
            "type": "string",
            "description": "Creation time.",
            "format": "date-time"
          },
          "last_updated_at": {
            "type": "string",
            "description": "Time of the last change.",
            "format": "date-time"
          },
          "object": {
            "const": "mcp-server",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "name",
          "slug",
          "url",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "McpServerList": {
        "title": "McpServerList",
        "type": "object",
        "description": "A page of MCP servers.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of MCP servers on all pages."
          },
          "data": {
            "type": "array",
            "description": "The MCP servers.",
            "items": {
              "$ref": "#/components/schemas/McpServerObject"
            }
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "McpServerCreate": {
        "title": "McpServerCreate",
        "type": "object",
        "description": "A new MCP server.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name for people.",
            "minLength": 1,
            "maxLength": 255
          },
          "mcp_integration_id": {
            "type": "string",
            "description": "The integration, by identifier or slug.",
            "minLength": 1
          },
          "slug": {
            "type": "string",
            "description": "The name in paths.",
            "pattern": "^[a-z0-9][a-z0-9_-]{2,49}$"
          },
          "description": {
            "type": "string",
            "description": "Purpose."
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace that it belongs to."
          }
        },
        "required": [
          "name",
          "mcp_integration_id"
        ]
      },
      "McpServerUpdate": {
        "title": "McpServerUpdate",
        "type": "object",
        "description": "Changes of an MCP server.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name for people.",
            "minLength": 1,
            "maxLength": 255
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          }
        },
        "minProperties": 1
      },
      "McpServerCapability": {
        "title": "McpServerCapability",
        "type": "object",
        "description": "A tool, prompt or resource, and whether it is switched on.",
        "properties": {
          "name": {
            "type": "string",
            "description": "The name, or the address of a resource."
          },
          "type": {
            "type": "string",
            "description": "Kind of capability.",
            "enum": [
              "tool",
              "prompt",
              "resource"
            ]
          },
          "enabled": {
            "type": "boolean",
            "description": "Whether it is switched on."
          },
          "user_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The person for whom it is switched; null for all users."
          },
          "api_key_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The key for which it is switched; null for all."
          },
          "status": {
            "type": "string",
            "description": "Whether the definition of a tool is trusted, or held until it is approved.",
            "enum": [
              "trusted",
              "held"
            ]
          },
          "digest": {
            "type": "string",
            "description": "Digest of the current definition of a tool."
          },
          "approved_digest": {
            "type": [
              "string",
              "null"
            ],
            "description": "Trusted definition of a held tool."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Description reported by its server."
          }
        },
        "required": [
          "name",
          "type",
          "enabled"
        ]
      },
      "McpServerCapabilityList": {
        "title": "McpServerCapabilityList",
        "type": "object",
        "description": "A page of capabilities.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of capabilities on all pages."
          },
          "data": {
            "type": "array",
            "description": "The capabilities.",
            "items": {
              "$ref": "#/components/schemas/McpServerCapability"
            }
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "UserAccess": {
        "title": "UserAccess",
        "type": "object",
        "description": "Access of users to a server.",
        "properties": {
          "default_user_access": {
            "type": "string",
            "description": "Access for users who are not listed.",
            "enum": [
              "allow",
              "deny"
            ]
          },
          "user_access": {
            "type": "array",
            "description": "Single people.",
            "items": {
              "title": "UserAccessEntry",
              "type": "object",
              "description": "Access of a person.",
              "additionalProperties": false,
              "properties": {
                "user_id": {
                  "type": "string",
                  "description": "The person.",
                  "minLength": 1
                },
                "enabled": {
                  "type": "boolean",
                  "description": "Whether they may use it."
                }
              },
              "required": [
                "user_id",
                "enabled"
              ]
            }
          }
        },
        "required": [
          "default_user_access",
          "user_access"
        ]
      },
      "UserAccessEntryUpdate": {
        "title": "UserAccessEntryUpdate",
        "type": "object",
        "description": "Access of a person.",
        "additionalProperties": false,
        "properties": {
          "user_id": {
            "type": "string",
            "description": "The person.",
            "minLength": 1
          },
          "enabled": {
            "type": "boolean",
            "description": "Whether they may use it."
          }
        },
        "required": [
          "user_id",
          "enabled"
        ]
      },
      "UserAccessUpdate": {
        "title": "UserAccessUpdate",
        "type": "object",
        "description": "Changes of who may use a server.",
        "additionalProperties": false,
        "properties": {
          "default_user_access": {
            "type": "string",
            "description": "Access for users who are not listed.",
            "enum": [
              "allow",
              "deny"
            ]
          },
          "user_access": {
            "type": "array",
            "description": "Single people; others stay as they are.",
            "items": {
              "$ref": "#/components/schemas/UserAccessEntryUpdate"
            }
          }
        },
        "minProperties": 1
      },
      "McpServerTest": {
        "title": "McpServerTest",
        "type": "object",
        "description": "Whether a server responds, and with what.",
        "properties": {
          "success": {
            "type": "boolean",
            "description": "Whether it responded."
          },
          "error": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why it did not."
          },
          "tools": {
            "type": "array",
            "description": "The names of its tools.",
            "items": {
              "type": "string"
            }
          },
          "metadata": {
            "title": "McpTestMetadata",
            "type": "object",
            "description": "Self-reported server info and last fetch time.",
            "properties": {
              "server_name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Its name."
              },
              "server_version": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Its version."
              },
              "protocol_version": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The revision of MCP that it speaks."
              },
              "capability_flags": {
                "type": "object",
                "description": "Its capabilities, as it names them."
              },
              "sync_status": {
                "type": "string",
                "description": "Whether it responded.",
                "enum": [
                  "synced",
                  "failed",
                  "pending"
                ]
              },
              "last_synced_at": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "date-time",
                "description": "Time of its last response."
              },
              "sync_error": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Why it did not."
              }
            },
            "required": [
              "server_name",
              "server_version",
              "protocol_version",
              "capability_flags",
              "sync_status",
              "last_synced_at",
              "sync_error"
            ]
          }
        },
        "required": [
          "success",
          "error",
          "tools",
          "metadata"
        ]
      },
      "McpToolApproval": {
        "title": "McpToolApproval",
        "type": "object",
        "description": "Definitions of tools to trust.",
        "additionalProperties": false,
        "properties": {
          "tools": {
            "type": "array",
            "description": "The tools.",
            "minItems": 1,
            "maxItems": 1000,
            "items": {
              "title": "McpApprovedTool",
              "type": "object",
              "description": "A tool to trust.",
              "additionalProperties": false,
              "properties": {
                "name": {
                  "type": "string",
                  "description": "The name.",
                  "minLength": 1
                },
                "digest": {
                  "type": "string",
                  "description": "The definition that was read and is approved; another one stays held.",
                  "pattern": "^sha256:[0-9a-f]{64}$"
                }
              },
              "required": [
                "name",
                "digest"
              ]
            }
          }
        },
        "required": [
          "tools"
        ]
      },
      "McpServerMetadata": {
        "title": "McpServerMetadata",
        "type": "object",
        "description": "Self-reported server info and last fetch time.",
        "properties": {
          "server_name": {
            "type": [
              "string",
              "null"
            ],
            "description": "Its name."
          },
          "server_version": {
            "type": [
              "string",
              "null"
            ],
            "description": "Its version."
          },
          "protocol_version": {
            "type": [
              "string",
              "null"
            ],
            "description": "The revision of MCP that it speaks."
          },
          "capability_flags": {
            "type": "object",
            "description": "Its capabilities, as it names them."
          },
          "sync_status": {
            "type": "string",
            "description": "Whether it responded.",
            "enum": [
              "synced",
              "failed",
              "pending"
            ]
          },
          "last_synced_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of its last response."
          },
          "sync_error": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why it did not."
          }
        },
        "required": [
          "server_name",
          "server_version",
          "protocol_version",
          "capability_flags",
          "sync_status",
          "last_synced_at",
          "sync_error"
        ]
      },
      "OrganisationUser": {
        "title": "OrganisationUser",
        "type": "object",
        "description": "A person of the organisation.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier.",
            "format": "uuid"
          },
          "object": {
            "const": "user",
            "description": "The kind of the object."
          },
          "email": {
            "type": "string",
            "description": "The address, in lower case."
          },
          "first_name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The first name."
          },
          "last_name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The last name."
          },
          "role": {
            "type": "string",
            "description": "The role in the organisation.",
            "enum": [
              "owner",
              "admin",
              "member"
            ]
          },
          "active": {
            "type": "boolean",
            "description": "False for people that the directory has disabled: their memberships and keys count for nothing until it enables them again."
          },
          "created_at": {
            "type": "string",
            "description": "Creation time.",
            "format": "date-time"
          },
          "last_updated_at": {
            "type": "string",
            "description": "Time of the last change.",
            "format": "date-time"
          }
        },
        "required": [
          "id",
          "object",
          "email",
          "first_name",
          "last_name",
          "role",
          "active",
          "created_at",
          "last_updated_at"
        ]
      },
      "OrganisationUserList": {
        "title": "OrganisationUserList",
        "type": "object",
        "description": "A page of people.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of people on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/OrganisationUser"
            },
            "description": "The people of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "OrganisationUserCreate": {
        "title": "OrganisationUserCreate",
        "type": "object",
        "description": "A new person.",
        "additionalProperties": false,
        "properties": {
          "email": {
            "type": "string",
            "description": "The address, by which the person is known to the issuer of tokens.",
            "minLength": 3,
            "maxLength": 254
          },
          "role": {
            "type": "string",
            "description": "The role in the organisation: owner, admin or member, in any case.",
            "maxLength": 32,
            "default": "member"
          },
          "first_name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The first name."
          },
          "last_name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The last name."
          }
        },
        "required": [
          "email"
        ]
      },
      "OrganisationUserUpdate": {
        "title": "OrganisationUserUpdate",
        "type": "object",
        "description": "Changes of a person; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "role": {
            "type": "string",
            "description": "owner, admin or member, in any case.",
            "maxLength": 32
          },
          "first_name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The first name."
          },
          "last_name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The last name."
          }
        }
      },
      "WorkspaceUser": {
        "title": "WorkspaceUser",
        "type": "object",
        "description": "A member of a workspace.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier of the person.",
            "format": "uuid"
          },
          "object": {
            "const": "workspace-user",
            "description": "The kind of the object."
          },
          "email": {
            "type": "string",
            "description": "The address."
          },
          "organisation_role": {
            "type": "string",
            "description": "The role in the organisation.",
            "enum": [
              "owner",
              "admin",
              "member"
            ]
          },
          "role": {
            "type": "string",
            "description": "The role in the workspace.",
            "enum": [
              "admin",
              "manager",
              "member"
            ]
          },
          "created_at": {
            "type": "string",
            "description": "Creation time.",
            "format": "date-time"
          },
          "last_updated_at": {
            "type": "string",
            "description": "Time of the last change.",
            "format": "date-time"
          }
        },
        "required": [
          "id",
          "object",
          "email",
          "organisation_role",
          "role",
          "created_at",
          "last_updated_at"
        ]
      },
      "WorkspaceUserList": {
        "title": "WorkspaceUserList",
        "type": "object",
        "description": "A page of members.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of members on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/WorkspaceUser"
            },
            "description": "The members of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "WorkspaceUsersAdd": {
        "title": "WorkspaceUsersAdd",
        "type": "object",
        "description": "New members.",
        "additionalProperties": false,
        "properties": {
          "users": {
            "type": "array",
            "minItems": 1,
            "maxItems": 100,
            "description": "The people and their roles.",
            "items": {
              "title": "NewMember",
              "type": "object",
              "description": "A person and their role.",
              "additionalProperties": false,
              "properties": {
                "id": {
                  "type": "string",
                  "description": "The identifier of the person.",
                  "maxLength": 64
                },
                "role": {
                  "type": "string",
                  "description": "admin, manager or member, in any case.",
                  "maxLength": 32
                }
              },
              "required": [
                "id",
                "role"
              ]
            }
          }
        },
        "required": [
          "users"
        ]
      },
      "WorkspaceUserUpdate": {
        "title": "WorkspaceUserUpdate",
        "type": "object",
        "description": "The new role of a member.",
        "additionalProperties": false,
        "properties": {
          "role": {
            "type": "string",
            "description": "admin, manager or member, in any case.",
            "maxLength": 32
          }
        },
        "required": [
          "role"
        ]
      },
      "SavedPartial": {
        "title": "SavedPartial",
        "type": "object",
        "description": "A partial with its published version.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "Slug used by calls and templates."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace; null for what the project defines, which serves all."
          },
          "organisation_id": {
            "type": "string",
            "description": "The organisation."
          },
          "version": {
            "type": "integer",
            "description": "The number of the published version."
          },
          "version_id": {
            "type": "string",
            "description": "The identifier of the published version."
          },
          "latest_version": {
            "type": "integer",
            "description": "The number of the newest version."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the project in git, or this API."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "partial",
            "description": "The kind of the object."
          },
          "string": {
            "type": "string",
            "description": "The template."
          },
          "version_description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Why, for the history."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "workspace_id",
          "organisation_id",
          "version",
          "version_id",
          "latest_version",
          "owner",
          "created_at",
          "last_updated_at",
          "object",
          "string"
        ]
      },
      "SavedPartialList": {
        "title": "SavedPartialList",
        "type": "object",
        "description": "A page of partials.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SavedPartial"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "PartialWritten": {
        "title": "PartialWritten",
        "type": "object",
        "description": "Result of the write.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The slug."
          },
          "version": {
            "type": "integer",
            "description": "The number of the version."
          },
          "version_id": {
            "type": "string",
            "description": "The identifier of the version."
          },
          "diagnostics": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Warnings and notes of the compiler."
          },
          "object": {
            "const": "partial",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "slug",
          "version",
          "version_id",
          "diagnostics",
          "object"
        ]
      },
      "PartialVersion": {
        "title": "PartialVersion",
        "type": "object",
        "description": "One version, which never changes.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "version": {
            "type": "integer",
            "description": "The number."
          },
          "status": {
            "type": "string",
            "enum": [
              "published",
              "archived"
            ],
            "description": "Whether templates that name no version use it."
          },
          "created_by": {
            "type": "string",
            "description": "Author."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the write."
          },
          "object": {
            "const": "partial_version",
            "description": "The kind of the object."
          },
          "string": {
            "type": "string",
            "description": "The template."
          },
          "version_description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Why, for the history."
          }
        },
        "required": [
          "id",
          "version",
          "status",
          "created_by",
          "created_at",
          "object",
          "string"
        ]
      },
      "PartialVersionList": {
        "title": "PartialVersionList",
        "type": "object",
        "description": "A page of versions.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/PartialVersion"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "PartialCreate": {
        "title": "PartialCreate",
        "type": "object",
        "description": "A new partial.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-zA-Z0-9_-]{1,255}$",
            "description": "Slug used by templates, derived from the name when absent."
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace, by its identifier or slug; that of the key when absent."
          },
          "string": {
            "type": "string",
            "description": "The template."
          },
          "version_description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Why, for the history."
          }
        },
        "required": [
          "name",
          "string"
        ]
      },
      "PartialUpdate": {
        "title": "PartialUpdate",
        "type": "object",
        "description": "Changes of a partial. With a template it adds a version.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "string": {
            "type": "string",
            "description": "The template of a new version."
          },
          "version_description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Why, for the history."
          }
        }
      },
      "SavedPrompt": {
        "title": "SavedPrompt",
        "type": "object",
        "description": "A saved prompt with its published version.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "Slug used by calls and templates."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace; null for what the project defines, which serves all."
          },
          "organisation_id": {
            "type": "string",
            "description": "The organisation."
          },
          "version": {
            "type": "integer",
            "description": "The number of the published version."
          },
          "version_id": {
            "type": "string",
            "description": "The identifier of the published version."
          },
          "latest_version": {
            "type": "integer",
            "description": "The number of the newest version."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the project in git, or this API."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "prompt",
            "description": "The kind of the object."
          },
          "collection_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The collection."
          },
          "labels": {
            "type": "object",
            "additionalProperties": {
              "type": "integer"
            },
            "description": "The versions that labels point at, by the names of the labels."
          },
          "prompt_metadata": {
            "type": [
              "object",
              "null"
            ],
            "description": "Notes on the prompt."
          },
          "string": {
            "type": "string",
            "description": "The template: a list of messages as JSON or YAML, or the text of one message of the user."
          },
          "parameters": {
            "type": "object",
            "additionalProperties": {},
            "description": "Parameters of chats, such as temperature."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "description": "The model, as a name or as @slug/model."
          },
          "virtual_key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The stored provider that serves it, by its older name."
          },
          "provider": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider that serves it: @slug for a stored one."
          },
          "config": {
            "type": [
              "string",
              "null"
            ],
            "description": "The saved config that serves it."
          },
          "variables": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {
              "type": "object"
            },
            "description": "The variables by name, with type, default and required; those that the template uses when absent."
          },
          "allow": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string",
              "enum": [
                "messages",
                "model",
                "tools"
              ]
            },
            "description": "Fields a caller may send besides variables."
          },
          "functions": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "Functions of older clients."
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "The tools."
          },
          "tool_choice": {
            "description": "Tool that is called."
          },
          "metadata": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {},
            "description": "Notes on the version, which have no effect."
          },
          "version_description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Why, for the history."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "workspace_id",
          "organisation_id",
          "version",
          "version_id",
          "latest_version",
          "owner",
          "created_at",
          "last_updated_at",
          "object",
          "collection_id",
          "labels"
        ]
      },
      "SavedPromptList": {
        "title": "SavedPromptList",
        "type": "object",
        "description": "A page of prompts.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SavedPrompt"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "PromptWritten": {
        "title": "PromptWritten",
        "type": "object",
        "description": "Result of the write.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The slug."
          },
          "version": {
            "type": "integer",
            "description": "The number of the version."
          },
          "version_id": {
            "type": "string",
            "description": "The identifier of the version."
          },
          "diagnostics": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Warnings and notes of the compiler."
          },
          "object": {
            "const": "prompt",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "slug",
          "version",
          "version_id",
          "diagnostics",
          "object"
        ]
      },
      "PromptVersion": {
        "title": "PromptVersion",
        "type": "object",
        "description": "One version, which never changes.",
        "properties": {
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "version": {
            "type": "integer",
            "description": "The number."
          },
          "status": {
            "type": "string",
            "enum": [
              "published",
              "archived"
            ],
            "description": "Whether calls that name no version use it."
          },
          "labels": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "The labels that point at it."
          },
          "created_by": {
            "type": "string",
            "description": "Author."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the write."
          },
          "object": {
            "const": "prompt_version",
            "description": "The kind of the object."
          },
          "string": {
            "type": "string",
            "description": "The template: a list of messages as JSON or YAML, or the text of one message of the user."
          },
          "parameters": {
            "type": "object",
            "additionalProperties": {},
            "description": "Parameters of chats, such as temperature."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "description": "The model, as a name or as @slug/model."
          },
          "virtual_key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The stored provider that serves it, by its older name."
          },
          "provider": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider that serves it: @slug for a stored one."
          },
          "config": {
            "type": [
              "string",
              "null"
            ],
            "description": "The saved config that serves it."
          },
          "variables": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {
              "type": "object"
            },
            "description": "The variables by name, with type, default and required; those that the template uses when absent."
          },
          "allow": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string",
              "enum": [
                "messages",
                "model",
                "tools"
              ]
            },
            "description": "Fields a caller may send besides variables."
          },
          "functions": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "Functions of older clients."
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "The tools."
          },
          "tool_choice": {
            "description": "Tool that is called."
          },
          "metadata": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {},
            "description": "Notes on the version, which have no effect."
          },
          "version_description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Why, for the history."
          }
        },
        "required": [
          "id",
          "version",
          "status",
          "labels",
          "created_by",
          "created_at",
          "object",
          "string",
          "parameters"
        ]
      },
      "PromptVersionList": {
        "title": "PromptVersionList",
        "type": "object",
        "description": "A page of versions.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/PromptVersion"
            },
            "description": "The page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "PromptCreate": {
        "title": "PromptCreate",
        "type": "object",
        "description": "A new prompt.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-zA-Z0-9_-]{1,255}$",
            "description": "Slug used by calls, derived from the name when absent."
          },
          "collection_id": {
            "type": "string",
            "description": "The collection, by its identifier or slug; the default one when absent."
          },
          "workspace_id": {
            "type": "string",
            "description": "The workspace, by its identifier or slug; that of the key when absent."
          },
          "prompt_metadata": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {},
            "description": "Notes on the prompt."
          },
          "string": {
            "type": "string",
            "description": "The template: a list of messages as JSON or YAML, or the text of one message of the user."
          },
          "parameters": {
            "type": "object",
            "additionalProperties": {},
            "description": "Parameters of chats, such as temperature."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "description": "The model, as a name or as @slug/model."
          },
          "virtual_key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The stored provider that serves it, by its older name."
          },
          "provider": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider that serves it: @slug for a stored one."
          },
          "config": {
            "type": [
              "string",
              "null"
            ],
            "description": "The saved config that serves it."
          },
          "variables": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {
              "type": "object"
            },
            "description": "The variables by name, with type, default and required; those that the template uses when absent."
          },
          "allow": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string",
              "enum": [
                "messages",
                "model",
                "tools"
              ]
            },
            "description": "Fields a caller may send besides variables."
          },
          "functions": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "Functions of older clients."
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "The tools."
          },
          "tool_choice": {
            "description": "Tool that is called."
          },
          "metadata": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {},
            "description": "Notes on the version, which have no effect."
          },
          "version_description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Why, for the history."
          },
          "template_metadata": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {},
            "description": "Alias of metadata."
          },
          "is_raw_template": {
            "enum": [
              false,
              0
            ],
            "description": "Templates with sections around messages are not supported: variables never add messages."
          }
        },
        "required": [
          "name",
          "string"
        ]
      },
      "PromptUpdate": {
        "title": "PromptUpdate",
        "type": "object",
        "description": "Changes of a prompt. With something of a version it adds a version.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "collection_id": {
            "type": "string",
            "description": "The collection, by its identifier or slug."
          },
          "prompt_metadata": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {},
            "description": "Notes on the prompt."
          },
          "patch": {
            "type": "boolean",
            "default": false,
            "description": "Whether the new version takes what is absent from the latest version."
          },
          "string": {
            "type": "string",
            "description": "The template: a list of messages as JSON or YAML, or the text of one message of the user."
          },
          "parameters": {
            "type": "object",
            "additionalProperties": {},
            "description": "Parameters of chats, such as temperature."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "description": "The model, as a name or as @slug/model."
          },
          "virtual_key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The stored provider that serves it, by its older name."
          },
          "provider": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider that serves it: @slug for a stored one."
          },
          "config": {
            "type": [
              "string",
              "null"
            ],
            "description": "The saved config that serves it."
          },
          "variables": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {
              "type": "object"
            },
            "description": "The variables by name, with type, default and required; those that the template uses when absent."
          },
          "allow": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string",
              "enum": [
                "messages",
                "model",
                "tools"
              ]
            },
            "description": "Fields a caller may send besides variables."
          },
          "functions": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "Functions of older clients."
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "The tools."
          },
          "tool_choice": {
            "description": "Tool that is called."
          },
          "metadata": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {},
            "description": "Notes on the version, which have no effect."
          },
          "version_description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1000,
            "description": "Why, for the history."
          },
          "template_metadata": {
            "type": [
              "object",
              "null"
            ],
            "additionalProperties": {},
            "description": "Alias of metadata."
          },
          "is_raw_template": {
            "enum": [
              false,
              0
            ],
            "description": "Templates with sections around messages are not supported: variables never add messages."
          }
        }
      },
      "PromptVersionLabel": {
        "title": "PromptVersionLabel",
        "type": "object",
        "description": "The label of a version.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "label": {
            "type": [
              "string",
              "null"
            ],
            "description": "A label, by its name; null removes all labels."
          },
          "label_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "A label, by its identifier; null removes all labels."
          }
        }
      },
      "PublishVersion": {
        "title": "PublishVersion",
        "type": "object",
        "description": "The version to publish.",
        "additionalProperties": false,
        "properties": {
          "version": {
            "type": "integer",
            "minimum": 1,
            "description": "Its number."
          }
        },
        "required": [
          "version"
        ]
      },
      "Provider": {
        "title": "Provider",
        "type": "object",
        "description": "A provider of a workspace.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The name in calls, after @."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "note": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "integration_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The slug of its integration; null for providers of the manifest."
          },
          "ai_provider_id": {
            "type": "string",
            "description": "The provider of the catalog."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "exhausted",
              "expired"
            ],
            "description": "Whether calls can use it."
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Expiry time."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace that it belongs to; null for all."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the manifest in git, or this API."
          },
          "last_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the last reset of usage; null for never, or without a budget."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "provider",
            "description": "The kind of the object."
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the provider."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the provider."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "ai_provider_id",
          "status",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "ProviderList": {
        "title": "ProviderList",
        "type": "object",
        "description": "A page of providers.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of providers on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Provider"
            },
            "description": "The providers of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "ProviderCreate": {
        "title": "ProviderCreate",
        "type": "object",
        "description": "A new provider.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "note": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Purpose."
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Expiry time."
          },
          "integration_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "Its integration, by identifier or slug."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9._-]{0,254}$",
            "description": "The name in configs and calls, derived from the name when absent."
          },
          "workspace_id": {
            "type": "string",
            "minLength": 1,
            "description": "The workspace, by identifier or slug; by default that of the key."
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the provider."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the provider."
          }
        },
        "required": [
          "name",
          "integration_id"
        ]
      },
      "ProviderUpdate": {
        "title": "ProviderUpdate",
        "type": "object",
        "description": "Changes of a provider; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "note": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Purpose."
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Expiry time."
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the provider."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the provider; null for none."
          },
          "reset_usage": {
            "type": "boolean",
            "description": "Whether to reset usage now."
          }
        }
      },
      "RateLimitsPolicy": {
        "title": "RateLimitsPolicy",
        "type": "object",
        "description": "A rate-limit policy.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "type": {
            "type": "string",
            "enum": [
              "requests",
              "tokens"
            ],
            "description": "Unit that is counted."
          },
          "unit": {
            "type": "string",
            "enum": [
              "rpm",
              "rph",
              "rpd",
              "rpw"
            ],
            "description": "The window: a minute, an hour, a day or a week, ending now."
          },
          "value": {
            "type": "number",
            "description": "Maximum per window."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The name in messages and logs."
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiCondition"
            },
            "description": "Conditions, all of which must hold."
          },
          "group_by": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiGroup"
            },
            "description": "One counter for each combination of these properties."
          },
          "uncounted": {
            "type": "string",
            "enum": [
              "refuse",
              "allow"
            ],
            "description": "Handling of calls whose tokens or cost cannot be counted; refuse when absent."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "archived"
            ],
            "description": "Archived policies limit nothing."
          },
          "workspace_id": {
            "type": "string",
            "format": "uuid",
            "description": "The workspace."
          },
          "organisation_id": {
            "type": "string",
            "format": "uuid",
            "description": "The organisation."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the manifest in git, or this API."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "diagnostics": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Warnings about conditions that match nothing in the workspace; in replies of writes only."
          },
          "object": {
            "const": "policy_rate_limits",
            "description": "The kind of the object, in single reads only."
          }
        },
        "required": [
          "id",
          "type",
          "unit",
          "value",
          "status",
          "workspace_id",
          "organisation_id",
          "created_at",
          "last_updated_at"
        ]
      },
      "RateLimitsPolicyList": {
        "title": "RateLimitsPolicyList",
        "type": "object",
        "description": "A page of rate-limit policies.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/RateLimitsPolicy"
            },
            "description": "The policies of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "RateLimitCreate": {
        "title": "RateLimitCreate",
        "type": "object",
        "description": "A new rate-limit policy.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The name in messages and logs."
          },
          "type": {
            "type": "string",
            "enum": [
              "requests",
              "tokens"
            ],
            "description": "Unit that is counted."
          },
          "unit": {
            "type": "string",
            "enum": [
              "rpm",
              "rph",
              "rpd",
              "rpw"
            ],
            "description": "The window: a minute, an hour, a day or a week, ending now."
          },
          "value": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000000000,
            "description": "Maximum per window."
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiCondition"
            },
            "description": "Conditions, all of which must hold."
          },
          "group_by": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiGroup"
            },
            "description": "One counter for each combination of these properties."
          },
          "uncounted": {
            "type": "string",
            "enum": [
              "refuse",
              "allow"
            ],
            "description": "Handling of calls whose tokens or cost cannot be counted; refuse when absent."
          },
          "workspace_id": {
            "type": "string",
            "minLength": 1,
            "description": "The workspace, by its identifier or slug; that of the key when absent."
          }
        },
        "required": [
          "type",
          "unit",
          "value"
        ]
      },
      "RateLimitUpdate": {
        "title": "RateLimitUpdate",
        "type": "object",
        "description": "Changes of a rate-limit policy; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The name in messages and logs."
          },
          "unit": {
            "type": "string",
            "enum": [
              "rpm",
              "rph",
              "rpd",
              "rpw"
            ],
            "description": "The window: a minute, an hour, a day or a week, ending now."
          },
          "value": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000000000,
            "description": "Maximum per window."
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiCondition"
            },
            "description": "Conditions, all of which must hold."
          }
        }
      },
      "ApiCondition": {
        "title": "ApiCondition",
        "type": "object",
        "description": "Condition on a property of the call.",
        "additionalProperties": false,
        "properties": {
          "key": {
            "type": "string",
            "pattern": "^(workspace_id|api_key|provider|model|config|endpoint_type|mcp_server|mcp_tool|agent|metadata\\..+)$",
            "description": "workspace_id, api_key, provider, model (the name that the client or a target sends, without a slug, in any case), config, endpoint_type, or metadata. and a key."
          },
          "value": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "array",
                "minItems": 1,
                "items": {
                  "type": "string"
                }
              }
            ],
            "description": "The value, a list of alternatives, or * for any value."
          },
          "excludes": {
            "type": "boolean",
            "description": "Whether the condition holds for all calls but these."
          }
        },
        "required": [
          "key",
          "value"
        ]
      },
      "ApiGroup": {
        "title": "ApiGroup",
        "type": "object",
        "description": "A property by which calls are counted apart.",
        "additionalProperties": false,
        "properties": {
          "key": {
            "type": "string",
            "pattern": "^(workspace_id|api_key|provider|model|config|endpoint_type|mcp_server|mcp_tool|agent|metadata\\..+)$",
            "description": "The property, as in conditions; model is the name that the target sends."
          }
        },
        "required": [
          "key"
        ]
      },
      "ReleaseRevision": {
        "title": "ReleaseRevision",
        "type": "object",
        "description": "The revision of the store.",
        "properties": {
          "revision": {
            "type": "integer",
            "description": "The number of transactions so far."
          }
        },
        "required": [
          "revision"
        ]
      },
      "ReleaseResource": {
        "title": "ReleaseResource",
        "type": "object",
        "description": "A resource of the store.",
        "properties": {
          "kind": {
            "type": "string",
            "description": "The kind."
          },
          "id": {
            "type": "string",
            "description": "The identifier."
          },
          "value": {
            "type": "object",
            "description": "The contents."
          },
          "revision": {
            "type": "integer",
            "description": "The revision that wrote it."
          }
        },
        "required": [
          "kind",
          "id",
          "value",
          "revision"
        ]
      },
      "ReleaseResourceList": {
        "title": "ReleaseResourceList",
        "type": "object",
        "description": "Resources.",
        "properties": {
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ReleaseResource"
            },
            "description": "The resources."
          }
        },
        "required": [
          "data"
        ]
      },
      "ReleaseResourceRead": {
        "title": "ReleaseResourceRead",
        "type": "object",
        "description": "A resource, or null.",
        "properties": {
          "resource": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ReleaseResource"
              },
              {
                "type": "null"
              }
            ],
            "description": "The resource."
          }
        },
        "required": [
          "resource"
        ]
      },
      "ReleaseBlob": {
        "title": "ReleaseBlob",
        "type": "object",
        "description": "Bytes, or null.",
        "properties": {
          "content": {
            "type": [
              "string",
              "null"
            ],
            "description": "The bytes in base64."
          }
        },
        "required": [
          "content"
        ]
      },
      "ReleaseChanges": {
        "title": "ReleaseChanges",
        "type": "object",
        "description": "Changes up to a revision.",
        "properties": {
          "revision": {
            "type": "integer",
            "description": "The revision."
          },
          "changed": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "object"
            },
            "description": "Kinds and identifiers; null if the feed does not reach back so far."
          }
        },
        "required": [
          "revision",
          "changed"
        ]
      },
      "ReleaseRuntimes": {
        "title": "ReleaseRuntimes",
        "type": "object",
        "description": "Reports of runtimes.",
        "properties": {
          "data": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Last report of each runtime."
          }
        },
        "required": [
          "data"
        ]
      },
      "ReleaseCommit": {
        "title": "ReleaseCommit",
        "type": "object",
        "description": "A transaction.",
        "additionalProperties": false,
        "properties": {
          "writes": {
            "type": "array",
            "minItems": 1,
            "maxItems": 100000,
            "description": "Writes of the transaction.",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "kind": {
                  "type": "string",
                  "enum": [
                    "release",
                    "release-config",
                    "label",
                    "project"
                  ],
                  "description": "The kind."
                },
                "id": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 1024,
                  "description": "The identifier."
                },
                "value": {
                  "type": [
                    "object",
                    "null"
                  ],
                  "description": "The contents; null deletes a label. Releases and versions of configs are written once, and stay."
                },
                "expects": {
                  "type": [
                    "integer",
                    "string"
                  ],
                  "description": "The revision that is replaced, or absent: always absent for releases and versions of configs."
                }
              },
              "required": [
                "kind",
                "id",
                "value"
              ]
            }
          },
          "blobs": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Bytes in base64 by their SHA-256 in hexadecimal digits."
          }
        },
        "required": [
          "writes"
        ]
      },
      "ReleaseCommitted": {
        "title": "ReleaseCommitted",
        "type": "object",
        "description": "The revision of the transaction, or the conflict that prevented it.",
        "properties": {
          "revision": {
            "type": "integer",
            "description": "The revision."
          },
          "conflict": {
            "type": "object",
            "description": "The first write whose expectation does not hold, and what was found."
          }
        }
      },
      "ScimUser": {
        "title": "ScimUser",
        "type": "object",
        "description": "A person. Attributes that are not listed are accepted and not stored.",
        "additionalProperties": true,
        "properties": {
          "schemas": {
            "type": "array",
            "maxItems": 16,
            "description": "The schemas of the resource.",
            "items": {
              "type": "string",
              "maxLength": 255
            }
          },
          "id": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 64,
            "description": "The identifier; read-only."
          },
          "userName": {
            "type": "string",
            "maxLength": 254,
            "description": "The address of the person, in any case."
          },
          "externalId": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The identifier in the directory."
          },
          "active": {
            "type": [
              "boolean",
              "string"
            ],
            "maxLength": 8,
            "description": "Whether the person may do anything: true or false, also as text."
          },
          "displayName": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The name to show."
          },
          "name": {
            "type": [
              "object",
              "null"
            ],
            "description": "The name: givenName and familyName are stored.",
            "additionalProperties": true,
            "properties": {
              "givenName": {
                "type": [
                  "string",
                  "null"
                ],
                "maxLength": 255,
                "description": "The first name."
              },
              "familyName": {
                "type": [
                  "string",
                  "null"
                ],
                "maxLength": 255,
                "description": "The last name."
              }
            }
          },
          "roles": {
            "type": [
              "array",
              "string",
              "null"
            ],
            "maxItems": 32,
            "maxLength": 255,
            "description": "The role in the organisation, in any case; of several, the highest.",
            "items": {
              "type": [
                "object",
                "string"
              ],
              "additionalProperties": true
            }
          },
          "meta": {
            "type": "object",
            "description": "The kind, times, address and version; read-only.",
            "additionalProperties": true
          }
        },
        "required": [
          "userName"
        ]
      },
      "ScimGroup": {
        "title": "ScimGroup",
        "type": "object",
        "description": "A group. One that is named WORKSPACE:ROLE or organisation:ROLE gives its members the role; others give nothing.",
        "additionalProperties": true,
        "properties": {
          "schemas": {
            "type": "array",
            "maxItems": 16,
            "description": "The schemas of the resource.",
            "items": {
              "type": "string",
              "maxLength": 255
            }
          },
          "id": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 64,
            "description": "The identifier; read-only."
          },
          "displayName": {
            "type": "string",
            "maxLength": 255,
            "description": "The name, such as research:manager.",
            "minLength": 1
          },
          "externalId": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The identifier in the directory."
          },
          "members": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 10000,
            "description": "The people of the group.",
            "items": {
              "type": "object",
              "additionalProperties": true,
              "properties": {
                "value": {
                  "type": "string",
                  "maxLength": 64,
                  "description": "The identifier of a person."
                }
              },
              "required": [
                "value"
              ]
            }
          },
          "meta": {
            "type": "object",
            "description": "The kind, times, address and version; read-only.",
            "additionalProperties": true
          }
        },
        "required": [
          "displayName"
        ]
      },
      "ScimPatch": {
        "title": "ScimPatch",
        "type": "object",
        "description": "Changes of a resource.",
        "additionalProperties": true,
        "properties": {
          "schemas": {
            "type": "array",
            "maxItems": 16,
            "description": "The schemas of the resource.",
            "items": {
              "type": "string",
              "maxLength": 255
            }
          },
          "Operations": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1000,
            "description": "The changes, in their order.",
            "items": {
              "title": "ScimOperation",
              "type": "object",
              "description": "One change.",
              "additionalProperties": true,
              "properties": {
                "op": {
                  "type": "string",
                  "maxLength": 16,
                  "description": "add, replace or remove, in any case."
                },
                "path": {
                  "type": "string",
                  "maxLength": 1024,
                  "description": "Path of the change, such as name.givenName or members[value eq \"7\"]; without it, value has attributes."
                },
                "value": {
                  "description": "The new value."
                }
              },
              "required": [
                "op"
              ]
            }
          }
        },
        "required": [
          "Operations"
        ]
      },
      "ScimList": {
        "title": "ScimList",
        "type": "object",
        "description": "A page of resources.",
        "properties": {
          "schemas": {
            "type": "array",
            "maxItems": 16,
            "description": "The schemas of the resource.",
            "items": {
              "type": "string",
              "maxLength": 255
            }
          },
          "totalResults": {
            "type": "integer",
            "description": "The number of resources on all pages."
          },
          "startIndex": {
            "type": "integer",
            "description": "The first resource, counted from 1."
          },
          "itemsPerPage": {
            "type": "integer",
            "description": "The number of resources of the page."
          },
          "Resources": {
            "type": "array",
            "description": "The resources.",
            "items": {
              "type": "object",
              "additionalProperties": true
            }
          }
        },
        "required": [
          "schemas",
          "totalResults",
          "startIndex",
          "itemsPerPage",
          "Resources"
        ]
      },
      "ScimDocument": {
        "title": "ScimDocument",
        "type": "object",
        "description": "A description of the interface.",
        "additionalProperties": true,
        "properties": {
          "schemas": {
            "type": "array",
            "maxItems": 16,
            "description": "The schemas of the resource.",
            "items": {
              "type": "string",
              "maxLength": 255
            }
          }
        },
        "required": [
          "schemas"
        ]
      },
      "ScimError": {
        "title": "ScimError",
        "type": "object",
        "description": "Why a request failed.",
        "properties": {
          "schemas": {
            "type": "array",
            "maxItems": 16,
            "description": "The schemas of the resource.",
            "items": {
              "type": "string",
              "maxLength": 255
            }
          },
          "status": {
            "type": "string",
            "description": "The status of the reply."
          },
          "scimType": {
            "type": "string",
            "description": "The kind of error, if SCIM defines one."
          },
          "detail": {
            "type": "string",
            "description": "One sentence."
          }
        },
        "required": [
          "schemas",
          "status",
          "detail"
        ]
      },
      "SecretReference": {
        "title": "SecretReferenceObject",
        "type": "object",
        "description": "A secret reference; never the secret.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The name in ${secret:slug}."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "manager_type": {
            "type": "string",
            "enum": [
              "env",
              "file",
              "hashicorp_vault",
              "aws_sm",
              "azure_kv"
            ],
            "description": "The secret manager."
          },
          "auth_config": {
            "type": "object",
            "description": "Connection of the secret manager, with masked secrets."
          },
          "secret_path": {
            "type": "string",
            "description": "Location of the secret."
          },
          "secret_key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The property of the secret."
          },
          "allow_all_workspaces": {
            "type": "boolean",
            "description": "Whether every workspace may use it."
          },
          "allowed_workspaces": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string"
            },
            "description": "The workspaces that may use it."
          },
          "allowed_hosts": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "type": "string"
            },
            "description": "The only origins that it may be sent to."
          },
          "max_age": {
            "type": "integer",
            "description": "Seconds after which it has been read again."
          },
          "max_stale": {
            "type": "integer",
            "description": "Seconds for which the last value is used while it cannot be read."
          },
          "tags": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Names and values for people."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the manifest in git, or this API."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "secret-reference",
            "description": "The kind of the object."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "manager_type",
          "secret_path",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "SecretReferenceList": {
        "title": "SecretReferenceList",
        "type": "object",
        "description": "A page of secret references.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of secret references on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SecretReference"
            },
            "description": "The secret references of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "SecretReferenceCreate": {
        "title": "SecretReferenceCreate",
        "type": "object",
        "description": "A new secret reference.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Purpose."
          },
          "auth_config": {
            "type": "object",
            "description": "Connection and authentication of the secret manager. Secrets among the settings are never returned; identities of the gateway's machine are only for the manifest.",
            "additionalProperties": false,
            "properties": {
              "vault_addr": {
                "type": "string",
                "description": "The address of Vault, such as https://vault.internal:8200.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_auth_type": {
                "type": "string",
                "description": "Authentication method at Vault.",
                "enum": [
                  "token",
                  "approle"
                ]
              },
              "vault_token": {
                "type": "string",
                "description": "The token.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_role_id": {
                "type": "string",
                "description": "The role id of an AppRole.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_secret_id": {
                "type": "string",
                "description": "The secret id of an AppRole.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_auth_mount": {
                "type": "string",
                "description": "Mount path of the authentication method; defaults to approle or kubernetes.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_namespace": {
                "type": "string",
                "description": "The namespace of Vault Enterprise.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_mount": {
                "type": "string",
                "description": "Mount path of the secrets engine; defaults to the first part of secret_path.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_kv_version": {
                "type": "integer",
                "description": "The version of the key/value secrets engine.",
                "minimum": 1,
                "maximum": 2
              },
              "aws_auth_type": {
                "type": "string",
                "description": "Authentication at AWS: access keys, or a role that these keys may assume.",
                "enum": [
                  "accessKey",
                  "assumedRole"
                ]
              },
              "aws_region": {
                "type": "string",
                "description": "The region.",
                "pattern": "^[a-z]{2}(-[a-z]+)+-[0-9]$",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_access_key_id": {
                "type": "string",
                "description": "The access key id.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_secret_access_key": {
                "type": "string",
                "description": "The secret access key.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_session_token": {
                "type": "string",
                "description": "The session token of temporary access keys.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_role_arn": {
                "type": "string",
                "description": "The role to assume.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_external_id": {
                "type": "string",
                "description": "The external id that the role demands.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_endpoint": {
                "type": "string",
                "description": "The address of Secrets Manager, such as that of a VPC endpoint, in place of the region's.",
                "minLength": 1,
                "maxLength": 4096
              },
              "azure_vault_url": {
                "type": "string",
                "description": "The address of the vault, such as https://team.vault.azure.net.",
                "minLength": 1,
                "maxLength": 4096
              },
              "azure_auth_mode": {
                "type": "string",
                "description": "Authentication at Azure: a client of Entra.",
                "enum": [
                  "entra"
                ]
              },
              "azure_entra_tenant_id": {
                "type": "string",
                "description": "The tenant of the client.",
                "pattern": "^[A-Za-z0-9][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 4096
              },
              "azure_entra_client_id": {
                "type": "string",
                "description": "The client.",
                "pattern": "^[A-Za-z0-9][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 4096
              },
              "azure_entra_client_secret": {
                "type": "string",
                "description": "The secret of the client.",
                "minLength": 1,
                "maxLength": 4096
              }
            }
          },
          "secret_path": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "Location of the secret: mount/path in Vault, the name or ARN in AWS, the name or name/version in Azure."
          },
          "secret_key": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 255,
            "description": "The property of a secret that has several; null for the whole secret."
          },
          "allow_all_workspaces": {
            "type": "boolean",
            "description": "Whether every workspace may use it, by default if allowed_workspaces is absent."
          },
          "allowed_workspaces": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1000,
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "The workspaces that may use it, by identifier or slug."
          },
          "allowed_hosts": {
            "type": "array",
            "minItems": 1,
            "maxItems": 100,
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "The only hosts or origins that it may be sent to."
          },
          "max_age": {
            "type": "integer",
            "minimum": 1,
            "maximum": 86400,
            "description": "Seconds after which it has been read again, by default 300."
          },
          "max_stale": {
            "type": "integer",
            "minimum": 1,
            "maximum": 604800,
            "description": "Seconds for which the last value is used while it cannot be read again, by default 3600."
          },
          "tags": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Names and values for people."
          },
          "manager_type": {
            "type": "string",
            "enum": [
              "hashicorp_vault",
              "aws_sm",
              "azure_kv"
            ],
            "description": "The secret manager."
          },
          "slug": {
            "type": "string",
            "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]{0,254}$",
            "description": "The name in ${secret:slug}, derived from the name when absent."
          }
        },
        "required": [
          "name",
          "manager_type",
          "auth_config",
          "secret_path"
        ]
      },
      "SecretReferenceUpdate": {
        "title": "SecretReferenceUpdate",
        "type": "object",
        "description": "Changes of a secret reference; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Purpose."
          },
          "auth_config": {
            "type": "object",
            "description": "Connection and authentication of the secret manager. Secrets among the settings are never returned; identities of the gateway's machine are only for the manifest.",
            "additionalProperties": false,
            "properties": {
              "vault_addr": {
                "type": "string",
                "description": "The address of Vault, such as https://vault.internal:8200.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_auth_type": {
                "type": "string",
                "description": "Authentication method at Vault.",
                "enum": [
                  "token",
                  "approle"
                ]
              },
              "vault_token": {
                "type": "string",
                "description": "The token.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_role_id": {
                "type": "string",
                "description": "The role id of an AppRole.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_secret_id": {
                "type": "string",
                "description": "The secret id of an AppRole.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_auth_mount": {
                "type": "string",
                "description": "Mount path of the authentication method; defaults to approle or kubernetes.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_namespace": {
                "type": "string",
                "description": "The namespace of Vault Enterprise.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_mount": {
                "type": "string",
                "description": "Mount path of the secrets engine; defaults to the first part of secret_path.",
                "minLength": 1,
                "maxLength": 4096
              },
              "vault_kv_version": {
                "type": "integer",
                "description": "The version of the key/value secrets engine.",
                "minimum": 1,
                "maximum": 2
              },
              "aws_auth_type": {
                "type": "string",
                "description": "Authentication at AWS: access keys, or a role that these keys may assume.",
                "enum": [
                  "accessKey",
                  "assumedRole"
                ]
              },
              "aws_region": {
                "type": "string",
                "description": "The region.",
                "pattern": "^[a-z]{2}(-[a-z]+)+-[0-9]$",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_access_key_id": {
                "type": "string",
                "description": "The access key id.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_secret_access_key": {
                "type": "string",
                "description": "The secret access key.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_session_token": {
                "type": "string",
                "description": "The session token of temporary access keys.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_role_arn": {
                "type": "string",
                "description": "The role to assume.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_external_id": {
                "type": "string",
                "description": "The external id that the role demands.",
                "minLength": 1,
                "maxLength": 4096
              },
              "aws_endpoint": {
                "type": "string",
                "description": "The address of Secrets Manager, such as that of a VPC endpoint, in place of the region's.",
                "minLength": 1,
                "maxLength": 4096
              },
              "azure_vault_url": {
                "type": "string",
                "description": "The address of the vault, such as https://team.vault.azure.net.",
                "minLength": 1,
                "maxLength": 4096
              },
              "azure_auth_mode": {
                "type": "string",
                "description": "Authentication at Azure: a client of Entra.",
                "enum": [
                  "entra"
                ]
              },
              "azure_entra_tenant_id": {
                "type": "string",
                "description": "The tenant of the client.",
                "pattern": "^[A-Za-z0-9][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 4096
              },
              "azure_entra_client_id": {
                "type": "string",
                "description": "The client.",
                "pattern": "^[A-Za-z0-9][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 4096
              },
              "azure_entra_client_secret": {
                "type": "string",
                "description": "The secret of the client.",
                "minLength": 1,
                "maxLength": 4096
              }
            }
          },
          "secret_path": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "Location of the secret: mount/path in Vault, the name or ARN in AWS, the name or name/version in Azure."
          },
          "secret_key": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 255,
            "description": "The property of a secret that has several; null for the whole secret."
          },
          "allow_all_workspaces": {
            "type": "boolean",
            "description": "Whether every workspace may use it, by default if allowed_workspaces is absent."
          },
          "allowed_workspaces": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1000,
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "The workspaces that may use it, by identifier or slug."
          },
          "allowed_hosts": {
            "type": "array",
            "minItems": 1,
            "maxItems": 100,
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "The only hosts or origins that it may be sent to."
          },
          "max_age": {
            "type": "integer",
            "minimum": 1,
            "maximum": 86400,
            "description": "Seconds after which it has been read again, by default 300."
          },
          "max_stale": {
            "type": "integer",
            "minimum": 1,
            "maximum": 604800,
            "description": "Seconds for which the last value is used while it cannot be read again, by default 3600."
          },
          "tags": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Names and values for people."
          }
        }
      },
      "RoleSettings": {
        "title": "RoleSettings",
        "type": "object",
        "description": "Scopes that each setting grants to roles.",
        "additionalProperties": false,
        "properties": {
          "membersViewPrompts": {
            "type": "boolean",
            "description": "Whether members may read prompts.",
            "default": true,
            "x-role": "member",
            "x-scopes": [
              "prompts.read",
              "prompts.list"
            ]
          },
          "membersWritePrompts": {
            "type": "boolean",
            "description": "Whether members may create, change and publish prompts.",
            "default": false,
            "x-role": "member",
            "x-scopes": [
              "prompts.create",
              "prompts.update",
              "prompts.delete",
              "prompts.publish"
            ]
          },
          "managersViewPrompts": {
            "type": "boolean",
            "description": "Whether managers may read prompts.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "prompts.read",
              "prompts.list"
            ]
          },
          "managersWritePrompts": {
            "type": "boolean",
            "description": "Whether managers may create, change and publish prompts.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "prompts.create",
              "prompts.update",
              "prompts.delete",
              "prompts.publish"
            ]
          },
          "managersWriteWsIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change integrations of their workspace.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "workspace_integrations.create",
              "workspace_integrations.update",
              "workspace_integrations.delete"
            ]
          },
          "managersWriteWsMcpIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change MCP integrations of their workspace.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "workspace_mcp_integrations.create",
              "workspace_mcp_integrations.update",
              "workspace_mcp_integrations.delete"
            ]
          },
          "managersWriteMcpServers": {
            "type": "boolean",
            "description": "Whether managers may create and change MCP servers of their workspace.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "mcp_servers.create",
              "mcp_servers.update",
              "mcp_servers.delete"
            ]
          },
          "managersWriteWsAgentIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change agent integrations of their workspace.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "workspace_agent_integrations.create",
              "workspace_agent_integrations.update",
              "workspace_agent_integrations.delete"
            ]
          },
          "managersWriteAgentServers": {
            "type": "boolean",
            "description": "Whether managers may create and change agent servers of their workspace.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "agent_servers.create",
              "agent_servers.update",
              "agent_servers.delete"
            ]
          },
          "membersViewAnalytics": {
            "type": "boolean",
            "description": "Whether members may read analytics.",
            "default": true,
            "x-role": "member",
            "x-scopes": [
              "analytics.view"
            ]
          },
          "managersViewAnalytics": {
            "type": "boolean",
            "description": "Whether managers may read analytics.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "analytics.view"
            ]
          },
          "membersViewAllData": {
            "type": "boolean",
            "description": "Whether members see the logs and analytics of all keys of the workspace, not only of their own.",
            "default": true,
            "x-role": "member",
            "x-scopes": [
              "logs.all"
            ]
          },
          "managersViewAllData": {
            "type": "boolean",
            "description": "Whether managers see the logs and analytics of all keys of the workspace, not only of their own.",
            "default": true,
            "x-role": "manager",
            "x-scopes": [
              "logs.all"
            ]
          }
        }
      },
      "OrganisationSettings": {
        "title": "OrganisationSettings",
        "type": "object",
        "description": "The settings of the organisation.",
        "properties": {
          "object": {
            "const": "settings",
            "description": "The kind of the object."
          },
          "membersViewPrompts": {
            "type": "boolean",
            "description": "Whether members may read prompts."
          },
          "membersWritePrompts": {
            "type": "boolean",
            "description": "Whether members may create, change and publish prompts."
          },
          "managersViewPrompts": {
            "type": "boolean",
            "description": "Whether managers may read prompts."
          },
          "managersWritePrompts": {
            "type": "boolean",
            "description": "Whether managers may create, change and publish prompts."
          },
          "managersWriteWsIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change integrations of their workspace."
          },
          "managersWriteWsMcpIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change MCP integrations of their workspace."
          },
          "managersWriteMcpServers": {
            "type": "boolean",
            "description": "Whether managers may create and change MCP servers of their workspace."
          },
          "managersWriteWsAgentIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change agent integrations of their workspace."
          },
          "managersWriteAgentServers": {
            "type": "boolean",
            "description": "Whether managers may create and change agent servers of their workspace."
          },
          "session_settings": {
            "$ref": "#/components/schemas/SessionSettings"
          },
          "membersViewAnalytics": {
            "type": "boolean",
            "description": "Whether members may read analytics."
          },
          "managersViewAnalytics": {
            "type": "boolean",
            "description": "Whether managers may read analytics."
          },
          "membersViewAllData": {
            "type": "boolean",
            "description": "Whether members see the logs and analytics of all keys of the workspace, not only of their own."
          },
          "managersViewAllData": {
            "type": "boolean",
            "description": "Whether managers see the logs and analytics of all keys of the workspace, not only of their own."
          }
        },
        "required": [
          "object",
          "membersViewPrompts",
          "membersWritePrompts",
          "managersViewPrompts",
          "managersWritePrompts",
          "managersWriteWsIntegrations",
          "managersWriteWsMcpIntegrations",
          "managersWriteMcpServers",
          "managersWriteWsAgentIntegrations",
          "managersWriteAgentServers",
          "session_settings",
          "membersViewAnalytics",
          "managersViewAnalytics",
          "membersViewAllData",
          "managersViewAllData"
        ]
      },
      "WorkspaceSettings": {
        "title": "WorkspaceSettings",
        "type": "object",
        "description": "The settings of a workspace, as they apply.",
        "properties": {
          "object": {
            "const": "settings",
            "description": "The kind of the object."
          },
          "membersViewPrompts": {
            "type": "boolean",
            "description": "Whether members may read prompts."
          },
          "membersWritePrompts": {
            "type": "boolean",
            "description": "Whether members may create, change and publish prompts."
          },
          "managersViewPrompts": {
            "type": "boolean",
            "description": "Whether managers may read prompts."
          },
          "managersWritePrompts": {
            "type": "boolean",
            "description": "Whether managers may create, change and publish prompts."
          },
          "managersWriteWsIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change integrations of their workspace."
          },
          "managersWriteWsMcpIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change MCP integrations of their workspace."
          },
          "managersWriteMcpServers": {
            "type": "boolean",
            "description": "Whether managers may create and change MCP servers of their workspace."
          },
          "managersWriteWsAgentIntegrations": {
            "type": "boolean",
            "description": "Whether managers may create and change agent integrations of their workspace."
          },
          "managersWriteAgentServers": {
            "type": "boolean",
            "description": "Whether managers may create and change agent servers of their workspace."
          },
          "membersViewAnalytics": {
            "type": "boolean",
            "description": "Whether members may read analytics."
          },
          "managersViewAnalytics": {
            "type": "boolean",
            "description": "Whether managers may read analytics."
          },
          "membersViewAllData": {
            "type": "boolean",
            "description": "Whether members see the logs and analytics of all keys of the workspace, not only of their own."
          },
          "managersViewAllData": {
            "type": "boolean",
            "description": "Whether managers see the logs and analytics of all keys of the workspace, not only of their own."
          }
        },
        "required": [
          "object",
          "membersViewPrompts",
          "membersWritePrompts",
          "managersViewPrompts",
          "managersWritePrompts",
          "managersWriteWsIntegrations",
          "managersWriteWsMcpIntegrations",
          "managersWriteMcpServers",
          "managersWriteWsAgentIntegrations",
          "managersWriteAgentServers",
          "membersViewAnalytics",
          "managersViewAnalytics",
          "membersViewAllData",
          "managersViewAllData"
        ]
      },
      "OrganisationSettingsUpdate": {
        "title": "OrganisationSettingsUpdate",
        "type": "object",
        "description": "Changes of settings.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "membersViewPrompts": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether members may read prompts."
          },
          "membersWritePrompts": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether members may create, change and publish prompts."
          },
          "managersViewPrompts": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may read prompts."
          },
          "managersWritePrompts": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create, change and publish prompts."
          },
          "managersWriteWsIntegrations": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change integrations of their workspace."
          },
          "managersWriteWsMcpIntegrations": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change MCP integrations of their workspace."
          },
          "managersWriteMcpServers": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change MCP servers of their workspace."
          },
          "managersWriteWsAgentIntegrations": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change agent integrations of their workspace."
          },
          "managersWriteAgentServers": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change agent servers of their workspace."
          },
          "session_settings": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/SessionSettings"
              },
              {
                "type": "null"
              }
            ],
            "description": "Session lifetime of users."
          },
          "membersViewAnalytics": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether members may read analytics."
          },
          "managersViewAnalytics": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may read analytics."
          },
          "membersViewAllData": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether members see the logs and analytics of all keys of the workspace, not only of their own."
          },
          "managersViewAllData": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers see the logs and analytics of all keys of the workspace, not only of their own."
          }
        }
      },
      "WorkspaceSettingsUpdate": {
        "title": "WorkspaceSettingsUpdate",
        "type": "object",
        "description": "Changes of settings.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "membersViewPrompts": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether members may read prompts."
          },
          "membersWritePrompts": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether members may create, change and publish prompts."
          },
          "managersViewPrompts": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may read prompts."
          },
          "managersWritePrompts": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create, change and publish prompts."
          },
          "managersWriteWsIntegrations": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change integrations of their workspace."
          },
          "managersWriteWsMcpIntegrations": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change MCP integrations of their workspace."
          },
          "managersWriteMcpServers": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change MCP servers of their workspace."
          },
          "managersWriteWsAgentIntegrations": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change agent integrations of their workspace."
          },
          "managersWriteAgentServers": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may create and change agent servers of their workspace."
          },
          "membersViewAnalytics": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether members may read analytics."
          },
          "managersViewAnalytics": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers may read analytics."
          },
          "membersViewAllData": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether members see the logs and analytics of all keys of the workspace, not only of their own."
          },
          "managersViewAllData": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether managers see the logs and analytics of all keys of the workspace, not only of their own."
          }
        }
      },
      "SessionSettings": {
        "title": "SessionSettings",
        "type": "object",
        "description": "Session lifetime of users.",
        "additionalProperties": false,
        "properties": {
          "max_session_ttl": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 900,
            "description": "Seconds after which a token is refused, counted from when it was issued; null for no limit but its own."
          }
        },
        "required": [
          "max_session_ttl"
        ]
      },
      "UsageLimitsPolicy": {
        "title": "UsageLimitsPolicy",
        "type": "object",
        "description": "A usage-limit policy.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "type": {
            "type": "string",
            "enum": [
              "cost",
              "tokens",
              "requests"
            ],
            "description": "Unit that is counted; cost in US dollars."
          },
          "credit_limit": {
            "type": "number",
            "description": "Maximum usage in a period: US dollars, tokens or requests."
          },
          "alert_threshold": {
            "type": [
              "number",
              "null"
            ],
            "description": "The usage from which an alert is sent."
          },
          "periodic_reset": {
            "type": [
              "string",
              "null"
            ],
            "description": "weekly or monthly."
          },
          "periodic_reset_days": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Number of days after which usage resets."
          },
          "next_usage_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the next reset of usage."
          },
          "last_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Start of the period."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The name in messages and logs."
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiCondition"
            },
            "description": "Conditions, all of which must hold."
          },
          "group_by": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiGroup"
            },
            "description": "One counter for each combination of these properties."
          },
          "uncounted": {
            "type": "string",
            "enum": [
              "refuse",
              "allow"
            ],
            "description": "Handling of calls whose tokens or cost cannot be counted; refuse when absent."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "archived"
            ],
            "description": "Archived policies limit nothing."
          },
          "workspace_id": {
            "type": "string",
            "format": "uuid",
            "description": "The workspace."
          },
          "organisation_id": {
            "type": "string",
            "format": "uuid",
            "description": "The organisation."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the manifest in git, or this API."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "diagnostics": {
            "type": "array",
            "items": {
              "type": "object"
            },
            "description": "Warnings about conditions that match nothing in the workspace; in replies of writes only."
          },
          "object": {
            "const": "policy_usage_limits",
            "description": "The kind of the object, in single reads only."
          }
        },
        "required": [
          "id",
          "type",
          "credit_limit",
          "status",
          "workspace_id",
          "organisation_id",
          "created_at",
          "last_updated_at"
        ]
      },
      "UsageLimitsPolicyList": {
        "title": "UsageLimitsPolicyList",
        "type": "object",
        "description": "A page of usage-limit policies.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/UsageLimitsPolicy"
            },
            "description": "The policies of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "UsageLimitCreate": {
        "title": "UsageLimitCreate",
        "type": "object",
        "description": "A new usage-limit policy.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The name in messages and logs."
          },
          "type": {
            "type": "string",
            "enum": [
              "cost",
              "tokens",
              "requests"
            ],
            "description": "Unit that is counted; cost in US dollars."
          },
          "credit_limit": {
            "type": "number",
            "minimum": 0,
            "maximum": 1000000000000,
            "description": "Maximum usage in a period."
          },
          "alert_threshold": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "description": "The usage from which an alert is sent, below credit_limit."
          },
          "periodic_reset": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "weekly",
              "monthly",
              null
            ],
            "description": "Schedule of resets of usage: on Mondays, or on the first of a month, at 00:00 UTC."
          },
          "periodic_reset_days": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 365,
            "description": "Number of days after which usage resets, in place of periodic_reset."
          },
          "next_usage_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the next reset of usage."
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiCondition"
            },
            "description": "Conditions, all of which must hold."
          },
          "group_by": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiGroup"
            },
            "description": "One counter for each combination of these properties."
          },
          "uncounted": {
            "type": "string",
            "enum": [
              "refuse",
              "allow"
            ],
            "description": "Handling of calls whose tokens or cost cannot be counted; refuse when absent."
          },
          "workspace_id": {
            "type": "string",
            "minLength": 1,
            "description": "The workspace, by its identifier or slug; that of the key when absent."
          }
        },
        "required": [
          "type",
          "credit_limit"
        ]
      },
      "UsageLimitUpdate": {
        "title": "UsageLimitUpdate",
        "type": "object",
        "description": "Changes of a usage-limit policy; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 255,
            "description": "The name in messages and logs."
          },
          "credit_limit": {
            "type": "number",
            "minimum": 0,
            "maximum": 1000000000000,
            "description": "Maximum usage in a period."
          },
          "alert_threshold": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "description": "The usage from which an alert is sent, below credit_limit."
          },
          "periodic_reset": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "weekly",
              "monthly",
              null
            ],
            "description": "Schedule of resets of usage: on Mondays, or on the first of a month, at 00:00 UTC."
          },
          "periodic_reset_days": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 365,
            "description": "Number of days after which usage resets, in place of periodic_reset."
          },
          "next_usage_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the next reset of usage."
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiCondition"
            },
            "description": "Conditions, all of which must hold."
          },
          "reset_usage_for_value": {
            "type": "string",
            "description": "The value of an entity whose usage is reset; of several properties, the list of values as JSON."
          }
        }
      },
      "UsageEntity": {
        "title": "UsageEntity",
        "type": "object",
        "description": "Group that is counted separately under a policy.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "value_key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The value of the group; of several properties, the list of values as JSON; null for all calls."
          },
          "current_usage": {
            "type": "number",
            "description": "The usage in the period."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "exhausted"
            ],
            "description": "Exhausted entities are refused."
          },
          "last_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the last reset of usage."
          },
          "next_usage_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the next reset of usage."
          }
        },
        "required": [
          "id",
          "value_key",
          "current_usage",
          "status"
        ]
      },
      "UsageEntityList": {
        "title": "UsageEntityList",
        "type": "object",
        "description": "A page of entities.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/UsageEntity"
            },
            "description": "The entities of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "VirtualKey": {
        "title": "VirtualKey",
        "type": "object",
        "description": "A virtual key; never its credential.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The name in calls."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "note": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "ai_provider_name": {
            "type": "string",
            "description": "The provider of the catalog."
          },
          "key": {
            "type": [
              "string",
              "null"
            ],
            "description": "The end of the credential."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "exhausted",
              "expired"
            ],
            "description": "Whether calls can use it."
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Expiry time."
          },
          "workspace_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The workspace that it belongs to; null for all."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the manifest in git, or this API."
          },
          "last_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the last reset of usage; null for never, or without a budget."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "virtual-key",
            "description": "The kind of the object."
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the virtual key."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the virtual key."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "ai_provider_name",
          "status",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "VirtualKeyList": {
        "title": "VirtualKeyList",
        "type": "object",
        "description": "A page of virtual keys.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of virtual keys on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/VirtualKey"
            },
            "description": "The virtual keys of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "VirtualKeyCreate": {
        "title": "VirtualKeyCreate",
        "type": "object",
        "description": "A new virtual key.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "note": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Purpose."
          },
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 16384,
            "description": "The API key of the provider, never read back."
          },
          "provider": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "The provider of the catalog, such as openai."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9._-]{0,254}$",
            "description": "The name in configs and calls, derived from the name when absent."
          },
          "configurations": {
            "type": "object",
            "maxProperties": 64,
            "description": "Settings and credentials of the provider, by their names in configs."
          },
          "workspace_id": {
            "type": "string",
            "minLength": 1,
            "description": "The workspace, by identifier or slug; by default that of the key."
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the virtual key."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the virtual key."
          }
        },
        "required": [
          "name",
          "provider"
        ]
      },
      "VirtualKeyUpdate": {
        "title": "VirtualKeyUpdate",
        "type": "object",
        "description": "Changes of a virtual key; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "note": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Purpose."
          },
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 16384,
            "description": "The API key of the provider, never read back."
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the virtual key."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the virtual key; null for none."
          },
          "reset_usage": {
            "type": "boolean",
            "description": "Whether to reset usage now."
          }
        }
      },
      "Workspace": {
        "title": "Workspace",
        "type": "object",
        "description": "A workspace.",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The identifier."
          },
          "slug": {
            "type": "string",
            "description": "The name in keys and configs."
          },
          "name": {
            "type": "string",
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Purpose."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "archived"
            ],
            "description": "Archived workspaces serve no calls."
          },
          "defaults": {
            "type": "object",
            "description": "Defaults for the calls of the workspace."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Source of the resource: the manifest in git, or this API."
          },
          "last_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Time of the last reset of usage; null for never, or without a budget."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "Creation time."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "Time of the last change."
          },
          "object": {
            "const": "workspace",
            "description": "The kind of the object."
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the workspace."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the workspace."
          }
        },
        "required": [
          "id",
          "slug",
          "name",
          "status",
          "owner",
          "created_at",
          "last_updated_at",
          "object"
        ]
      },
      "WorkspaceList": {
        "title": "WorkspaceList",
        "type": "object",
        "description": "A page of workspaces.",
        "properties": {
          "object": {
            "const": "list",
            "description": "The kind of the object."
          },
          "total": {
            "type": "integer",
            "description": "The number of workspaces on all pages."
          },
          "data": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Workspace"
            },
            "description": "The workspaces of the page."
          }
        },
        "required": [
          "object",
          "total",
          "data"
        ]
      },
      "WorkspaceCreate": {
        "title": "WorkspaceCreate",
        "type": "object",
        "description": "A new workspace.",
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "slug": {
            "type": "string",
            "pattern": "^[a-zA-Z0-9_-]{1,255}$",
            "description": "The name in keys and configs, derived from the name when absent."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Purpose."
          },
          "defaults": {
            "type": "object",
            "additionalProperties": false,
            "description": "Defaults for the calls of the workspace.",
            "properties": {
              "metadata": {
                "type": "object",
                "description": "Metadata of calls that do not set it.",
                "additionalProperties": {
                  "type": "string"
                }
              }
            }
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the workspace."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the workspace."
          }
        },
        "required": [
          "name"
        ]
      },
      "WorkspaceUpdate": {
        "title": "WorkspaceUpdate",
        "type": "object",
        "description": "Changes of a workspace; omitted fields are unchanged.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The name for people."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Purpose."
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "archived"
            ],
            "description": "Active restores an archived workspace."
          },
          "defaults": {
            "type": "object",
            "additionalProperties": false,
            "description": "Defaults for the calls of the workspace.",
            "properties": {
              "metadata": {
                "type": "object",
                "description": "Metadata of calls that do not set it.",
                "additionalProperties": {
                  "type": "string"
                }
              }
            }
          },
          "rate_limits": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/KeyRateLimit"
            },
            "description": "The rate limits of the workspace."
          },
          "usage_limits": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/KeyUsageLimits"
              },
              {
                "type": "null"
              }
            ],
            "description": "The budget of the workspace; null for none."
          },
          "reset_usage": {
            "type": "boolean",
            "description": "Whether to reset usage now."
          }
        }
      },
      "Error": {
        "title": "Error",
        "type": "object",
        "description": "Why a request failed, in the format of the vendor.",
        "properties": {
          "error": {
            "type": "object",
            "properties": {
              "message": {
                "type": "string"
              },
              "type": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "param": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "code": {
                "type": [
                  "string",
                  "null"
                ]
              }
            },
            "required": [
              "message",
              "type",
              "param",
              "code"
            ]
          }
        },
        "required": [
          "error"
        ]
      }
    }
  }
}
