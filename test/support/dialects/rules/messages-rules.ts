// What Anthropic's Messages API refuses of any request.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, asText } from '../../../../schemas/values/json.ts'
import { signed } from '../scripted-model.ts'
import {
  allBlocks,
  BETA_FIELDS,
  BLOCKS,
  betasOf,
  countMarks,
  FIELDS,
  systemBlocks,
  turnsOf,
  typeOf,
} from './messages-shape.ts'
import { toolRules } from './messages-tools.ts'
import { firstOf, type Rule, unknownIn } from './rule.ts'

const MESSAGES = 'https://platform.claude.com/docs/en/api/messages'
const THINKING = 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking'
const ISSUES = 'https://github.com/anthropics/claude-code/issues'

const text = (value: string): JsonObject => ({ type: 'text', text: value })
const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content })
const assistant = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content })
const use = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'read', input: {} })
const result = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: 'read' })
const withTurns = (sound: JsonObject, ...messages: JsonObject[]): JsonObject => ({ ...sound, messages })

/** `fields` are those of the host; a beta field needs its feature unless the host ignores it. */
export const messagesRules = (fields = FIELDS): readonly Rule[] => [
  {
    refuses: 'a field that the API does not have',
    source: `${ISSUES}/21612`,
    fault: ({ body, headers }) => {
      const betas = betasOf(headers, body)
      const enabled = Object.keys(BETA_FIELDS).filter(name => betas.includes(BETA_FIELDS[name] ?? ''))
      const name = unknownIn(body, [fields, ...enabled].join(' '))
      return name && `${name}: Extra inputs are not permitted`
    },
    breaks: sound => ({ ...sound, context_management: { edits: [] } }),
  },
  {
    refuses: 'a request without max_tokens',
    source: MESSAGES,
    fault: ({ body }) =>
      Number.isInteger(body['max_tokens']) && Number(body['max_tokens']) >= 1
        ? undefined
        : 'max_tokens: Field required',
    breaks: ({ max_tokens: _, ...sound }) => sound,
  },
  {
    refuses: 'a first turn that is not the user’s',
    source: MESSAGES,
    fault: ({ body }) =>
      turnsOf(body)[0]?.role === 'user' ? undefined : 'messages: first message must use the "user" role',
    breaks: sound => withTurns(sound, assistant(text('Hello')), user(text('Hello'))),
  },
  {
    refuses: 'a role beside user and assistant',
    source: MESSAGES,
    fault: ({ body }) =>
      firstOf(turnsOf(body), ({ role, at }) =>
        role === 'user' || role === 'assistant'
          ? undefined
          : `${at}.role: Input should be 'user' or 'assistant'`,
      ),
    breaks: sound => withTurns(sound, user(text('Hello')), { role: 'tool', content: 'read' }),
  },
  {
    refuses: 'a field that a turn does not have',
    source: MESSAGES,
    fault: ({ body }) =>
      firstOf([...(body['messages'] as readonly JsonObject[])], (turn, index) => {
        const name = unknownIn(turn, 'role content')
        return name && `messages.${index}.${name}: Extra inputs are not permitted`
      }),
    breaks: sound => withTurns(sound, { ...user(text('Hello')), name: 'Ada' }),
  },
  {
    refuses: 'a turn without content',
    source: MESSAGES,
    fault: ({ body }) => {
      const turns = turnsOf(body)
      return firstOf(turns, ({ blocks, at, role }, index) =>
        blocks.length > 0 || (index === turns.length - 1 && role === 'assistant')
          ? undefined
          : `${at}: all messages must have non-empty content except for the optional final assistant message`,
      )
    },
    breaks: sound => withTurns(sound, user()),
  },
  {
    refuses: 'a block of an unknown type',
    source: MESSAGES,
    fault: ({ body }) =>
      firstOf(allBlocks(body), block =>
        BLOCKS[typeOf(block)] === undefined
          ? `${block.at}: Input tag '${typeOf(block)}' found using 'type' does not match any of the expected tags`
          : undefined,
      ),
    breaks: sound => withTurns(sound, user({ type: 'image_url', image_url: { url: 'data:' } })),
  },
  {
    refuses: 'a field that a block does not have',
    source: MESSAGES,
    fault: ({ body }) =>
      firstOf([...allBlocks(body), ...systemBlocks(body)], block => {
        const name = unknownIn(block.value, BLOCKS[typeOf(block)] ?? '')
        return name && `${block.at}.${typeOf(block)}.${name}: Extra inputs are not permitted`
      }),
    breaks: sound => withTurns(sound, user({ ...text('Hello'), index: 0 })),
  },
  {
    refuses: 'a text of white space only',
    source: `${ISSUES}/23440`,
    fault: ({ body }) =>
      firstOf([...allBlocks(body), ...systemBlocks(body)], ({ value, at }) =>
        value['type'] === 'text' && asText(value['text'])?.trim() === ''
          ? `${at}: text content blocks must contain non-whitespace text`
          : undefined,
      ),
    breaks: sound => withTurns(sound, user(text(' '))),
  },
  {
    refuses: 'calls that are not all answered in the next turn',
    source: `${ISSUES}/5989`,
    fault: ({ body }) => {
      const turns = turnsOf(body)
      return firstOf(turns, ({ role, blocks, at }, index) => {
        if (role !== 'assistant') return undefined
        const answered = new Set(
          (turns[index + 1]?.blocks ?? []).map(({ value }) => asText(value['tool_use_id'])),
        )
        const open = blocks
          .filter(block => typeOf(block) === 'tool_use')
          .map(({ value }) => asText(value['id']) ?? '')
          .filter(id => !answered.has(id))
        return open.length === 0
          ? undefined
          : `${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
      })
    },
    breaks: sound =>
      withTurns(sound, user(text('Hello')), assistant(use('t1'), use('t2')), user(result('t1'))),
  },
  {
    refuses: 'a result whose call is not in the turn before',
    source: `${ISSUES}/5989`,
    fault: ({ body }) => {
      const turns = turnsOf(body)
      return firstOf(turns, ({ blocks }, index) => {
        const called = new Set((turns[index - 1]?.blocks ?? []).map(({ value }) => asText(value['id'])))
        return firstOf(blocks, ({ value, at }) =>
          value['type'] !== 'tool_result' || called.has(asText(value['tool_use_id']))
            ? undefined
            : `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(value['tool_use_id'])}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        )
      })
    },
    breaks: sound => withTurns(sound, user(result('t1'))),
  },
  {
    refuses: 'results after other content of their turn',
    source: `${ISSUES}/5989`,
    fault: ({ body }) =>
      firstOf(turnsOf(body), ({ blocks, at }) => {
        const results = blocks.filter(block => typeOf(block) === 'tool_result').length
        return blocks.slice(0, results).every(block => typeOf(block) === 'tool_result')
          ? undefined
          : `${at}: tool_result blocks must come first in the content of the turn after tool_use`
      }),
    breaks: sound =>
      withTurns(sound, user(text('Hello')), assistant(use('t1')), user(text('And then'), result('t1'))),
  },
  {
    refuses: 'an id of a call with other characters than letters, digits, _ and -',
    source: 'https://github.com/QwenLM/qwen-code/issues/8160',
    fault: ({ body }) =>
      firstOf(allBlocks(body), ({ value, at }) => {
        const id = value['type'] === 'tool_use' ? asText(value['id']) : asText(value['tool_use_id'])
        return id === undefined || /^[a-zA-Z0-9_-]+$/.test(id)
          ? undefined
          : `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
      }),
    breaks: sound => withTurns(sound, user(text('Hello')), assistant(use('t:1')), user(result('t:1'))),
  },
  {
    refuses: 'more than four cache marks',
    source: 'https://github.com/tghamm/Anthropic.SDK/issues/50',
    fault: ({ body }) => {
      const marks = countMarks(body)
      return marks > 4
        ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`
        : undefined
    },
    breaks: sound => ({
      ...sound,
      system: Array.from({ length: 5 }, () => ({
        ...text('Be brief.'),
        cache_control: { type: 'ephemeral' },
      })),
    }),
  },
  {
    refuses: 'a thinking block whose signature is missing or another’s',
    source: THINKING,
    fault: ({ body }) =>
      firstOf(allBlocks(body), ({ value, at }) => {
        if (value['type'] !== 'thinking') return undefined
        if (typeof value['signature'] !== 'string') return `${at}.thinking.signature: Field required`
        return value['signature'] === signed(String(value['thinking']))
          ? undefined
          : `${at}: Invalid \`signature\` in \`thinking\` block`
      }),
    breaks: sound =>
      withTurns(
        sound,
        user(text('Hello')),
        assistant({ type: 'thinking', thinking: 'Hm.', signature: 'x' }, text('Hello')),
        user(text('And then')),
      ),
  },
  {
    refuses: 'redacted thinking that it did not write',
    source: THINKING,
    fault: ({ body }) =>
      firstOf(allBlocks(body), ({ value, at }) =>
        value['type'] === 'redacted_thinking' && value['data'] !== signed('redacted')
          ? `${at}: Invalid \`data\` in \`redacted_thinking\` block`
          : undefined,
      ),
    breaks: sound =>
      withTurns(
        sound,
        user(text('Hello')),
        assistant({ type: 'redacted_thinking', data: 'x' }, text('Hello')),
        user(text('And then')),
      ),
  },
  {
    refuses: 'a reply that the client began and that ends with white space',
    source: MESSAGES,
    fault: ({ body }) => {
      const last = turnsOf(body).at(-1)
      const ending = asText(last?.blocks.at(-1)?.value['text'])
      return last?.role === 'assistant' && ending !== undefined && ending !== ending.trimEnd()
        ? 'messages: final assistant content cannot end with trailing whitespace'
        : undefined
    },
    breaks: sound => withTurns(sound, user(text('Hello')), assistant(text('Well, '))),
  },
  {
    refuses: 'a user id of more than 256 characters',
    source: MESSAGES,
    fault: ({ body }) =>
      (asText(asObject(body['metadata'])['user_id']) ?? '').length > 256
        ? 'metadata.user_id: String should have at most 256 characters'
        : undefined,
    breaks: sound => ({ ...sound, metadata: { user_id: 'u'.repeat(257) } }),
  },
  {
    refuses: 'stop sequences of white space only',
    source: MESSAGES,
    fault: ({ body }) =>
      firstOf([...((body['stop_sequences'] ?? []) as readonly string[])], sequence =>
        sequence.trim() === '' ? 'stop_sequences: each stop sequence must contain non-whitespace' : undefined,
      ),
    breaks: sound => ({ ...sound, stop_sequences: ['\n'] }),
  },
  ...toolRules,
]
