// Tools and the choice among them. Tools that the dialect defines itself (they have a type of their own and no
// function) pass as they are.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, asText, isObject, present } from '../wire/json.ts'
import type { Report } from './report.ts'

/** `tools` and `tool_choice` of the dialect, as far as the request has them. */
export function prepareTools(body: JsonObject, report: Report): JsonObject {
  const offered = asList(body['tools'])
  if (offered.length === 0) return {}
  const { choice, allowed } = readChoice(body['tool_choice'], report)
  const tools = offered
    .flatMap((tool, index) => convertTool(tool, `tools[${index}]`, report))
    .filter(tool => allowed === undefined || allowed.has(asText(tool['name']) ?? ''))
  return present({ tools, tool_choice: withParallel(choice, body['parallel_tool_calls']) })
}

function convertTool(tool: Json, at: string, report: Report): readonly JsonObject[] {
  const offered = isObject(tool) ? tool['function'] : undefined
  if (isObject(tool) && isObject(offered) && typeof offered['name'] === 'string')
    return [
      present({
        name: offered['name'],
        description: asText(offered['description']),
        input_schema: inputSchema(offered['parameters']),
        strict: offered['strict'] === true ? true : undefined,
        cache_control: tool['cache_control'] ?? offered['cache_control'] ?? undefined,
      }),
    ]
  const ofTheDialect =
    isObject(tool) && typeof tool['name'] === 'string' && /_\d{8}$/.test(asText(tool['type']) ?? '')
  if (ofTheDialect) return [tool]
  report(`${at} is not a function with a name.`, at)
  return []
}

/** The dialect wants the schema of an object, also for tools without parameters. */
function inputSchema(parameters: Json | undefined): JsonObject {
  const schema = asObject(parameters)
  if (Object.keys(schema).length === 0) return { type: 'object', properties: {} }
  return schema['type'] === undefined ? { type: 'object', ...schema } : schema
}

interface Choice {
  readonly choice: JsonObject | undefined
  /** The names of the tools that may be called, when the request allows only some. */
  readonly allowed?: ReadonlySet<string>
}

const modes: Readonly<Record<string, string>> = { auto: 'auto', required: 'any', none: 'none' }

function readChoice(choice: Json | undefined, report: Report): Choice {
  if (choice === undefined || choice === null) return { choice: undefined }
  const mode = typeof choice === 'string' && Object.hasOwn(modes, choice) ? modes[choice] : undefined
  if (mode !== undefined) return { choice: { type: mode } }
  const { type, function: named, allowed_tools: some } = asObject(choice)
  const name = asText(asObject(named)['name'])
  if (type === 'function' && name !== undefined) return { choice: { type: 'tool', name } }
  if (type === 'allowed_tools' && isObject(some)) {
    const names = asList(some['tools']).map(
      tool => asText(asObject(asObject(tool)['function'])['name']) ?? '',
    )
    return { ...readChoice(asText(some['mode']) ?? null, report), allowed: new Set(names) }
  }
  report('tool_choice is not one of auto, required, none, a function and allowed_tools.', 'tool_choice')
  return { choice: undefined }
}

/** Calls are parallel unless forbidden; forbidding them needs a choice to say it with. */
function withParallel(choice: JsonObject | undefined, parallel: Json | undefined): JsonObject | undefined {
  if (parallel !== false || choice?.['type'] === 'none') return choice
  return { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true }
}
