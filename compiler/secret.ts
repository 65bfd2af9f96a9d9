// References to secrets as they stand in files: `${env:NAME}`, `${file:/run/secrets/name}`, `${secret:slug}`.
// The compiler reads their form and never what they name.

export interface SecretReference {
  readonly source: 'env' | 'file' | 'secret'
  readonly name: string
}

const REFERENCE = /^\$\{(env|file|secret):([^{}]+)\}$/
const NAMES = {
  env: /^[A-Za-z_][A-Za-z0-9_]*$/,
  file: /^\/[^\0]*$/,
  secret: /^[a-z0-9][a-z0-9-]*$/,
} as const

/** The reference that a text is, or undefined when it is a literal or its form is wrong. */
export function secretReference(text: string): SecretReference | undefined {
  const match = REFERENCE.exec(text)
  const source = match?.[1] as SecretReference['source'] | undefined
  const name = match?.[2]
  if (source === undefined || name === undefined || !NAMES[source].test(name)) return undefined
  return { source, name }
}

/** True for a text that means to be a reference, whether or not its form is right. */
export const looksLikeReference = (text: string): boolean => text.includes('${')
