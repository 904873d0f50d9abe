/** Texts of the signature debugger. */
export const signatureDebugger = {
  link: 'Signature debugger',
} as const
