// Generated from schemas/client-libraries/ by schemas/generate.ts. Do not edit.
import type { ClientLibrary } from './types.ts'

/** The SDKs and frameworks that `portolan clients` knows, sorted by identifier. */
export const clientLibraries: readonly ClientLibrary[] = [
  {
    "id": "anthropic",
    "entrance": "/anthropic",
    "name": "Anthropic",
    "suits": "chat",
    "models": [
      "claude-sonnet",
      "claude-",
      "gpt-"
    ],
    "sources": [
      "https://github.com/anthropics/anthropic-sdk-python",
      "https://github.com/anthropics/anthropic-sdk-typescript",
      "https://github.com/anthropics/anthropic-sdk-go",
      "https://github.com/anthropics/anthropic-sdk-java"
    ],
    "base": "{origin}",
    "languages": [
      {
        "language": "python",
        "package": "anthropic",
        "tried": "2.14.0",
        "code": [
          "import os",
          "from anthropic import Anthropic",
          "",
          "client = Anthropic(base_url=\"{origin}\", api_key=os.environ[\"PORTOLAN_API_KEY\"])",
          "messages = [{\"role\": \"user\", \"content\": \"Hello\"}]",
          "reply = client.messages.create(model=\"{model}\", max_tokens=100, messages=messages)",
          "print(reply.content[0].text)"
        ]
      },
      {
        "language": "node",
        "package": "@anthropic-ai/sdk",
        "tried": "1.12.0",
        "code": [
          "import Anthropic from '@anthropic-ai/sdk'",
          "",
          "const client = new Anthropic({ baseURL: '{origin}', apiKey: process.env.PORTOLAN_API_KEY })",
          "const messages = [{ role: 'user', content: 'Hello' }]",
          "const reply = await client.messages.create({ model: '{model}', max_tokens: 100, messages })",
          "console.log(reply.content[0].text)"
        ]
      },
      {
        "language": "go",
        "package": "github.com/anthropics/anthropic-sdk-go/v2",
        "tried": "2.15.0",
        "code": [
          "package main",
          "",
          "import (",
          "\t\"context\"",
          "\t\"fmt\"",
          "\t\"os\"",
          "",
          "\t\"github.com/anthropics/anthropic-sdk-go/v2\"",
          "\t\"github.com/anthropics/anthropic-sdk-go/v2/option\"",
          ")",
          "",
          "func main() {",
          "\tclient := anthropic.NewClient(option.WithBaseURL(\"{origin}\"), option.WithAPIKey(os.Getenv(\"PORTOLAN_API_KEY\")))",
          "\treply, err := client.Messages.New(context.Background(), anthropic.MessageNewParams{",
          "\t\tModel:     \"{model}\",",
          "\t\tMaxTokens: 100,",
          "\t\tMessages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(\"Hello\"))},",
          "\t})",
          "\tif err != nil {",
          "\t\tpanic(err)",
          "\t}",
          "\tfmt.Println(reply.Content[0].Text)",
          "}"
        ]
      },
      {
        "language": "java",
        "package": "com.anthropic:anthropic-java",
        "tried": "3.14.0",
        "code": [
          "import com.anthropic.client.okhttp.AnthropicOkHttpClient;",
          "import com.anthropic.models.messages.MessageCreateParams;",
          "",
          "public class Main {",
          "  public static void main(String[] arguments) {",
          "    var client = AnthropicOkHttpClient.builder()",
          "        .baseUrl(\"{origin}\")",
          "        .apiKey(System.getenv(\"PORTOLAN_API_KEY\"))",
          "        .build();",
          "    var params = MessageCreateParams.builder().model(\"{model}\").maxTokens(100).addUserMessage(\"Hello\").build();",
          "    var reply = client.messages().create(params);",
          "    System.out.println(reply.content().get(0).asText().text());",
          "  }",
          "}"
        ]
      },
      {
        "language": "curl",
        "code": [
          "curl -sS {origin}/v1/messages \\",
          "  -H \"x-api-key: $PORTOLAN_API_KEY\" -H 'anthropic-version: 2023-06-01' -H 'content-type: application/json' \\",
          "  -d '{\"model\": \"{model}\", \"max_tokens\": 100, \"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}]}'"
        ]
      }
    ],
    "calls": [
      {
        "name": "messages",
        "route": "messages"
      },
      {
        "name": "messages.count_tokens",
        "route": "messages/count_tokens"
      },
      {
        "name": "messages.batches",
        "vendors": [
          "anthropic"
        ]
      },
      {
        "name": "beta.files",
        "vendors": [
          "anthropic"
        ]
      }
    ],
    "notes": [
      "The client writes `/v1` itself."
    ]
  },
  {
    "id": "azure-openai",
    "entrance": "/azure",
    "name": "Azure OpenAI",
    "suits": "chat",
    "models": [
      "gpt-",
      "claude-"
    ],
    "sources": [
      "https://github.com/openai/openai-python#microsoft-azure-openai",
      "https://github.com/openai/openai-node/blob/master/azure.md"
    ],
    "base": "{origin}",
    "languages": [
      {
        "language": "python",
        "package": "openai",
        "tried": "3.57.0",
        "code": [
          "import os",
          "from openai import AzureOpenAI",
          "",
          "client = AzureOpenAI(",
          "    azure_endpoint=\"{origin}\", api_key=os.environ[\"PORTOLAN_API_KEY\"], api_version=\"2024-10-21\"",
          ")",
          "messages = [{\"role\": \"user\", \"content\": \"Hello\"}]",
          "reply = client.chat.completions.create(model=\"{model}\", messages=messages)",
          "print(reply.choices[0].message.content)"
        ]
      },
      {
        "language": "node",
        "package": "openai",
        "tried": "7.55.0",
        "code": [
          "import { AzureOpenAI } from 'openai'",
          "",
          "const apiKey = process.env.PORTOLAN_API_KEY",
          "const client = new AzureOpenAI({ endpoint: '{origin}', apiKey, apiVersion: '2024-10-21' })",
          "const messages = [{ role: 'user', content: 'Hello' }]",
          "const reply = await client.chat.completions.create({ model: '{model}', messages })",
          "console.log(reply.choices[0].message.content)"
        ]
      }
    ],
    "calls": [
      {
        "name": "chat.completions",
        "route": "chat/completions"
      },
      {
        "name": "responses",
        "route": "responses"
      },
      {
        "name": "embeddings",
        "route": "embeddings"
      }
    ],
    "notes": [
      "The client writes `/openai` itself, and the model as the deployment."
    ]
  },
  {
    "id": "bedrock",
    "entrance": "/bedrock",
    "name": "Amazon Bedrock",
    "suits": "chat",
    "models": [
      "claude-",
      "gpt-"
    ],
    "sources": [
      "https://docs.aws.amazon.com/boto3/latest/reference/services/bedrock-runtime.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html"
    ],
    "base": "{origin}/bedrock",
    "languages": [
      {
        "language": "python",
        "package": "boto3",
        "tried": "1.44.8",
        "code": [
          "import os",
          "import boto3",
          "",
          "client = boto3.client(",
          "    \"bedrock-runtime\",",
          "    region_name=\"us-east-1\",",
          "    endpoint_url=\"{origin}/bedrock\",",
          "    aws_access_key_id=os.environ[\"PORTOLAN_API_KEY\"],",
          "    aws_secret_access_key=\"unused\",",
          ")",
          "messages = [{\"role\": \"user\", \"content\": [{\"text\": \"Hello\"}]}]",
          "reply = client.converse(modelId=\"{model}\", messages=messages)",
          "print(reply[\"output\"][\"message\"][\"content\"][0][\"text\"])"
        ]
      },
      {
        "language": "node",
        "package": "@aws-sdk/client-bedrock-runtime",
        "tried": "3.1164.0",
        "more": [
          "@smithy/node-http-handler"
        ],
        "code": [
          "import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'",
          "import { NodeHttpHandler } from '@smithy/node-http-handler'",
          "",
          "const client = new BedrockRuntimeClient({",
          "  endpoint: '{origin}/bedrock',",
          "  region: 'us-east-1',",
          "  token: { token: process.env.PORTOLAN_API_KEY },",
          "  authSchemePreference: ['httpBearerAuth'],",
          "  requestHandler: new NodeHttpHandler(), // over TLS the client may speak HTTP/2",
          "})",
          "const messages = [{ role: 'user', content: [{ text: 'Hello' }] }]",
          "const reply = await client.send(new ConverseCommand({ modelId: '{model}', messages }))",
          "console.log(reply.output.message.content[0].text)"
        ]
      },
      {
        "language": "curl",
        "code": [
          "curl -sS '{origin}/bedrock/model/{model}/converse' \\",
          "  -H \"authorization: Bearer $PORTOLAN_API_KEY\" -H 'content-type: application/json' \\",
          "  -d '{\"messages\": [{\"role\": \"user\", \"content\": [{\"text\": \"Hello\"}]}]}'"
        ]
      }
    ],
    "calls": [
      {
        "name": "converse",
        "route": "messages"
      },
      {
        "name": "converse_stream",
        "route": "messages"
      },
      {
        "name": "invoke_model with bodies of Claude",
        "route": "messages"
      },
      {
        "name": "invoke_model with other bodies",
        "vendors": [
          "bedrock"
        ]
      },
      {
        "name": "count_tokens",
        "route": "messages/count_tokens"
      }
    ],
    "notes": [
      "Its bearer tokens need an address with TLS; the key as access key ID is accepted everywhere, and the signature is ignored.",
      "[Entrances](../runtime/entrances/README.md) lists the conversions."
    ]
  },
  {
    "id": "cohere",
    "name": "Cohere",
    "vendor": "cohere",
    "suits": "chat",
    "models": [
      "command-a-03-2025",
      "command-"
    ],
    "sources": [
      "https://github.com/cohere-ai/cohere-python",
      "https://docs.cohere.com/reference/chat"
    ],
    "base": "{origin}/cohere",
    "languages": [
      {
        "language": "python",
        "package": "cohere",
        "tried": "7.3.1",
        "code": [
          "import os",
          "import cohere",
          "",
          "client = cohere.ClientV2(api_key=os.environ[\"PORTOLAN_API_KEY\"], base_url=\"{origin}/cohere\")",
          "reply = client.chat(model=\"{model}\", messages=[{\"role\": \"user\", \"content\": \"Hello\"}])",
          "print(reply.message.content[0].text)"
        ]
      },
      {
        "language": "node",
        "package": "cohere-ai",
        "tried": "8.1.0",
        "code": [
          "import { CohereClientV2 } from 'cohere-ai'",
          "",
          "const client = new CohereClientV2({ token: process.env.PORTOLAN_API_KEY, environment: '{origin}/cohere' })",
          "const messages = [{ role: 'user', content: 'Hello' }]",
          "const reply = await client.chat({ model: '{model}', messages })",
          "console.log(reply.message.content[0].text)"
        ]
      },
      {
        "language": "curl",
        "code": [
          "curl -sS {origin}/cohere/v2/chat \\",
          "  -H \"authorization: Bearer $PORTOLAN_API_KEY\" -H 'content-type: application/json' \\",
          "  -d '{\"model\": \"{model}\", \"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}]}'"
        ]
      }
    ],
    "calls": [
      {
        "name": "chat"
      },
      {
        "name": "embed"
      },
      {
        "name": "rerank"
      }
    ]
  },
  {
    "id": "elevenlabs",
    "name": "ElevenLabs",
    "vendor": "elevenlabs",
    "suits": "native",
    "models": [],
    "sources": [
      "https://github.com/elevenlabs/elevenlabs-python"
    ],
    "base": "{origin}/elevenlabs",
    "languages": [
      {
        "language": "python",
        "package": "elevenlabs",
        "tried": "2.78.0",
        "code": [
          "import os",
          "from elevenlabs import ElevenLabs",
          "",
          "client = ElevenLabs(api_key=os.environ[\"PORTOLAN_API_KEY\"], base_url=\"{origin}/elevenlabs\")",
          "sound = client.text_to_speech.convert(\"JBFqnCBsd6RMkjVDRZzb\", text=\"Hello\", model_id=\"eleven_flash_v2_5\")",
          "print(len(b\"\".join(sound)))"
        ]
      }
    ],
    "calls": [
      {
        "name": "text_to_speech"
      },
      {
        "name": "speech_to_text"
      },
      {
        "name": "voices"
      }
    ]
  },
  {
    "id": "google-genai",
    "entrance": "/google",
    "name": "Google GenAI",
    "suits": "chat",
    "models": [
      "gemini-",
      "claude-",
      "gpt-"
    ],
    "sources": [
      "https://github.com/googleapis/python-genai",
      "https://github.com/googleapis/js-genai",
      "https://github.com/googleapis/go-genai"
    ],
    "base": "{origin}",
    "languages": [
      {
        "language": "python",
        "package": "google-genai",
        "tried": "3.6.1",
        "code": [
          "import os",
          "from google import genai",
          "",
          "client = genai.Client(api_key=os.environ[\"PORTOLAN_API_KEY\"], http_options={\"base_url\": \"{origin}\"})",
          "print(client.models.generate_content(model=\"{model}\", contents=\"Hello\").text)"
        ]
      },
      {
        "language": "node",
        "package": "@google/genai",
        "tried": "3.3.0",
        "code": [
          "import { GoogleGenAI } from '@google/genai'",
          "",
          "const client = new GoogleGenAI({ apiKey: process.env.PORTOLAN_API_KEY, httpOptions: { baseUrl: '{origin}' } })",
          "console.log((await client.models.generateContent({ model: '{model}', contents: 'Hello' })).text)"
        ]
      },
      {
        "language": "go",
        "package": "google.golang.org/genai",
        "tried": "1.77.0",
        "code": [
          "package main",
          "",
          "import (",
          "\t\"context\"",
          "\t\"fmt\"",
          "\t\"os\"",
          "",
          "\t\"google.golang.org/genai\"",
          ")",
          "",
          "func main() {",
          "\tctx := context.Background()",
          "\tclient, err := genai.NewClient(ctx, &genai.ClientConfig{",
          "\t\tAPIKey:      os.Getenv(\"PORTOLAN_API_KEY\"),",
          "\t\tBackend:     genai.BackendGeminiAPI,",
          "\t\tHTTPOptions: genai.HTTPOptions{BaseURL: \"{origin}\"},",
          "\t})",
          "\tif err != nil {",
          "\t\tpanic(err)",
          "\t}",
          "\treply, err := client.Models.GenerateContent(ctx, \"{model}\", genai.Text(\"Hello\"), nil)",
          "\tif err != nil {",
          "\t\tpanic(err)",
          "\t}",
          "\tfmt.Println(reply.Text())",
          "}"
        ]
      },
      {
        "language": "curl",
        "code": [
          "curl -sS '{origin}/v1beta/models/{model}:generateContent' \\",
          "  -H \"x-goog-api-key: $PORTOLAN_API_KEY\" -H 'content-type: application/json' \\",
          "  -d '{\"contents\": [{\"parts\": [{\"text\": \"Hello\"}]}]}'"
        ]
      }
    ],
    "calls": [
      {
        "name": "models.generate_content",
        "route": "chat/completions"
      },
      {
        "name": "models.count_tokens",
        "route": "chat/completions"
      },
      {
        "name": "models.embed_content",
        "vendors": [
          "google",
          "vertex"
        ]
      },
      {
        "name": "files",
        "vendors": [
          "google"
        ]
      },
      {
        "name": "batches",
        "vendors": [
          "google",
          "vertex"
        ]
      },
      {
        "name": "caches",
        "vendors": [
          "google",
          "vertex"
        ]
      },
      {
        "name": "live",
        "vendors": [
          "google"
        ]
      }
    ],
    "notes": [
      "Uploads need `public_url` behind TLS."
    ]
  },
  {
    "id": "groq",
    "name": "Groq",
    "vendor": "groq",
    "suits": "chat",
    "models": [
      "llama-3.3-70b-versatile",
      "openai/gpt-oss",
      "llama-"
    ],
    "sources": [
      "https://github.com/groq/groq-python",
      "https://github.com/groq/groq-typescript"
    ],
    "base": "{origin}/groq",
    "languages": [
      {
        "language": "python",
        "package": "groq",
        "tried": "1.7.0",
        "code": [
          "import os",
          "from groq import Groq",
          "",
          "client = Groq(api_key=os.environ[\"PORTOLAN_API_KEY\"], base_url=\"{origin}/groq\")",
          "messages = [{\"role\": \"user\", \"content\": \"Hello\"}]",
          "reply = client.chat.completions.create(model=\"{model}\", messages=messages)",
          "print(reply.choices[0].message.content)"
        ]
      },
      {
        "language": "node",
        "package": "groq-sdk",
        "tried": "1.6.0",
        "code": [
          "import Groq from 'groq-sdk'",
          "",
          "const client = new Groq({ apiKey: process.env.PORTOLAN_API_KEY, baseURL: '{origin}/groq' })",
          "const messages = [{ role: 'user', content: 'Hello' }]",
          "const reply = await client.chat.completions.create({ model: '{model}', messages })",
          "console.log(reply.choices[0].message.content)"
        ]
      }
    ],
    "calls": [
      {
        "name": "chat.completions"
      },
      {
        "name": "audio.transcriptions"
      },
      {
        "name": "models"
      }
    ]
  },
  {
    "id": "langchain",
    "name": "LangChain",
    "suits": "chat",
    "models": [
      "gpt-",
      "claude-"
    ],
    "sources": [
      "https://docs.langchain.com/oss/python/integrations/chat/openai",
      "https://docs.langchain.com/oss/javascript/integrations/chat/openai"
    ],
    "base": "{origin}/v1",
    "languages": [
      {
        "language": "python",
        "package": "langchain-openai",
        "tried": "1.7.4",
        "code": [
          "import os",
          "from langchain_openai import ChatOpenAI",
          "",
          "chat = ChatOpenAI(model=\"{model}\", base_url=\"{origin}/v1\", api_key=os.environ[\"PORTOLAN_API_KEY\"])",
          "print(chat.invoke(\"Hello\").text)"
        ]
      },
      {
        "language": "node",
        "package": "@langchain/openai",
        "tried": "1.6.0",
        "more": [
          "@langchain/core"
        ],
        "code": [
          "import { ChatOpenAI } from '@langchain/openai'",
          "",
          "const apiKey = process.env.PORTOLAN_API_KEY",
          "const configuration = { baseURL: '{origin}/v1' }",
          "const chat = new ChatOpenAI({ model: '{model}', apiKey, configuration })",
          "console.log((await chat.invoke('Hello')).text)"
        ]
      }
    ],
    "calls": [
      {
        "name": "ChatOpenAI",
        "route": "chat/completions"
      },
      {
        "name": "OpenAIEmbeddings",
        "route": "embeddings"
      },
      {
        "name": "ChatAnthropic",
        "route": "messages"
      }
    ],
    "notes": [
      "It takes limits and abilities of a model from its name: use plain names ([aliases](reference/manifest.md)), since it does not know `@slug/model`."
    ]
  },
  {
    "id": "langchain4j",
    "name": "LangChain4j",
    "suits": "chat",
    "models": [
      "gpt-",
      "claude-"
    ],
    "sources": [
      "https://docs.langchain4j.dev/integrations/language-models/open-ai/"
    ],
    "base": "{origin}/v1",
    "languages": [
      {
        "language": "java",
        "package": "dev.langchain4j:langchain4j-open-ai",
        "tried": "1.19.0",
        "code": [
          "import dev.langchain4j.model.openai.OpenAiChatModel;",
          "",
          "public class Main {",
          "  public static void main(String[] arguments) {",
          "    var model = OpenAiChatModel.builder()",
          "        .baseUrl(\"{origin}/v1\")",
          "        .apiKey(System.getenv(\"PORTOLAN_API_KEY\"))",
          "        .modelName(\"{model}\")",
          "        .build();",
          "    System.out.println(model.chat(\"Hello\"));",
          "  }",
          "}"
        ]
      }
    ],
    "calls": [
      {
        "name": "OpenAiChatModel",
        "route": "chat/completions"
      },
      {
        "name": "OpenAiEmbeddingModel",
        "route": "embeddings"
      }
    ]
  },
  {
    "id": "llama-index",
    "name": "LlamaIndex",
    "suits": "chat",
    "models": [
      "gpt-",
      "claude-"
    ],
    "sources": [
      "https://developers.llamaindex.ai/python/framework-api-reference/llms/openai_like/"
    ],
    "base": "{origin}/v1",
    "languages": [
      {
        "language": "python",
        "package": "llama-index-llms-openai-like",
        "tried": "0.8.1",
        "code": [
          "import os",
          "from llama_index.core.llms import ChatMessage",
          "from llama_index.llms.openai_like import OpenAILike",
          "",
          "model = OpenAILike(",
          "    model=\"{model}\",",
          "    api_base=\"{origin}/v1\",",
          "    api_key=os.environ[\"PORTOLAN_API_KEY\"],",
          "    is_chat_model=True,",
          ")",
          "print(model.chat([ChatMessage(role=\"user\", content=\"Hello\")]).message.content)"
        ]
      }
    ],
    "calls": [
      {
        "name": "OpenAILike",
        "route": "chat/completions"
      }
    ]
  },
  {
    "id": "mistral",
    "name": "Mistral",
    "vendor": "mistral",
    "suits": "chat",
    "models": [
      "mistral-large-latest",
      "mistral-"
    ],
    "sources": [
      "https://github.com/mistralai/client-python",
      "https://github.com/mistralai/client-ts"
    ],
    "base": "{origin}/mistral",
    "languages": [
      {
        "language": "python",
        "package": "mistralai",
        "tried": "3.7.0",
        "code": [
          "import os",
          "from mistralai.client import Mistral",
          "",
          "client = Mistral(api_key=os.environ[\"PORTOLAN_API_KEY\"], server_url=\"{origin}/mistral\")",
          "reply = client.chat.complete(model=\"{model}\", messages=[{\"role\": \"user\", \"content\": \"Hello\"}])",
          "print(reply.choices[0].message.content)"
        ]
      },
      {
        "language": "node",
        "package": "@mistralai/mistralai",
        "tried": "2.7.0",
        "code": [
          "import { Mistral } from '@mistralai/mistralai'",
          "",
          "const client = new Mistral({ apiKey: process.env.PORTOLAN_API_KEY, serverURL: '{origin}/mistral' })",
          "const messages = [{ role: 'user', content: 'Hello' }]",
          "const reply = await client.chat.complete({ model: '{model}', messages })",
          "console.log(reply.choices[0].message.content)"
        ]
      }
    ],
    "calls": [
      {
        "name": "chat"
      },
      {
        "name": "embeddings"
      },
      {
        "name": "fim"
      },
      {
        "name": "ocr"
      }
    ]
  },
  {
    "id": "openai-agents",
    "name": "OpenAI Agents",
    "suits": "chat",
    "models": [
      "gpt-",
      "claude-"
    ],
    "sources": [
      "https://openai.github.io/openai-agents-python/models/",
      "https://openai.github.io/openai-agents-js/guides/models/"
    ],
    "base": "{origin}/v1",
    "languages": [
      {
        "language": "python",
        "package": "openai-agents",
        "tried": "0.24.0",
        "code": [
          "import os",
          "from agents import Agent, OpenAIChatCompletionsModel, Runner, set_tracing_disabled",
          "from openai import AsyncOpenAI",
          "",
          "set_tracing_disabled(True)  # traces would go to OpenAI",
          "client = AsyncOpenAI(base_url=\"{origin}/v1\", api_key=os.environ[\"PORTOLAN_API_KEY\"])",
          "agent = Agent(name=\"greeter\", model=OpenAIChatCompletionsModel(\"{model}\", client))",
          "print(Runner.run_sync(agent, \"Hello\").final_output)"
        ]
      }
    ],
    "calls": [
      {
        "name": "OpenAIChatCompletionsModel",
        "route": "chat/completions"
      },
      {
        "name": "OpenAIResponsesModel",
        "route": "responses"
      }
    ]
  },
  {
    "id": "openai",
    "entrance": "/openai/v1",
    "name": "OpenAI",
    "suits": "chat",
    "models": [
      "gpt-",
      "o4",
      "claude-"
    ],
    "sources": [
      "https://github.com/openai/openai-python",
      "https://github.com/openai/openai-node",
      "https://github.com/openai/openai-go",
      "https://github.com/openai/openai-java"
    ],
    "base": "{origin}/v1",
    "languages": [
      {
        "language": "python",
        "package": "openai",
        "tried": "3.57.0",
        "code": [
          "import os",
          "from openai import OpenAI",
          "",
          "client = OpenAI(base_url=\"{origin}/v1\", api_key=os.environ[\"PORTOLAN_API_KEY\"])",
          "messages = [{\"role\": \"user\", \"content\": \"Hello\"}]",
          "reply = client.chat.completions.create(model=\"{model}\", messages=messages)",
          "print(reply.choices[0].message.content)"
        ]
      },
      {
        "language": "node",
        "package": "openai",
        "tried": "7.55.0",
        "code": [
          "import OpenAI from 'openai'",
          "",
          "const client = new OpenAI({ baseURL: '{origin}/v1', apiKey: process.env.PORTOLAN_API_KEY })",
          "const messages = [{ role: 'user', content: 'Hello' }]",
          "const reply = await client.chat.completions.create({ model: '{model}', messages })",
          "console.log(reply.choices[0].message.content)"
        ]
      },
      {
        "language": "go",
        "package": "github.com/openai/openai-go/v3",
        "tried": "3.99.0",
        "code": [
          "package main",
          "",
          "import (",
          "\t\"context\"",
          "\t\"fmt\"",
          "\t\"os\"",
          "",
          "\t\"github.com/openai/openai-go/v3\"",
          "\t\"github.com/openai/openai-go/v3/option\"",
          ")",
          "",
          "func main() {",
          "\tclient := openai.NewClient(option.WithBaseURL(\"{origin}/v1\"), option.WithAPIKey(os.Getenv(\"PORTOLAN_API_KEY\")))",
          "\treply, err := client.Chat.Completions.New(context.Background(), openai.ChatCompletionNewParams{",
          "\t\tModel:    \"{model}\",",
          "\t\tMessages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(\"Hello\")},",
          "\t})",
          "\tif err != nil {",
          "\t\tpanic(err)",
          "\t}",
          "\tfmt.Println(reply.Choices[0].Message.Content)",
          "}"
        ]
      },
      {
        "language": "java",
        "package": "com.openai:openai-java",
        "tried": "4.101.0",
        "code": [
          "import com.openai.client.okhttp.OpenAIOkHttpClient;",
          "import com.openai.models.chat.completions.ChatCompletionCreateParams;",
          "",
          "public class Main {",
          "  public static void main(String[] arguments) {",
          "    var client = OpenAIOkHttpClient.builder()",
          "        .baseUrl(\"{origin}/v1\")",
          "        .apiKey(System.getenv(\"PORTOLAN_API_KEY\"))",
          "        .build();",
          "    var params = ChatCompletionCreateParams.builder().model(\"{model}\").addUserMessage(\"Hello\").build();",
          "    var reply = client.chat().completions().create(params);",
          "    System.out.println(reply.choices().get(0).message().content().orElse(\"\"));",
          "  }",
          "}"
        ]
      },
      {
        "language": "curl",
        "code": [
          "curl -sS {origin}/v1/chat/completions \\",
          "  -H \"authorization: Bearer $PORTOLAN_API_KEY\" -H 'content-type: application/json' \\",
          "  -d '{\"model\": \"{model}\", \"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}]}'"
        ]
      }
    ],
    "calls": [
      {
        "name": "chat.completions",
        "route": "chat/completions"
      },
      {
        "name": "responses",
        "route": "responses"
      },
      {
        "name": "completions",
        "route": "completions"
      },
      {
        "name": "embeddings",
        "route": "embeddings"
      },
      {
        "name": "images.generate",
        "route": "images/generations"
      },
      {
        "name": "images.edit",
        "route": "images/edits"
      },
      {
        "name": "audio.speech",
        "route": "audio/speech"
      },
      {
        "name": "audio.transcriptions",
        "route": "audio/transcriptions"
      },
      {
        "name": "moderations",
        "route": "moderations"
      },
      {
        "name": "files",
        "route": "files"
      },
      {
        "name": "batches",
        "route": "batches"
      },
      {
        "name": "fine_tuning.jobs",
        "route": "fine_tuning/jobs"
      }
    ],
    "notes": [
      "A provider in front of the model (`@slug/model`) chooses who serves it; a plain name is an alias, or a model of the default provider."
    ]
  },
  {
    "id": "portkey",
    "name": "Portkey",
    "suits": "chat",
    "models": [
      "gpt-",
      "claude-"
    ],
    "sources": [
      "https://github.com/Portkey-AI/portkey-python-sdk",
      "https://github.com/Portkey-AI/portkey-node-sdk"
    ],
    "base": "{origin}/v1",
    "languages": [
      {
        "language": "python",
        "package": "portkey-ai",
        "tried": "2.3.4",
        "code": [
          "import os",
          "from portkey_ai import Portkey",
          "",
          "client = Portkey(base_url=\"{origin}/v1\", api_key=os.environ[\"PORTOLAN_API_KEY\"])",
          "messages = [{\"role\": \"user\", \"content\": \"Hello\"}]",
          "reply = client.chat.completions.create(model=\"{model}\", messages=messages)",
          "print(reply.choices[0].message.content)"
        ]
      },
      {
        "language": "node",
        "package": "portkey-ai",
        "tried": "3.1.0",
        "code": [
          "import { Portkey } from 'portkey-ai'",
          "",
          "const client = new Portkey({ baseURL: '{origin}/v1', apiKey: process.env.PORTOLAN_API_KEY })",
          "const messages = [{ role: 'user', content: 'Hello' }]",
          "const reply = await client.chat.completions.create({ model: '{model}', messages })",
          "console.log(reply.choices[0].message.content)"
        ]
      }
    ],
    "calls": [
      {
        "name": "chat.completions",
        "route": "chat/completions"
      },
      {
        "name": "embeddings",
        "route": "embeddings"
      },
      {
        "name": "files",
        "route": "files"
      }
    ],
    "notes": [
      "The manifest needs `header_prefix: x-portkey-` and `spelling: peer`."
    ]
  },
  {
    "id": "pydantic-ai",
    "name": "Pydantic AI",
    "suits": "chat",
    "models": [
      "gpt-",
      "claude-"
    ],
    "sources": [
      "https://ai.pydantic.dev/models/openai/"
    ],
    "base": "{origin}/v1",
    "languages": [
      {
        "language": "python",
        "package": "pydantic-ai-slim[openai]",
        "tried": "2.66.0",
        "code": [
          "import os",
          "from pydantic_ai import Agent",
          "from pydantic_ai.models.openai import OpenAIChatModel",
          "from pydantic_ai.providers.openai import OpenAIProvider",
          "",
          "provider = OpenAIProvider(base_url=\"{origin}/v1\", api_key=os.environ[\"PORTOLAN_API_KEY\"])",
          "agent = Agent(OpenAIChatModel(\"{model}\", provider=provider))",
          "print(agent.run_sync(\"Hello\").output)"
        ]
      }
    ],
    "calls": [
      {
        "name": "OpenAIChatModel",
        "route": "chat/completions"
      },
      {
        "name": "OpenAIResponsesModel",
        "route": "responses"
      },
      {
        "name": "AnthropicModel",
        "route": "messages"
      }
    ]
  },
  {
    "id": "replicate",
    "name": "Replicate",
    "vendor": "replicate",
    "suits": "native",
    "models": [],
    "sources": [
      "https://github.com/replicate/replicate-python",
      "https://github.com/replicate/replicate-javascript"
    ],
    "base": "{origin}/replicate",
    "languages": [
      {
        "language": "python",
        "package": "replicate",
        "tried": "1.0.7",
        "code": [
          "import os",
          "import replicate",
          "",
          "client = replicate.Client(api_token=os.environ[\"PORTOLAN_API_KEY\"], base_url=\"{origin}/replicate\")",
          "prediction = client.predictions.create(model=\"black-forest-labs/flux-schnell\", input={\"prompt\": \"a cat\"})",
          "print(prediction.status)"
        ]
      },
      {
        "language": "node",
        "package": "replicate",
        "tried": "1.4.0",
        "code": [
          "import Replicate from 'replicate'",
          "",
          "const client = new Replicate({ auth: process.env.PORTOLAN_API_KEY, baseUrl: '{origin}/replicate/v1' })",
          "const prediction = await client.predictions.create({",
          "  model: 'black-forest-labs/flux-schnell',",
          "  input: { prompt: 'a cat' },",
          "})",
          "console.log(prediction.status)"
        ]
      }
    ],
    "calls": [
      {
        "name": "predictions"
      },
      {
        "name": "models"
      },
      {
        "name": "deployments"
      }
    ]
  },
  {
    "id": "vercel-ai",
    "name": "Vercel AI SDK",
    "suits": "chat",
    "models": [
      "gpt-",
      "claude-"
    ],
    "sources": [
      "https://ai-sdk.dev/providers/ai-sdk-providers/openai",
      "https://ai-sdk.dev/providers/ai-sdk-providers/anthropic"
    ],
    "base": "{origin}/v1",
    "languages": [
      {
        "language": "node",
        "package": "ai",
        "tried": "7.0.173",
        "more": [
          "@ai-sdk/openai",
          "@ai-sdk/anthropic"
        ],
        "code": [
          "import { createAnthropic } from '@ai-sdk/anthropic'",
          "import { createOpenAI } from '@ai-sdk/openai'",
          "import { generateText } from 'ai'",
          "",
          "const settings = { baseURL: '{origin}/v1', apiKey: process.env.PORTOLAN_API_KEY }",
          "const openai = createOpenAI(settings)",
          "const anthropic = createAnthropic(settings)",
          "for (const model of [openai.chat('{model}'), anthropic('{model}')])",
          "  console.log((await generateText({ model, prompt: 'Hello' })).text)"
        ]
      }
    ],
    "calls": [
      {
        "name": "openai.chat",
        "route": "chat/completions"
      },
      {
        "name": "openai",
        "route": "responses"
      },
      {
        "name": "anthropic",
        "route": "messages"
      },
      {
        "name": "embedMany",
        "route": "embeddings"
      }
    ],
    "notes": [
      "`openai('...')` uses Responses, which the vendor stores and other providers do not: add `providerOptions: { openai: { store: false } }` for those."
    ]
  },
  {
    "id": "voyage",
    "name": "Voyage AI",
    "vendor": "voyage",
    "suits": "embeddings",
    "models": [
      "voyage-3.5",
      "voyage-"
    ],
    "sources": [
      "https://github.com/voyage-ai/voyageai-python"
    ],
    "base": "{origin}/voyage/v1",
    "languages": [
      {
        "language": "python",
        "package": "voyageai",
        "tried": "0.5.0",
        "code": [
          "import os",
          "import voyageai",
          "",
          "client = voyageai.Client(api_key=os.environ[\"PORTOLAN_API_KEY\"], base_url=\"{origin}/voyage/v1\")",
          "reply = client.embed([\"Hello\"], model=\"{model}\")",
          "print(len(reply.embeddings))"
        ]
      }
    ],
    "calls": [
      {
        "name": "embed"
      },
      {
        "name": "rerank"
      },
      {
        "name": "multimodal_embed"
      }
    ]
  }
]
