// The meter of the engine: the same engine, whose loops cost.
import { expect, it } from 'vitest'
import { FUEL, meterLoops } from '../../../../compiler/read/typescript/meter-loops.ts'

/** A module with the functions `loop`, which never ends, and `fill`, which fills a MiB. */
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // Types: nothing, and three integers.
  ...[0x01, 0x0a, 0x02, 0x60, 0x00, 0x00, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x00],
  // Two functions of the first type, and a memory of 16 pages.
  ...[0x03, 0x03, 0x02, 0x00, 0x00],
  ...[0x05, 0x03, 0x01, 0x00, 0x10],
  // A global, and the exports.
  ...[0x06, 0x06, 0x01, 0x7f, 0x00, 0x41, 0x00, 0x0b],
  ...[0x07, 0x0f, 0x02, 0x04, 0x6c, 0x6f, 0x6f, 0x70, 0x00, 0x00, 0x04, 0x66, 0x69, 0x6c, 0x6c, 0x00, 0x01],
  ...[0x0a, 0x18, 0x02],
  // loop: br 0
  ...[0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b],
  // memory.fill(0, 1, 1048576)
  ...[0x0e, 0x00, 0x41, 0x00, 0x41, 0x01, 0x41, 0x80, 0x80, 0xc0, 0x00, 0xfc, 0x0b, 0x00, 0x0b],
])

interface Exports {
  readonly loop: () => void
  readonly fill: () => void
  readonly fuel: { value: number }
}

/** The types of the platform leave WebAssembly out. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object
    readonly Instance: new (module: object) => { readonly exports: Exports }
  }
}

const metered = (): Exports => new WebAssembly.Instance(new WebAssembly.Module(meterLoops(MODULE))).exports

it('ends a loop when it has no turns left', () => {
  const { loop, fuel } = metered()
  fuel.value = 1000
  expect(loop).toThrow('unreachable')
  expect(fuel.value).toBe(-1)
})

it('charges one for each 64 bytes that are filled at once', () => {
  const { fill, fuel } = metered()
  fuel.value = 20_000
  fill()
  expect(fuel.value).toBe(20_000 - 1_048_576 / 64)
  expect(fill).toThrow('unreachable')
})

it('refuses an instruction that it does not know, rather than leave a loop uncounted', () => {
  const unknown = MODULE.with(MODULE.lastIndexOf(0x0c), 0x12)
  expect(() => meterLoops(unknown)).toThrow('The engine has an instruction that cannot be metered: 18.')
  expect(FUEL).toBe('fuel')
})
