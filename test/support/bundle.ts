// Bundles for tests: one plan called "chat" in the gateway of an empty manifest.
import { createHash } from 'node:crypto'
import { lowerManifest } from '../../compiler/lower/manifest.ts'
import { seal } from '../../compiler/plan/emit.ts'
import type { Bundle, Plan } from '../../schemas/generated/types.ts'
import { tinyCatalog } from './tiny-catalog.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export function bundleOf(plan: Plan): Bundle {
  return seal(
    { format: 2, compiler: 'test', gateway: lowerManifest({}, tinyCatalog), plans: { chat: plan } },
    sha256,
  )
}
