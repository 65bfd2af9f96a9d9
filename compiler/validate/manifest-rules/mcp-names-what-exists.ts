// Virtual servers, keys and limits name MCP servers that exist, and what they say has an effect.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { splitName } from '../../lower/mcp.ts'
import type { ParsedSource } from '../../source.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt, ReportLocation } from '../reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** The tools of the interface, whose rights are the scopes of the interface. */
const CONTROL_TOOLS = 'portolan'
const KINDS = ['tools', 'prompts', 'resources'] as const

export const mcpNamesWhatExists: ManifestRule = (context, report) => {
  const mcp = ownProperty(context.manifest, 'mcp')
  const servers = Object.keys(objectOf(ownProperty(mcp, 'servers')))
  const virtual = objectOf(ownProperty(mcp, 'virtual'))
  for (const [name, value] of Object.entries(virtual))
    validateVirtual(value, childPointer('/mcp/virtual', name), servers, context.parsed, report)
  for (const [slug, value] of Object.entries(objectOf(ownProperty(mcp, 'servers'))))
    validateServer(value, childPointer('/mcp/servers', slug), report)
  const tools = ownProperty(mcp, 'control') === true ? [CONTROL_TOOLS] : []
  validateKeys(context, [...servers, ...Object.keys(virtual).map(name => `v/${name}`), ...tools], report)
}

const objectOf = (value: Json | undefined): Readonly<Record<string, Json>> =>
  isJsonObject(value) ? value : {}

const textsOf = (value: Json | undefined): readonly (readonly [index: number, text: string])[] =>
  (isJsonArray(value) ? value : []).flatMap((item, index) =>
    typeof item === 'string' ? [[index, item] as const] : [],
  )

/** `written` has the server and maybe more; undefined for a name that is a key. */
function reportUnknown(
  what: string,
  known: readonly string[],
  at: ReportLocation,
  written: string | undefined,
  parsed: ParsedSource,
  report: ReportAt,
): void {
  const suggestions = suggest(what, known)
  report(
    'unknown-mcp-server',
    at,
    `No MCP server of the manifest is named ${quoteName(what)}.${didYouMean(suggestions)}`,
    {
      notes:
        suggestions.length > 0 || known.length === 0 || known.length > 20
          ? []
          : [{ message: `Known here: ${joinNames(known.toSorted(), 'and')}.` }],
      fix: replaceWithOnly(
        parsed,
        at,
        written,
        suggestions.map(name => name + (written ?? what).slice(what.length)),
      ),
    },
  )
}

function validateVirtual(
  value: Json,
  pointer: Pointer,
  servers: readonly string[],
  parsed: ParsedSource,
  report: ReportAt,
): void {
  if (KINDS.every(kind => ownProperty(value, kind) === undefined))
    report(
      'mcp-without-effect',
      { key: pointer },
      'The virtual server has no tools, prompts or resources, so it serves nothing.',
    )
  const withoutPrefix = ownProperty(value, 'prefix') === 'none'
  for (const kind of KINDS) {
    const seen = new Map<string, Pointer>()
    const named = textsOf(ownProperty(value, kind))
    for (const [index, text] of named) {
      const at = childPointer(childPointer(pointer, kind), index)
      const { server, name } = splitName(text)
      if (!servers.includes(server)) reportUnknown(server, servers, at, text, parsed, report)
      if (kind === 'resources') continue
      if (name === '')
        report(
          'malformed-mcp-name',
          at,
          `${quoteName(text)} must be written as server/name, such as ${quoteName(`${server}/*`)}.`,
        )
      else if (
        withoutPrefix &&
        name.includes('*') &&
        named.some(([, other]) => splitName(other).server !== server)
      )
        report(
          'ambiguous-mcp-name',
          at,
          `${quoteName(text)} may have the same names as another server, and "prefix" is "none". List the names, or remove "prefix".`,
        )
      const earlier = withoutPrefix ? seen.get(name) : undefined
      if (earlier !== undefined)
        report(
          'ambiguous-mcp-name',
          at,
          `Two servers have the name ${quoteName(name)} here, and "prefix" is "none".`,
          {
            notes: [{ at: earlier, message: 'first used here' }],
          },
        )
      else seen.set(name, at)
    }
  }
}

/** Pins without an effect would look as if they protected something. */
function validateServer(value: Json, pointer: Pointer, report: ReportAt): void {
  const pinned = objectOf(ownProperty(value, 'pinned'))
  const mode = ownProperty(value, 'pins')
  if (mode === 'off' && Object.keys(pinned).length > 0)
    report(
      'mcp-without-effect',
      { key: childPointer(pointer, 'pinned') },
      '"pinned" has no effect, since "pins" is "off".',
    )
  if (mode === 'listed' && Object.keys(pinned).length === 0)
    report(
      'mcp-without-effect',
      childPointer(pointer, 'pins'),
      '"pins" is "listed" and "pinned" is empty, so no tool could be used.',
      { severity: 'warning' },
    )
}

function validateKeys(
  { manifest, parsed }: ManifestContext,
  known: readonly string[],
  report: ReportAt,
): void {
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of isJsonArray(keys) ? keys.entries() : []) {
    const pointer = childPointer(childPointer('/api_keys', index), 'mcp')
    const named = ownProperty(key, 'mcp')
    for (const server of Object.keys(objectOf(named)))
      if (!known.includes(server))
        reportUnknown(server, known, { key: childPointer(pointer, server) }, undefined, parsed, report)
    const scopes = ownProperty(key, 'scopes')
    const needsScope = Object.keys(objectOf(named)).some(server => server !== CONTROL_TOOLS)
    if (
      named !== undefined &&
      (needsScope || Object.keys(objectOf(named)).length === 0) &&
      !(isJsonArray(scopes) && scopes.includes('mcp.invoke'))
    )
      report(
        'mcp-without-effect',
        { key: pointer },
        '"mcp" has no effect, since the key has no scope "mcp.invoke".',
      )
  }
}
