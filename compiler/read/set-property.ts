// Building objects from user input.

/** Sets an own property whatever its name: assigning to `__proto__` would change what the object inherits. */
export function setOwnProperty<T>(object: Record<string, T>, key: string, value: T): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}
