// Tools of the vendor that are charged per call, as listed in a response: its usage does not count them.
import { asList, asObject, asText, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'

/** The types of output items. Quotation marks within strings are escaped. */
const MARKS = ['"web_search_call"', '"file_search_call"', '"code_interpreter_call"'].map(mark =>
  new TextEncoder().encode(mark),
)

/** Whether a response may list such a tool. */
export const mentionsTools = (bytes: Uint8Array): boolean =>
  MARKS.some(mark => Buffer.prototype.indexOf.call(bytes, mark) >= 0)

/** How often each was called, under the names of the usage; undefined if none was. */
export type ChargedTools = JsonObject

/** Only searching is charged, not opening a page or searching in it (OpenAI, web search guide). */
const FREE_ACTIONS: ReadonlySet<string | undefined> = new Set(['open_page', 'find_in_page', 'find'])
const PREVIEW = /^web_search_preview/

/** The tools of a whole response. */
export function chargedTools(response: unknown): ChargedTools | undefined {
  const { output, tools } = asObject(response)
  const isPreview = asList(tools).some(tool => PREVIEW.test(asText(asObject(tool)['type']) ?? ''))
  const items = asList(output).map(asObject)
  const of = (type: string): readonly JsonObject[] => items.filter(item => item['type'] === type)
  const searches = of('web_search_call').filter(
    ({ action }) => !FREE_ACTIONS.has(asText(asObject(action)['type'])),
  ).length
  const containers = new Set(
    of('code_interpreter_call').map(({ id, container_id: container }) => container ?? id),
  )
  const counts: JsonObject = {
    [isPreview ? 'web_search_preview' : 'web_search']: searches,
    file_search: of('file_search_call').length,
    code_interpreter: containers.size,
  }
  const called = Object.entries(counts).filter(([, count]) => count !== 0)
  return called.length === 0 ? undefined : Object.fromEntries(called)
}

/** A usage with the tools that were charged in addition. */
export const withTools = (usage: JsonObject, tools: Json | undefined): JsonObject =>
  isObject(tools) ? { tool_calls: tools, ...usage } : usage
