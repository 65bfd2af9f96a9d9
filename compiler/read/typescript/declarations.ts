// The type declarations of the module `portolan` as configs import it.

/** The declarations: the generated types (`schemas/generated/types.ts`) and the functions. */
export function declarationsOf(generatedTypes: string): string {
  return `${generatedTypes}
/** Returns the config unchanged; its type enables completion and type checking. */
export declare function defineConfig(config: Config): Config
/** Returns the gateway manifest unchanged; its type enables completion and type checking. */
export declare function defineGateway(manifest: Manifest): Manifest
/** Returns the tests unchanged; its type enables completion and type checking. */
export declare function defineTests(tests: ConfigTests): ConfigTests
`
}
