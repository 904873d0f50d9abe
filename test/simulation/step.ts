/** One await on the store: a short transaction, before and after which the process may be cut off. */
export type Step = <Value>(label: string, work: () => Promise<Value>) => Promise<Value>
