// A day of Claude Code: its requests in their order, each with what the model answers. What is between them is the client's: it
// appends replies to the history as they are, and answers their calls.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Play } from '../../support/dialects/strict-provider.ts'
import { PNG, TOOLS } from './agent-tools.ts'

/** The ids of the calls of the last reply, in their order. */
type Ids = readonly string[]

export interface MessagesStep {
  readonly title: string
  readonly play: Play
  /** The content of the next user turn of the conversation; without it the request is one beside it. */
  readonly says?: (ids: Ids) => readonly JsonObject[]
  /** What the request has otherwise than those of the conversation; undefined leaves a field out. */
  readonly fields?: Readonly<Record<string, JsonObject[string] | undefined>>
  /** Begins a new history with this turn. */
  readonly fresh?: true
  readonly counts?: true
  /** The reply breaks off. */
  readonly breaks?: true
  /** An image is in it, which some providers have no words for. */
  readonly shows?: true
}

const text = (value: string): JsonObject => ({ type: 'text', text: value })
const result = (id = '', content: string | readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  tool_use_id: id,
  type: 'tool_result',
  content,
  ...more,
})
const answer = (value: string): Play => ({ answer: { thought: undefined, text: value, calls: [] } })
const calls = (
  thought: string | undefined,
  value: string,
  ...names: readonly [string, JsonObject][]
): Play => ({
  answer: { thought, text: value, calls: names.map(([name, args]) => ({ name, args })) },
})

/** Fields of requests beside the conversation. */
const ASIDE = {
  thinking: undefined,
  output_config: undefined,
  context_management: undefined,
  tools: [],
}

export const TOOL_FIELDS: readonly JsonObject[] = TOOLS.map(({ name, description, schema }) => ({
  name,
  description,
  input_schema: schema,
  eager_input_streaming: true,
}))

const REMINDER = text('<system-reminder>\nThe files of this folder may be out of date.\n</system-reminder>')

export const CLAUDE_CODE_DAY: readonly MessagesStep[] = [
  {
    title: 'a probe of the quota: one token',
    play: answer('Q'),
    fields: {
      ...ASIDE,
      system: undefined,
      tools: undefined,
      max_tokens: 1,
      messages: [{ role: 'user', content: 'quota' }],
    },
  },
  {
    title: 'the title of the session, as JSON of a schema',
    play: answer('{"title":"Fix the parser"}'),
    fields: {
      ...ASIDE,
      temperature: 1,
      system: [text('Generate a short title of the session.')],
      messages: [{ role: 'user', content: [text('Fix the parser.')] }],
      output_config: {
        format: {
          type: 'json_schema',
          schema: {
            type: 'object',
            properties: { title: { type: 'string' } },
            required: ['title'],
            additionalProperties: false,
          },
        },
      },
    },
  },
  {
    title: 'a count of the tokens of the tools',
    play: answer(''),
    counts: true,
    fields: { messages: [{ role: 'user', content: 'foo' }], tools: TOOL_FIELDS },
  },
  {
    title: 'the first turn: two calls at a time, after thinking',
    play: calls(
      'The parser first.',
      'I read the parser and run its tests.',
      ['Read', { file_path: '/src/parser.ts' }],
      ['Bash', { command: 'npm test' }],
    ),
    says: () => [REMINDER, text('Fix the parser.')],
  },
  {
    title: 'their results, one of them an error, with a reminder after them; the next call has no words',
    play: calls('A picture of the failure.', '', ['Read', { file_path: '/tmp/failure.png' }]),
    says: ([read, bash]) => [
      result(read, '1\texport const parse = 1'),
      result(bash, 'Exit code 1\n2 tests failed', { is_error: true }),
      REMINDER,
    ],
  },
  {
    title: 'a result that is a picture',
    shows: true,
    play: answer('The picture shows a failure in line 3.'),
    says: ([read]) => [
      result(read, [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }]),
    ],
  },
  {
    title: 'an overloaded provider, then a call',
    play: {
      ...calls('The issues.', 'I ask for the issues.', [
        'mcp__github__list_issues',
        { owner: 'ada', level: 1 },
      ]),
      failures: [503],
    },
    says: () => [text('Which issues are open?')],
  },
  {
    title: 'a result without content',
    play: calls('A command.', 'I run it.', ['Bash', { command: 'true' }]),
    says: ([list]) => [result(list, [])],
  },
  {
    title: 'a result of an empty text, and an answer that breaks off',
    breaks: true,
    play: { ...answer('The command has no output, and this answer breaks off in its middle.'), cut: true },
    says: ([run]) => [result(run, '')],
  },
  {
    title: 'the interrupted turn: what had arrived, and the user again',
    play: calls('Again.', 'I run it again.', ['Bash', { command: 'npm test' }]),
    says: () => [text('[Request interrupted by user]'), text('Go on.')],
  },
  {
    title: 'a call that the user did not allow',
    play: answer('I wait.'),
    says: ([run]) => [
      result(run, 'The user does not want to proceed with this tool use.', { is_error: true }),
      text('[Request interrupted by user for tool use]'),
      text('Explain first.'),
    ],
  },
  {
    title: 'a count of the tokens of the conversation',
    play: answer(''),
    counts: true,
  },
  {
    title: 'a judgement of a command: a temperature of 0, stop sequences, no thinking',
    play: answer('<block>no'),
    fields: {
      ...ASIDE,
      tools: undefined,
      temperature: 0,
      max_tokens: 64,
      stop_sequences: ['</block>'],
      thinking: { type: 'disabled' },
      system: [text('Judge the command.')],
      messages: [{ role: 'user', content: [text('rm -rf /'), text('Answer with a block.')] }],
    },
  },
  {
    title: 'a tool that must be called',
    play: calls(undefined, '', ['Read', { file_path: '/src/parser.ts' }]),
    fields: {
      ...ASIDE,
      tools: TOOL_FIELDS.slice(0, 1),
      tool_choice: { type: 'tool', name: 'Read' },
      system: [text('Read the file.')],
      messages: [{ role: 'user', content: [text('/src/parser.ts')] }],
    },
  },
  {
    title: 'the compaction: a summary of the whole history',
    play: answer('<summary>The parser was fixed.</summary>'),
    says: () => [text('Your task is to create a detailed summary of the conversation so far.')],
    fields: {
      thinking: undefined,
      output_config: undefined,
      context_management: undefined,
      max_tokens: 20_000,
    },
  },
  {
    title: 'the turn after the compaction',
    fresh: true,
    play: calls('Back to work.', 'I read on.', ['Read', { file_path: '/src/lexer.ts' }]),
    says: () => [
      text('This session is being continued from a previous conversation: the parser was fixed.'),
      text('Now the lexer.'),
    ],
  },
  {
    title: 'its result, and the end of the day',
    play: answer('Done.'),
    says: ([read]) => [result(read, 'export const lex = 1')],
  },
  {
    title: 'a strict tool with an optional property, and a reply of a schema with one',
    play: calls(undefined, '', ['search', { query: 'parse' }]),
    fields: {
      ...ASIDE,
      system: [text('Search.')],
      messages: [{ role: 'user', content: [text('parse')] }],
      tools: [
        {
          name: 'search',
          description: 'Searches the files.',
          strict: true,
          input_schema: {
            type: 'object',
            properties: { query: { type: 'string' }, folder: { type: 'string' } },
            required: ['query'],
            additionalProperties: false,
          },
        },
      ],
      output_config: {
        format: {
          type: 'json_schema',
          schema: {
            type: 'object',
            properties: { found: { type: 'string' }, folder: { type: 'string' } },
            required: ['found'],
            additionalProperties: false,
          },
        },
      },
    },
  },
]
