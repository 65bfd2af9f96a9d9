// Templates are logic-less Mustache, rendered in one pass, with own properties alone and bounded work (semantics, section 19).
import { describe, expect, it } from 'vitest'
import { parseTemplate } from '../../../compiler/prompts/parse-template.ts'
import { variableUses } from '../../../compiler/prompts/template-uses.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import '../../support/property-seed.ts'
import { linkMessages, renderOf, textOf } from './render-of.ts'

type Row = readonly [title: string, template: string, variables: JsonObject, expected: string]

const VARIABLES: readonly Row[] = [
  ['a string as it is', 'Hello {{name}}!', { name: 'Ada' }, 'Hello Ada!'],
  ['nothing is escaped', '{{a}} {{{a}}} {{&a}}', { a: '<b> & "c"' }, '<b> & "c" <b> & "c" <b> & "c"'],
  ['numbers and booleans', '{{n}} {{yes}} {{no}}', { n: 1.5, yes: true, no: false }, '1.5 true false'],
  ['null as nothing', '[{{x}}]', { x: null }, '[]'],
  ['objects and lists as JSON', '{{o}} {{l}}', { o: { a: 1 }, l: [1, 'b'] }, '{"a":1} [1,"b"]'],
  ['dotted names', '{{a.b.c}}', { a: { b: { c: 'deep' } } }, 'deep'],
  ['items by their index', '{{a.1}}', { a: ['x', 'y'] }, 'y'],
  ['white space in tags', '{{  a  }}', { a: 1 }, '1'],
  ['names in other scripts', '{{naïve_名}}', { naïve_名: 1 }, '1'],
  ['comments are left out', 'a{{! not this }}b', {}, 'ab'],
  ['other delimiters', '{{=<% %>=}}<% a %> {{a}}', { a: 1 }, '1 {{a}}'],
]

const SECTIONS: readonly Row[] = [
  ['a list repeats', '{{#l}}<{{.}}>{{/l}}', { l: ['a', 2, true] }, '<a><2><true>'],
  ['a list of lists', '{{#l}}[{{#.}}{{.}}{{/.}}]{{/l}}', { l: [[1, 2], [3]] }, '[12][3]'],
  ['properties of items', '{{#l}}{{n}}{{/l}}', { l: [{ n: 1 }, { n: 2 }] }, '12'],
  ['names of the outside in an item', '{{#l}}{{n}}{{x}}{{/l}}', { x: '!', l: [{ n: 1 }] }, '1!'],
  ['an item hides the outside', '{{#l}}{{x}}{{/l}}', { x: 'outer', l: [{ x: 'inner' }] }, 'inner'],
  ['an object is a scope', '{{#o}}{{a}}{{/o}}', { o: { a: 1 } }, '1'],
  ['a value is there', '{{#name}}Dear {{name}}{{/name}}', { name: 'Ada' }, 'Dear Ada'],
  ['an absent section is left out', 'a{{#x}}b{{/x}}c', {}, 'ac'],
  ['an absent inverted section is rendered', 'a{{^x}}b{{/x}}c', {}, 'abc'],
  [
    'false, zero and what is empty are absent',
    '{{#a}}1{{/a}}{{#b}}2{{/b}}{{#c}}3{{/c}}{{#d}}4{{/d}}{{#e}}5{{/e}}',
    { a: false, b: 0, c: '', d: [], e: null },
    '',
  ],
  ['an inverted section of a value', '{{^x}}none{{/x}}', { x: 1 }, ''],
  ['a dotted section', '{{#a.b}}yes{{/a.b}}', { a: { b: true } }, 'yes'],
  ['an absent part of a dotted section', '{{#a.b.c}}yes{{/a.b.c}}', { a: {} }, ''],
]

const LINES: readonly Row[] = [
  ['a section on lines of its own leaves none', 'a\n{{#x}}\nb\n{{/x}}\nc', { x: true }, 'a\nb\nc'],
  ['also indented, and with CRLF', 'a\r\n  {{#x}}  \r\nb\r\n\t{{/x}}\r\nc', { x: true }, 'a\r\nb\r\nc'],
  ['a comment on its line', 'a\n  {{! why }}\nb', {}, 'a\nb'],
  ['a tag at the beginning and at the end', '{{#x}}\na\n{{/x}}', { x: true }, 'a\n'],
  ['a section within a line keeps it', 'a {{#x}}b{{/x}} c\n', { x: true }, 'a b c\n'],
  ['a variable on its line keeps it', ' {{x}}\nb', { x: 1 }, ' 1\nb'],
]

describe.each([
  ['A variable', VARIABLES],
  ['A section', SECTIONS],
  ['A line', LINES],
] as const)('%s', (_kind, rows) => {
  it.each(rows)('%s', (_title, template, variables, expected) => {
    expect(renderOf(template, variables)).toBe(expected)
  })
})

describe('A partial', () => {
  it.each<readonly [string, string, Record<string, string>, string]>([
    ['is rendered in its place', 'a {{>p}} b', { p: '<{{x}}>' }, 'a <1> b'],
    ['may include others', '{{>p}}', { p: 'p{{>q}}', q: 'q{{x}}' }, 'pq1'],
    ['sees the scope that it is in', '{{#l}}{{>p}}{{/l}}', { p: '{{n}}' }, '23'],
    ['on its line indents its lines', 'a\n  {{>p}}\nb', { p: 'one\ntwo\n' }, 'a\n  one\n  two\nb'],
    ['does not indent what a variable contains', '  {{>p}}\n', { p: '{{lines}}\n' }, '  x\ny\n'],
  ])('%s', (_title, template, partials, expected) => {
    const variables = { x: 1, l: [{ n: 2 }, { n: 3 }], lines: 'x\ny' }
    expect(renderOf(template, variables, partials)).toBe(expected)
  })

  it('that includes itself ends, also in a bundle that no compiler checked', () => {
    expect(renderOf('{{>p}}', {}, { p: 'x{{>p}}' })).toBe('x')
  })
})

describe('A plain variable that is not given', () => {
  it('is a 400 that names all missing ones, in all messages', () => {
    const { render } = linkMessages([
      { role: 'system', content: '{{a}} {{b.c}} {{#absent}}{{not_needed}}{{/absent}}' },
      { role: 'user', content: [{ type: 'text', text: '{{d}} {{a}}' }] },
    ])
    expect(textOf(render({ b: {} }))).toBe(
      '400: The prompt needs the variables "a", "b.c", "d": add them to "variables".',
    )
  })

  it('is named where a section is rendered', () => {
    expect(renderOf('{{#l}}{{n}}{{/l}}', { l: [{ n: 1 }, {}] })).toContain('the variable "n"')
  })
})

describe('Variables are declared', () => {
  const { render } = linkMessages(
    [{ role: 'user', content: '{{tone}} {{#items}}{{.}}{{/items}}{{#flag}}!{{/flag}}' }],
    {},
    { tone: { default: 'calm' }, items: { type: 'array', required: true }, flag: { type: 'boolean' } },
  )
  it.each<readonly [string, JsonObject, string]>([
    ['a default stands in', { items: [1] }, 'calm 1'],
    ['a value replaces the default', { items: [1], tone: 'dry' }, 'dry 1'],
    ['null is a value', { items: [1], tone: null }, ' 1'],
    [
      'a required one must be given, though a section uses it',
      {},
      '400: The prompt needs the variable "items": add it to "variables".',
    ],
    ['a wrong type is a 400', { items: 'x' }, '400: The variable "items" must be a list.'],
    [
      'a string is not a boolean',
      { items: [], flag: 'false' },
      '400: The variable "flag" must be true or false.',
    ],
  ])('%s', (_title, variables, expected) => expect(textOf(render(variables))).toBe(expected))
})

describe('A template reaches own properties alone', () => {
  it.each([
    '__proto__',
    'constructor',
    'toString',
    'x.length',
    'x.constructor',
    'l.length',
    'x.0',
    'hasOwnProperty',
  ])('{{%s}} is missing', name =>
    expect(renderOf(`{{${name}}}`, { x: 'text', l: [] })).toContain('400: The prompt needs the variable'),
  )

  it('a property of such a name that the caller sends is one', () => {
    expect(renderOf('{{o.__proto__}}', JSON.parse('{"o":{"__proto__":"own"}}'))).toBe('own')
  })
})

describe('A rendering is bounded', () => {
  const large = 'x'.repeat(1024 * 1024)
  it.each<readonly [string, string, JsonObject, Record<string, string>]>([
    ['in its characters', '{{x}}{{x}}{{x}}{{x}}{{x}}', { x: large }, {}],
    ['in the repetitions of sections', '{{#l}}{{#l}}{{#l}}{{/l}}{{/l}}{{/l}}', { l: Array(100).fill(1) }, {}],
    ['in what a loop writes', '{{#l}}{{x}}{{/l}}', { l: Array(90_000).fill(1), x: 'y'.repeat(100) }, {}],
  ])('%s', (_title, template, variables, partials) => {
    expect(renderOf(template, variables, partials)).toContain(
      '400: The prompt with these variables is too large',
    )
  })

  it('in the partials that include each other', () => {
    // Each level doubles: 2 to the power of 40 renderings, and as many uses of variables.
    const partials = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `p${level}`,
        `{{>p${level + 1}}}{{#a}}{{>p${level + 1}}}{{/a}}`,
      ]),
    )
    const parsed = new Map(Object.entries(partials).map(([id, text]) => [id, parseTemplate(text).template]))
    expect(variableUses(parseTemplate('{{>p0}}').template, parsed).length).toBeLessThan(2_000)
    expect(renderOf('{{>p0}}', { a: 1 }, partials)).toContain(
      '400: The prompt with these variables is too large',
    )
  })

  it('in the indentations of partials', () => {
    const partials = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [`p${level}`, ` {{>p${level + 1}}}\n\t{{>p${level + 1}}}\n`]),
    )
    expect(renderOf('{{>p0}}', {}, partials)).toBe('400: The prompt "test" includes more than 1000 partials.')
  })

  it('in the depth of sections', () => {
    const { template, errors } = parseTemplate('{{#a}}'.repeat(9_000))
    expect([template, errors[0]?.message]).toEqual([[], 'The section "a" is not closed.'])
    expect(parseTemplate(`${'{{#a}}'.repeat(33)}${'{{/a}}'.repeat(33)}`).errors[0]?.message).toBe(
      'Sections nest more than 32 deep.',
    )
  })

  it('in the work of parsing one long line', () => {
    const text = `${'{{#a}}x{{/a}}'.repeat(4_000)}${' '.repeat(2_000_000)}{{#a}}`
    expect(parseTemplate(text).errors).toHaveLength(1)
    expect(parseTemplate('{{a}}'.repeat(20_000)).errors).toEqual([
      { message: 'The template has more than 10000 tags.', start: 50_000, end: 50_005 },
    ])
  })

  it('in the depth of variables', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as Json
    expect(renderOf('{{x}}', { x: deep })).toBe('400: "variables" nest more than 64 levels deep.')
  })
})
