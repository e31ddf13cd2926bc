/** Values by key, only so many: the ones least recently asked for are forgotten first. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value ?? '');
  }

  /** What would be forgotten next. */
  oldest(): [key: string, value: Value] | undefined {
    return this.#values.entries().next().value;
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }

  entries(): Iterable<[string, Value]> {
    return this.#values.entries();
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  get size(): number {
    return this.#values.size;
  }
}
