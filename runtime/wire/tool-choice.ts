// OpenAI's `tool_choice` in all its forms, parsed once for every dialect.
import type { Json } from '../../schemas/values/json.ts'
import { asList, asObject, asText, isObject } from '../../schemas/values/json.ts'
import type { ReportConversionError } from './conversion-errors.ts'

const modes = ['auto', 'required', 'none'] as const

export interface ToolChoice {
  /** Undefined if the request has no choice, or names a function. */
  readonly mode?: (typeof modes)[number]
  /** The function that must be called. */
  readonly name?: string
  /** The names of the tools that may be called, when the request allows only some. */
  readonly allowed?: ReadonlySet<string>
}

export function readToolChoice(choice: Json | undefined, report: ReportConversionError): ToolChoice {
  if (choice === undefined || choice === null) return {}
  const mode = modes.find(each => each === choice)
  if (mode !== undefined) return { mode }
  const { type, function: calledFunction, allowed_tools: allowedTools } = asObject(choice)
  const name = asText(asObject(calledFunction)['name'])
  if (type === 'function' && name !== undefined) return { name }
  if (type === 'allowed_tools' && isObject(allowedTools)) {
    const names = asList(allowedTools['tools']).map(
      tool => asText(asObject(asObject(tool)['function'])['name']) ?? '',
    )
    return { ...readToolChoice(asText(allowedTools['mode']) ?? null, report), allowed: new Set(names) }
  }
  report('tool_choice must be one of auto, required, none, a function or allowed_tools.', 'tool_choice')
  return {}
}
