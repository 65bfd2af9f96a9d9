// A day of Codex: its requests in their order, each with what the model answers.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Play } from '../../support/dialects/strict-provider.ts'
import { CUSTOM_TOOL, NAMESPACED_TOOL } from '../../support/dialects/strict-responses.ts'
import { PNG } from './agent-tools.ts'

export interface ResponsesStep {
  readonly title: string
  readonly play: Play
  /** The next items of the conversation, by the ids of the calls of the last reply; without it the request is one beside it. */
  readonly says?: (ids: readonly string[]) => readonly JsonObject[]
  /** What the request has otherwise; undefined leaves a field out. */
  readonly fields?: Readonly<Record<string, JsonObject[string] | undefined>>
  /** Begins a new conversation with these items. */
  readonly fresh?: true
  /** The request to `/responses/compact`, which providers without it refuse. */
  readonly compacts?: true
  readonly breaks?: true
  /** The model calls a tool of a namespace. */
  readonly namespaced?: true
  /** An image is in it, which some providers have no words for. */
  readonly shows?: true
}

const message = (role: string, text: string): JsonObject => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
})
const output = (id = '', value: string | readonly JsonObject[]): JsonObject => ({
  type: 'function_call_output',
  call_id: id,
  output: value,
})
const answer = (text: string, thought?: string): Play => ({ answer: { thought, text, calls: [] } })
const calls = (thought: string, text: string, ...named: readonly [string, JsonObject][]): Play => ({
  answer: { thought, text, calls: named.map(([name, args]) => ({ name, args })) },
})

const PATCH = '*** Begin Patch\n*** Update File: src/parser.ts\n-1\n+2\n*** End Patch'

export const CODEX_TOOLS: readonly JsonObject[] = [
  {
    type: 'function',
    name: 'exec_command',
    description: 'Runs a command in a terminal.',
    strict: false,
    parameters: {
      type: 'object',
      properties: {
        cmd: { type: 'string', description: 'The command.' },
        workdir: { type: 'string' },
        yield_time_ms: { type: 'number' },
      },
      required: ['cmd'],
      additionalProperties: false,
    },
  },
  {
    type: 'function',
    name: 'update_plan',
    description: 'Updates the plan.',
    strict: false,
    parameters: {
      type: 'object',
      properties: {
        explanation: { type: 'string' },
        plan: {
          type: 'array',
          items: {
            type: 'object',
            properties: { step: { type: 'string' }, status: { type: 'string' } },
            required: ['step', 'status'],
            additionalProperties: false,
          },
        },
      },
      required: ['plan'],
      additionalProperties: false,
    },
  },
  {
    type: 'function',
    name: 'view_image',
    description: 'Shows an image of the file system.',
    strict: false,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
      additionalProperties: false,
    },
  },
  {
    type: 'custom',
    name: CUSTOM_TOOL,
    description: 'Edits files.',
    format: { type: 'grammar', syntax: 'lark', definition: 'start: begin_patch hunk+ end_patch' },
  },
  { type: 'web_search', external_web_access: false },
  {
    type: 'namespace',
    name: 'mcp__github',
    description: 'Issues of GitHub.',
    tools: [
      {
        type: 'function',
        name: 'list_issues',
        description: 'Lists issues.',
        strict: false,
        parameters: { type: 'object', properties: { state: { type: 'string' } } },
      },
    ],
  },
]

export const CODEX_DAY: readonly ResponsesStep[] = [
  {
    title: 'the first turn: rules of a developer, the environment, two calls at a time',
    play: calls(
      'A plan first.',
      'I plan and look.',
      ['update_plan', { plan: [{ step: 'look', status: 'in_progress' }] }],
      ['exec_command', { cmd: 'ls', yield_time_ms: 1000 }],
    ),
    says: () => [
      message('developer', '<permissions>Ask before you write.</permissions>'),
      message('user', '<environment_context><cwd>/src</cwd></environment_context>'),
      message('user', 'Fix the parser.'),
    ],
  },
  {
    title: 'their outputs; then a patch',
    play: calls('One line.', '', [CUSTOM_TOOL, { input: PATCH }]),
    says: ([plan, run]) => [output(plan, 'Plan updated'), output(run, 'Exit code: 0\nparser.ts')],
  },
  {
    title: 'the output of the patch; then a picture is asked for',
    play: calls('The picture.', 'I look at it.', ['view_image', { path: '/tmp/failure.png' }]),
    says: ([patch]) => [
      {
        type: 'custom_tool_call_output',
        call_id: patch ?? '',
        output: '{"output":"Success.","metadata":{}}',
      },
    ],
  },
  {
    title: 'an output that is a picture',
    shows: true,
    play: answer('It shows a failure.', 'A failure.'),
    says: ([view]) => [output(view, [{ type: 'input_image', image_url: `data:image/png;base64,${PNG}` }])],
  },
  {
    title: 'an overloaded provider, then an answer',
    play: { ...answer('All tests pass.', 'Good.'), failures: [503] },
    says: () => [message('user', 'Do the tests pass?')],
  },
  {
    title: 'an answer that breaks off',
    breaks: true,
    play: { ...answer('This answer breaks off in its middle, long before its end.'), cut: true },
    says: () => [message('user', 'Explain the fix.')],
  },
  {
    title: 'the same again',
    play: answer('The constant was wrong.', 'Briefly.'),
    says: () => [],
  },
  {
    title: 'a shell of the vendor in the history',
    play: answer('The folder is empty.'),
    fields: {
      input: [
        message('user', 'List the folder.'),
        {
          type: 'local_shell_call',
          call_id: 'call_shell',
          status: 'completed',
          action: { type: 'exec', command: ['ls'], env: {} },
        },
        { type: 'local_shell_call_output', call_id: 'call_shell', output: '{"output":""}' },
      ],
    },
  },
  {
    title: 'the title, as JSON of a schema',
    play: answer('{"title":"Fix the parser"}'),
    fields: {
      tools: undefined,
      tool_choice: undefined,
      parallel_tool_calls: undefined,
      input: [message('user', 'A title for: Fix the parser.')],
      text: {
        verbosity: 'low',
        format: {
          type: 'json_schema',
          strict: true,
          name: 'codex_output_schema',
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
    title: 'the compaction at the provider',
    compacts: true,
    play: answer(''),
  },
  {
    title: 'the compaction by a summary of the whole history',
    play: answer('The parser was fixed.'),
    says: () => [message('user', 'You are performing a context checkpoint compaction. Create a summary.')],
    fields: { tools: [], parallel_tool_calls: false },
  },
  {
    title: 'the turn after the compaction',
    fresh: true,
    namespaced: true,
    play: calls('The lexer.', 'I read it.', [NAMESPACED_TOOL, { state: 'open' }]),
    says: () => [
      message('developer', '<permissions>Ask before you write.</permissions>'),
      message('user', 'Another model worked on this before: the parser was fixed.'),
      message('user', 'Now the lexer.'),
    ],
  },
  {
    title: 'a call that the user did not allow, and the end of the day',
    play: answer('Done.', 'No.'),
    says: ([run]) => [output(run, 'aborted by user after 2.1s'), message('user', 'Stop here.')],
  },
]
