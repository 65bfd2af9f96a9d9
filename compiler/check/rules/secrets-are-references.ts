// In files every secret is a supported reference and the whole value. In a header config it is a literal: a client
// must not make the gateway read its own environment.
import { CREDENTIAL_PROPERTIES, SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { child, lastToken, type Pointer } from '../../pointer.ts'
import { looksLikeReference, secretReference } from '../../secret.ts'
import { isSecretText } from '../../secret-json.ts'
import type { Json } from '../../source.ts'
import { isList, isObject, own } from '../kind.ts'
import { NAMES_A_REFERENCE, REFERENCE_FORMS, referenceFault } from '../reference-forms.ts'
import type { Rule } from '../rule.ts'
import { type SecretSlot, slotsOfChecks, slotsOfSite } from '../secret-slots.ts'
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

/**
 * In an object only some strings are secrets: the address of a service account may be next to the reference to its
 * key.
 */
const maySayPlainly = (slot: SecretSlot, { pointer, text }: Text): boolean =>
  slot.mayBeObject && pointer !== slot.pointer && !isSecretText(lastToken(pointer) ?? '', text)

function judgeInFile(name: string, { pointer, text }: Text, tell: Tell): 'literal' | 'reference' {
  const reference = secretReference(text)
  if (reference?.source === 'secret') {
    const message = `"${name}" refers to a stored secret. Secret stores are not supported by this version; use \${env:NAME} or \${file:/path}.`
    tell('unsupported-setting', pointer, message)
  } else if (reference === undefined && looksLikeReference(text)) {
    const message = `"${name}" contains a malformed secret reference: ${referenceFault(text)}.`
    tell('malformed-secret-reference', pointer, message, { notes: [{ message: REFERENCE_FORMS }] })
  }
  return reference === undefined && !looksLikeReference(text) ? 'literal' : 'reference'
}

const MACHINE_IDENTITIES = CREDENTIAL_PROPERTIES.filter(name => !SECRET_PROPERTIES.includes(name))

function judgeSlotInRequest({ name, pointer: at, value }: SecretSlot, tell: Tell): void {
  for (const { pointer, text } of textsIn(value, at))
    if (NAMES_A_REFERENCE.test(text))
      tell(
        'secret-reference-in-request',
        pointer,
        `"${name}" refers to a secret of the gateway host, which a request must not do. Send the secret itself, or use a stored provider by its slug.`,
      )
}

/** `KEY` of a provider is `OPENAI_API_KEY`; `apiKey` of a check is `LAKERA_API_KEY`. */
function variableFor(owner: string, name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
  return `${owner}_${words}`.toUpperCase().replaceAll(/\W/g, '_').replace(/^_/, '')
}

function judgeSlotInFile(slot: SecretSlot, tell: Tell): void {
  const { name, value, pointer: at, owner } = slot
  const literals = Array.from(textsIn(value, at)).filter(
    text => text.text !== '' && judgeInFile(name, text, tell) === 'literal' && !maySayPlainly(slot, text),
  )
  const first = literals.find(({ pointer }) => pointer.endsWith('/private_key')) ?? literals[0]
  if (first === undefined) return
  const last = lastToken(first.pointer) ?? name
  const property = /^\d+$/.test(last) ? name : last
  const message = `"${name}" contains a plain-text secret. Remove it from the file and use a reference.`
  tell('literal-secret', first.pointer, message, {
    notes: [{ message: `Example: ${property}: \${env:${variableFor(owner, property)}}` }],
  })
}

export const secretsAreReferences: Rule = (subject, tell) => {
  const inRequest = subject.surroundings.door === 'request'
  for (const site of subject.sites) {
    for (const name of inRequest ? MACHINE_IDENTITIES : [])
      if (own(site.value, name) !== undefined)
        tell(
          'secret-reference-in-request',
          { key: child(site.pointer, name) },
          `"${name}" names an identity of the gateway host, which a request must not do. Send your own credential, or use a stored provider by its slug.`,
        )
    for (const slot of slotsOfSite(site, subject))
      if (inRequest) judgeSlotInRequest(slot, tell)
      else judgeSlotInFile(slot, tell)
  }
  for (const slot of slotsOfChecks(subject))
    if (inRequest) judgeSlotInRequest(slot, tell)
    else judgeSlotInFile(slot, tell)
}
