// A value that is often there at once: local checks answer without waiting, and each promise costs allocations and a
// turn of the microtask queue.

export type Awaitable<T> = T | Promise<T>

/** Continues with the value: immediately where it is there, else when it arrives. */
export const andThen = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value)

/** All values, in order; a promise only where one of them is. */
export const allOf = <T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> =>
  values.some(value => value instanceof Promise) ? Promise.all(values) : (values as readonly T[])
