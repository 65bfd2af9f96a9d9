// Converts a node of any kind to its value.
import { type Alias, isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml'
import type { Json } from '../../../schemas/values/json.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { SourceSpan } from '../../source.ts'
import { locationAt } from '../create-diagnostic.ts'
import { readNumber } from '../numbers.ts'
import type { OriginTree } from '../origins.ts'
import { MAX_DEPTH } from '../reader.ts'
import { readMapping } from './mapping.ts'
import {
  leaf,
  MAX_ALIASED_VALUES,
  type ReadNode,
  reportSpan,
  spanOf,
  type YamlValue,
  type YamlWalk,
} from './walk.ts'

export const readNode: ReadNode = (walk, node, depth, key) => {
  // A key without a value, as in `{a}`: the nearest location is the key.
  if (node === null) return leaf(null, key ?? { start: 0, end: 0 }, key)
  if (isAlias(node)) return followAlias(walk, node, depth, key)
  const span = spanOf(walk, node)
  const name = node.anchor
  const anchor = name === undefined ? undefined : { span }
  if (name !== undefined && anchor !== undefined) {
    if (NOT_IN_ANCHORS.test(name)) reportAnchor(walk, name, span)
    walk.anchors.set(name, anchor)
  }
  const result = readUnaliased(walk, node, span, depth, key)
  // A later anchor of the same name inside this node must be preserved.
  if (name !== undefined && walk.anchors.get(name) === anchor) walk.anchors.set(name, { span, result })
  return result
}

/** What the package reads in an anchor and refuses to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const NOT_IN_ANCHORS = /[\x00-\x1f\s]/

function reportAnchor(walk: YamlWalk, name: string, { start }: SourceSpan): void {
  const at = Math.max(0, walk.source.text.lastIndexOf(`&${name}`, start))
  const message =
    'An anchor must not contain control characters or spaces of other kinds. Write its name without them.'
  reportSpan(walk, 'malformed-yaml', { start: at, end: at + name.length + 1 }, message)
}

function readUnaliased(
  walk: YamlWalk,
  node: ParsedNode,
  span: SourceSpan,
  depth: number,
  key?: SourceSpan,
): YamlValue {
  if (!isScalar(node)) {
    if (depth >= MAX_DEPTH) {
      reportSpan(
        walk,
        'too-deep',
        { start: span.start, end: span.start + 1 },
        `Nesting exceeds the limit of ${MAX_DEPTH} levels.`,
      )
      return leaf(null, span, key)
    }
    if (isMap(node)) return readMapping(walk, node, span, depth, key)
    if (isSeq(node)) return readSequence(walk, node.items, span, depth, key)
  }
  return leaf(isScalar(node) ? readYamlScalar(walk, node, span) : null, span, key)
}

function readSequence(
  walk: YamlWalk,
  items: readonly unknown[],
  span: SourceSpan,
  depth: number,
  key?: SourceSpan,
): YamlValue {
  const value: Json[] = []
  const children: OriginTree[] = []
  let size = 1
  let height = 0
  for (const item of items) {
    const result = readNode(walk, item as ParsedNode, depth + 1)
    value.push(result.value)
    children.push(result.tree)
    size += result.size
    height = Math.max(height, result.height)
  }
  const origin = key ? { key, value: span } : { value: span }
  return { value, tree: { origin, children }, size, height: height + 1 }
}

/**
 * The value of the anchor of an alias; null after an error was reported. The value is shared, not copied, and its origins are those of the
 * anchor, where an error in it must be fixed. Only the key is that of the alias.
 */
function followAlias(walk: YamlWalk, alias: Alias.Parsed, depth: number, key?: SourceSpan): YamlValue {
  const span = spanOf(walk, alias)
  const anchor = walk.anchors.get(alias.source)
  if (anchor?.result === undefined) {
    if (anchor === undefined) reportUnresolved(walk, alias.source, span)
    else reportCycle(walk, alias.source, span, anchor.span)
    return leaf(null, span, key)
  }
  const { value, tree, size, height } = anchor.result
  const before = walk.aliasedValues
  walk.aliasedValues += size
  if (walk.aliasedValues > MAX_ALIASED_VALUES) {
    // Reported once, for the alias that exceeds the limit.
    if (before <= MAX_ALIASED_VALUES) {
      const message = `With the alias "*${alias.source}" the aliases of this file expand to more than ${MAX_ALIASED_VALUES} values.`
      reportSpan(walk, 'alias-bomb', span, message)
    }
    return leaf(null, span, key)
  }
  if (depth + height > MAX_DEPTH) {
    const message = `With the alias "*${alias.source}" values are nested ${depth + height} levels deep; the limit is ${MAX_DEPTH}.`
    reportSpan(walk, 'too-deep', span, message)
    return leaf(null, span, key)
  }
  const origin = { ...(key && { key }), value: tree.origin.value }
  return { value, tree: tree.children ? { origin, children: tree.children } : { origin }, size, height }
}

function reportUnresolved(walk: YamlWalk, name: string, span: SourceSpan): void {
  const near = suggest(name, walk.anchors.keys()).map(anchor => `*${anchor}`)
  const hint = near.length > 0 ? didYouMean(near) : ' A string that begins with "*" must be in quotes.'
  reportSpan(walk, 'unresolved-alias', span, `The alias "*${name}" has no anchor "&${name}" above it.${hint}`)
}

function reportCycle(walk: YamlWalk, name: string, span: SourceSpan, anchor: SourceSpan): void {
  reportSpan(
    walk,
    'alias-cycle',
    span,
    `The alias "*${name}" is inside the value of its own anchor "&${name}".`,
    {
      notes: [
        {
          location: locationAt(walk.source, anchor.start, anchor.start + 1),
          message: `the value of "&${name}" begins here`,
        },
      ],
    },
  )
}

/** Numbers and strings that have another meaning in YAML 1.1 cause warnings. */
function readYamlScalar(walk: YamlWalk, node: Scalar.Parsed, span: SourceSpan): Json {
  const value: unknown = node.value
  const plain = node.type === 'PLAIN' ? (node.source ?? '') : undefined
  if (typeof value === 'number') return readYamlNumber(walk, value, node.source ?? String(value), span)
  if (typeof value === 'string') {
    if (plain !== undefined && /^[-+]?\d{1,3}(?:_\d{3})+$/.test(plain)) {
      const number = plain.replaceAll('_', '')
      reportSpan(
        walk,
        'ambiguous-number',
        span,
        `"${plain}" is a string in YAML 1.2. Write ${number} for the number, or put the string in quotes.`,
      )
    }
    if (!value.isWellFormed()) {
      reportSpan(
        walk,
        'malformed-yaml',
        span,
        'This string has an unpaired surrogate: the other half of a "\\u" pair is missing.',
      )
    }
    return value
  }
  return typeof value === 'boolean' ? value : null
}

function readYamlNumber(walk: YamlWalk, value: number, numeral: string, span: SourceSpan): number {
  if (!Number.isFinite(value)) {
    const reason = /\d/.test(numeral) ? 'is too large: the maximum is near 1.8e308' : 'is not a JSON number'
    reportSpan(walk, 'unrepresentable-number', span, `"${numeral}" ${reason}.`)
    return 0
  }
  if (/^[-+]?0\d/.test(numeral)) {
    const message = `"${numeral}" means ${value}, but YAML 1.1 parsers read it as octal. Write ${value}, or put it in quotes if it is a string.`
    reportSpan(walk, 'ambiguous-number', span, message)
  } else if (numeral.startsWith('0o')) {
    const message = `"${numeral}" means ${value}, but YAML 1.1 parsers read it as a string. Write ${value}, or put it in quotes if it is a string.`
    reportSpan(walk, 'ambiguous-number', span, message)
  } else if (readNumber(numeral).fault === 'imprecise') {
    reportSpan(
      walk,
      'imprecise-number',
      span,
      `The number "${numeral}" cannot be represented exactly: it becomes ${value}.`,
    )
  }
  return value
}
