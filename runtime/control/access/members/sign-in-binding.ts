// Whose tokens sign a person in: the first one binds the person to its issuer and subject, since an address can be given to another
// account of the issuer. Tokens of another subject are refused, and recorded, until the person is unbound.
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { auditWrite, commitChange } from '../../core/commit-change.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Principal } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource, ResourceWrite } from '../../core/resource-store.ts'
import { KEY, storedAs, storedForm, TEXT } from '../../core/stored-form.ts'

/** The kind of bindings, by the person's identifier; by the address of those whom only the issuer knows. */
export const SIGN_IN = 'sign-in'

export const SIGN_IN_KINDS: readonly Kind[] = [
  clientKind({ name: SIGN_IN, signed: 'never', sealed: 'never', scopes: ['organisation_users'] }),
]

export const BINDING_FORM = storedForm(SIGN_IN, {
  /** The person's identifier, or address. */
  id: KEY,
  issuer: TEXT,
  subject: TEXT,
  createdAt: storedAs('created_at', TEXT),
})

export type Binding = ReturnType<typeof BINDING_FORM.read>

/** Why a verified token does not sign this person in; undefined where it does. Rejects with a `StoreError` where a binding cannot be written. */
export type BindPerson = (claims: JsonObject, person: Principal) => Promise<Failure | undefined>

type Sources = Pick<ControlSources, 'clock' | 'randomId' | 'store' | 'replica'>

/** Refusals that a process remembers, so that a client which repeats itself is recorded once. */
const MAX_RECORDED = 1_000

/** By the person's identifier, which the directory may have given after the first sign-in. */
export const findBinding = (
  replica: Replica | undefined,
  user: string,
  address: string,
): Resource | undefined => replica?.get(SIGN_IN, user) ?? replica?.get(SIGN_IN, address)

/** The writes that unbind people who are removed. */
export const unbindingOf = (
  replica: Replica | undefined,
  user: string,
  address: string,
): readonly ResourceWrite[] =>
  [user, address].flatMap(id =>
    replica?.get(SIGN_IN, id) === undefined ? [] : [{ kind: SIGN_IN, id, value: undefined }],
  )

/** Without a store there is nothing to bind to: people are what their tokens say. */
export function linkBindings(sources: Sources): BindPerson {
  const { store, replica, clock } = sources
  if (store === undefined || replica === undefined) return async () => undefined
  const recorded = new Set<string>()
  const refuse = async (person: Principal, subject: string, bound: Resource): Promise<Failure> => {
    const refusal = `${bound.id}/${bound.revision}/${subject}`
    if (!recorded.has(refusal)) {
      if (recorded.size >= MAX_RECORDED) recorded.clear()
      recorded.add(refusal)
      const entry = {
        action: 'refuse',
        resource: SIGN_IN,
        id: bound.id,
        workspace: null,
        before: showBinding(BINDING_FORM.read(bound)),
        after: { subject },
      }
      await store.commit({ writes: [auditWrite(sources, signingIn(person), entry)] })
    }
    return failure(
      'forbidden',
      `${quoted(person.id)} signs in with another account of the issuer. If the person has a new account, a manager of users can unbind the old one: DELETE /organisation/users/${person.user}/sign-in.`,
    )
  }
  return async (claims, person) => {
    const [issuer, subject] = [asText(claims['iss']), asText(claims['sub'])]
    if (issuer === undefined || subject === undefined || subject === '')
      return failure('forbidden', 'The token names no account in its claim "sub".')
    const isSame = ({ value }: Resource): boolean =>
      value['issuer'] === issuer && value['subject'] === subject
    const id = person.user ?? person.id
    const bound = findBinding(replica, id, person.id)
    if (bound !== undefined) return isSame(bound) ? undefined : refuse(person, subject, bound)
    const value = { issuer, subject, created_at: new Date(clock.now()).toISOString() }
    const revision = await commitChange(sources, signingIn(person), {
      action: 'bind',
      resource: SIGN_IN,
      id,
      workspace: null,
      before: null,
      after: showBinding(value),
      writes: [{ kind: SIGN_IN, id, value, expects: 'absent' }],
    })
    if (!isFailure(revision)) return undefined
    // Another sign-in was first, perhaps in another process.
    const winner = findBinding(replica, id, person.id)
    if (winner === undefined) return revision
    return isSame(winner) ? undefined : refuse(person, subject, winner)
  }
}

/** A binding as the audit log has it. */
export const showBinding = ({ issuer, subject }: Pick<Binding, 'issuer' | 'subject'>): JsonObject => ({
  issuer,
  subject,
})

const signingIn = (principal: Principal) =>
  ({ principal, method: 'SIGN-IN', uri: '/', expects: undefined }) as const
