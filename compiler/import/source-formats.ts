// The formats that can be imported.
import { litellmFormat } from './litellm/format.ts'
import type { SourceFormat } from './source-format.ts'

export const SOURCE_FORMATS: readonly SourceFormat[] = [litellmFormat]
