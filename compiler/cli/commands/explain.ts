// `portolan explain CODE`: the explanation of a diagnostic code.
import { type Code, messages } from '../../diagnostics/messages.ts'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { quoted } from '../../diagnostics/words.ts'
import { type Command, EXIT, misuse } from '../command.ts'

const isCode = (text: string): text is Code => Object.hasOwn(messages, text)

export const explain: Command = {
  name: 'explain',
  summary: 'explain a diagnostic code and how to fix it',
  usage: '[CODE]',
  help: 'Prints the explanation of a diagnostic code, or lists all codes.',
  options: {},
  run: async ([code], _values, terminal) => {
    if (code === undefined) {
      const codes = Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1))
      const width = Math.max(...codes.map(([name]) => name.length))
      terminal.out(codes.map(([name, { title }]) => `${name.padEnd(width)}  ${title}`).join('\n'))
      return EXIT.clean
    }
    if (!isCode(code)) {
      const near = didYouMean(suggest(code, Object.keys(messages)))
      return misuse(terminal, `Unknown code ${quoted(code)}.${near}`, 'explain')
    }
    const { severity, title, explanation } = messages[code]
    terminal.out(
      `${terminal.paint('place', code)} (${terminal.paint(severity, severity)})\n${title}\n\n${explanation}`,
    )
    return EXIT.clean
  },
}
