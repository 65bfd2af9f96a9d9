// Which scripted step a call meets: the most specific script that names it, and the next step of that.
import type { UpstreamScripts, UpstreamStep } from '../../schemas/generated/types.ts'

/** What identifies a call to a script. */
export interface CallIdentity {
  /** Undefined for services. */
  readonly target: string | undefined
  readonly slug: string | undefined
  /** The pool of which the stored provider is a member. */
  readonly pool?: string | undefined
  readonly provider: string | undefined
  readonly url: string
}

export type NextStep = (identity: CallIdentity) => UpstreamStep | undefined

/** Names every other call. */
const ANY = '*'

/** True for the name of a URL: scripts may name its beginning. */
export const isUrlPrefix = (name: string): boolean => name.includes('://')

/** True for a path in the config: `config`, `config.targets[0]`. */
export const isTargetPath = (name: string): boolean => /^config(?![^.[])/.test(name)

/** Whether a path in the config is that of a target, or of one above it. */
export const reaches = (path: string, target: string): boolean =>
  target === path || target.startsWith(`${path}.`) || target.startsWith(`${path}[`)

/** How specific a name is for a call: the higher, the more; 0 where it does not name it. */
function specificity(name: string, { target, slug, pool, provider, url }: CallIdentity): number {
  if (name === ANY) return 1
  if (isTargetPath(name)) return target !== undefined && reaches(name, target) ? 1000 + name.length : 0
  if (isUrlPrefix(name)) return url.startsWith(name) ? 100 + name.length : 0
  if (name.startsWith('@')) return name.slice(1) === slug ? 4 : name.slice(1) === pool ? 3 : 0
  return name === provider ? 2 : 0
}

/** The steps of one request; each script remembers how many of its steps were used. */
export function playScripts(scripts: UpstreamScripts): NextStep {
  const used = new Map<string, number>()
  const names = Object.keys(scripts)
  return identity => {
    let best: string | undefined
    let highest = 0
    for (const name of names) {
      const rank = specificity(name, identity)
      if (rank <= highest) continue
      best = name
      highest = rank
    }
    const script = best === undefined ? undefined : scripts[best]
    if (best === undefined || script === undefined) return undefined
    const steps: readonly UpstreamStep[] = Array.isArray(script) ? script : [script as UpstreamStep]
    const index = used.get(best) ?? 0
    used.set(best, index + 1)
    return steps[Math.min(index, steps.length - 1)]
  }
}
