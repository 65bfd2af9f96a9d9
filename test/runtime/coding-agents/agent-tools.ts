// The tools that coding agents declare, with schemas as their servers write them.
import type { JsonObject } from '../../../schemas/values/json.ts'

const READ: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    file_path: { description: 'The absolute path to the file to read', type: 'string' },
    offset: {
      description: 'The line number to start reading from',
      type: 'integer',
      minimum: 0,
      maximum: 9007199254740991,
    },
    limit: { description: 'The number of lines to read', type: 'integer', exclusiveMinimum: 0 },
  },
  required: ['file_path'],
  additionalProperties: false,
}

const BASH: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    command: { type: 'string', minLength: 1 },
    timeout: { type: 'number' },
    run_in_background: { type: 'boolean', default: false },
  },
  required: ['command'],
  additionalProperties: false,
}

/** As a server of tools may write one: unions, patterns, formats, maps, references, lists of types. */
const SERVER_TOOL: JsonObject = {
  type: 'object',
  $defs: {
    label: {
      type: 'object',
      properties: { name: { type: 'string', pattern: '^[a-z]+$' } },
      required: ['name'],
    },
  },
  properties: {
    owner: { type: ['string', 'null'] },
    state: { enum: ['open', 'closed', null] },
    labels: { type: 'array', items: { $ref: '#/$defs/label' }, uniqueItems: true, maxItems: 10 },
    since: { type: 'string', format: 'date-time' },
    url: { type: 'string', format: 'uri' },
    page: { anyOf: [{ type: 'integer', minimum: 1 }, { const: 'last' }] },
    fields: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { maxLength: 20 } },
    order: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 2 }] },
    level: { type: 'integer', enum: [1, 2, 3] },
  },
  required: ['owner'],
}

const EMPTY: JsonObject = { type: 'object', properties: {} }

interface AgentTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

export const TOOLS: readonly AgentTool[] = [
  { name: 'Read', description: 'Reads a file from the local file system.', schema: READ },
  { name: 'Bash', description: 'Runs a command in a shell.', schema: BASH },
  { name: 'mcp__github__list_issues', description: 'Lists issues of a repository.', schema: SERVER_TOOL },
  { name: 'ExitPlanMode', description: 'Ends the planning.', schema: EMPTY },
]

/** A picture of one dot. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
