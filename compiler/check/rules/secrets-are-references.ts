// In files every secret is a reference, alone in its property and of a form that this version resolves. In a request
// header it is a literal: a caller must not make the gateway read its own environment.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { CREDENTIAL_PROPERTIES, SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { child, lastToken, type Pointer } from '../../pointer.ts'
import { looksLikeReference, secretReference } from '../../secret.ts'
import { isSecretText } from '../../secret-json.ts'
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

/** Within an object only some texts are secrets: the address of a service account may stand beside the reference to its key. */
function maySayPlainly(name: string, property: Pointer, { pointer, text }: Text): boolean {
  const isObjectToo = configFacts[name]?.type.includes('object') === true
  return isObjectToo && pointer !== property && !isSecretText(lastToken(pointer) ?? '', text)
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

const MACHINE_IDENTITIES = CREDENTIAL_PROPERTIES.filter(name => !SECRET_PROPERTIES.includes(name))

export const secretsAreReferences: Rule = ({ sites, catalog, surroundings }, tell) => {
  for (const site of sites) {
    for (const name of surroundings.door === 'request' ? MACHINE_IDENTITIES : [])
      if (own(site.value, name) !== undefined)
        tell(
          'secret-reference-in-request',
          { key: child(site.pointer, name) },
          `"${name}" names an identity of the gateway's machine, which a request may not do. Send a credential of your own, or name a provider of the gateway by its slug.`,
        )
    for (const name of SECRET_PROPERTIES) {
      const value = own(site.value, name)
      if (value === undefined) continue
      const texts = Array.from(textsIn(value, child(site.pointer, name)))
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
      const property = child(site.pointer, name)
      const literals = texts.filter(
        text =>
          text.text !== '' &&
          judgeInFile(name, text, tell) === 'literal' &&
          !maySayPlainly(name, property, text),
      )
      const first = literals.find(({ pointer }) => pointer.endsWith('/private_key')) ?? literals[0]
      if (first === undefined) continue
      const last = lastToken(first.pointer) ?? name
      const variableOf = /^\d+$/.test(last) ? name : last
      const owner =
        variableOf === 'api_key' ? (catalog.provider(textOf(site, 'provider') ?? '')?.id ?? '') : ''
      const variable = `${owner}_${variableOf}`.toUpperCase().replaceAll(/\W/g, '_').replace(/^_/, '')
      const message = `"${name}" holds a secret in plain text. Keep it out of the file and write a reference.`
      tell('literal-secret', first.pointer, message, {
        notes: [{ message: `For instance ${variableOf}: \${env:${variable}}` }],
      })
    }
  }
}
