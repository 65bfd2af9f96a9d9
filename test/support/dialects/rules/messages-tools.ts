// What Anthropic's Messages API refuses of tools.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, asText } from '../../../../schemas/values/json.ts'
import { TOOL, toolsOf } from './messages-shape.ts'
import { firstOf, type Placed, type Rule, unknownIn } from './rule.ts'

const MESSAGES = 'https://platform.claude.com/docs/en/api/messages'

const withTool = (sound: JsonObject, tool: JsonObject): JsonObject => ({ ...sound, tools: [tool] })
const each =
  (find: (tool: Placed) => string | undefined): Rule['fault'] =>
  request =>
    firstOf(toolsOf(request.body), find)
const schema = { type: 'object', properties: {} }
export const toolRules: readonly Rule[] = [
  {
    refuses: 'a field that a tool does not have',
    source: MESSAGES,
    fault: each(({ value, at }) => {
      const name = unknownIn(value, TOOL)
      return name && `${at}.custom.${name}: Extra inputs are not permitted`
    }),
    breaks: sound => withTool(sound, { name: 'read', input_schema: schema, parameters: {} }),
  },
  {
    refuses: 'a name of a tool that does not match its pattern',
    source: MESSAGES,
    fault: each(({ value, at }) =>
      /^[a-zA-Z0-9_-]{1,128}$/.test(asText(value['name']) ?? '')
        ? undefined
        : `${at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
    ),
    breaks: sound => withTool(sound, { name: 'read file', input_schema: schema }),
  },
  {
    refuses: 'a tool without a schema of an object',
    source: MESSAGES,
    fault: each(({ value, at }) =>
      asObject(value['input_schema'])['type'] === 'object'
        ? undefined
        : `${at}.custom.input_schema.type: Field required`,
    ),
    breaks: sound => withTool(sound, { name: 'read', input_schema: {} }),
  },
  {
    refuses: 'a union at the root of a tool’s schema',
    source: 'https://github.com/anthropics/claude-code/issues/5319',
    fault: each(({ value, at }) =>
      ['oneOf', 'allOf', 'anyOf'].some(name => name in asObject(value['input_schema']))
        ? `${at}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
        : undefined,
    ),
    breaks: sound => withTool(sound, { name: 'read', input_schema: { ...schema, anyOf: [{}] } }),
  },
  {
    refuses: 'two tools of one name',
    source: MESSAGES,
    fault: ({ body }) => {
      const names = toolsOf(body).map(({ value }) => value['name'])
      return new Set(names).size === names.length ? undefined : 'tools: Tool names must be unique.'
    },
    breaks: sound => ({
      ...sound,
      tools: [
        { name: 'read', input_schema: schema },
        { name: 'read', input_schema: schema },
      ],
    }),
  },
  {
    refuses: 'a choice of a tool without tools',
    source: MESSAGES,
    fault: ({ body }) =>
      body['tool_choice'] !== undefined && toolsOf(body).length === 0
        ? 'tool_choice: may only be specified while providing tools'
        : undefined,
    breaks: sound => ({ ...sound, tool_choice: { type: 'auto' } }),
  },
]
