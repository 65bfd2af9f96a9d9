// What a subcommand of `portolan logs` is run with, and where it reads.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { OptionValues } from '../command.ts'
import type { StoreCommand } from '../store/use-store.ts'
import type { Terminal } from '../terminal.ts'

export interface LogReader {
  /** The address without credentials. */
  readonly name: string
  /** The body of the reply; rejects with a `StoreError` whose message is the sentence of a refusal. */
  readonly send: (method: string, path: string, body?: JsonObject) => Promise<JsonObject>
  /** The bytes of a reply, as they come. */
  readonly download: (path: string, onChunk: (bytes: Uint8Array) => void) => Promise<void>
  readonly close: () => Promise<void>
}

export interface LogReaderOptions extends Pick<StoreCommand, 'name' | 'values' | 'terminal' | 'paths'> {
  /** Only lists and groups are read, with these filters. */
  readonly filters?: Readonly<Record<string, string>>
}

export interface LogTask {
  readonly connection: LogReader
  /** The trace, or what else the subcommand is given. */
  readonly argument: string
  /** The period and the filters. */
  readonly query: Readonly<Record<string, string>>
  readonly values: OptionValues
  readonly terminal: Terminal
  readonly isJson: boolean
  /** Waits, so that tests need not. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** Milliseconds since 1970. */
  readonly now: () => number
}
