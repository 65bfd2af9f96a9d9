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
      "name": "Audit log",
      "description": "Every change of a saved resource: who made it, when, and what was there before and after, without secrets."
    },
    {
      "name": "Configs",
      "description": "Saved configs: compiled when they are written, and named by their slug in x-gateway-config."
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
            "description": "What was done, such as create, update or delete.",
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
            "description": "When it was made."
          },
          "user": {
            "type": "string",
            "description": "The key or person that made it."
          },
          "user_type": {
            "type": "string",
            "description": "How they were identified."
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
            "description": "What was done."
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
            "description": "The resource before, without secrets."
          },
          "after": {
            "type": [
              "object",
              "null"
            ],
            "description": "The resource after, without secrets."
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
            "description": "What x-gateway-config names."
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
            "description": "The number of the version in use."
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
            "description": "Who may change it: the project in git, or this API."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was created."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was last changed."
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
        "description": "A config and its text: its properties, and the same in data, where other clients look for them.",
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
        "description": "What was written: its identifiers, and the same in data, where other clients look for them.",
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
            "description": "Who wrote it."
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
            "description": "When it was written."
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
            "description": "What x-gateway-config names, derived from the name when absent."
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
            "description": "As isDefault."
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
        "description": "Changes of a config; what is absent stays.",
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
        "description": "Where a label points.",
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
            "description": "What it is for."
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
            "description": "What applies to the calls of the workspace."
          },
          "owner": {
            "type": "string",
            "enum": [
              "git",
              "api"
            ],
            "description": "Who may change it: the manifest in git, or this API."
          },
          "last_reset_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When its usage was last reset."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was created."
          },
          "last_updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was last changed."
          },
          "object": {
            "const": "workspace",
            "description": "The kind of the object."
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
            "description": "What it is for."
          },
          "defaults": {
            "type": "object",
            "additionalProperties": false,
            "description": "What applies to the calls of the workspace.",
            "properties": {
              "metadata": {
                "type": "object",
                "description": "Metadata of calls that do not set it.",
                "additionalProperties": {
                  "type": "string"
                }
              }
            }
          }
        },
        "required": [
          "name"
        ]
      },
      "WorkspaceUpdate": {
        "title": "WorkspaceUpdate",
        "type": "object",
        "description": "Changes of a workspace; what is absent stays.",
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
            "description": "What it is for."
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
            "description": "What applies to the calls of the workspace.",
            "properties": {
              "metadata": {
                "type": "object",
                "description": "Metadata of calls that do not set it.",
                "additionalProperties": {
                  "type": "string"
                }
              }
            }
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
