/** Announcements after a copy, apart from the texts that fewer pages load. */
export const copied = { copied: 'Copied', failed: 'Not copied' } as const
