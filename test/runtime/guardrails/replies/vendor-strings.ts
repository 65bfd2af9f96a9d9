// The strings of the vendors' replies, from the types of their SDKs: each path, and whether it is a choice from a list.
// `[]` is a list, `.*` a map, `(type)` the type of an object among others.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The types of whole replies and their parts, and of events. A part is a root of its own. */
const ROOTS = {
  chat: "import('openai/resources/chat/completions').ChatCompletion",
  chunk: "import('openai/resources/chat/completions').ChatCompletionChunk",
  response: "import('openai/resources/responses/responses').Response",
  item: "import('openai/resources/responses/responses').ResponseOutputItem",
  responseEvent: "import('openai/resources/responses/responses').ResponseStreamEvent",
  message: "import('@anthropic-ai/sdk/resources/messages').Message",
  block: "import('@anthropic-ai/sdk/resources/messages').ContentBlock",
  messageEvent: "import('@anthropic-ai/sdk/resources/messages').RawMessageStreamEvent",
} as const

export type Root = keyof typeof ROOTS

export interface VendorString<R extends string = Root> {
  readonly root: R
  readonly path: string
  /** `any`: the vendor's types say nothing about the value. */
  readonly kind: 'string' | 'choice' | 'any'
}

const HERE = dirname(fileURLToPath(import.meta.url))
const SOURCE = join(HERE, 'vendor-types.ts')
const { TypeFlags } = ts

/** Every string, in order, except below what `isPart` says: its strings are those of another root. */
export const vendorStrings = (isPart: (root: Root, path: string) => boolean): readonly VendorString[] =>
  stringsOfTypes(ROOTS, isPart)

/** The same for any types, as expressions of TypeScript. */
export function stringsOfTypes<R extends string>(
  roots: Readonly<Record<R, string>>,
  isPart: (root: R, path: string) => boolean,
): readonly VendorString<R>[] {
  const fields = Object.entries(roots).map(([root, type]) => `${root}: ${type}`)
  const source = `export type Roots = { ${fields.join('; ')} }`
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.esnext.d.ts'],
  }
  const host = ts.createCompilerHost(options)
  const readFile = host.getSourceFile
  host.getSourceFile = (name, version, ...rest) =>
    name === SOURCE ? ts.createSourceFile(name, source, version) : readFile(name, version, ...rest)
  const program = ts.createProgram([SOURCE], options, host)
  const checker = program.getTypeChecker()
  const declaration = program.getSourceFile(SOURCE)?.statements.find(ts.isTypeAliasDeclaration)
  if (declaration === undefined) throw new Error('The types of the vendors were not read.')

  const found = new Map<string, VendorString<R>>()
  const walk = (type: ts.Type, root: R, path: string, above: readonly ts.Type[]): void => {
    const add = (kind: VendorString<R>['kind']): void => {
      if (kind === 'string' || !found.has(`${root} ${path}`))
        found.set(`${root} ${path}`, { root, path, kind })
    }
    if (isPart(root, path)) return
    if (type.isUnion()) for (const each of type.types) walk(each, root, path, above)
    else if (type.isStringLiteral()) add('choice')
    else if (type.flags & TypeFlags.String || isOpenChoice(type)) add('string')
    else if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) add('any')
    else if (checker.isArrayType(type)) {
      for (const item of checker.getTypeArguments(type as ts.TypeReference))
        walk(item, root, `${path}[]`, above)
    } else if ((type.flags & TypeFlags.Object || type.isIntersection()) && !above.includes(type)) {
      const values = type.getStringIndexType()
      if (values !== undefined) walk(values, root, `${path}.*`, [...above, type])
      const at = `${path}${typeOf(type)}`
      for (const field of type.getProperties())
        walk(checker.getTypeOfSymbol(field), root, `${at}.${field.name}`, [...above, type])
    }
  }
  const typeOf = (type: ts.Type): string => {
    const field = type.getProperty('type')
    const value = field && checker.getTypeOfSymbol(field)
    return value?.isStringLiteral() ? `(${value.value})` : ''
  }
  for (const field of checker.getTypeAtLocation(declaration).getProperties())
    walk(checker.getTypeOfSymbol(field), field.name as R, '', [])
  return [...found.values()]
}

/** `string & {}`, by which a vendor leaves a choice open. */
const isOpenChoice = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some(({ flags }) => flags & TypeFlags.String)
