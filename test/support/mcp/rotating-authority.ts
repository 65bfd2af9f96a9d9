// A token endpoint whose refresh tokens count once: the grant of a connection, as an authorization server sees it.

export interface AuthorityRules {
  /** Whether each renewal brings a new refresh token, and ends the one before. */
  readonly rotates: boolean
  /** Whether a refresh token that is used again ends the grant. */
  readonly detectsReuse: boolean
}

/** The usual rules: a refresh token counts once. */
export const ROTATING: AuthorityRules = { rotates: true, detectsReuse: true }
export const RULES: readonly AuthorityRules[] = [
  ROTATING,
  { rotates: true, detectsReuse: false },
  { rotates: false, detectsReuse: false },
]

export interface IssuedTokens {
  readonly access: string
  /** Undefined where the refresh token before stays valid. */
  readonly refresh: string | undefined
}

export interface RotatingAuthority {
  /** A person agrees: a new grant. */
  readonly grant: () => IssuedTokens & { readonly refresh: string }
  /** Undefined: `invalid_grant`. */
  readonly renew: (refresh: string) => IssuedTokens | undefined
  readonly revoke: (token: string) => void
  readonly accepts: (access: string) => boolean
  /** The refresh token that the grant of this one accepts; undefined once it has ended. */
  readonly latestOf: (refresh: string) => string | undefined
  /** The refresh token that the newest grant accepts; undefined once it has ended. */
  readonly current: () => string | undefined
}

interface Grant {
  refresh: string
  hasEnded: boolean
}

export function createRotatingAuthority({ rotates, detectsReuse }: AuthorityRules): RotatingAuthority {
  const grantOf = new Map<string, Grant>()
  let newest: Grant | undefined
  let count = 0
  const token = (kind: string, grant: Grant): string => {
    count += 1
    const name = `${kind}-${count}`
    grantOf.set(name, grant)
    return name
  }
  return {
    grant: () => {
      const grant = { refresh: '', hasEnded: false }
      grant.refresh = token('refresh', grant)
      newest = grant
      return { access: token('access', grant), refresh: grant.refresh }
    },
    renew: refresh => {
      const grant = grantOf.get(refresh)
      if (grant === undefined || grant.hasEnded) return undefined
      if (refresh !== grant.refresh) {
        if (detectsReuse) grant.hasEnded = true
        return undefined
      }
      if (rotates) grant.refresh = token('refresh', grant)
      return { access: token('access', grant), refresh: rotates ? grant.refresh : undefined }
    },
    revoke: name => {
      const grant = grantOf.get(name)
      if (grant !== undefined) grant.hasEnded = true
    },
    accepts: access => grantOf.get(access)?.hasEnded === false,
    latestOf: refresh => {
      const grant = grantOf.get(refresh)
      return grant === undefined || grant.hasEnded ? undefined : grant.refresh
    },
    current: () => (newest === undefined || newest.hasEnded ? undefined : newest.refresh),
  }
}
