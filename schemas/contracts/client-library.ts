// The lines of an SDK or framework for one gateway.
import type { ClientExample } from '../generated/types.ts'

/** What takes the place of the placeholders. */
export interface ExampleValues {
  /** The URL of the gateway without a path. */
  readonly origin: string
  readonly model: string
}

/** The program with the values in it. */
export const exampleCode = ({ code }: ClientExample, values: ExampleValues): string =>
  fillExample(code.join('\n'), values)

/** A text with the values in place of its placeholders; other braces are those of a language. */
export const fillExample = (text: string, { origin, model }: ExampleValues): string =>
  text.replaceAll('{origin}', origin).replaceAll('{model}', model)

/** The command that installs the packages of a program, undefined if it needs none. */
export function installCommand({ language, package: name, more = [] }: ClientExample): string | undefined {
  if (name === undefined) return undefined
  const packages = [name, ...more].map(each => (each.includes('[') ? `'${each}'` : each)).join(' ')
  switch (language) {
    case 'python':
      return `pip install ${packages}`
    case 'node':
      return `npm install ${packages}`
    case 'go':
      return `go get ${packages}`
    default:
      return undefined
  }
}

/** Names of the languages, as they are shown. */
export const LANGUAGE_NAMES: Readonly<Record<ClientExample['language'], string>> = {
  python: 'Python',
  node: 'Node',
  go: 'Go',
  java: 'Java',
  curl: 'curl',
}
