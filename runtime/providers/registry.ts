// The adapters by dialect. A dialect that is not here needs none: its providers speak the vendor's schema.
import type { Adapter } from './adapter.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { bedrock } from './bedrock/bedrock.ts'
import { google } from './google/google.ts'
import { vertex } from './google/vertex/vertex.ts'

export const adapters: { readonly [dialect: string]: Adapter } = {
  anthropic,
  google,
  cloud1: bedrock,
  cloud3: vertex,
}
