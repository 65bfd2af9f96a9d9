// A server of the first major version of the official SDK that has what the conformance suite asks for.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import {
  COMPLETED,
  FORM_OF_PERSON,
  FORM_WITH_DEFAULTS,
  FORM_WITH_ENUMS,
  formOf,
  LOGGED,
  OFFERED_PROMPTS,
  OFFERED_RESOURCES,
  promptResult,
  RESULTS,
  resourceResult,
  TEMPLATES,
  text,
  toolsNamed,
} from './conformance-offer.ts'
import { type LegacyHost, serveLegacy } from './serve-legacy.ts'

const INPUT = 'test_input_required_result_'
const TOOLS = toolsNamed([
  ...Object.keys(RESULTS),
  'test_tool_with_logging',
  'test_tool_with_progress',
  'test_sampling',
  'test_elicitation',
  'test_elicitation_sep1034_defaults',
  'test_elicitation_sep1330_enums',
  'json_schema_2020_12_tool',
  // What the scenarios of the other era want: asked for as in this one.
  'test_custom_headers',
  'test_streaming_elicitation',
  'test_logging_tool',
  ...['elicitation', 'sampling', 'list_roots', 'multiple_inputs', 'capabilities'].map(name => INPUT + name),
])

const FORMS: Readonly<Record<string, object>> = {
  test_elicitation: FORM_OF_PERSON,
  test_elicitation_sep1034_defaults: FORM_WITH_DEFAULTS,
  test_elicitation_sep1330_enums: FORM_WITH_ENUMS,
}

function createServer(): Server {
  const server = new Server(
    { name: 'conformance-legacy', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        logging: {},
        completions: {},
      },
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS as never }))
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: OFFERED_PROMPTS }))
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: OFFERED_RESOURCES }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({ resourceTemplates: TEMPLATES }))
  server.setRequestHandler(CompleteRequestSchema, async () => COMPLETED)
  server.setRequestHandler(SetLevelRequestSchema, async () => ({}))
  server.setRequestHandler(SubscribeRequestSchema, async () => ({}))
  server.setRequestHandler(UnsubscribeRequestSchema, async () => ({}))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const found = resourceResult(params.uri)
    if (found === undefined) throw new McpError(-32002, 'Resource not found', { uri: params.uri })
    return found as never
  })
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    const found = promptResult(params.name, params.arguments ?? {})
    if (found === undefined) throw new McpError(-32602, `Unknown prompt: ${params.name}`)
    return found as never
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: args = {} } = params
    const result = RESULTS[name]
    if (result !== undefined) return result as never
    if (name === 'test_tool_with_logging' || name === 'test_logging_tool') {
      for (const data of LOGGED) {
        await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data } })
      }
      return { content: [text('Logged.')] }
    }
    if (name === 'test_tool_with_progress') {
      const progressToken = params._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await extra.sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          })
      }
      return { content: [text('Done.')] }
    }
    const related = { relatedRequestId: extra.requestId }
    if (name === 'test_sampling') {
      const messages = [{ role: 'user' as const, content: text(String(args['prompt'])) }]
      const { content } = await server.createMessage({ messages, maxTokens: 100 }, related)
      return { content: [text(`LLM response: ${(content as { readonly text?: string }).text}`)] }
    }
    if (name === 'test_custom_headers') return { content: [text(JSON.stringify(args))] }
    const askName = () =>
      server.elicitInput({ message: 'What is your name?', requestedSchema: formOf('name') as never }, related)
    const askModel = (words: string) =>
      server.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens: 100 }, related)
    const asks: Readonly<Record<string, () => readonly Promise<unknown>[]>> = {
      test_streaming_elicitation: () => [askName()],
      [`${INPUT}elicitation`]: () => [askName()],
      [`${INPUT}sampling`]: () => [askModel('What is the capital of France?')],
      [`${INPUT}capabilities`]: () => [
        server.getClientCapabilities()?.elicitation === undefined ? askModel('Say hello') : askName(),
      ],
      [`${INPUT}list_roots`]: () => [server.listRoots({}, related)],
      [`${INPUT}multiple_inputs`]: () => [
        askName(),
        askModel('Generate a greeting'),
        server.listRoots({}, related),
      ],
    }
    const asked = asks[name]
    if (asked !== undefined) return { content: [text(JSON.stringify(await Promise.all(asked())))] }
    const form = FORMS[name]
    if (form === undefined) throw new McpError(-32602, `Unknown tool: ${name}`)
    const { action, content } = await server.elicitInput(
      { message: String(args['message'] ?? 'Fill in the form.'), requestedSchema: form as never },
      related,
    )
    const words = name === 'test_elicitation' ? 'User response' : 'Elicitation completed'
    return { content: [text(`${words}: action=${action}, content=${JSON.stringify(content)}`)] }
  })
  return server
}

export const runConformanceLegacy = (): Promise<LegacyHost> => serveLegacy(createServer)
