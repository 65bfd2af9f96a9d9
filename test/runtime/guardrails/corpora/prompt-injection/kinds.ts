// The corpus by kind of attack, in two halves that were divided by turns: one to write rules by, one to measure.
import { ASSISTANTS } from './development/assistants.ts'
import { EXTRACTIONS } from './development/extractions.ts'
import { INDIRECT } from './development/indirect.ts'
import { JAILBREAKS } from './development/jailbreaks.ts'
import { LOOK_ALIKES } from './development/look-alikes.ts'
import { HELD_OUT_EXTRACTIONS } from './held-out/extractions.ts'
import { HELD_OUT_INDIRECT } from './held-out/indirect.ts'
import { HELD_OUT_JAILBREAKS } from './held-out/jailbreaks.ts'
import { HELD_OUT_LOOK_ALIKES } from './held-out/look-alikes.ts'
import type { Sample } from './sample.ts'

interface Kind {
  readonly kind: 'indirect' | 'extraction' | 'jailbreak' | 'harmless'
  readonly samples: readonly Sample[]
  /** How many of them the check finds at its default threshold: attacks at least, harmless ones at most. */
  readonly found: number
}

export const DEVELOPMENT: readonly Kind[] = [
  { kind: 'indirect', samples: INDIRECT, found: 38 },
  { kind: 'extraction', samples: EXTRACTIONS, found: 16 },
  { kind: 'jailbreak', samples: JAILBREAKS, found: 23 },
  { kind: 'harmless', samples: [...LOOK_ALIKES, ...ASSISTANTS], found: 1 },
]

export const HELD_OUT: readonly Kind[] = [
  { kind: 'indirect', samples: HELD_OUT_INDIRECT, found: 30 },
  { kind: 'extraction', samples: HELD_OUT_EXTRACTIONS, found: 10 },
  { kind: 'jailbreak', samples: HELD_OUT_JAILBREAKS, found: 12 },
  { kind: 'harmless', samples: HELD_OUT_LOOK_ALIKES, found: 7 },
]
