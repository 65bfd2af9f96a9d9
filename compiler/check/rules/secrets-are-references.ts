// In files every secret is a reference, alone in its property and of a form that this version resolves. In a request
// header it is a literal: a caller must not make the gateway read its own environment.
import { SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { child, lastToken, type Pointer } from '../../pointer.ts'
import { looksLikeReference, secretReference } from '../../secret.ts'
import type { Json } from '../../source.ts'
import { isList, isObject, own } from '../kind.ts'
import { NAMES_A_REFERENCE, REFERENCE_FORMS, referenceFault } from '../reference-forms.ts'
import type { Rule } from '../rule.ts'
import { textOf } from '../site.ts'
import type { Tell } from '../tell.ts'

interface Text {
  readonly pointer: Pointer
  readonly text: string
}

function* textsIn(value: Json, pointer: Pointer): Generator<Text> {
  if (typeof value === 'string') yield { pointer, text: value }
  else if (isList(value))
    for (const [index, item] of value.entries()) yield* textsIn(item, child(pointer, index))
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) yield* textsIn(item, child(pointer, name))
}

function judgeInFile(name: string, { pointer, text }: Text, tell: Tell): 'literal' | 'reference' {
  const reference = secretReference(text)
  if (reference?.source === 'secret') {
    const message = `"${name}" refers to a stored secret. Secret stores are not served by this version; use \${env:NAME} or \${file:/path}.`
    tell('unsupported-setting', pointer, message)
  } else if (reference === undefined && looksLikeReference(text)) {
    const message = `"${name}" holds a reference to a secret whose form is wrong: ${referenceFault(text)}.`
    tell('malformed-secret-reference', pointer, message, { notes: [{ message: REFERENCE_FORMS }] })
  }
  return reference === undefined && !looksLikeReference(text) ? 'literal' : 'reference'
}

export const secretsAreReferences: Rule = ({ sites, catalog, surroundings }, tell) => {
  for (const site of sites)
    for (const name of SECRET_PROPERTIES) {
      const texts = Array.from(textsIn(own(site.value, name) ?? null, child(site.pointer, name)))
      if (surroundings.door === 'request') {
        for (const { pointer, text } of texts)
          if (NAMES_A_REFERENCE.test(text))
            tell(
              'secret-reference-in-request',
              pointer,
              `"${name}" refers to a secret of the gateway's machine, which a request may not do. Send the secret itself, or name a provider of the gateway by its slug.`,
            )
        continue
      }
      const literals = texts.filter(text => text.text !== '' && judgeInFile(name, text, tell) === 'literal')
      const first = literals.find(({ pointer }) => pointer.endsWith('/private_key')) ?? literals[0]
      if (first === undefined) continue
      const last = lastToken(first.pointer) ?? name
      const property = /^\d+$/.test(last) ? name : last
      const owner = property === 'api_key' ? (catalog.provider(textOf(site, 'provider') ?? '')?.id ?? '') : ''
      const variable = `${owner}_${property}`.toUpperCase().replaceAll(/\W/g, '_').replace(/^_/, '')
      const message = `"${name}" holds a secret in plain text. Keep it out of the file and write a reference.`
      tell('literal-secret', first.pointer, message, {
        notes: [{ message: `For instance ${property}: \${env:${variable}}` }],
      })
    }
}
