// Tools and tool choice. Provider-run tools (`{"googleSearch": {}}`) have no type, and pass unchanged.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { readToolChoice, type ToolChoice } from '../../wire/tool-choice.ts'
import { adaptSchema } from './adapt-schema.ts'

/** The dialect's `tools` and `toolConfig`, as far as the request has them. */
export function prepareTools(body: JsonObject, report: ReportConversionError): JsonObject {
  const offered = asList(body['tools'])
  if (offered.length === 0) return {}
  const choice = readToolChoice(body['tool_choice'], report)
  const nativeTools = offered.filter(isNativeTool)
  const functions = offered
    .flatMap((tool, index) => (isNativeTool(tool) ? [] : toDeclaration(tool, `tools[${index}]`, report)))
    .filter(each => choice.allowed?.has(asText(each['name']) ?? '') ?? true)
  const tools = [...(functions.length === 0 ? [] : [{ functionDeclarations: functions }]), ...nativeTools]
  const mode = toCallingMode(choice)
  return present({ tools, toolConfig: mode && { functionCallingConfig: mode } })
}

const isNativeTool = (tool: Json): tool is JsonObject =>
  isObject(tool) && tool['type'] === undefined && tool['function'] === undefined

function toDeclaration(tool: Json, path: string, report: ReportConversionError): readonly JsonObject[] {
  const offered = asObject(isObject(tool) ? tool['function'] : undefined)
  const name = asText(offered['name'])
  if (name === undefined) {
    report(`${path} must be a function with a name.`, path)
    return []
  }
  const { parameters } = offered
  return [
    present({
      name,
      description: asText(offered['description']),
      parameters:
        isObject(parameters) && Object.keys(parameters).length > 0 ? adaptSchema(parameters) : undefined,
    }),
  ]
}

const modes = { auto: 'AUTO', required: 'ANY', none: 'NONE' } as const

function toCallingMode({ mode, name }: ToolChoice): JsonObject | undefined {
  if (name !== undefined) return { mode: 'ANY', allowedFunctionNames: [name] }
  return mode && { mode: modes[mode] }
}
