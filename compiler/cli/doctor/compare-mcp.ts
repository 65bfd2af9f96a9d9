// The differences between an MCP server and what a gateway makes of it, in words.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { joinNames, pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { McpLook } from './mcp-look.ts'

/** What each list has, as `revision, name and version: 3 tools, 1 prompt`. */
export function describeLook({ description: { revision, info, capabilities }, lists }: McpLook): string {
  const server = [info['name'], info['version']].filter(part => typeof part === 'string').join(' ')
  const counts = [...lists].map(([method, list]) =>
    typeof list === 'string'
      ? `${method} is refused: ${list}`
      : pluralize(list.size, NOUNS[method] ?? method),
  )
  const others = Object.keys(capabilities).filter(name => !LISTED.has(name))
  return `${revision}, ${server}: ${[...counts, ...others].join(', ')}`
}

const NOUNS: Readonly<Record<string, string>> = {
  'tools/list': 'tool',
  'prompts/list': 'prompt',
  'resources/list': 'resource',
  'resources/templates/list': 'resource template',
}
const LISTED: ReadonlySet<string> = new Set(['tools', 'prompts', 'resources'])

/** A sentence for each thing that clients of the gateway do not find as the server has it. */
export function compareLooks(direct: McpLook, through: McpLook): readonly string[] {
  const [own, shown] = [direct.description, through.description]
  return [
    ...changedNames(own.info, shown.info).map(
      name => `its ${name} is ${written(shown.info[name])}, not ${written(own.info[name])}`,
    ),
    ...(own.instructions === shown.instructions ? [] : ['its instructions differ']),
    ...Object.keys(own.capabilities).flatMap(name =>
      name in shown.capabilities ? [] : [`the capability ${name} is missing`],
    ),
    ...[...direct.lists].flatMap(([method, list]) => compareLists(method, list, through.lists.get(method))),
  ]
}

type Listed = ReadonlyMap<string, JsonObject> | string

function compareLists(method: string, own: Listed, shown: Listed | undefined): readonly string[] {
  if (typeof own === 'string') return []
  if (shown === undefined || typeof shown === 'string')
    return [`${method} is refused: ${shown ?? 'it is not among the capabilities'}`]
  const missing = [...own.keys()].filter(name => !shown.has(name))
  const added = [...shown.keys()].filter(name => !own.has(name))
  const changed = [...own].flatMap(([name, item]) => {
    const other = shown.get(name)
    const names = other === undefined ? [] : changedNames(item, other)
    return names.length === 0 ? [] : [`${method}: ${quoteName(name)} differs in ${joinNames(names, 'and')}`]
  })
  return [
    ...(missing.length === 0 ? [] : [`${method} lacks ${joinNames(missing.map(quoteName), 'and')}`]),
    ...(added.length === 0 ? [] : [`${method} adds ${joinNames(added.map(quoteName), 'and')}`]),
    ...changed,
  ]
}

const changedNames = (one: JsonObject, other: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    name => written(one[name]) !== written(other[name]),
  )

const written = (value: Json | undefined): string => (value === undefined ? 'absent' : canonicalJson(value))
