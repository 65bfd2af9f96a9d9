// The providers of a coding agent's day, as strict as their documentation.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { converse } from './converse.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { cerebrasRules, deepseekRules, mistralRules } from './rules/chat-hosts.ts'
import { adaptiveRules, budgetRules, claudeRules } from './rules/claude-rules.ts'
import { converseRules } from './rules/converse-rules.ts'
import { geminiRules, signatureRule } from './rules/gemini-rules.ts'
import { deepseekMessagesRules, VERTEX_FIELDS, vertexRules } from './rules/messages-hosts.ts'
import { messagesRules } from './rules/messages-rules.ts'
import { FIELDS } from './rules/messages-shape.ts'
import { openaiRules, reasoningRules, toolsInResponsesRules } from './rules/openai-rules.ts'
import { responsesRules } from './rules/responses-rules.ts'
import type { Rule } from './rules/rule.ts'
import type { StrictProvider, StrictRoute } from './strict-provider.ts'
import { strictResponses } from './strict-responses.ts'

type Writes = StrictRoute['writes']

/** Rewrites what a dialect writes, as a host of it does. */
const rewritten = (writes: Writes, rewrite: (text: string) => string): Writes => ({
  ...writes,
  wholeReply: (answer, input) =>
    asObject(parseJson(rewrite(JSON.stringify(writes.wholeReply(answer, input))))),
  events: (answer, input) =>
    writes.events(answer, input).map(event => (typeof event === 'string' ? rewrite(event) : event)),
})

/** Ids of nine letters and digits. */
const shortIds = (text: string): string =>
  text.replace(
    /call_(\d+)_(\d+)/g,
    (_, round: string, index: string) => `c${round.padStart(4, '0')}${index.padStart(4, '0')}`,
  )

/** Thinking beside the content, as most hosts of open models send it. */
const thinkingChat: Writes = {
  ...openaiChat,
  wholeReply: (answer, input) => {
    const reply = openaiChat.wholeReply(answer, input)
    const [choice] = reply['choices'] as readonly [JsonObject]
    const message = { ...asObject(choice['message']), reasoning_content: answer.thought ?? null }
    return { ...reply, choices: [{ ...choice, message }] }
  },
  events: (answer, input) => {
    const [first = '', ...others] = openaiChat.events(answer, input)
    const thought = String(first).replace(
      '"content":""',
      `"reasoning_content":${JSON.stringify(answer.thought ?? '')}`,
    )
    return [first, ...(answer.thought === undefined ? [] : [thought]), ...others]
  },
}

const anthropicError = anthropicMessages.error
const googleError = gemini.error
const openaiError = openaiChat.error
const mistralError = (status: number, message: string): JsonObject => ({
  object: 'error',
  message,
  type: status === 400 ? 'invalid_request_error' : 'service_unavailable',
  param: null,
  code: status === 400 ? '3230' : '1300',
})

/** Counts are of requests without an output. */
const withoutOutput = (body: JsonObject): JsonObject => ({ ...body, max_tokens: 1 })

const messagesRoute = (
  path: RegExp,
  rules: readonly Rule[],
  streams?: StrictRoute['streams'],
): StrictRoute => ({
  path,
  rules,
  writes: anthropicMessages,
  error: anthropicError,
  ...(streams && { streams }),
})
const countRoute = (
  path: RegExp,
  rules: readonly Rule[],
  field: string,
  unwrap = withoutOutput,
): StrictRoute => ({
  path,
  rules,
  writes: anthropicMessages,
  error: anthropicError,
  replies: () => ({ [field]: 1234 }),
  unwrap,
})
const chatRoute = (
  path: RegExp,
  rules: readonly Rule[],
  writes: Writes = openaiChat,
  error = openaiError,
): StrictRoute => ({
  path,
  rules,
  writes,
  error,
})
const responsesRoute = (path: RegExp, rules: readonly Rule[] = responsesRules): StrictRoute => ({
  path,
  rules,
  writes: strictResponses,
  error: openaiError,
})
const compactRoute = (path: RegExp): StrictRoute => ({
  ...responsesRoute(path),
  replies: () => ({
    object: 'response.compaction',
    output: [{ type: 'compaction', encrypted_content: 'gAAA' }],
  }),
})

const KEY = { api_key: '${env:KEY}' }
const CLAUDE_4_5 = [...claudeRules, ...budgetRules]
const CLAUDE_4_7 = [...claudeRules, ...adaptiveRules]
const GENERATE = '(generateContent|streamGenerateContent\\?alt=sse)$'
const generateRoutes = (prefix: string, rules: readonly Rule[]): readonly StrictRoute[] => [
  {
    path: new RegExp(`^${prefix}/models/[^/:]+:${GENERATE}`),
    rules,
    writes: gemini,
    error: googleError,
    streams: path => path.includes(':stream'),
  },
  {
    path: new RegExp(`^${prefix}/models/[^/:]+:countTokens$`),
    rules,
    writes: gemini,
    error: googleError,
    replies: () => ({ totalTokens: 1234 }),
    unwrap: body => {
      const { model: _, ...request } = asObject(body['generateContentRequest'] ?? body)
      return request
    },
  },
]
const VERTEX = { provider: 'vertex', ...KEY, cloud3_region: 'us-central1', cloud3_project_id: 'project' }
const PUBLISHERS = '/v1/projects/project/locations/us-central1/publishers'
const BEDROCK = {
  provider: 'bedrock',
  cloud1_access_key_id: '${env:KEY}',
  cloud1_secret_access_key: '${env:KEY}',
  cloud1_region: 'us-east-1',
}
const AZURE = {
  provider: 'azure',
  ...KEY,
  resource_name: 'contoso',
  deployment_id: 'gpt-5',
  api_version: 'v1',
}
const OPENAI = [...openaiRules, ...reasoningRules]
const invokeBody = (body: JsonObject): JsonObject => {
  const { input } = body
  const encoded = asObject(asObject(asObject(input)['invokeModel']))['body']
  return asObject(parseJson(Buffer.from(String(encoded), 'base64').toString()))
}

export const strictProviders: readonly StrictProvider[] = [
  ...(
    [
      ['anthropic', 'claude-sonnet-4-5', CLAUDE_4_5],
      ['anthropic-adaptive', 'claude-opus-4-7', CLAUDE_4_7],
    ] as const
  ).map(([name, model, rules]) => ({
    name,
    model,
    stored: { provider: 'anthropic', ...KEY },
    routes: [
      messagesRoute(/^\/v1\/messages(\?beta=true)?$/, [...messagesRules(), ...rules]),
      countRoute(/^\/v1\/messages\/count_tokens(\?beta=true)?$/, messagesRules(), 'input_tokens'),
    ],
  })),
  {
    name: 'bedrock',
    model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    stored: BEDROCK,
    routes: [
      {
        path: /^\/model\/[^/]+\/converse(-stream)?$/,
        rules: converseRules,
        writes: converse,
        error: converse.error,
        streams: path => path.endsWith('-stream'),
      },
      countRoute(
        /^\/model\/[^/]+\/count-tokens$/,
        messagesRules(`${FIELDS.replace('model ', '')} anthropic_version anthropic_beta`),
        'inputTokens',
        invokeBody,
      ),
    ],
  },
  {
    name: 'vertex-claude',
    model: 'claude-sonnet-4-5@20250929',
    stored: VERTEX,
    routes: [
      countRoute(
        new RegExp(`^${PUBLISHERS}/anthropic/models/count-tokens:rawPredict(\\?beta=true)?$`),
        [...messagesRules(`model ${VERTEX_FIELDS}`), ...vertexRules],
        'input_tokens',
      ),
      messagesRoute(
        new RegExp(`^${PUBLISHERS}/anthropic/models/[^/:]+:(rawPredict|streamRawPredict)(\\?beta=true)?$`),
        [...messagesRules(VERTEX_FIELDS), ...vertexRules, ...CLAUDE_4_5],
      ),
    ],
  },
  {
    name: 'vertex-gemini',
    model: 'gemini-2.5-pro',
    stored: VERTEX,
    routes: generateRoutes(`${PUBLISHERS}/google`, geminiRules('labels')),
  },
  {
    name: 'openai',
    model: 'gpt-5',
    stored: { provider: 'openai', ...KEY },
    routes: [
      chatRoute(/^\/v1\/chat\/completions(\?beta=true)?$/, OPENAI),
      compactRoute(/^\/v1\/responses\/compact$/),
      {
        ...responsesRoute(/^\/v1\/responses\/input_tokens$/),
        replies: () => ({ object: 'response.input_tokens', input_tokens: 1234 }),
      },
      responsesRoute(/^\/v1\/responses$/),
    ],
  },
  {
    name: 'openai-reasoning',
    model: 'gpt-5.6-terra',
    stored: { provider: 'openai', ...KEY },
    routes: [
      chatRoute(/^\/v1\/chat\/completions(\?beta=true)?$/, [...OPENAI, ...toolsInResponsesRules]),
      compactRoute(/^\/v1\/responses\/compact$/),
      {
        ...responsesRoute(/^\/v1\/responses\/input_tokens$/),
        replies: () => ({ object: 'response.input_tokens', input_tokens: 1234 }),
      },
      responsesRoute(/^\/v1\/responses$/),
    ],
  },
  {
    name: 'azure',
    model: 'gpt-5',
    stored: AZURE,
    routes: [
      chatRoute(/^\/openai\/v1\/chat\/completions$/, OPENAI),
      compactRoute(/^\/openai\/v1\/responses\/compact$/),
      responsesRoute(/^\/openai\/v1\/responses$/),
    ],
  },
  {
    name: 'gemini',
    model: 'gemini-3-pro-preview',
    stored: { provider: 'google', ...KEY },
    routes: generateRoutes('/v1beta', [...geminiRules(), signatureRule]),
  },
  {
    name: 'mistral',
    model: 'devstral-medium-latest',
    stored: { provider: 'mistral', ...KEY },
    routes: [
      chatRoute(/^\/v1\/chat\/completions$/, mistralRules, rewritten(openaiChat, shortIds), mistralError),
    ],
  },
  {
    name: 'deepseek',
    model: 'deepseek-v4-pro',
    textOnly: true,
    stored: { provider: 'deepseek', ...KEY },
    routes: [
      messagesRoute(/^\/anthropic\/v1\/messages(\?beta=true)?$/, deepseekMessagesRules),
      chatRoute(/^\/chat\/completions$/, deepseekRules, thinkingChat),
      // No source says that ids are as short there.
      responsesRoute(
        /^\/responses$/,
        responsesRules.filter(({ refuses }) => !refuses.startsWith('an id of a call')),
      ),
    ],
  },
  {
    name: 'compatible',
    model: 'gpt-oss-120b',
    textOnly: true,
    stored: { provider: 'cerebras', ...KEY },
    routes: [
      chatRoute(
        /^\/v1\/chat\/completions$/,
        cerebrasRules,
        rewritten(thinkingChat, text => text.replaceAll('reasoning_content', 'reasoning')),
      ),
    ],
  },
]
