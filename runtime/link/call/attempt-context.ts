// The attempt that a response belongs to, as those see it who read the response.
import type { AdapterContext } from '../../values/adapter.ts'
import type { Call, Reply } from '../../values/call.ts'
import type { NativeEndpoint, Target } from '../target/target.ts'

export interface AttemptContext {
  readonly call: Call
  readonly target: Target
  readonly serving: NativeEndpoint
  readonly context: AdapterContext
  /** The name of the node in replies and logs. */
  readonly targetName: string
  /** Whether a whole reply is parsed before it counts as a success. */
  readonly parses: boolean
  /** Ends the attempt with a reply, once. */
  settle(reply: Reply): void
  /** Ends the attempt with an exception of the code that reads its reply. */
  contain(bug: unknown): void
}
