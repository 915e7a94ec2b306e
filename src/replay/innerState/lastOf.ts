/** What was made last, as long as few things are kept of each owner and few of all together. */
export class LastOf<Kept extends { readonly of: object }> {
  readonly #mostOfOne: number;
  readonly #most: number;
  #kept: readonly Kept[] = [];

  constructor(mostOfOne: number, most: number) {
    this.#mostOfOne = mostOfOne;
    this.#most = most;
  }

  /** The one that was kept last of those that fit. */
  find(fits: (kept: Kept) => boolean): Kept | undefined {
    return this.#kept.find(fits);
  }

  /** Keeps one more; the oldest of its owner, or of all, gives way. */
  keep(one: Kept): void {
    let ofOwner = 0;
    this.#kept = [one, ...this.#kept]
      .filter(({ of }) => of !== one.of || (ofOwner += 1) <= this.#mostOfOne)
      .slice(0, this.#most);
  }
}
