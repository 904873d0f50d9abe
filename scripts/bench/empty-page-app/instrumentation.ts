/** Does nothing; without this file the build would find the project's own in a parent folder. */
export function register(): void {}
