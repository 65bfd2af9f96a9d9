// A value as a document of YAML, with comments above its objects. A list that occurs several times is written once, with an anchor.
import { Alias, Document, Pair, parseDocument, Scalar, stringify, YAMLMap, YAMLSeq } from 'yaml'
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'

/** The longest object or list on one line. */
const LINE = 110

type Comments = ReadonlyMap<Json, readonly string[]>
type YamlNode = Alias | Scalar | YAMLMap | YAMLSeq

interface Writing {
  readonly comments: Comments
  /** Lists that were written, by themselves; those that occur again get an anchor. */
  readonly lists: Map<Json, YAMLSeq>
}

/** `comments` has the lines above objects by the objects themselves; `head` is at the top. */
export function writeCommentedYaml(value: Json, comments: Comments, head: readonly string[] = []): string {
  const document = new Document()
  const root = write({ comments, lists: new Map() }, value, 0)
  document.contents = root as never
  document.commentBefore = asComment([...head, ...(comments.get(value) ?? [])]) ?? null
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}

const asComment = (lines: readonly string[] | undefined): string | undefined =>
  lines === undefined || lines.length === 0 ? undefined : lines.map(line => ` ${line}`).join('\n')

function write(writing: Writing, value: Json, depth: number): YamlNode {
  if (isList(value)) return writeList(writing, value, depth)
  return isObject(value) ? writeObject(writing, value, depth) : new Scalar(value)
}

function writeList(writing: Writing, list: readonly Json[], depth: number): YamlNode {
  const known = writing.lists.get(list)
  if (known !== undefined) {
    known.anchor ??= `group${[...writing.lists.values()].filter(({ anchor }) => anchor !== undefined).length + 1}`
    return new Alias(known.anchor)
  }
  const node = new YAMLSeq()
  if (list.some(item => isObject(item) || isList(item))) writing.lists.set(list, node)
  node.flow = !list.some(isObject) && JSON.stringify(list).length <= LINE
  for (const item of list) {
    const written = write(writing, item, depth + 1)
    const comment = asComment(writing.comments.get(item))
    if (comment !== undefined && isObject(item)) written.commentBefore = comment
    node.items.push(written)
  }
  return node
}

function writeObject(writing: Writing, object: JsonObject, depth: number): YAMLMap {
  const node = new YAMLMap()
  node.flow = depth > 1 && fitsOneLine(writing.comments, object)
  for (const [name, value] of Object.entries(object)) {
    const key = new Scalar(name)
    const comment = isObject(value) ? asComment(writing.comments.get(value)) : undefined
    if (comment !== undefined) key.commentBefore = comment
    node.items.push(new Pair(key, write(writing, value, depth + 1)))
  }
  return node
}

/** Whether an object has no lists of objects, no comments inside, and is short. */
function fitsOneLine(comments: Comments, object: JsonObject): boolean {
  const isPlain = (value: Json): boolean =>
    isList(value)
      ? value.every(item => !isObject(item) && !isList(item))
      : !isObject(value) || (!comments.has(value) && Object.values(value).every(isPlain))
  return Object.values(object).every(isPlain) && JSON.stringify(object).length <= LINE
}

// A value as a document of YAML, without line breaks within strings.

export const writeYaml = (value: Json): string => stringify(value, { lineWidth: 0 }).trimEnd()

/** YAML with other properties, whose comments stay; undefined if it is not an object. */
export function updateYaml(text: string, update: (old: JsonObject) => JsonObject): string | undefined {
  const document = parseDocument(text)
  const old: unknown = document.errors.length > 0 ? undefined : document.toJS()
  if (!isObject(old as Json)) return undefined
  const current = old as JsonObject
  for (const [name, value] of Object.entries(update(current)))
    if (JSON.stringify(current[name]) !== JSON.stringify(value)) document.set(name, value)
  return String(document)
}
