// The keys of a query start with a context of the interface and follow its syntax.
import { queryContexts } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { objectProperty } from '../nodes/config-node.ts'
import { queryParts } from '../nodes/query-parts.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt, ReportLocation } from '../reporting/report.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

const CONTEXTS = 'A query may read metadata.<key>, params.<path> and url.pathname.'
const PATH = /^[^.[\]]+(\[\d+\])*(\.[^.[\]]+(\[\d+\])*)*$/

const FLAT = 'metadata is read by the names of its keys, never below them.'

/** A single key that can mean a path into the metadata. */
const flatAdvice = (path: string): string => {
  const name = path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .join('_')
  return `Send the value under a key of its own and read "metadata.${name}"`
}

/** What is wrong with the part of a key after its context. */
function fieldError(context: string, suffix: string | undefined): string | undefined {
  if (context === 'url.pathname')
    return suffix === undefined ? undefined : '"url.pathname" is the whole path and takes no suffix'
  if (suffix === undefined || suffix === '') return `"${context}" must be followed by a dot and a field name`
  if (context === 'params' && !PATH.test(suffix))
    return 'use dots for objects and [n] for lists, as in params.messages[0].role'
  if (context === 'metadata' && suffix.endsWith(':')) return 'one ":" at its end is too many'
  if (context === 'metadata' && /[.[\]]/.test(suffix)) return `${FLAT} ${flatAdvice(suffix)}`
  return undefined
}

function contextOf(
  name: string,
): { readonly context: string; readonly suffix: string | undefined } | undefined {
  const context = queryContexts.find(each => name === each || name.startsWith(`${each}.`))
  if (context === undefined) return undefined
  return { context, suffix: name === context ? undefined : name.slice(context.length + 1) }
}

/** Suggested keys: the same with the context spelled correctly. */
function nearKeys(name: string): readonly string[] {
  if (name.startsWith('url.')) return ['url.pathname']
  const dot = name.indexOf('.')
  if (dot === -1) return []
  return suggest(name.slice(0, dot), ['metadata', 'params']).map(context => context + name.slice(dot))
}

export const queryReadsAKnownField: Rule = (context, report) => {
  for (const part of queryParts(context)) {
    if (part.part === 'nested') {
      const found = contextOf(part.written)
      const advice =
        found === undefined || fieldError(found.context, found.suffix) === undefined
          ? `Write the whole path as one key: ${quoteName(part.written)}`
          : `Metadata is read by the names of its keys only. ${flatAdvice(found.suffix ?? '')}`
      const message = `Fields below ${quoteName(part.name)} are not nested in a query. ${advice}.`
      report('malformed-field', { key: part.pointer }, message)
    }
    if (part.part === 'field') checkField(context, part.name, { key: part.pointer }, report)
  }
  // Sessions of a load balancer are recognized by the same fields.
  for (const node of context.nodes) {
    const fields = ownProperty(ownProperty(objectProperty(node, 'strategy'), 'sticky_session'), 'hash_fields')
    for (const [index, name] of isJsonArray(fields) ? fields.entries() : [])
      if (typeof name === 'string')
        checkField(context, name, `${node.pointer}/strategy/sticky_session/hash_fields/${index}`, report)
  }
}

function checkField(context: RuleContext, name: string, location: ReportLocation, report: ReportAt): void {
  const found = contextOf(name)
  if (found !== undefined) {
    const error = fieldError(found.context, found.suffix)
    if (error !== undefined)
      report('malformed-field', location, `${quoteName(name)} is not a field: ${error}.`)
    return
  }
  if (/^headers?(\.|$)/.test(name)) {
    const message = `${quoteName(name)} would read a header, which is not part of the interface. Send the value in the metadata and read metadata.<key>.`
    report('unknown-context', location, message)
    return
  }
  const suggestions = nearKeys(name)
  const contextAdvice = name.includes('.')
    ? ''
    : ` Write "params.${name}" for a field of the body, "metadata.${name}" for the metadata.`
  report(
    'unknown-context',
    location,
    `${quoteName(name)} does not start with a known context.${didYouMean(suggestions)}${contextAdvice}`,
    {
      notes: suggestions.length > 0 ? [] : [{ message: CONTEXTS }],
      fix: replaceWithOnly(context.parsed, location, undefined, suggestions),
    },
  )
}
