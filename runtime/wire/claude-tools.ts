// The tools that Claude defines itself. Its caller runs some of them, Anthropic others, such as its search.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asText } from '../../schemas/values/json.ts'

/** A tool that the caller runs, named with its version: `bash_20250124`. */
export const isClaudeTool = ({ type, name }: JsonObject): boolean =>
  typeof name === 'string' && /^(bash|computer|text_editor|memory)_\d{8}$/.test(asText(type) ?? '')

/** Tools and their blocks that only help Claude to find tools, or to think: without them the answer means the same. */
export const isOptionalTool = (type: string): boolean =>
  /^(tool_search_tool_(regex|bm25)|advisor)_\d{8}$/.test(type)

const OPTIONAL_BLOCKS: ReadonlySet<unknown> = new Set(['tool_search_tool_result', 'advisor_tool_result'])

export const isOptionalBlock = ({ type, name }: JsonObject): boolean =>
  OPTIONAL_BLOCKS.has(type) ||
  (type === 'server_tool_use' && /^(advisor|tool_search_tool_(regex|bm25))$/.test(asText(name) ?? ''))

/** A tool that the caller runs as a function for other models; undefined if its input is not documented, or needs Claude. */
export function functionOfClaudeTool({ type }: JsonObject): JsonObject | undefined {
  const [kind = ''] = (asText(type) ?? '').split(/_\d{8}$/, 1)
  return Object.hasOwn(FUNCTIONS, kind) ? FUNCTIONS[kind] : undefined
}

const text = (description: string): JsonObject => ({ type: 'string', description })
const parameters = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
})

const EDITING: JsonObject = {
  view_range: {
    type: 'array',
    items: { type: 'integer' },
    description: 'For view of a file: the first and the last line, from 1; -1 is the end.',
  },
  file_text: text('For create: the content of the file.'),
  old_str: text('For str_replace: the text to replace, which must be in the file once.'),
  new_str: text('For str_replace: the new text.'),
  insert_line: {
    type: 'integer',
    description: 'For insert: the line after which to insert; 0 is the start.',
  },
  insert_text: text('For insert: the text to insert.'),
}

/**
 * By the type without its version. Inputs as of 2026-11: platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool, bash-tool and
 * text-editor-tool, and `BetaMemoryTool20250818Command` of npm @anthropic-ai/sdk.
 */
const FUNCTIONS: Readonly<Record<string, JsonObject>> = {
  memory: {
    description:
      'Stores and retrieves files below /memories, which persist between conversations. View the directory /memories before you start a task, and record progress and what you learn there.',
    parameters: parameters(
      {
        command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
        path: text('The path of the file or directory below /memories, for all commands but rename.'),
        ...EDITING,
        old_path: text('For rename: the current path.'),
        new_path: text('For rename: the new path.'),
      },
      'command',
    ),
  },
  text_editor: {
    description: 'Views, creates and edits text files.',
    parameters: parameters(
      {
        command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert'] },
        path: text('The path of the file or directory.'),
        ...EDITING,
      },
      'command',
      'path',
    ),
  },
  bash: {
    description: 'Runs a command in a bash session that persists between calls.',
    parameters: parameters({
      command: text('The command, unless the session is restarted.'),
      restart: { type: 'boolean', description: 'True restarts the session.' },
    }),
  },
}
