// Explains a syntax error at the location where it must be fixed. The package reports what its parser found; a user needs
// to know what is missing.
import type { CST, YAMLParseError } from 'yaml'
import type { SourceSpan } from '../../source.ts'
import { findLoneBracket, type LoneBracket } from './brackets.ts'
import { walkTokens } from './depth.ts'

/** Explains a group of errors with one cause; the first error is the earliest in the source. */
export function explainSyntaxError(
  text: string,
  tokens: readonly CST.Token[],
  group: readonly YAMLParseError[],
): YamlSyntaxError {
  const [first] = group
  if (first === undefined) return { start: 0, end: 0, message: 'The source is not valid YAML.' }
  const { span: place } = quotableWord(text, first.pos[0])
  const item = unspacedItem(text, place.start) ?? unspacedItem(text, wordAbove(text, place.start))
  if (item !== undefined) return item
  const multiline = group.find(error => error.code === 'MULTILINE_IMPLICIT_KEY')
  if (multiline !== undefined && !/[[{]/.test(text.charAt(multiline.pos[0])))
    return multilineKeyError(text, tokens, multiline.pos)
  if (multiline !== undefined) return unclosedBracket(text, tokens, multiline.pos[0] + 1)
  const [start] = first.pos
  const { word, span } = quotableWord(text, start)
  const reference = unquotedReference(text, start)
  if (reference !== undefined) return reference
  switch (first.code) {
    case 'TAB_AS_INDENT':
      return {
        start,
        end: start + 1,
        message: 'Tabs are not allowed in the indentation; use spaces.',
        fix: '  ',
      }
    case 'BAD_INDENT':
      return first.message.startsWith('Flow')
        ? unclosedBracket(text, tokens, start)
        : (keyAbove(text, span.start) ?? indentationError(word, span))
    case 'BLOCK_AS_IMPLICIT_KEY':
      return first.message.startsWith('A block sequence')
        ? indentationError(word, span)
        : {
            ...span,
            message: `Unexpected second ": " on this line. Put the value that begins with "${word}" in quotes.`,
          }
    case 'BAD_SCALAR_START':
      return reservedCharacterError(text, start)
    case 'BAD_DQ_ESCAPE':
      return escapeError(text, start)
    case 'MISSING_CHAR':
      return missingTokenError(text, tokens, first, word, span)
    case 'UNEXPECTED_TOKEN':
      return unexpectedTokenError(text, tokens, first, word, span)
    default:
      return { ...span, message: MESSAGES[first.code] ?? `Unexpected "${word}".` }
  }
}

/** The error for an item of a list whose dash is part of its first word, beside items that have a space. */
function unspacedItem(text: string, at: number): YamlSyntaxError | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  const isFirst = before.trim() === '' && /^-[^\s-]/.test(text.slice(at, at + 2))
  const above = text.slice(Math.max(0, at - MAX_LENGTH), at)
  if (!isFirst || !above.includes(`\n${before}- `)) return undefined
  return { start: at, end: at + 1, message: 'Missing space after the "-" of this item.', fix: '- ' }
}

/** Where the line above begins, behind its indentation. */
function wordAbove(text: string, at: number): number {
  const lineEnd = text.lastIndexOf('\n', at - 1)
  const start = text.lastIndexOf('\n', lineEnd - 1) + 1
  return lineEnd === -1 ? 0 : start + (/^[^\S\n]*/.exec(text.slice(start, lineEnd))?.[0].length ?? 0)
}

const MESSAGES: Partial<Record<YAMLParseError['code'], string>> = {
  ALIAS_PROPS: 'An alias cannot have an anchor or a tag.',
  BAD_ALIAS: 'The name of this anchor or alias is missing.',
  BAD_DIRECTIVE: 'This directive is not supported. Remove the line.',
  BAD_PROP_ORDER: 'Anchors and tags must directly precede the value, after "-", "?" and ":".',
  BLOCK_IN_FLOW: 'Inside brackets, use brackets and commas instead of indentation.',
  KEY_OVER_1024_CHARS: 'This key is longer than 1024 characters.',
  MULTIPLE_ANCHORS: 'A value can have only one anchor.',
  MULTIPLE_TAGS: 'A value can have only one tag.',
}

/** A key that seems to span several lines: the last line has wrong indentation, or something is missing behind a name above it. */
function multilineKeyError(
  text: string,
  tokens: readonly CST.Token[],
  [start, end]: readonly [number, number],
): YamlSyntaxError {
  const key = text.slice(start, end)
  const mistake = unspacedColon(start, key) ?? keyWithoutColon(text, start, key)
  if (mistake !== undefined) return mistake
  const { word, span } = quotableWord(text, start + key.lastIndexOf('\n') + 1)
  return isInBrackets(tokens, start)
    ? { ...span, message: `Missing comma before "${word}".` }
    : indentationError(word, span)
}

function unspacedColon(start: number, line: string): YamlSyntaxError | undefined {
  const unspaced = /^[\w$.-]+:\S*/.exec(line)?.[0]
  if (unspaced === undefined) return undefined
  const message = `Missing space after the colon of "${unspaced}".`
  return { start, end: start + unspaced.length, message, fix: unspaced.replace(':', ': ') }
}

function isInBrackets(tokens: readonly CST.Token[], at: number): boolean {
  let depthOfBracket = Number.POSITIVE_INFINITY
  for (const { token, depth } of walkTokens(tokens)) {
    if (depth <= depthOfBracket) depthOfBracket = Number.POSITIVE_INFINITY
    if (token.type === 'flow-collection' && depth < depthOfBracket) depthOfBracket = depth
    if (token.offset >= at) return depth > depthOfBracket
  }
  return false
}

/** A name without a colon, and what follows it on its line. */
const NAME = /^(["']?[\w$.-]+["']?)([^\S\n]+[^\s#][^\n]*?)?(?:[^\S\n]+#[^\n]*)?\s*$/

const ITEM = /^\s*(?:- +)+$/

/** The error for a line that was meant as a key with its value, or with what is below it. `key` is that line and the next one with a word. */
function keyWithoutColon(text: string, start: number, key: string): YamlSyntaxError | undefined {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const [line = '', ...below] = key.split('\n')
  const [, name, value = ''] = below.length === 0 ? [] : (NAME.exec(line.slice(0, MAX_LENGTH)) ?? [])
  const isItem = ITEM.test(before)
  if (name === undefined || (!isItem && before.trim() !== '')) return undefined
  const indent = /^[^\S\n]*/.exec(below.at(-1) ?? '')?.[0].length ?? 0
  // An item of a list may be a word by itself, with a line below it that is indented wrongly.
  if (
    isItem &&
    value === '' &&
    indent !== before.length &&
    !isKeyColumn(text, start + key.length, before.length)
  )
    return undefined
  return missingColon(name, start)
}

/** Whether the next line that is indented no more than a column begins with a key in that column. */
function isKeyColumn(text: string, from: number, column: number): boolean {
  for (const [, indent = '', word = ''] of text.slice(from).matchAll(/\n([^\S\n]*)([^\s#][^\n]*)/g))
    if (indent.length <= column) return indent.length === column && /^["']?[\w$.-]+["']?:(?:\s|$)/.test(word)
  return false
}

/** The error for a name without a colon in the line above, where a comment ends what would be a key of several lines. */
function keyAbove(text: string, at: number): YamlSyntaxError | undefined {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const above = /(?:^|\n)([^\S\n]*(?:- +)*)([^\s#-][^\n]*)\n(?:[^\S\n]*(?:#[^\n]*)?\n)*$/.exec(
    text.slice(Math.max(0, lineStart - MAX_LENGTH), lineStart),
  )
  const [, before = '', line = ''] = above ?? []
  const indent = at - lineStart
  const isMeant = NAME.exec(line)?.[2] === undefined ? indent >= before.length : indent === before.length
  if (above === null || !isMeant) return undefined
  const start = lineStart - above[0].length + (above[0].startsWith('\n') ? 1 : 0) + before.length
  return keyWithoutColon(text, start, text.slice(start, at + 1))
}

/** The error for a name in brackets with a value behind it and nothing between them. */
function keyInBrackets(text: string, at: number): YamlSyntaxError | undefined {
  const before = text.slice(Math.max(0, at - MAX_LENGTH), at)
  const name = /[{,]\s*("[^"\n]*"|'[^'\n]*'|[\w$.-]+)[^\S\n]*$/.exec(before)
  const start = at - before.length + (name?.index ?? 0) + (name?.[0].indexOf(name[1] ?? '') ?? 0)
  return name?.[1] === undefined ? undefined : missingColon(name[1], start)
}

const missingColon = (name: string, start: number): YamlSyntaxError => ({
  start,
  end: start + name.length,
  message: `"${name.replace(/^(["'])(.*)\1$/, '$2')}" is not a key: ": " is missing after it.`,
})

function reservedCharacterError(text: string, start: number): YamlSyntaxError {
  const line = /^[^\r\n]*/.exec(text.slice(start, start + 1000))?.[0] ?? ''
  const value = line.replace(/\s#.*$/, '').trimEnd()
  const message = `A string that begins with "${text.charAt(start)}" must be in quotes.`
  return { start, end: start + value.length, message, fix: JSON.stringify(value) }
}

function escapeError(text: string, start: number): YamlSyntaxError {
  const sequence = text.slice(start, start + 2)
  const message = `"${sequence}" is not a valid escape. Write a backslash as "\\\\", or use single quotes, which have no escapes.`
  return { start, end: start + sequence.length, message }
}

function missingTokenError(
  text: string,
  tokens: readonly CST.Token[],
  error: YAMLParseError,
  word: string,
  span: SourceSpan,
): YamlSyntaxError {
  const { message } = error
  if (message.includes('quote')) return unclosedQuote(tokens, error.pos[0])
  if (message.includes('map values')) {
    const line = text
      .slice(...error.pos)
      .trim()
      .split('\n', 1)[0]
    return (
      unspacedColon(error.pos[0], line ?? '') ??
      missingColon(/^["']?[\w$.-]+["']?(?=\s|$)/.exec(line ?? '')?.[0] ?? line ?? word, error.pos[0])
    )
  }
  if (message.includes('Sequence item')) return indentationError(word, span)
  if (message.includes('Missing ,') && message.includes('flow map'))
    return keyInBrackets(text, error.pos[0]) ?? { ...span, message: `Missing comma before "${word}".` }
  if (message.includes('Missing ,')) return { ...span, message: `Missing comma before "${word}".` }
  if (message.includes('Missing space')) return { ...span, message: 'Missing space after this colon.' }
  if (message.includes('Comments'))
    return { ...span, message: 'Missing space before the "#" of this comment.' }
  if (message.includes('must end with')) return unclosedBracket(text, tokens, error.pos[0])
  return { ...span, message: `Syntax error before "${word}".` }
}

function unexpectedTokenError(
  text: string,
  tokens: readonly CST.Token[],
  error: YAMLParseError,
  word: string,
  span: SourceSpan,
): YamlSyntaxError {
  const { message } = error
  if (message.includes('block-seq-ind on same line')) {
    return { ...span, message: 'A list must begin on a new line, below its key.' }
  }
  if (message.includes('Block scalar header')) {
    return {
      ...span,
      message:
        'The text of a block scalar begins on the line after "|" or ">". Put a string that begins with one of these in quotes.',
    }
  }
  if (message.includes('flow-map-end') || message.includes('flow-seq-end')) {
    return (
      loneBracket(text, tokens, error.pos[0]) ?? {
        ...span,
        message: `"${word}" closes a bracket that was never opened.`,
      }
    )
  }
  if (word === ',' || message.includes('empty item'))
    return { ...span, message: 'Unexpected comma: no value before it.' }
  const before = text.slice(0, error.pos[0]).trimEnd().at(-1)
  if (before === '"' || before === "'") {
    return {
      ...span,
      message: `Unexpected "${word}" after the end of a quoted string. Inside a string, double a single quote ('') or escape a double quote (\\").`,
    }
  }
  return {
    ...span,
    message: `Unexpected "${word}" after the end of a value. Check its indentation.`,
  }
}

// Unclosed brackets and quotes: the package reports where it noticed, but users need to know where they were opened, which
// is found in the tokens.

/** Whether an error is that a collection cannot be a key, while its brackets are right: what follows it tells why it seems to be one. */
export const isTakenForKey = (
  text: string,
  tokens: readonly CST.Token[],
  { code, pos }: YAMLParseError,
): boolean =>
  code === 'MULTILINE_IMPLICIT_KEY' &&
  /[[{]/.test(text.charAt(pos[0])) &&
  loneBracket(text, tokens, pos[0] + 1) === undefined

/** The bracket without a partner in the outermost collection that begins before an offset. */
function loneBracket(text: string, tokens: readonly CST.Token[], at: number): LoneBracket | undefined {
  let outermost: number | undefined
  let depthOfOutermost = Number.POSITIVE_INFINITY
  for (const { token, depth } of walkTokens(tokens)) {
    if (depth > depthOfOutermost) continue
    depthOfOutermost = Number.POSITIVE_INFINITY
    if (token.type !== 'flow-collection' || token.start.offset >= at) continue
    outermost = token.start.offset
    depthOfOutermost = depth
  }
  return outermost === undefined ? undefined : findLoneBracket(text, outermost)
}

function unclosedBracket(text: string, tokens: readonly CST.Token[], at: number): YamlSyntaxError {
  const lone = loneBracket(text, tokens, at)
  const noticedAt = quotableWord(text, at).span
  if (lone !== undefined) return lone.isOpening ? { noticedAt, ...lone } : lone
  let start = at
  for (const { token } of walkTokens(tokens)) {
    if (token.type !== 'flow-collection' || token.start.offset >= at) continue
    const closed = token.end.some(part => part.type === 'flow-map-end' || part.type === 'flow-seq-end')
    if (!closed) start = token.start.offset
  }
  const message = `The bracket "${text.charAt(start)}" is not closed.`
  return { start, end: start + 1, message, noticedAt }
}

function unclosedQuote(tokens: readonly CST.Token[], at: number): YamlSyntaxError {
  let start = at
  for (const { token } of walkTokens(tokens)) {
    const quoted = token.type === 'double-quoted-scalar' || token.type === 'single-quoted-scalar'
    if (quoted && token.offset < at) start = token.offset
  }
  const message = 'The opening quote of this string is not closed.'
  return { start, end: start + 1, message, noticedAt: { start: at, end: at } }
}

/** A syntax error with our message, and the source text that it quotes. */
export interface YamlSyntaxError extends SourceSpan {
  readonly message: string
  readonly fix?: string
  /** What the fix replaces; absent if that is the location of the error. */
  readonly edited?: SourceSpan
  /** Where an unclosed bracket or quote was noticed. */
  readonly noticedAt?: SourceSpan
}

/** The first word at or after an offset, short enough to be quoted. */
function quotableWord(text: string, at: number): { readonly word: string; readonly span: SourceSpan } {
  let start = at
  while (start < text.length && /\s/.test(text.charAt(start))) start += 1
  const word = /^["']?([\w$@.-]+|\S)/.exec(text.slice(start, start + 60))?.[1] ?? ''
  return { word, span: word === '' ? { start: at, end: at } : { start, end: start + word.length } }
}

function indentationError(word: string, span: SourceSpan): YamlSyntaxError {
  const message = `The indentation before "${word}" matches neither the line above nor any enclosing level. Align it with its siblings.`
  return { ...span, message }
}

/** More than any value with a reference; the search stays near the error. */
const MAX_LENGTH = 300

/**
 * The error for a scalar with an unquoted reference. Inside brackets the "{" of an unquoted ${env:NAME} opens an object, so the parser
 * stopped at the bracket of the reference.
 */
export function unquotedReference(text: string, at: number): YamlSyntaxError | undefined {
  if (text.charAt(at) !== '{' || text.charAt(at - 1) !== '$') return undefined
  const before = /[^\s,[\]{}"']*$/.exec(text.slice(Math.max(0, at - MAX_LENGTH), at))?.[0] ?? ''
  const after = /^(?:\{[\w.:/-]*\}|[^\s,[\]{}"'])+/.exec(text.slice(at, at + MAX_LENGTH))?.[0]
  if (after === undefined) return undefined
  const value = before + after
  const around = bracesAround(text, at - before.length, at + after.length)
  const message = `Inside brackets, a value that contains "${value.slice(before.length - 1)}" must be in quotes.`
  return {
    start: around?.start ?? at - before.length,
    end: around?.end ?? at + after.length,
    message,
    fix: JSON.stringify(value),
  }
}

/** The braces of an object that has nothing but the reference: it was meant as the value. */
function bracesAround(text: string, start: number, end: number): SourceSpan | undefined {
  const open = /:[ \t]+(\{[ \t]*)$/.exec(text.slice(Math.max(0, start - MAX_LENGTH), start))?.[1]
  const close = /^[ \t]*\}(?=[ \t]*(?:\r?\n|$))/.exec(text.slice(end, end + MAX_LENGTH))?.[0]
  return open === undefined || close === undefined
    ? undefined
    : { start: start - open.length, end: end + close.length }
}
