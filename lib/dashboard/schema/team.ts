/** Roles of a membership, from the owner to the viewer. */
export const roles = ['OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER'] as const
export type MemberRole = (typeof roles)[number]
