import { JSONParser } from '@streamparser/json'

/** Parses a JSON object chunk by chunk, without keeping the items of one of its lists. */
export class ItemReader {
  readonly #parser: JSONParser
  #object: unknown
  #isInvalid = false

  /** Creates a reader that calls `take` with each item of the list `field`. */
  constructor(field: string, take: (item: unknown) => void) {
    this.#parser = new JSONParser({ paths: ['$', `$.${field}.*`] })
    this.#parser.onError = () => {
      this.#isInvalid = true
    }
    this.#parser.onValue = ({ value, parent }) => {
      if (parent === undefined) this.#object = value
      if (!Array.isArray(parent)) return
      take(value)
      parent.length = 0
    }
  }

  write(chunk: Uint8Array): void {
    if (!this.#isInvalid) this.#parser.write(chunk)
  }

  /** Returns the object with an empty list in place of its items; undefined if the text was not complete JSON. */
  get object(): unknown {
    return this.#isInvalid || !this.#parser.isEnded ? undefined : this.#object
  }
}
