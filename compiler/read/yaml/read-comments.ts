// The comments of a YAML document by the values that they are written at, for programs that write it in another form.
import { isMap, isPair, isScalar, isSeq, type Node, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'

type Comments = Map<Pointer, readonly string[]>

const linesOf = (...comments: readonly (string | null | undefined)[]): readonly string[] =>
  comments
    .flatMap(comment => (comment ?? '').split('\n'))
    .map(line => line.trim())
    .filter(line => line !== '')

const commentsOf = (node: unknown): readonly string[] => {
  const { commentBefore, comment } = (node ?? {}) as Partial<Node>
  return linesOf(commentBefore, comment)
}

function collect(node: unknown, pointer: Pointer, comments: Comments): void {
  if (isMap(node))
    for (const pair of node.items) {
      const name = isScalar(pair.key) ? String(pair.key.value) : ''
      const at = childPointer(pointer, name)
      const inner = isMap(pair.value) || isSeq(pair.value) ? [] : commentsOf(pair.value)
      add(comments, at, [...commentsOf(pair.key), ...inner])
      collectBelow(pair.value, at, comments)
    }
  if (isSeq(node))
    for (const [index, item] of node.items.entries()) {
      const at = childPointer(pointer, index)
      if (!isMap(item) && !isSeq(item)) add(comments, at, commentsOf(isPair(item) ? item.key : item))
      collectBelow(item, at, comments)
    }
}

/** A comment before the first item of a collection belongs to that item, and one behind the last to the collection. */
function collectBelow(node: unknown, pointer: Pointer, comments: Comments): void {
  if (!isMap(node) && !isSeq(node)) return
  const { commentBefore, comment } = node
  const isItem = isMap(node) && /\/\d+$/.test(pointer)
  add(comments, isItem ? pointer : childPointer(pointer, firstKey(node)), linesOf(commentBefore))
  collect(node, pointer, comments)
  add(comments, pointer, linesOf(comment))
}

function firstKey(node: YAMLMap | YAMLSeq): string | number {
  const [first] = node.items
  return isPair(first) && isScalar(first.key) ? String(first.key.value) : 0
}

function add(comments: Comments, pointer: Pointer, lines: readonly string[]): void {
  if (lines.length > 0) comments.set(pointer, [...(comments.get(pointer) ?? []), ...lines])
}

/** The lines of comments by the pointers of their values; those before the first value are at the root. Never throws. */
export function readYamlComments(text: string): ReadonlyMap<Pointer, readonly string[]> {
  const comments: Comments = new Map()
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false })
  add(comments, '', linesOf(document.commentBefore))
  collect(document.contents, '', comments)
  add(comments, '', linesOf(document.contents?.comment, document.comment))
  return comments
}
