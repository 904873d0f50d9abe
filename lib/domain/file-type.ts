const signatures = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const

type FileType = keyof typeof signatures

/** Returns the type of a file by its first bytes, whatever its name; null for every other type. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  // Object.keys loses the key type.
  const types = Object.keys(signatures) as FileType[]
  return types.find((type) => signatures[type].every((byte, at) => bytes[at] === byte)) ?? null
}
