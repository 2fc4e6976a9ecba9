import { missing } from '../../src/shared/programs.js';

/** For whoever skips a test: whether nginx or Redis is missing. Says why, and fails where nothing may be skipped. */
export function withoutPrograms(): boolean {
  const reason = missing();
  if (reason === undefined) return false;
  if (process.env.CI === 'true') throw new Error(reason);
  console.warn(`skipped: ${reason}`);
  return true;
}
