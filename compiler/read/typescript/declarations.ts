// The text of the type declarations that a config sees when it imports `portolan`.

/** The declarations of the module, made of the generated types (`schemas/generated/types.ts`) and the two functions. */
export function declarationsOf(generatedTypes: string): string {
  return `${generatedTypes}
/** Returns the config as it is; its type gives completion and checks. */
export declare function defineConfig(config: Config): Config
/** Returns the gateway manifest as it is; its type gives completion and checks. */
export declare function defineGateway(manifest: Manifest): Manifest
`
}
