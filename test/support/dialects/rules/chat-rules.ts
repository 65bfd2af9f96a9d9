// What hosts of the OpenAI schema refuse in chats: rules of all, and of those that have them.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import { callsOf, functionsOf, messagesOf, openCalls, partsOf, roleOf } from './chat-shape.ts'
import { firstOf, type Placed, type Rule, unknownIn } from './rule.ts'

const CHAT = 'https://platform.openai.com/docs/api-reference'

export const user: JsonObject = { role: 'user', content: 'Hello' }
const call = (id: string): JsonObject => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: '{}' },
})
export const calls = (...ids: string[]): JsonObject => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map(call),
})
export const result = (id: string): JsonObject => ({ role: 'tool', tool_call_id: id, content: 'read' })
export const withMessages = (sound: JsonObject, ...messages: JsonObject[]): JsonObject => ({
  ...sound,
  messages,
})
export const each =
  (find: (message: Placed, index: number, all: readonly Placed[]) => string | undefined): Rule['fault'] =>
  ({ body }) => {
    const messages = messagesOf(body)
    return firstOf(messages, (message, index) => find(message, index, messages))
  }

/** Of any host that checks what it gets. `fields` and `message` are the names that it has. */
export const hostRules = (
  fields: string,
  message: string,
  source = CHAT,
  describe = (path: string): string => `Unrecognized request argument supplied: ${path}`,
): readonly Rule[] => [
  {
    refuses: 'a field that the host does not have',
    source,
    fault: ({ body }) => {
      const name = unknownIn(body, fields)
      return name && describe(name)
    },
    breaks: sound => ({ ...sound, context_management: {} }),
  },
  {
    refuses: 'a field that a message does not have',
    source,
    fault: each(({ value, at }) => {
      const name = unknownIn(value, message)
      return name && describe(`${at}.${name}`)
    }),
    breaks: sound => withMessages(sound, { ...user, content_blocks: [] }),
  },
  {
    refuses: 'a field that a part of a content does not have',
    source,
    fault: each(message =>
      firstOf(partsOf(message), ({ value, at }) => {
        const name = unknownIn(value, 'type text image_url file input_audio refusal')
        return name && describe(`${at}.${name}`)
      }),
    ),
    breaks: sound =>
      withMessages(sound, {
        role: 'user',
        content: [{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } }],
      }),
  },
  {
    refuses: 'a field that a tool does not have',
    source,
    fault: ({ body }) =>
      firstOf(asList(body['tools']), (tool, index) => {
        const name =
          unknownIn(tool, 'type function custom') ??
          unknownIn(asObject(tool)['function'], 'name description parameters strict')
        return name && describe(`tools[${index}].${name}`)
      }),
    breaks: sound => ({
      ...sound,
      tools: [{ type: 'function', function: { name: 'read' }, cache_control: { type: 'ephemeral' } }],
    }),
  },
  {
    refuses: 'an empty list of tools, and a choice without tools',
    source,
    fault: ({ body }) => {
      const tools = asList(body['tools'])
      if (body['tools'] !== undefined && tools.length === 0) return "Invalid 'tools': empty array."
      const names = ['tool_choice', 'parallel_tool_calls']
      return tools.length > 0
        ? undefined
        : firstOf(names, name =>
            body[name] === undefined ? undefined : `'${name}' is only allowed when 'tools' are specified.`,
          )
    },
    breaks: sound => ({ ...sound, tools: [] }),
  },
  {
    refuses: 'calls that tool messages do not answer at once',
    source,
    fault: each((message, index, all) => {
      const open = openCalls(all, index)
      return open.length === 0
        ? undefined
        : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')} (${message.at})`
    }),
    breaks: sound => withMessages(sound, user, calls('c1', 'c2'), result('c1')),
  },
  {
    refuses: 'a tool message that answers no call',
    source,
    fault: each(({ value, at }, index, all) => {
      if (value['role'] !== 'tool') return undefined
      let before = index
      while (roleOf(all[before]) === 'tool') before -= 1
      const caller = all[before]
      const ids = caller === undefined ? [] : callsOf(caller).map(({ value: called }) => called['id'])
      return ids.includes(value['tool_call_id'] ?? null)
        ? undefined
        : `Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'. (${at})`
    }),
    breaks: sound => withMessages(sound, user, result('c1')),
  },
  {
    refuses: 'arguments of a call that are not a text',
    source,
    fault: each(message =>
      firstOf(callsOf(message), ({ value, at }) =>
        typeof asObject(value['function'])['arguments'] === 'string'
          ? undefined
          : `Invalid type for '${at}.function.arguments': expected a string.`,
      ),
    ),
    breaks: sound =>
      withMessages(
        sound,
        user,
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: {} } }],
        },
        result('c1'),
      ),
  },
  {
    refuses: 'content of a tool message that is not text',
    source,
    fault: each(message =>
      roleOf(message) === 'tool'
        ? firstOf(partsOf(message), ({ value, at }) =>
            value['type'] === 'text' ? undefined : `Invalid value at '${at}.type': expected 'text'.`,
          )
        : undefined,
    ),
    breaks: sound =>
      withMessages(sound, user, calls('c1'), {
        ...result('c1'),
        content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }],
      }),
  },
  {
    refuses: 'a name of a function that does not match its pattern',
    source,
    fault: ({ body }) =>
      firstOf(functionsOf(body), ({ value, at }) =>
        /^[a-zA-Z0-9_-]{1,64}$/.test(asText(value['name']) ?? '')
          ? undefined
          : `Invalid '${at}.name': string does not match pattern.`,
      ),
    breaks: sound => ({ ...sound, tools: [{ type: 'function', function: { name: 'read file' } }] }),
  },
  {
    refuses: 'options of a stream without a stream',
    source,
    fault: ({ body }) =>
      body['stream'] !== true && body['stream_options'] !== undefined
        ? "The 'stream_options' parameter is only allowed when 'stream' is enabled."
        : undefined,
    breaks: sound => ({ ...sound, stream_options: { include_usage: true } }),
  },
]

/** The roles of a host without the one for developers. */
export const withoutDeveloper: Rule = {
  refuses: 'the role developer',
  source: 'https://docs.mistral.ai/api/',
  fault: each(message => (roleOf(message) === 'developer' ? `${message.at}.role: unknown role` : undefined)),
  breaks: sound => withMessages(sound, { role: 'developer', content: 'Be brief.' }, user),
}

/** The models of a host that read text only. */
export const textOnly = (source: string): Rule => ({
  refuses: 'an image',
  source,
  fault: each(message =>
    firstOf(partsOf(message), ({ value, at }) =>
      value['type'] === 'image_url' ? `${at}: unknown variant \`image_url\`, expected \`text\`` : undefined,
    ),
  ),
  breaks: sound =>
    withMessages(sound, {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }],
    }),
})
