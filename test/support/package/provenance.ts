// From what and by what a release was built: an in-toto statement (v1) with a predicate of SLSA provenance (v1). It is not signed, and
// says so: whoever publishes the files signs it, or rebuilds them and compares.

export interface Build {
  readonly version: string
  readonly commit: string
  readonly platform: string
  readonly node: string
  /** The program that removed the symbols, with its version; undefined if none did. */
  readonly stripper: string | undefined
  /** The date of everything inside, in seconds since 1970. */
  readonly seconds: number
  /** SHA-256 of package-lock.json. */
  readonly lock: string
}

export interface Product {
  readonly name: string
  readonly sha256: string
}

export function provenanceOf(build: Build, products: readonly Product[]): object {
  const { version, commit, platform, node, stripper, seconds, lock } = build
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: products.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:portolan:release:v1',
        externalParameters: { version, commands: ['npm ci', 'npm run package'] },
        internalParameters: {
          platform,
          SOURCE_DATE_EPOCH: String(seconds),
          stripper: stripper ?? 'none',
          signature: 'none: this statement does not prove who built the files',
        },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lock } },
          { name: 'node', uri: `pkg:npm/node@${node}` },
        ],
      },
      runDetails: { builder: { id: 'urn:portolan:builder:unsigned' } },
    },
  }
}
