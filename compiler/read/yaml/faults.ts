// One syntax error in our words, at the place where it is mended. The package names what its parser met; a person
// wants to know what was forgotten.
import type { CST, YAMLParseError } from 'yaml'
import type { Span } from '../../source.ts'
import { type Fault, wordFrom, wrongIndentation } from './fault.ts'
import { unclosedBracket, unclosedQuote } from './unclosed.ts'

/** Explains a group of errors that one slip caused, the first of which is the earliest in the text. */
export function explainFault(
  text: string,
  tokens: readonly CST.Token[],
  group: readonly YAMLParseError[],
): Fault {
  const [first] = group
  if (first === undefined) return { start: 0, end: 0, message: 'The text is not YAML.' }
  const multiline = group.find(fault => fault.code === 'MULTILINE_IMPLICIT_KEY')
  if (multiline !== undefined) return brokenKey(text, multiline.pos)
  const [start] = first.pos
  const { word, span } = wordFrom(text, start)
  switch (first.code) {
    case 'TAB_AS_INDENT':
      return {
        start,
        end: start + 1,
        message: 'A tab stands in the indentation, which is made of spaces only.',
        fix: '  ',
      }
    case 'BAD_INDENT':
      return first.message.startsWith('Flow')
        ? unclosedBracket(text, tokens, start)
        : wrongIndentation(word, span)
    case 'BLOCK_AS_IMPLICIT_KEY':
      return first.message.startsWith('A block sequence')
        ? wrongIndentation(word, span)
        : {
            ...span,
            message: `A second ": " follows on this line. Put the value that begins with "${word}" in quotes.`,
          }
    case 'BAD_SCALAR_START':
      return reservedStart(text, start)
    case 'BAD_DQ_ESCAPE':
      return badEscape(text, start)
    case 'MISSING_CHAR':
      return missing(text, tokens, first, word, span)
    case 'UNEXPECTED_TOKEN':
      return unexpected(text, first, word, span)
    default:
      return { ...span, message: OTHERS[first.code] ?? `"${word}" may not stand here.` }
  }
}

const OTHERS: Partial<Record<YAMLParseError['code'], string>> = {
  ALIAS_PROPS: 'An alias may have no anchor and no tag of its own.',
  BAD_ALIAS: 'The name of this anchor or alias is missing.',
  BAD_DIRECTIVE: 'This directive cannot be used. Remove the line.',
  BAD_PROP_ORDER: 'Anchors and tags stand directly before the value, behind "-", "?" and ":".',
  BLOCK_IN_FLOW: 'Inside brackets everything is written with brackets and commas, not by indentation.',
  KEY_OVER_1024_CHARS: 'This key is longer than 1024 characters.',
  MULTIPLE_ANCHORS: 'A value can have one anchor only.',
  MULTIPLE_TAGS: 'A value can have one tag only.',
}

/** A key that seems to run over several lines: the last line is indented wrongly, or a colon lacks its space. */
function brokenKey(text: string, [start, end]: readonly [number, number]): Fault {
  const key = text.slice(start, end)
  const unspaced = /^[\w$.-]+:\S*/.exec(key)?.[0]
  if (unspaced !== undefined) {
    const message = `A space is missing behind the colon of "${unspaced}".`
    return { start, end: start + unspaced.length, message, fix: unspaced.replace(':', ': ') }
  }
  const { word, span } = wordFrom(text, start + key.lastIndexOf('\n') + 1)
  return wrongIndentation(word, span)
}

function reservedStart(text: string, start: number): Fault {
  const line = /^[^\r\n]*/.exec(text.slice(start, start + 1000))?.[0] ?? ''
  const value = line.replace(/\s#.*$/, '').trimEnd()
  const message = `A text that begins with "${text.charAt(start)}" must stand in quotes.`
  return { start, end: start + value.length, message, fix: JSON.stringify(value) }
}

function badEscape(text: string, start: number): Fault {
  const written = text.slice(start, start + 2)
  const message = `"${written}" is not an escape. Write "\\\\" for a backslash, or put the text in single quotes, which know no escapes.`
  return { start, end: start + written.length, message }
}

function missing(
  text: string,
  tokens: readonly CST.Token[],
  fault: YAMLParseError,
  word: string,
  span: Span,
): Fault {
  const { message } = fault
  if (message.includes('quote')) return unclosedQuote(tokens, fault.pos[0])
  if (message.includes('map values')) {
    const name =
      text
        .slice(...fault.pos)
        .trim()
        .split('\n', 1)[0] ?? word
    return {
      start: fault.pos[0],
      end: fault.pos[0] + name.length,
      message: `"${name.replace(/^(["'])(.*)\1$/, '$2')}" stands where a key is expected, but no ": " follows it.`,
    }
  }
  if (message.includes('Sequence item')) return wrongIndentation(word, span)
  if (message.includes('Missing ,')) return { ...span, message: `A comma is missing before "${word}".` }
  if (message.includes('Missing space')) return { ...span, message: 'A space is missing behind this colon.' }
  if (message.includes('Comments'))
    return { ...span, message: 'A space is missing before the "#" of this comment.' }
  if (message.includes('must end with')) return unclosedBracket(text, tokens, fault.pos[0])
  return { ...span, message: `Something is missing before "${word}".` }
}

function unexpected(text: string, fault: YAMLParseError, word: string, span: Span): Fault {
  const { message } = fault
  if (message.includes('block-seq-ind on same line')) {
    return { ...span, message: 'A list begins on a line of its own, below its key.' }
  }
  if (message.includes('Block scalar header')) {
    return {
      ...span,
      message:
        'The text of a block begins on the line below "|" or ">". To begin a text with one of these signs, quote it.',
    }
  }
  if (message.includes('flow-map-end') || message.includes('flow-seq-end')) {
    return { ...span, message: `"${word}" closes a bracket that was never opened.` }
  }
  if (word === ',' || message.includes('empty item'))
    return { ...span, message: 'Nothing stands before this comma.' }
  const before = text.slice(0, fault.pos[0]).trimEnd().at(-1)
  if (before === '"' || before === "'") {
    return {
      ...span,
      message: `"${word}" follows a text whose quotes are closed already. Quotes inside a text are doubled ('') or escaped (\\").`,
    }
  }
  return {
    ...span,
    message: `"${word}" may not stand here: the value before it has ended. Is it indented as it should be?`,
  }
}
