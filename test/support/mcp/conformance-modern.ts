// A server of the second major version of the official SDK that has what the conformance suite asks for.
import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  LOG_LEVEL_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  Server,
} from '@modelcontextprotocol/server'
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
import { type ServedHandler, serveModern } from './serve-modern.ts'

const INPUT = 'test_input_required_result_'
const TOOLS = toolsNamed([
  ...Object.keys(RESULTS),
  'test_tool_with_progress',
  'test_tool_with_logging',
  'test_sampling',
  'test_elicitation',
  'test_elicitation_sep1034_defaults',
  'test_elicitation_sep1330_enums',
  'test_logging_tool',
  'test_trigger_tool_change',
  'test_trigger_prompt_change',
  'test_missing_capability',
  'test_streaming_elicitation',
  'test_custom_headers',
  'json_schema_2020_12_tool',
  ...[
    'elicitation',
    'sampling',
    'list_roots',
    'request_state',
    'multiple_inputs',
    'multi_round',
    'tampered_state',
    'capabilities',
  ].map(name => INPUT + name),
])
const PROMPT = { name: `${INPUT}prompt`, description: 'A prompt that asks.' }

type Ask = { readonly method: string; readonly params: object }
const fill = (message: string, requestedSchema: object): Ask => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema },
})
const elicit = (message: string, name: string, type?: string): Ask => fill(message, formOf(name, type))
const sample = (question: string, maxTokens: number): Ask => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(question) }], maxTokens },
})
const ROOTS: Ask = { method: 'roots/list', params: {} }
const NAME = elicit('What is your name?', 'name')
const done = (words: string) => ({ content: [text(words)] })

/** The tools that ask once, with what they ask and what they say in the end. */
const ASKING: Readonly<Record<string, readonly [asks: Readonly<Record<string, Ask>>, words: string]>> = {
  test_sampling: [{ sample: sample('Test prompt for sampling', 100) }, 'LLM response:'],
  test_elicitation: [{ person: fill('Please provide your information', FORM_OF_PERSON) }, 'User response:'],
  test_elicitation_sep1034_defaults: [{ form: fill('Fill in.', FORM_WITH_DEFAULTS) }, 'completed:'],
  test_elicitation_sep1330_enums: [{ form: fill('Fill in.', FORM_WITH_ENUMS) }, 'completed:'],
  test_streaming_elicitation: [{ user_name: NAME }, 'Hello'],
  [`${INPUT}elicitation`]: [{ user_name: NAME }, 'Hello'],
  [`${INPUT}sampling`]: [{ capital_question: sample('What is the capital of France?', 100) }, 'It is'],
  [`${INPUT}list_roots`]: [{ client_roots: ROOTS }, 'Roots'],
  [`${INPUT}request_state`]: [{ confirm: elicit('Please confirm', 'ok', 'boolean') }, 'state-ok'],
  [`${INPUT}tampered_state`]: [{ confirm: elicit('Please confirm', 'ok', 'boolean') }, 'state-ok'],
  [`${INPUT}multiple_inputs`]: [
    { user_name: NAME, greeting: sample('Generate a greeting', 50), client_roots: ROOTS },
    'All of',
  ],
}
const WITH_STATE = new Set(['request_state', 'tampered_state', 'multiple_inputs'].map(name => INPUT + name))
const NEEDS: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

export async function runConformanceModern(): Promise<ServedHandler> {
  const codec = createRequestStateCodec<{ round: number }>({ key: 'k'.repeat(32) })
  const handler = createMcpHandler(
    () => {
      const server = new Server({ name: 'conformance-modern', version: '1.0.0' }, {
        requestState: { verify: codec.verify },
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          logging: {},
          completions: {},
        },
      } as never)
      server.setRequestHandler('tools/list', async () => ({ tools: TOOLS as never }))
      server.setRequestHandler('prompts/list', async () => ({ prompts: [...OFFERED_PROMPTS, PROMPT] }))
      server.setRequestHandler('resources/list', async () => ({ resources: OFFERED_RESOURCES }))
      server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: TEMPLATES }))
      server.setRequestHandler('completion/complete', async () => COMPLETED)
      server.setRequestHandler('resources/read', async ({ params }) => {
        const found = resourceResult(params.uri)
        if (found === undefined) throw new ProtocolError(-32602, 'Resource not found', { uri: params.uri })
        return found as never
      })
      server.setRequestHandler('prompts/get', async ({ params }, context) => {
        if (params.name !== PROMPT.name) return promptResult(params.name, params.arguments ?? {}) as never
        const given = context.mcpReq.inputResponses?.['user_context']
        const asked = { user_context: elicit('What context should the prompt use?', 'context') }
        return given === undefined
          ? inputRequired({ inputRequests: asked } as never)
          : ({ messages: [{ role: 'user', content: text(JSON.stringify(given)) }] } as never)
      })
      server.setRequestHandler('tools/call', async ({ params }, context) => {
        const { name } = params
        const meta = context.mcpReq.envelope as Readonly<Record<string, unknown>>
        const { inputResponses: responses, notify } = context.mcpReq
        const capabilities = (meta[CLIENT_CAPABILITIES_META_KEY] ?? {}) as object
        const result = RESULTS[name]
        if (result !== undefined) return result as never
        if (name === 'test_missing_capability') {
          if (!('sampling' in capabilities))
            throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
          return done('Has it.')
        }
        if (name === 'test_tool_with_progress') {
          const { progressToken } = params._meta ?? {}
          for (const progress of [0, 50, 100]) {
            if (progressToken !== undefined)
              await notify({
                method: 'notifications/progress',
                params: { progressToken, progress, total: 100 },
              })
          }
          return done('Done.')
        }
        if (name === 'test_logging_tool' || name === 'test_tool_with_logging') {
          for (const data of LOGGED)
            if (meta[LOG_LEVEL_META_KEY] !== undefined)
              await notify({ method: 'notifications/message', params: { level: 'info', data } })
          return done('Logged.')
        }
        if (name === 'test_trigger_tool_change') {
          handler.notify.toolsChanged()
          return done('Changed.')
        }
        if (name === 'test_trigger_prompt_change') {
          handler.notify.promptsChanged()
          return done('Changed.')
        }
        if (name === `${INPUT}multi_round`) {
          const { round } = context.mcpReq.requestState<{ round: number }>() ?? { round: 0 }
          if (round === 2) return done(`Thanks: ${JSON.stringify(responses)}`)
          const ask =
            round === 0
              ? { step1: elicit('Step 1: What is your name?', 'name') }
              : { step2: elicit('Step 2: What is your favorite color?', 'color') }
          const requestState = await codec.mint({ round: round + 1 })
          return inputRequired({ inputRequests: ask, requestState } as never)
        }
        if (name === `${INPUT}capabilities`) {
          const asks = { question: NAME, sample: sample('Say hello', 50) }
          const able = Object.entries(asks).filter(([, { method }]) => (NEEDS[method] ?? '') in capabilities)
          return inputRequired({ inputRequests: Object.fromEntries(able) } as never)
        }
        const asking = ASKING[name]
        if (asking === undefined)
          return name.startsWith('test_') || name.startsWith('json_')
            ? done(JSON.stringify(params.arguments ?? {}))
            : Promise.reject(new ProtocolError(-32602, `Unknown tool: ${name}`))
        const [asks, words] = asking
        const isAnswered = Object.entries(asks).every(([key, { method }]) =>
          isAnswer(method, responses?.[key]),
        )
        if (isAnswered) return done(`${words} ${JSON.stringify(responses)}`)
        const requestState = WITH_STATE.has(name) ? await codec.mint({ round: 1 }) : undefined
        return inputRequired({ inputRequests: asks, ...(requestState && { requestState }) } as never)
      })
      return server
    },
    { legacy: 'reject' },
  )
  return await serveModern(handler)
}

function isAnswer(method: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (method === 'roots/list') return 'roots' in value
  return method === 'elicitation/create' ? 'action' in value : 'content' in value
}
