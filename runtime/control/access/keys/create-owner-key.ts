// The key of the first owner: made once for a store, by a command on the machine of its operator or with the setup token of its console. Of two at once, one wins.
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type { Ports } from '../../../values/ports.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceStore } from '../../core/resource-store.ts'
import { createSecret, type KeyDigest, maskSecret } from './key-secret.ts'
import { NO_SETTINGS } from './key-settings.ts'
import { API_KEY, API_KEY_FORM, type ApiKey } from './model.ts'

export interface OwnerKeyOptions {
  readonly store: ResourceStore
  /** The saved resources of the process that makes it, which then knows it at once; absent in a command. */
  readonly replica?: Replica | undefined
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash'>
  readonly digest: KeyDigest
  /** Who makes it, as the audit log names it; default: the command. */
  readonly by?: { readonly id: string; readonly method: string; readonly uri: string }
}

const COMMAND = 'portolan admin-key create'

/** The secret; a failure where the store has an owner's key already. */
export async function createOwnerKey({
  store,
  replica,
  ports,
  digest,
  by = { id: COMMAND, method: 'COMMAND', uri: COMMAND },
}: OwnerKeyOptions): Promise<string | Failure> {
  const text = createSecret(ports.randomId)
  const now = ports.clock.now()
  const id = derivedUuid(ports.hash, API_KEY, 'owner')
  const key: ApiKey = {
    ...NO_SETTINGS,
    id,
    type: 'organisation-service',
    role: 'owner',
    name: 'owner',
    workspace: null,
    user: null,
    device: null,
    status: 'active',
    secret: { digest: digest(text), masked: maskSecret(text) },
    secretUsed: true,
    oldSecret: null,
    acceptedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const revision = await commitChange(
    { store, replica, clock: ports.clock, randomId: ports.randomId },
    {
      principal: { id: by.id, type: 'admin-key', organisation: 'all', workspaces: new Map() },
      method: by.method,
      uri: by.uri,
      expects: undefined,
    },
    {
      action: 'create',
      resource: API_KEY,
      id,
      workspace: null,
      before: null,
      after: { id, name: key.name, role: 'owner', masked_key: key.secret.masked },
      writes: [{ kind: API_KEY, id, value: API_KEY_FORM.write(key), expects: 'absent' }],
    },
  )
  if (!isFailure(revision)) return text
  return failure(
    'conflict',
    `The store ${store.name} has the key of an owner already. Its holder can rotate it: POST /v1/api-keys/${id}/rotate.`,
  )
}
