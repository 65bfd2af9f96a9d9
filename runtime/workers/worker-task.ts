// What a worker is started with, and what it replies. Values that can be copied between threads.
import type { Bundle } from '../../schemas/generated/types.ts'
import type { FollowStoreOptions } from '../process/follow-store.ts'
import type { BoundAddresses } from '../process/open-listeners.ts'
import type { ListenerOptions } from '../process/served-parts.ts'
import type { StartOptions } from '../process/start-runtime.ts'

export type TaskOptions = ListenerOptions & Pick<StartOptions, 'environment'> & { readonly folder: string }

export type WorkerTask = {
  readonly options: TaskOptions
  /** Nothing else may listen on its ports. */
  readonly isFirst: boolean
} & (
  | { readonly kind: 'bundle'; readonly bundle: Bundle }
  | {
      readonly kind: 'store'
      readonly follow: Pick<
        FollowStoreOptions,
        'store' | 'project' | 'label' | 'deployment' | 'trusted' | 'moves' | 'signingKey'
      >
    }
)

export type StartedWorker =
  | (BoundAddresses & {
      readonly host: string
      /** The digest of the plan of a store; of a bundle, an empty string. */
      readonly plan: string
      readonly secure: boolean
    })
  /** Why it cannot serve. */
  | { readonly sentences: readonly string[] }
  /** An address on which it cannot listen. */
  | { readonly fault: { readonly message: string; readonly code: string; readonly syscall: string } }
