// Renewed tokens that are not in the store yet: used from memory and saved as soon as the store can be written, since the authorization
// server may accept none of the tokens before them.
import { isFailure } from '../../values/failures.ts'
import type { Clock } from '../../values/ports.ts'
import { StoreError } from '../core/store-error.ts'
import type { ConnectionStore, RenewedTokens } from './connection-store.ts'
import type { FoundConnection } from './saved-connection.ts'

/** What the store has once the tokens are saved, or superseded; undefined: the connection was revoked meanwhile. */
export type SavedResult = RenewedTokens | { readonly found: FoundConnection | undefined }

export interface UnsavedTokens {
  readonly of: (user: string) => RenewedTokens | undefined
  /** Saves tokens, or has them saved later where the store is unavailable. */
  readonly save: (renewed: RenewedTokens) => Promise<SavedResult>
  /** Saves the unsaved tokens of a person; rejects with a `StoreError` while the store is unavailable. */
  readonly flush: (user: string) => Promise<SavedResult | undefined>
}

const [FIRST, LAST] = [500, 5_000]

export function createUnsavedTokens(
  connections: Pick<ConnectionStore, 'saveRenewed'>,
  clock: Pick<Clock, 'after'>,
  /** Tokens of a connection that was revoked while they were being renewed. */
  onRevoked: (renewed: RenewedTokens) => void,
): UnsavedTokens {
  const unsaved = new Map<string, RenewedTokens>()
  const write = async (renewed: RenewedTokens): Promise<SavedResult> => {
    const { user } = renewed.saved
    const result = await connections.saveRenewed(renewed)
    // Without a key nothing can be sealed: the tokens are used from memory.
    if (isFailure(result)) return renewed
    if (unsaved.get(user) === renewed) unsaved.delete(user)
    if ('revision' in result) return renewed
    if (result.found === undefined) onRevoked(renewed)
    return result
  }
  const retry = (user: string, wait: number): void => {
    clock.after(wait, () => {
      const renewed = unsaved.get(user)
      if (renewed === undefined) return
      void write(renewed).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error
        retry(user, Math.min(LAST, wait * 2))
      })
    })
  }
  return {
    of: user => unsaved.get(user),
    save: async renewed => {
      const { user } = renewed.saved
      unsaved.set(user, renewed)
      try {
        return await write(renewed)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        retry(user, FIRST)
        return renewed
      }
    },
    flush: async user => {
      const renewed = unsaved.get(user)
      return renewed && (await write(renewed))
    },
  }
}
