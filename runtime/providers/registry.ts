// The adapters by dialect. A dialect that is not here needs none: its providers speak the vendor's schema.
import type { Adapter } from './adapter.ts'
import { anthropic } from './anthropic/anthropic.ts'

export const adapters: { readonly [dialect: string]: Adapter } = { anthropic }
