// The canonical layout of YAML: properties in the order of the schema, one indentation, comments where they were. A collection in
// brackets stays a line if it fits, and becomes an indented block otherwise.
import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type ScalarTag,
  type Tags,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { stringifyString } from 'yaml/util'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import type { RankProperty } from './property-order.ts'

const LINE_WIDTH = 100
const INDENT = 2

type Mapping = YAMLMap<ParsedNode, ParsedNode | null>

/** The text in canonical form. The text must be one document without errors. */
export function formatYaml(text: string, rank: RankProperty): string {
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    logLevel: 'silent',
    customTags: tags => tags.map(tag => withLayout(tag, text)) as Tags,
  })
  // An alias must stay behind its anchor.
  const aliases: unknown[] = []
  visit(document, { Alias: (_key, alias) => void aliases.push(alias) })
  arrange(document, text, aliases.length > 0 ? () => 0 : rank)
  // A comment that ends its block takes the blank line behind it along, to the end of the file too.
  return document.toString({ lineWidth: LINE_WIDTH }).replace(/(\n[^\S\n]*#[^\n]*\n)\n+$/, '$1')
}

type Tag = Tags[number]

/** Writes numbers and words as the source has them, strings of one line without folding them, and lists without padding. */
function withLayout(tag: Tag, text: string): Tag {
  if (typeof tag !== 'object') return tag
  if (tag.collection !== undefined) {
    const flowCollectionPadding = tag.collection === 'map' ? ' ' : ''
    return {
      ...tag,
      stringify: (item, context, onComment, onChompKeep) =>
        (item as unknown as YAMLMap | YAMLSeq).toString(
          { ...context, flowCollectionPadding } as typeof context,
          onComment,
          onChompKeep,
        ),
    } as Tag
  }
  const scalar: ScalarTag = {
    ...(tag as ScalarTag),
    stringify: (item, context, onComment, onChompKeep) => {
      const source = sourceOf(item, text)
      if (typeof item.value !== 'string') return source
      return stringifyString(
        item as Scalar & { value: string },
        source.includes('\n') ? context : { ...context, options: { ...context.options, lineWidth: 0 } },
        onComment,
        onChompKeep,
      )
    },
  }
  return scalar
}

function sourceOf({ range }: Pick<Node, 'range'>, text: string): string {
  const [start = 0, end = 0] = range ?? []
  return text.slice(start, end)
}

function arrange(document: Document.Parsed, text: string, rank: RankProperty): void {
  const place = (node: unknown, pointer: Pointer, indent: number, used: number, isItem = false): void => {
    if (!isCollection(node)) return
    if (node.flow && indent + used + lineLength(node, text) > LINE_WIDTH) node.flow = false
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries())
        place(item, childPointer(pointer, index), indent + INDENT, INDENT, true)
    } else if (isMap(node)) {
      const map = node as Mapping
      giveCommentToFirst(map, isItem ? commentsBehindDash(map, text) : Number.POSITIVE_INFINITY)
      for (const { key, value } of map.items)
        place(value, childPointer(pointer, nameOf(key)), indent + INDENT, nameOf(key).length + INDENT)
      const header = pointer === '' ? takeHeader(map) : undefined
      sortPairs(map, pointer, rank)
      const [first] = map.items
      if (header !== undefined && first !== undefined)
        first.key.commentBefore = first.key.commentBefore ? `${header}\n\n${first.key.commentBefore}` : header
    }
  }
  place(document.contents, '', -INDENT, 0)
}

const nameOf = (key: unknown): string => (isScalar(key) ? String(key.value) : '')

/** The length of a node in brackets in one line; infinite where it has comments, which end their line. */
function lineLength(node: unknown, text: string): number {
  if (isPair(node)) return lineLength(node.key, text) + 2 + lineLength(node.value, text)
  if (isCollection(node)) {
    if (yamlComments(sourceOf(node, text)).length > 0) return Number.POSITIVE_INFINITY
    const lengths = node.items.map(item => lineLength(item, text))
    const padding = isMap(node) ? 4 : 2
    return lengths.reduce((sum, length) => sum + length, padding + 2 * Math.max(0, lengths.length - 1))
  }
  if (node === null || node === undefined) return 0
  return sourceOf(node as Scalar, text).length
}

/** The last lines of the comment above the first entry of a mapping belong to that entry; those before them stay above the mapping. */
function giveCommentToFirst(map: Mapping, count: number): void {
  const [first] = map.items
  if (map.flow === true || first === undefined || !map.commentBefore) return
  const lines = map.commentBefore.split('\n')
  const inner = count >= lines.length ? lines : lines.splice(lines.length - count)
  if (inner === lines) map.commentBefore = null
  else map.commentBefore = lines.join('\n')
  if (inner.length === 0) return
  first.key.commentBefore = [...inner, first.key.commentBefore].filter(Boolean).join('\n')
}

/** How many lines of comments are between the dash of a list item and its mapping: those above the dash belong to the item. */
function commentsBehindDash({ range }: Mapping, text: string): number {
  const [above = '', ...behind] = text
    .slice(0, range?.[0] ?? 0)
    .split('\n')
    .toReversed()
  if (above.includes('-')) return 0
  const dash = behind.findIndex(line => /^\s*[^\s#]/.test(line))
  return behind.slice(0, dash + 1).filter(line => /#/.test(line)).length
}

/** Takes the comment of the whole file from the first property: what is above its own comment and a blank line, or its only one. */
function takeHeader({ items: [first] }: Mapping): string | undefined {
  const comment = first?.key.commentBefore
  if (first === undefined || !comment) return undefined
  const blank = comment.lastIndexOf('\n\n')
  first.key.commentBefore = blank === -1 ? null : comment.slice(blank + 2)
  return blank === -1 ? comment : comment.slice(0, blank)
}

function sortPairs(map: Mapping, pointer: Pointer, rank: RankProperty): void {
  const [before] = map.items
  const rankOf = ({ key }: Pair<ParsedNode, ParsedNode | null>): number =>
    isScalar(key) && key.value === '<<' ? -1 : rank(pointer, nameOf(key))
  map.items = map.items.toSorted((left, right) => rankOf(left) - rankOf(right))
  const [first] = map.items
  if (first === undefined || before === undefined || first === before || !first.key.spaceBefore) return
  // A mapping begins without a blank line; the entry that was its first one gets it.
  first.key.spaceBefore = false
  before.key.spaceBefore = true
}

/** The comments of a source, without the space around them. */
export const yamlComments = (text: string): readonly string[] =>
  Array.from(new Lexer().lex(text))
    .filter(token => token.startsWith('#'))
    .map(token => token.trim())
