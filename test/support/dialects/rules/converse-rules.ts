// What Bedrock's Converse refuses, with Claude behind it.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import { signed } from '../scripted-model.ts'
import { firstOf, type Placed, placed, type Rule, unknownIn } from './rule.ts'

const REFERENCE = 'https://docs.aws.amazon.com/bedrock/latest/APIReference'
const CONVERSE = `${REFERENCE}/API_runtime_Converse.html`

const turns = (body: JsonObject): readonly Placed[] => placed(body['messages'], 'messages')
const blocksOf = ({ value, at }: Placed): readonly Placed[] => placed(value['content'], `${at}.content`)
const allBlocks = (body: JsonObject): readonly Placed[] => turns(body).flatMap(blocksOf)
const toolsOf = (body: JsonObject): readonly Placed[] =>
  placed(asObject(body['toolConfig'])['tools'], 'toolConfig.tools')

const text = (value: string): JsonObject => ({ text: value })
const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content })
const assistant = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content })
const use = (toolUseId: string): JsonObject => ({ toolUse: { toolUseId, name: 'read', input: {} } })
const result = (toolUseId: string): JsonObject => ({ toolResult: { toolUseId, content: [text('read')] } })
const toolConfig = {
  tools: [{ toolSpec: { name: 'read', inputSchema: { json: { type: 'object', properties: {} } } } }],
}
const withTurns = (sound: JsonObject, ...messages: JsonObject[]): JsonObject => ({
  ...sound,
  messages,
  toolConfig,
})

const idsIn = (turn: Placed | undefined, kind: 'toolUse' | 'toolResult'): readonly string[] =>
  turn === undefined
    ? []
    : blocksOf(turn).flatMap(({ value }) => asText(asObject(value[kind])['toolUseId']) ?? [])

export const converseRules: readonly Rule[] = [
  {
    refuses: 'a field that the operation does not have',
    source: CONVERSE,
    fault: ({ body }) => {
      const name = unknownIn(
        body,
        `messages system inferenceConfig toolConfig additionalModelRequestFields additionalModelResponseFieldPaths
          outputConfig requestMetadata serviceTier guardrailConfig performanceConfig promptVariables`,
      )
      const inner = unknownIn(body['inferenceConfig'], 'maxTokens temperature topP stopSequences')
      return (name ?? inner === undefined)
        ? name && `Unknown parameter: ${name}`
        : `Unknown parameter: ${inner}`
    },
    breaks: sound => ({ ...sound, max_tokens: 10 }),
  },
  {
    refuses: 'turns that do not alternate from the user on',
    source: CONVERSE,
    fault: ({ body }) =>
      firstOf(turns(body), ({ value }, index) =>
        value['role'] === (index % 2 === 0 ? 'user' : 'assistant')
          ? undefined
          : index === 0
            ? 'A conversation must start with a user message. Try again with a conversation that starts with a user message.'
            : 'A conversation must alternate between user and assistant roles.',
      ),
    breaks: sound => withTurns(sound, user(text('Hello')), user(text('And then'))),
  },
  {
    refuses: 'a turn without content, and a blank text',
    source: CONVERSE,
    fault: ({ body }) =>
      firstOf(turns(body), turn => {
        const blocks = blocksOf(turn)
        if (blocks.length === 0) return `The content field in the Message object at ${turn.at} is empty.`
        return firstOf(blocks, ({ value, at }) =>
          asText(value['text'])?.trim() === ''
            ? `The text field in the ContentBlock object at ${at} is blank.`
            : undefined,
        )
      }),
    breaks: sound => withTurns(sound, user(text(' '))),
  },
  {
    refuses: 'an unknown block',
    source: `${REFERENCE}/API_runtime_ToolResultContentBlock.html`,
    fault: ({ body }) =>
      firstOf(allBlocks(body), ({ value, at }) => {
        const name = unknownIn(
          value,
          'text image document video toolUse toolResult guardContent cachePoint reasoningContent citationsContent searchResult',
        )
        const inner = firstOf(placed(asObject(value['toolResult'])['content'], `${at}.toolResult`), part =>
          unknownIn(part.value, 'text json image document video searchResult'),
        )
        return (name ?? inner === undefined)
          ? name && `Unknown parameter in ${at}: ${name}`
          : `Unknown parameter in ${at}: ${inner}`
      }),
    breaks: sound => withTurns(sound, user({ type: 'text', text: 'Hello' })),
  },
  {
    refuses: 'calls that are not all answered in the next turn',
    source: 'https://github.com/anthropics/claude-code/issues/5989',
    fault: ({ body }) => {
      const all = turns(body)
      return firstOf(all, (turn, index) => {
        const answered = idsIn(all[index + 1], 'toolResult')
        const open = idsIn(turn, 'toolUse').filter(id => !answered.includes(id))
        return open.length === 0
          ? undefined
          : `Expected toolResult blocks at ${turn.at} for the following Ids: ${open.join(', ')}`
      })
    },
    breaks: sound => withTurns(sound, user(text('Hello')), assistant(use('t1')), user(text('And then'))),
  },
  {
    refuses: 'more results than calls of the turn before',
    source: `${REFERENCE}/API_runtime_ToolResultBlock.html`,
    fault: ({ body }) => {
      const all = turns(body)
      return firstOf(all, (turn, index) => {
        const results = idsIn(turn, 'toolResult')
        return results.every(id => idsIn(all[index - 1], 'toolUse').includes(id))
          ? undefined
          : `The number of toolResult blocks at ${turn.at} exceeds the number of toolUse blocks of previous turn.`
      })
    },
    breaks: sound => withTurns(sound, user(result('t1'))),
  },
  {
    refuses: 'an id of a call that does not match its pattern',
    source: `${REFERENCE}/API_runtime_ToolResultBlock.html`,
    fault: ({ body }) =>
      firstOf(
        turns(body).flatMap(turn => [...idsIn(turn, 'toolUse'), ...idsIn(turn, 'toolResult')]),
        id =>
          /^[a-zA-Z0-9_-]{1,64}$/.test(id)
            ? undefined
            : `Value '${id}' at 'toolUseId' failed to satisfy constraint: [a-zA-Z0-9_-]{1,64}`,
      ),
    breaks: sound =>
      withTurns(sound, user(text('Hello')), assistant(use('t'.repeat(65))), user(result('t'.repeat(65)))),
  },
  {
    refuses: 'tool blocks without toolConfig',
    source: CONVERSE,
    fault: ({ body }) =>
      toolsOf(body).length === 0 &&
      allBlocks(body).some(({ value }) => value['toolUse'] !== undefined || value['toolResult'] !== undefined)
        ? 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'
        : undefined,
    breaks: sound => ({
      ...sound,
      messages: [user(text('Hello')), assistant(use('t1')), user(result('t1'))],
    }),
  },
  {
    refuses: 'a tool without a schema of an object, and an empty list of tools',
    source: CONVERSE,
    fault: ({ body }) => {
      if (body['toolConfig'] !== undefined && toolsOf(body).length === 0)
        return "Value at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1"
      return firstOf(toolsOf(body), ({ value, at }) => {
        if (value['toolSpec'] === undefined) return undefined
        const spec = asObject(value['toolSpec'])
        const name = unknownIn(spec, 'name description inputSchema strict')
        if (name !== undefined) return `Unknown parameter in ${at}.toolSpec: ${name}`
        if (spec['description'] === '') return `Invalid length for ${at}.toolSpec.description: 0`
        return asObject(asObject(spec['inputSchema'])['json'])['type'] === 'object'
          ? undefined
          : `The value at ${at}.toolSpec.inputSchema.json.type must be one of the following: object.`
      })
    },
    breaks: sound => ({ ...sound, toolConfig: { tools: [{ toolSpec: { name: 'read', inputSchema: {} } }] } }),
  },
  {
    refuses: 'reasoning whose signature is missing or another’s',
    source: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
    fault: ({ body }) =>
      firstOf(allBlocks(body), ({ value, at }) => {
        const reasoning = asObject(value['reasoningContent'])
        const { text: thought, signature } = asObject(reasoning['reasoningText'])
        return reasoning['reasoningText'] === undefined || signature === signed(String(thought))
          ? undefined
          : `The model returned the following errors: ${at}: Invalid \`signature\` in \`thinking\` block`
      }),
    breaks: sound =>
      withTurns(
        sound,
        user(text('Hello')),
        assistant({ reasoningContent: { reasoningText: { text: 'Hm.', signature: 'x' } } }, text('Hello')),
        user(text('And then')),
      ),
  },
  {
    refuses: 'more than four cache points',
    source: 'https://github.com/Bike4Mind/bike4mind/issues/2208',
    fault: ({ body }) => {
      const points = [...placed(body['system'], 'system'), ...toolsOf(body), ...allBlocks(body)].filter(
        ({ value }) => value['cachePoint'] !== undefined,
      )
      return points.length > 4
        ? `A maximum of 4 blocks with cache_control may be provided. Found ${points.length}.`
        : undefined
    },
    breaks: sound => ({
      ...sound,
      system: Array.from({ length: 5 }, () => ({ cachePoint: { type: 'default' } })),
    }),
  },
  {
    refuses: 'a beta feature that it does not know',
    source:
      'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html',
    fault: ({ body }) =>
      firstOf(asList(asObject(body['additionalModelRequestFields'])['anthropic_beta']), name =>
        /^(claude-code-|prompt-caching-scope|redact-thinking|effort-)/.test(String(name))
          ? 'The model returned the following errors: invalid beta flag'
          : undefined,
      ),
    breaks: sound => ({
      ...sound,
      additionalModelRequestFields: { anthropic_beta: ['claude-code-20250219'] },
    }),
  },
  {
    refuses: 'a budget of thinking below 1,024 tokens or not below maxTokens',
    source: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
    fault: ({ body }) => {
      const { type, budget_tokens: budget } = asObject(
        asObject(body['additionalModelRequestFields'])['thinking'],
      )
      if (type !== 'enabled') return undefined
      if (!(Number(budget) >= 1024))
        return 'The model returned the following errors: thinking.enabled.budget_tokens: Input should be greater than or equal to 1024'
      return Number(budget) >=
        Number(asObject(body['inferenceConfig'])['maxTokens'] ?? Number.POSITIVE_INFINITY)
        ? 'The model returned the following errors: `max_tokens` must be greater than `thinking.budget_tokens`.'
        : undefined
    },
    breaks: sound => ({
      ...sound,
      inferenceConfig: { maxTokens: 2000 },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2000 } },
    }),
  },
  {
    refuses: 'another temperature than 1 while it thinks',
    source: 'https://github.com/MartialBE/one-hub/issues/529',
    fault: ({ body }) => {
      const thinking = asObject(asObject(body['additionalModelRequestFields'])['thinking'])
      const temperature = asObject(body['inferenceConfig'])['temperature']
      return ['enabled', 'adaptive'].includes(String(thinking['type'])) &&
        temperature !== undefined &&
        temperature !== 1
        ? 'The model returned the following errors: `temperature` may only be set to 1 when thinking is enabled.'
        : undefined
    },
    breaks: sound => ({
      ...sound,
      inferenceConfig: { maxTokens: 4000, temperature: 0 },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2000 } },
    }),
  },
]
