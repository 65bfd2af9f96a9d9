// What a model of Claude refuses beside what its API does: thinking, sampling, effort, a reply that the client began.
import { asObject, asText } from '../../../../schemas/values/json.ts'
import { isThinking, toolsOf, turnsOf, typeOf } from './messages-shape.ts'
import { firstOf, type Rule, schemasIn } from './rule.ts'

const THINKING = 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking'
const ADAPTIVE = 'https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking'
const STRUCTURED = 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs'

/** Models that think within a budget, which begins with thinking in a round of tool calls. */
export const budgetRules: readonly Rule[] = [
  {
    refuses: 'adaptive thinking',
    source: ADAPTIVE,
    fault: ({ body }) =>
      asObject(body['thinking'])['type'] === 'adaptive'
        ? 'adaptive thinking is not supported on this model'
        : undefined,
    breaks: sound => ({ ...sound, thinking: { type: 'adaptive' } }),
  },
  {
    refuses: 'an effort',
    source: 'https://platform.claude.com/docs/en/build-with-claude/effort',
    fault: ({ body }) =>
      asObject(body['output_config'])['effort'] === undefined
        ? undefined
        : 'This model does not support the effort parameter.',
    breaks: sound => ({ ...sound, output_config: { effort: 'low' } }),
  },
  {
    refuses: 'a budget below 1,024 tokens',
    source: THINKING,
    fault: ({ body }) => {
      const { type, budget_tokens: budget } = asObject(body['thinking'])
      return type === 'enabled' && !(Number(budget) >= 1024)
        ? 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024'
        : undefined
    },
    breaks: sound => ({ ...sound, thinking: { type: 'enabled', budget_tokens: 1000 } }),
  },
  {
    refuses: 'a budget that leaves nothing of max_tokens',
    source: THINKING,
    fault: ({ body }) => {
      const { type, budget_tokens: budget } = asObject(body['thinking'])
      return type === 'enabled' && Number(budget) >= Number(body['max_tokens'])
        ? '`max_tokens` must be greater than `thinking.budget_tokens`.'
        : undefined
    },
    breaks: sound => ({ ...sound, max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 2000 } }),
  },
  {
    refuses: 'a round of tool calls that does not begin with its thinking',
    source: THINKING,
    fault: ({ body }) => {
      if (!isThinking(body)) return undefined
      const turns = turnsOf(body)
      const before = turns.at(-2)
      const answersCalls = turns.at(-1)?.blocks.some(block => typeOf(block) === 'tool_result') === true
      const [first] = before?.blocks ?? []
      return answersCalls && first !== undefined && !/thinking/.test(typeOf(first))
        ? `${before?.at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${typeOf(first)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`
        : undefined
    },
    breaks: sound => ({
      ...sound,
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      tools: [{ name: 'read', input_schema: { type: 'object', properties: {} } }],
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'read' }] },
      ],
    }),
  },
  {
    refuses: 'another temperature than 1 while it thinks',
    source: 'https://github.com/MartialBE/one-hub/issues/529',
    fault: ({ body }) =>
      isThinking(body) && ![undefined, 1].includes(body['temperature'] as undefined | number)
        ? '`temperature` may only be set to 1 when thinking is enabled.'
        : undefined,
    breaks: sound => ({
      ...sound,
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      temperature: 0,
    }),
  },
  {
    refuses: 'temperature and top_p together',
    source: 'https://platform.claude.com/docs/en/about-claude/models/migration-guide',
    fault: ({ body }) =>
      body['temperature'] !== undefined && body['top_p'] !== undefined
        ? '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'
        : undefined,
    breaks: sound => ({ ...sound, temperature: 0.5, top_p: 0.5 }),
  },
]

/** Models that think as much as they find right, and take no sampling. */
export const adaptiveRules: readonly Rule[] = [
  {
    refuses: 'a budget',
    source: ADAPTIVE,
    fault: ({ body }) =>
      asObject(body['thinking'])['type'] === 'enabled'
        ? '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
        : undefined,
    breaks: sound => ({ ...sound, max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 2000 } }),
  },
  {
    refuses: 'sampling parameters beside their defaults',
    source: 'https://platform.claude.com/docs/en/about-claude/models/migration-guide',
    fault: ({ body }) =>
      firstOf(['temperature', 'top_p', 'top_k'], name =>
        body[name] === undefined || (name === 'temperature' && body[name] === 1)
          ? undefined
          : `\`${name}\` is deprecated for this model.`,
      ),
    breaks: sound => ({ ...sound, temperature: 0 }),
  },
  {
    refuses: 'a reply that the client began',
    source: 'https://platform.claude.com/docs/en/about-claude/models/migration-guide',
    fault: ({ body }) =>
      turnsOf(body).at(-1)?.role === 'assistant'
        ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
        : undefined,
    breaks: sound => ({
      ...sound,
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Well' },
      ],
    }),
  },
]

/** Keywords that no constrained output of Claude has. */
const UNKNOWN = `maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength uniqueItems oneOf
  not if patternProperties propertyNames prefixItems pattern`

export const claudeRules: readonly Rule[] = [
  {
    refuses: 'a forced tool while it thinks',
    source: THINKING,
    fault: ({ body }) =>
      isThinking(body) && ['any', 'tool'].includes(asText(asObject(body['tool_choice'])['type']) ?? '')
        ? 'Thinking may not be enabled when tool_choice forces tool use.'
        : undefined,
    breaks: sound => ({
      ...sound,
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      tools: [{ name: 'read', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'any' },
    }),
  },
  {
    refuses: 'a temperature above 1',
    source: 'https://platform.claude.com/docs/en/api/messages',
    fault: ({ body }) => (Number(body['temperature'] ?? 0) > 1 ? 'temperature: range: 0..1' : undefined),
    breaks: sound => ({ ...sound, temperature: 1.5 }),
  },
  {
    refuses: 'an open object or an unknown keyword in a constrained output',
    source: STRUCTURED,
    fault: ({ body }) => {
      const strict = toolsOf(body).filter(({ value }) => value['strict'] === true)
      const roots = [
        asObject(asObject(asObject(body['output_config'])['format'])['schema']),
        ...strict.map(({ value }) => value['input_schema']),
      ]
      return firstOf(
        roots.flatMap(root => schemasIn(root)),
        ({ value, at }) => {
          if (value['type'] === 'object' && value['additionalProperties'] !== false)
            return `output_config.format.schema${at}: For 'object' type, 'additionalProperties' must be explicitly set to false`
          const keyword = Object.keys(value).find(name => UNKNOWN.split(/\s+/).includes(name))
          return keyword && `output_config.format.schema${at}: property '${keyword}' is not supported`
        },
      )
    },
    breaks: sound => ({
      ...sound,
      output_config: { format: { type: 'json_schema', schema: { type: 'object', properties: {} } } },
    }),
  },
]
