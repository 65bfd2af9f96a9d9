// The variables in place of keys in clear text: each key has one of its own.

export interface SecretNames {
  /** The name of the variable for a key: the wanted one, or with a number. */
  readonly nameOf: (wanted: string, key: string) => string
}

/** `taken`: variables that have other values, since the source refers to them, or its environment has them. */
export function createSecretNames(taken: ReadonlySet<string> = new Set()): SecretNames {
  const named = new Map<string, string>()
  return {
    nameOf: (wanted, key) => {
      for (let number = 1; ; number += 1) {
        const name = number === 1 ? wanted : `${wanted}_${number}`
        if (named.get(name) === key) return name
        if (named.has(name) || taken.has(name)) continue
        named.set(name, key)
        return name
      }
    },
  }
}
