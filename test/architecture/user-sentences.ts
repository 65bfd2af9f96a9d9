// The sentences that users read: descriptions of schemas, string literals of the sources (help, diagnostics, failures
// and lines of the log) and the prose of Markdown files. And those that developers read: comments.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../support/folder.ts'
import { SOURCES, textOf } from './modules.ts'

export interface UserSentence {
  readonly path: string
  readonly text: string
}

/** Vocabularies that are compared with what clients send, and prompts of models. */
const NOT_FOR_USERS = /^runtime\/guardrails\/(detect\/|checks\/llm-judge\/)/

/** Members of schemas and tables that users read. */
const READ_MEMBERS = new Set(['description', 'summary', 'action', 'ended', 'x-unsupported'])

/** Quoted words, code and code blocks are not sentences. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^ {4,}\S.*$/gm, '').replaceAll(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, '`…`')

const namesBelow = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending))
    .map(name => `${folder}/${name}`)

function membersOf(
  value: unknown,
  name: string,
): readonly { readonly name: string; readonly text: string }[] {
  if (typeof value === 'string') return READ_MEMBERS.has(name) ? [{ name, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(item => membersOf(item, name))
  return Object.entries(value).flatMap(([key, member]) => membersOf(member, key))
}

/** Descriptions, summaries and advice, by file. */
export const schemaSentences: readonly (UserSentence & { readonly member: string })[] = namesBelow(
  'schemas',
  '.json',
)
  .filter(path => !path.startsWith('schemas/generated/'))
  .flatMap(path =>
    membersOf(JSON.parse(textOf(path)), '').map(({ name, text }) => ({
      path,
      member: name,
      text: withoutCode(text),
    })),
  )

/** The text of a literal; parts of a template are joined by an ellipsis. */
function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(span => span.literal.text)].join('…')
}

/** String literals of a source file that contain a word of a sentence and match. */
function literalsOf(path: string, pattern: RegExp): readonly UserSentence[] {
  const source = textOf(path)
  if (!pattern.test(source)) return []
  const found: UserSentence[] = []
  const visit = (node: ts.Node): void => {
    const text = literalText(node)
    if (text !== undefined && / /.test(text)) found.push({ path, text: withoutCode(text) })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest))
  return found
}

/** String literals of the compiler and the runtime in files that match. */
export const sourceSentences = (pattern: RegExp): readonly UserSentence[] =>
  SOURCES.filter(path => /^(compiler|runtime)\//.test(path) && !NOT_FOR_USERS.test(path)).flatMap(path =>
    literalsOf(path, pattern),
  )

/** The lines of Markdown files without code. */
export const markdownSentences: readonly UserSentence[] = [
  'README.md',
  'CHANGELOG.md',
  ...['.github', 'compiler', 'examples', 'runtime', 'schemas', 'test'].flatMap(folder =>
    namesBelow(folder, '.md'),
  ),
].flatMap(path =>
  textOf(path)
    .replaceAll(/```[\s\S]*?```/g, '')
    .split('\n')
    .map(line => ({ path, text: line.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, '`…`') })),
)

/** A line that is a comment, or part of one. */
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*)(.*)$/

/** The lines of comments in the sources below these folders; `path` has the number of the line. */
export const commentSentences = (folders: readonly string[]): readonly UserSentence[] =>
  SOURCES.filter(
    path => folders.some(folder => path.startsWith(folder)) && !path.startsWith('schemas/generated/'),
  ).flatMap(path =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => {
        const [, comment] = COMMENT.exec(line) ?? []
        return comment === undefined ? [] : [{ path: `${path}:${index + 1}`, text: withoutCode(comment) }]
      }),
  )
