// Help texts are wrapped at 80 columns: nothing is lost, and descriptions stay in their column.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../compiler/cli/commands.ts'
import { wrapHelp, wrapUsage } from '../../../compiler/cli/layout/wrap-help.ts'
import { runs } from '../../support/property-seed.ts'

const words = (text: string): readonly string[] => text.split(/\s+/).filter(word => word !== '')
const long = 'word '.repeat(30).trim()

describe('help', () => {
  it('a paragraph is wrapped as one, and blank lines stay', () => {
    expect(
      wrapHelp(`First\n${long}\n\nSecond.`)
        .split('\n')
        .map(line => line.length),
    ).toEqual([80, 74, 0, 7])
  })

  it('the description of an option has a hanging indent, which its next lines join', () => {
    expect(wrapHelp(`  --one X   ${long}\n            and more`)).toMatch(
      /^ {2}--one X {3}word[\s\S]*\n {12}word.* and more$/,
    )
  })

  it('a list in a description has an indent of its own', () => {
    expect(wrapHelp(`  --format F  one of:\n              pretty  ${long}`)).toMatch(
      /one of:\n {14}pretty {2}word[^\n]*\n {22}word/,
    )
  })

  it('an option whose name leaves one space is described in the column of the others', () => {
    expect(wrapHelp(`  --a       b\n  --longer  c\n  --longest ${long}`)).toMatch(
      /\n {2}--longest word[^\n]*\n {12}word/,
    )
  })

  it('an example stands alone', () => {
    expect(wrapHelp('A line such as\n  # comment\ngives.')).toBe('A line such as\n  # comment\ngives.')
  })

  it('arguments of a usage line are kept whole', () => {
    expect(wrapUsage('Usage: portolan x ', `A ${'[--long NAME [--inner KEY] ] '.repeat(4)}`)).toEqual([
      'Usage: portolan x A [--long NAME [--inner KEY] ] [--long NAME [--inner KEY] ]',
      '                  [--long NAME [--inner KEY] ] [--long NAME [--inner KEY] ]',
    ])
  })

  it('of every command keeps its words in their order', async () => {
    for (const { load } of commands) {
      const { help } = await load()
      expect(words(wrapHelp(help))).toEqual(words(help))
    }
  })

  it('keeps the words of any text, and fits where its words do', () => {
    const word = fc.stringMatching(/^[a-z,.-]{1,12}$/)
    const line = fc
      .tuple(fc.constantFrom('', '  ', '    '), fc.array(word, { maxLength: 30 }), fc.constantFrom(' ', '  '))
      .map(([indent, all, gap]) => indent + all.join(' ').replace(' ', gap))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), lines => {
        const wrapped = wrapHelp(lines.join('\n'))
        expect(words(wrapped)).toEqual(words(lines.join('\n')))
        expect(wrapped.split('\n').filter(each => each.length > 80)).toEqual([])
      }),
      { numRuns: runs(200) },
    )
  })
})
